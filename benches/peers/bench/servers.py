"""The servers: reinstate, the hand-written one (H) and PostGraphile."""

import os
import subprocess
import time
import urllib.error
import urllib.request

from . import postgres, sqlite
from .shell import HERE, ROOT, WORK, cpu_seconds, output

REINSTATE = os.environ.get("PROGRAM", ROOT / "target/release/reinstate")
HANDWRITTEN = WORK / "build/release/handwritten"
LOAD = WORK / "build/release/load"
START_SECONDS = 30


class Server:
    """A server that runs while its `with` block does."""

    def __init__(self, name, address, command, variables, authorization="", on_postgres=True):
        self.name = name
        self.address = address
        self.command = command
        self.variables = variables
        self.authorization = authorization
        self.on_postgres = on_postgres

    def __enter__(self):
        log = open(WORK / f"{self.name}.log", "w")
        environment = os.environ | self.variables
        # The request log costs what writing it costs, not what the disk does.
        self.process = subprocess.Popen(
            [str(it) for it in self.command], env=environment, cwd=HERE,
            stdout=subprocess.DEVNULL if self.name.startswith("reinstate") else log,
            stderr=log if not self.name.startswith("reinstate") else subprocess.DEVNULL)
        for _ in range(START_SECONDS * 10):
            if self.process.poll() is not None:
                raise SystemExit(f"{self.name} ended: see {log.name}")
            try:
                urllib.request.urlopen(f"http://{self.address}/readyz", timeout=5)
                return self
            except urllib.error.HTTPError:
                return self  # It answers; it has no such path.
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise SystemExit(f"{self.name} does not answer")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    @property
    def pid(self):
        return self.process.pid

    def ask(self, line):
        """The body of the answer to a request."""
        method, path, body = line
        headers = {"Authorization": self.authorization, "Content-Type": "application/json",
                   "Accept": "application/json"}
        request = urllib.request.Request(f"http://{self.address}{path}", body.encode(), headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    def cpu(self):
        """Processor seconds of the server and of its database."""
        database = postgres.backends() if self.on_postgres else []
        return cpu_seconds(self.pid), cpu_seconds(*database)


def reinstate(name, port, url, **variables):
    environment = {"DATABASE_URL": url, "LISTEN": f"127.0.0.1:{port}"} | variables
    token = output([REINSTATE, "token", "account1@example.com"], env=os.environ | {"DATABASE_URL": url})
    return Server(
        f"reinstate-{name}", f"127.0.0.1:{port}", [REINSTATE, "serve"], environment, f"Bearer {token}",
        on_postgres=url.startswith("postgres"))


def handwritten(name, port, url):
    return Server(
        f"handwritten-{name}", f"127.0.0.1:{port}", [HANDWRITTEN, f"127.0.0.1:{port}"],
        {"DATABASE_URL": url, "TOKEN": "benchmark"}, "Bearer benchmark",
        on_postgres=url.startswith("postgres"))


def reinstate_postgres(**variables):
    return reinstate("postgres", 18081, postgres.URL, **variables)


def reinstate_async():
    return reinstate("async", 18082, postgres.ASYNC_URL)


def reinstate_quiet():
    return reinstate("quiet", 18083, postgres.URL, RUST_LOG="off")


def reinstate_sqlite():
    return reinstate("sqlite", 18084, sqlite.URL)


def handwritten_postgres():
    return handwritten("postgres", 18085, postgres.URL)


def handwritten_async():
    return handwritten("async", 18086, postgres.ASYNC_URL)


def handwritten_sqlite():
    return handwritten("sqlite", 18087, sqlite.URL)


def threads_sqlite():
    """The hand-written server with rusqlite and a thread for each connection."""
    return handwritten("threads", 18089, f"threads:{sqlite.URL}")


def postgraphile():
    folder = HERE / "postgraphile"
    # It needs Node 22; npm brings one for the usual machines.
    pinned = sorted(folder.glob("node_modules/node-linux-*/bin/node"))
    node = pinned[0] if pinned else "node"
    return Server(
        "postgraphile", "127.0.0.1:18088",
        [node, folder / "node_modules/.bin/postgraphile", "-C", folder / "graphile.config.mjs"],
        {"DATABASE_URL": postgres.URL, "PORT": "18088", "NODE_ENV": "production", "GRAPHILE_ENV": "production"})
