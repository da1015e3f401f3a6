"""Clusters of PostgreSQL of their own, and servers on them."""

import contextlib
import glob
import os
import pathlib
import shutil
import socket
import subprocess
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROFILE = os.environ.get("PROFILE", "debug")
BINARIES = (glob.glob("/usr/lib/postgresql/*/bin") or [str(pathlib.Path(shutil.which("initdb") or "").parent)])[-1]
# PostgreSQL doesn't run as root.
AS_POSTGRES = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def program():
    """Builds the program, and returns its path."""
    release = ["--release"] if PROFILE == "release" else []
    subprocess.run(["cargo", "build", "--locked", "--quiet", *release], cwd=ROOT, check=True)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return str(target / PROFILE / "reinstate")


def is_missing():
    """Whether PostgreSQL's programs are missing, which is said then."""
    if pathlib.Path(BINARIES, "initdb").exists():
        return False
    print("SKIPPED: there is no initdb")
    return True


def postgres(program, *arguments, **options):
    command = [*AS_POSTGRES, f"{BINARIES}/{program}", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd="/", **options).stdout


def sql(port, text):
    return postgres("psql", "-h", "127.0.0.1", "-p", str(port), "-U", "postgres", "-qtAc", text, "postgres").strip()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def start(data, port, *settings):
    options = " ".join(["-c listen_addresses=127.0.0.1", f"-c port={port}", "-c unix_socket_directories=", *settings])
    postgres("pg_ctl", "-D", data, "-w", "-l", f"{data}.log", "-o", options, "start")


@contextlib.contextmanager
def clusters(folder, *settings, synchronous):
    """A primary, and a standby that each commit may wait for. Yields their folders and ports."""
    if AS_POSTGRES:
        shutil.chown(folder, "postgres")
    primary, standby = f"{folder}/primary", f"{folder}/standby"
    ports = free_port(), free_port()
    try:
        postgres("initdb", "-D", primary, "-U", "postgres", "-A", "trust")
        start(primary, ports[0], *settings, *(["-c synchronous_standby_names=*"] if synchronous else []))
        postgres("pg_basebackup", "-h", "127.0.0.1", "-p", str(ports[0]), "-U", "postgres", "-D", standby, "-R", "-X", "stream")
        start(standby, ports[1], *settings)
        while sql(ports[0], "SELECT sync_state FROM pg_stat_replication") != ("sync" if synchronous else "async"):
            time.sleep(0.1)
        yield (primary, ports[0]), (standby, ports[1])
    finally:
        for data in (primary, standby):
            with contextlib.suppress(subprocess.CalledProcessError):
                postgres("pg_ctl", "-D", data, "-m", "immediate", "stop")


def prepare(binary, url):
    """Creates the tables and an account that may do everything. Returns a token."""
    environment = {**os.environ, "DATABASE_URL": url}
    run = lambda *arguments: subprocess.run([binary, *arguments], env=environment, check=True, capture_output=True, text=True)
    run("migrate")
    run("user", "add", "admin@example.com", "--permission", "*")
    return run("token", "admin@example.com").stdout.strip()


@contextlib.contextmanager
def serving(binary, url, **settings):
    """A server on the database. Yields its address."""
    environment = {**os.environ, "DATABASE_URL": url, "LOG_LEVEL": "error", **settings}
    port = free_port()
    server = subprocess.Popen([binary, "serve", "--listen", f"127.0.0.1:{port}"], env=environment, stderr=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    try:
        while True:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{base}/readyz")
                break
            time.sleep(0.1)
        yield base
    finally:
        server.terminate()
        server.wait()
