"""A shell in a folder of its own, in which the commands of one document run in order."""

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from blocks import ROOT
from cluster import Cluster

# The ports that documents name; each session has its own.
PORTS = (8080, 8081, 8082, 9090, 8443, 8000, 4300)
# Longest time of a block on a busy machine.
LIMIT = 240
# Below those that the system hands out, so that nobody else takes one meanwhile.
OWN = iter(random.sample(range(20_000, 32_000), 5_000))


def free_port():
    for port in OWN:
        with socket.socket() as it:
            if it.connect_ex(("127.0.0.1", port)) != 0:
                return port


class Session:
    def __init__(self, program, needs):
        self.folder = Path(tempfile.mkdtemp(prefix="documents-"))
        self.work, self.state = self.folder / "work", self.folder / "state"
        self.ports = {port: free_port() for port in PORTS}
        for folder in (self.work, self.state / "answers", self.state / "servers", self.state / "home"):
            folder.mkdir(parents=True)
        # A document is read in the folder of the sources.
        for entry in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).split("\n"):
            if (name := entry.split("/")[0]) and not (self.work / name).exists():
                (self.work / name).symlink_to(ROOT / name)
        # With them cargo finds what is built already.
        kept = ("LANG", "CARGO_HOME", "CARGO_INCREMENTAL", "CARGO_TARGET_DIR", "RUSTFLAGS", "RUSTUP_HOME", "npm_config_cache")
        home = os.path.expanduser("~")
        environment = {
            "RUSTUP_HOME": f"{home}/.rustup",
            "CARGO_HOME": f"{home}/.cargo",
            "npm_config_cache": f"{home}/.npm",
        } | {name: os.environ[name] for name in kept if name in os.environ} | {
            "PATH": f"{Path(__file__).parent}/bin:{os.environ['PATH']}",
            "HOME": str(self.state / "home"),
            "npm_config_update_notifier": "false",
            "PROGRAM": program,
            "ROOT": str(ROOT),
            "RUN": str(self.state),
            "ANSWERS": str(self.state / "answers"),
            "LISTEN": f"127.0.0.1:{self.ports[8080]}",
            "REAL_CURL": shutil.which("curl"),
            "REAL_CARGO": shutil.which("cargo") or "cargo",
            "REAL_NPM": shutil.which("npm") or "npm",
            "REAL_NODE": shutil.which("node") or "node",
        }
        self.cluster = Cluster(free_port()) if "postgres" in needs else None
        if self.cluster:
            environment |= {"PGHOST": "127.0.0.1", "PGPORT": str(self.cluster.port), "PGUSER": "reinstate"}
        self.errors = open(self.state / "shell", "w+")
        self.shell = subprocess.Popen(
            ["bash", "--noprofile", "--norc"], cwd=self.work, env=environment, start_new_session=True,
            stdin=subprocess.PIPE, stdout=self.errors, stderr=self.errors, text=True,
        )
        # Variables that a document sets are there for what it calls.
        self.shell.stdin.write("set -aeuo pipefail\n")

    def address(self, port=8080):
        return f"127.0.0.1:{self.ports[port]}"

    def here(self, text):
        """The text, with the ports and the host of this session."""
        for port, own in self.ports.items():
            text = re.sub(rf"(?<=[: ]){port}\b", str(own), text)
        if self.cluster:
            text = text.replace("@db/", f"@127.0.0.1:{self.cluster.port}/")
        return text

    def there(self, text):
        for port, own in self.ports.items():
            text = text.replace(f":{own}", f":{port}")
        return text

    def run(self, text, where, refused=False):
        """Runs commands; returns what they print, and the answers of curl."""
        out, err, status = (self.state / name for name in ("out", "err", "status"))
        status.unlink(missing_ok=True)
        for answer in (self.state / "answers").iterdir():
            answer.unlink()
        before = "REFUSED=1\n" if refused else "REFUSED=\n"
        self.shell.stdin.write(f"{before}{{\n{self.here(text)}\n}} >{out} 2>{err} </dev/null\necho $? >{status}\n")
        self.shell.stdin.flush()
        started = time.monotonic()
        while not (status.exists() and status.read_text()):
            ended = self.shell.poll()
            printed = lambda: self.there(f"{out.read_text()}\n{err.read_text()}")
            assert ended is None, f"{where}: exit code {ended}\n{text}\n{printed()}"
            assert time.monotonic() - started < LIMIT, f"{where}: takes too long\n{text}\n{printed()}"
            time.sleep(0.01)
        answers = sorted((self.state / "answers").iterdir())
        return self.there(out.read_text()), [self.there(answer.read_text()) for answer in answers]

    def interrupt(self):
        """Ends the servers that run, as Ctrl+C does."""
        for pid in (self.state / "servers").glob("*/pid"):
            os.kill(int(pid.read_text()), signal.SIGINT)
            while Path(f"/proc/{pid.read_text().strip()}").exists():
                time.sleep(0.01)
            pid.unlink()

    def value(self, name):
        """A variable of the shell."""
        return self.run(f'printf %s "${{{name}-}}"', name)[0]

    def assert_set(self, text, where):
        """Asserts that the variables that the commands set have values."""
        for name in re.findall(r"^(?:export )?(\w+)=\$\(", text, re.M):
            assert self.value(name) not in ("", "null"), f"{where}: {name} has no value"

    def close(self):
        for pid in (self.state / "servers").glob("*/pid"):
            try:
                os.kill(int(pid.read_text()), signal.SIGTERM)
            except ProcessLookupError:
                pass
        # What the commands have left running.
        try:
            os.killpg(self.shell.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        self.shell.wait()
        self.errors.close()
        if self.cluster:
            self.cluster.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
