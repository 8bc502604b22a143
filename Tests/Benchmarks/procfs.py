"""What Linux tells of a process and of the machine. See proc(5)."""

import ctypes
import datetime
import os
import platform
import time


def cpu_nanoseconds(pid):
    """The CPU time of a process, to the nanosecond, with that of threads which have ended.

    By the clock of clock_getcpuclockid(3): `stat` counts hundredths of a second, and `schedstat`
    forgets a thread with its end.
    """
    clock = ctypes.c_int()
    error = ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(clock))
    if error:
        raise OSError(error, os.strerror(error))
    return time.clock_gettime_ns(clock.value)


def wake_ups(pid):
    """How often threads of a process have waited for something: each wait ends in a wake-up."""
    return sum(_field(text, "voluntary_ctxt_switches") for text in _of_threads(pid, "status"))


def resident_bytes(pid):
    return _field(_read(f"/proc/{pid}/status"), "VmRSS") * 1024


def forget_peak(pid):
    """From now on `peak_bytes` tells the most since now."""
    with open(f"/proc/{pid}/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def peak_bytes(pid):
    """The most resident memory that a process has had."""
    return _field(_read(f"/proc/{pid}/status"), "VmHWM") * 1024


def disk_bytes(pid):
    """The bytes that a process caused to be written to a disk; zero on a tmpfs."""
    return _field(_read(f"/proc/{pid}/io"), "write_bytes")


def moment():
    """Now, with what the machine has to do."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return f"{now:%Y-%m-%d %H:%M} UTC (load average {os.getloadavg()[0]:.2f})"


def machine():
    """The lines that describe the machine."""
    model = _field_text(_read("/proc/cpuinfo"), "model name")
    memory = _field(_read("/proc/meminfo"), "MemTotal") / 1024 / 1024
    return [
        f"* {os.cpu_count()} cores, {model}, {memory:.0f} GiB of memory",
        f"* Linux {platform.release()}, {_field_text(_read('/etc/os-release'), 'PRETTY_NAME')}",
    ]


def _of_threads(pid, name):
    folder = f"/proc/{pid}/task"
    return [_read(f"{folder}/{thread}/{name}") for thread in os.listdir(folder)]


def _field(text, name):
    return int(_field_text(text, name).split()[0])


def _field_text(text, name):
    """The value of a line such as `name: value` or `name="value"`."""
    for line in text.splitlines():
        if line.startswith(name):
            return line[len(name) :].lstrip(" \t:=").strip('" ')
    raise LookupError(f"no {name}")


def _read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()
