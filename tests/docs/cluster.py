"""A private cluster of PostgreSQL for a document: the host `db`, with the role and database `reinstate`."""

import glob
import os
import shutil
import subprocess
import tempfile


class Cluster:
    def __init__(self, port):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
        self.bin = os.path.dirname(found[-1] if found else shutil.which("initdb"))
        self.port, self.folder = port, tempfile.mkdtemp()
        # The programs of PostgreSQL refuse to run as root.
        self.account = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.account:
            shutil.chown(self.folder, "postgres")
        self.program("initdb", "-N", "-A", "trust", "-U", "reinstate", "-D", f"{self.folder}/data")
        options = f"-p {port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self.program("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", f"{self.folder}/log", "-o", options, "start")
        subprocess.run(
            ["createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "reinstate", "reinstate"], check=True
        )

    def program(self, name, *arguments):
        subprocess.run(
            [*self.account, f"{self.bin}/{name}", *arguments],
            check=True, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )

    def stop(self):
        self.program("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)
