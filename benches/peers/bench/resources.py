"""The rows about memory, fan-out and imports."""

import json
import os
import subprocess
import time
from urllib.parse import urlsplit

from . import postgres, servers, sqlite, workloads
from .load import once
from .report import Row, Section
from .round_trips import Proxy
from .shell import WORK, cpu_seconds, output, resident_kilobytes

IMPORTED = 100_000
SOCKETS = 500
SUBSCRIBERS, EVENTS = 100, 500
# Restores whose round trips are counted.
COUNTED = 1_000


def memory(plan):
    """Resident memory after a minute of load, half pages and half single records."""
    with servers.reinstate_postgres() as server:
        for workload in (workloads.page(plan.rows)[0], workloads.point(plan.rows)[0]):
            once(server, workload, 2 if plan.quick else 30)
        megabytes = resident_kilobytes(server.pid) / 1024
    return Section(None, [], [Row("RSS after 60 s of load", megabytes, 40, unit=" MB", at_most=True)])


def sockets(plan):
    """Memory of an idle WebSocket with a subscription."""
    with servers.reinstate_postgres() as server:
        # What the first requests and the first sockets need stays.
        once(server, workloads.point(plan.rows)[0], 1)
        with held(server, 20):
            pass
        before = resident_kilobytes(server.pid)
        with held(server, SOCKETS):
            kilobytes = (resident_kilobytes(server.pid) - before) / SOCKETS
    return Section(None, [], [Row("an idle socket with a subscription", kilobytes, 40, unit=" KB", at_most=True)])


class held:
    """Idle subscriptions, open while the `with` block runs."""

    def __init__(self, server, count):
        command = [servers.LOAD, "sockets", server.address, "--subscribers", count]
        self.process = subprocess.Popen(
            [str(it) for it in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=os.environ | {"AUTHORIZATION": server.authorization})

    def __enter__(self):
        if not self.process.stdout.readline():
            raise SystemExit("the sockets can't be opened")

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


def fan_out(plan):
    """`recordChanged { record { … } }` to many subscribers, with the server and its client on a core each."""
    with servers.reinstate_postgres() as server:
        for thread in os.listdir(f"/proc/{server.pid}/task"):
            os.sched_setaffinity(int(thread), {0})
        before = cpu_seconds(server.pid)
        found = json.loads(output(
            ["taskset", "--cpu-list", "1", servers.LOAD, "fan-out", server.address, "--subscribers", SUBSCRIBERS,
             "--rate", EVENTS, "--seconds", 2 if plan.quick else 10],
            env=os.environ | {"AUTHORIZATION": server.authorization}))
        seconds = cpu_seconds(server.pid) - before
    name = f"fan-out of `recordChanged {{ record }}`, {SUBSCRIBERS} × {EVENTS}/s"
    delivered = 100 * found["delivered"] / found["expected"]
    return Section(None, [], [
        Row(f"{name}: delivered", delivered, 100, unit=" %"),
        Row(f"{name}: p50", found["p50"], None, unit=" ms"),
        Row(f"{name}: p99", found["p99"], 250, unit=" ms", at_most=True),
        Row(f"{name}: processor time of the server for a message", 1e6 * seconds / found["delivered"], 8,
            unit=" µs", at_most=True),
    ])


def imports(plan):
    """Imports of notifications into an empty database of either engine."""
    count = 10_000 if plan.quick else IMPORTED
    file = WORK / "import.jsonl"
    with file.open("w") as lines:
        for number in (1, 2):
            user = {"id": number, "email": f"account{number}@example.com"}
            lines.write(json.dumps({"kind": "users", "record": user}) + "\n")
        for number in range(1, count - 1):
            record = {"uuid": sqlite.key(number), "user_id": 1, "sender_id": 2, "type": "info",
                      "title": f"Number {number}", "message": sqlite.MESSAGE}
            lines.write(json.dumps({"kind": "notifications", "record": record}) + "\n")
    rows = []
    for engine, module in [("PostgreSQL", postgres), ("SQLite", sqlite)]:
        url = module.empty_database(servers.REINSTATE)
        started = time.monotonic()
        output([servers.REINSTATE, "import", file], env=os.environ | {"DATABASE_URL": url})
        rate = count / (time.monotonic() - started)
        rows.append(Row(f"import of {count:,} rows, {engine}", rate, 30_000, unit=" rows/s"))
    return Section(None, [], rows)


def round_trips(plan):
    """Round trips to PostgreSQL of a restore through either API."""
    rest, graphql, _ = workloads.restore(plan.rows)
    postgres.delete_again()
    address = urlsplit(postgres.SERVER)
    rows = []
    with Proxy(address.hostname, address.port or 5432) as proxy:
        url = postgres.URL.replace(address.netloc, f"{address.username}@127.0.0.1:{proxy.port}")
        with servers.reinstate("round-trips", 18089, url) as server:
            for place, (name, workload) in enumerate([("REST", rest), ("GraphQL", graphql)]):
                # The first requests look up the credential and prepare the statements.
                for warm in range(2):
                    before = proxy.count
                    used = COUNTED * (2 * place + warm)
                    sent = once(server, workload, 60, skip=used, most=COUNTED)["requests"]
                # Wake-ups and the change feed ask a few times meanwhile, for many writes at once.
                name = f"round trips of a {name} restore, with those of the background"
                rows.append(Row(name, round((proxy.count - before) / sent, 1), None))
    return Section(None, [], rows)
