"""Commands, files and the processor's time."""

import hashlib
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent
# Databases, workloads and logs of a run.
WORK = ROOT / "target" / "peers-run"


def say(text):
    """Reports progress."""
    print(f"-- {text}", file=sys.stderr, flush=True)


def output(command, **options):
    """What a command prints; an error if it fails."""
    done = subprocess.run([str(it) for it in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def digest(*files):
    """A short digest of files."""
    found = hashlib.sha256()
    for file in files:
        found.update(Path(file).read_bytes())
    return found.hexdigest()[:8]


def cpu_seconds(*pids):
    """The processor time that processes have used, in all their threads."""
    total = 0
    for pid in pids:
        for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
            try:
                total += int(thread.read_text().split()[0])
            except (FileNotFoundError, ProcessLookupError):
                pass  # It ended.
    return total / 1e9


def resident_kilobytes(pid):
    """The resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise SystemExit(f"process {pid} has no VmRSS")
