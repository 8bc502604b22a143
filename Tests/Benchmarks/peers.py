"""The programs that the daemon is measured beside, each on a free port of loopback."""

import os
import pathlib
import shutil
import subprocess

from programs import Program, free_port

SOURCES = pathlib.Path(__file__).with_name("peers")
# Where Debian's packages put the sources of Go's libraries.
GO_PATH = "/usr/share/gocode"


class Nginx(Program):
    """nginx, serving the very bytes of another's pages, plain and packed, as static files."""

    name = "nginx"
    first_page = "/metrics"
    path = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")

    @classmethod
    def is_there(cls):
        return cls.path is not None

    def __init__(self, folder, pages):
        folder = pathlib.Path(folder)
        (folder / "www").mkdir(parents=True)
        (folder / "www/metrics").write_bytes(pages["identity"])
        (folder / "www/metrics.gz").write_bytes(pages["gzip"])
        port = free_port()
        configuration = folder / "nginx.conf"
        configuration.write_text(self._configuration(folder, port))
        super().__init__(
            [self.path, "-e", folder / "error.log", "-p", folder, "-c", configuration],
            folder,
            port,
        )

    def pids(self):
        """Its workers, which do what a scrape asks for."""
        children = f"/proc/{self.pid}/task/{self.pid}/children"
        return [int(pid) for pid in pathlib.Path(children).read_text().split()]

    @staticmethod
    def _configuration(folder, port):
        temporary = "".join(
            f"{kind}_temp_path {folder}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if os.geteuid() == 0 else ""
        return f"""
            {user} daemon off; pid {folder}/pid; worker_processes 2;
            events {{}}
            http {{
                {temporary}
                access_log off; sendfile on; tcp_nopush on; open_file_cache max=10;
                keepalive_requests 1000000000;
                default_type "text/plain; version=0.0.4; charset=utf-8";
                server {{ listen 127.0.0.1:{port}; root {folder}/www; gzip_static on; }}
            }}
        """


class NodeExporter(Program):
    """Prometheus' exporter of the machine, as most machines run it."""

    name = "node_exporter"
    first_page = "/metrics"
    path = shutil.which("prometheus-node-exporter")

    @classmethod
    def is_there(cls):
        return cls.path is not None

    def __init__(self, folder):
        port = free_port()
        flag = f"--web.listen-address=127.0.0.1:{port}"
        super().__init__([self.path, flag], folder, port)


class ClientGolang(Program):
    """An exporter in Go with the series of a page, by Debian's client_golang."""

    name = "client_golang"
    first_page = "/metrics"

    @staticmethod
    def is_there():
        library = pathlib.Path(GO_PATH, "src/github.com/prometheus/client_golang")
        return shutil.which("go") and library.is_dir()

    def __init__(self, folder, pages):
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True)
        (folder / "page").write_bytes(pages["identity"])
        port = free_port()
        command = [
            self._built(folder),
            f"-page={folder / 'page'}",
            f"-web.listen-address=127.0.0.1:{port}",
        ]
        super().__init__(command, folder, port)

    @staticmethod
    def _built(folder):
        """The program; the compiler's own cache makes that quick from the second time on."""
        program = folder / "client_golang"
        variables = {"GO111MODULE": "off", "GOFLAGS": "", "GOPATH": GO_PATH, "CGO_ENABLED": "0"}
        subprocess.run(
            ["go", "build", "-o", program, SOURCES / "client_golang.go"],
            check=True,
            env=os.environ | variables,
            timeout=600,
        )
        return program


class PrometheusClient(Program):
    """An exporter in Python with the series of a page, by Debian's prometheus_client."""

    name = "prometheus_client"
    first_page = "/metrics"
    # Debian's own, which is where its packages are; not one that comes first in PATH.
    path = "/usr/bin/python3"

    @classmethod
    def is_there(cls):
        asked = subprocess.run([cls.path, "-c", "import prometheus_client"], capture_output=True)
        return asked.returncode == 0

    def __init__(self, folder, pages):
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True)
        (folder / "page").write_bytes(pages["identity"])
        port = free_port()
        source = SOURCES / "prometheus_client_python.py"
        super().__init__([self.path, source, folder / "page", port], folder, port)
