"""Rounds of load: each server in turn, again and again."""

import json
import os
import subprocess
from statistics import median

from . import postgres, sqlite
from .servers import LOAD
from .shell import say

# Seconds of load before the first round, not measured.
WARM_UP = 0.5


class Contender:
    """A server with what it is sent."""

    def __init__(self, name, server, workload):
        self.name = name
        self.server = server
        self.workload = workload
        # At full load, and at a share of it.
        self.rounds = []
        self.paced = []

    def delete_again(self):
        """Deletes again what was restored."""
        (postgres if self.server.on_postgres else sqlite).delete_again()

    def median(self, what):
        """The median of the rounds at full load."""
        return median(it[what] for it in self.rounds)

    def paced_p99(self):
        return median(it["p99"] for it in self.paced)


def once(server, workload, seconds, connections=32, rate=None, skip=0, most=None):
    """Sends load; the measurements, with processor microseconds a request."""
    command = [LOAD, "requests", server.address, workload.file, "--connections", connections,
               "--seconds", seconds, "--status", workload.status, "--begins", workload.begins]
    if rate:
        command += ["--rate", rate]
    if workload.once:
        command += ["--once", "--skip", skip]
    if most:
        command += ["--most", most]
    before = server.cpu()
    done = subprocess.run([str(it) for it in command], capture_output=True, text=True,
                          env=os.environ | {"AUTHORIZATION": server.authorization})
    if done.returncode != 0:
        raise SystemExit(f"{server.name}: {done.stderr}")
    after = server.cpu()
    result = json.loads(done.stdout)
    count = result["requests"]
    if count == 0:
        raise SystemExit(f"{server.name} answered no request")
    result["rate"] = count / result["seconds"]
    result["cpu"], result["database cpu"] = (
        (later - earlier) * 1e6 / count for earlier, later in zip(before, after))
    return result


def interleaved(contenders, plan, seconds=None, connections=32, share=None):
    """Measures all contenders in turn. With a share, at that share of the rate they reached before."""
    cursor = Cursor(contenders)
    for contender in contenders:
        cursor.measure(contender, WARM_UP, connections, None)
    for _ in range(plan.rounds):
        for contender in contenders:
            rate = share * contender.median("rate") if share else None
            result = cursor.measure(contender, seconds or plan.seconds, connections, rate)
            (contender.paced if share else contender.rounds).append(result)
            say(f"  {contender.name}: {result['rate']:.0f}/s, p99 {result['p99']:.2f} ms")
    return contenders


class Cursor:
    """Which requests were sent of those that can be sent once: contenders share the records."""

    def __init__(self, contenders):
        self.once = contenders[0].workload.once
        self.used = self.most = 0
        if self.once:
            contenders[0].delete_again()

    def measure(self, contender, seconds, connections, rate):
        if self.once and self.used and contender.workload.count - self.used < self.most * 1.2:
            contender.delete_again()
            self.used = 0
        result = once(contender.server, contender.workload, seconds, connections, rate, self.used)
        self.used += result["requests"]
        self.most = max(self.most, result["requests"])
        return result


def ratio(one, other):
    """The median of the ratios of the rounds."""
    return median(a["rate"] / b["rate"] for a, b in zip(one.rounds, other.rounds))
