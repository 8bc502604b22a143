"""The libraries beside this file that stand between a program and those it is linked with."""

import pathlib
import shutil
import subprocess


def is_possible():
    return shutil.which("cc") is not None


def built(name, folder):
    """The library made of a source file of that name, for LD_PRELOAD, see ld.so(8)."""
    source = pathlib.Path(__file__).with_name(f"{name}.c")
    library = folder / f"{name}.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], check=True)
    return library
