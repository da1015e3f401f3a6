"""The tables of results, and the document that holds them."""

import os
import platform
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from . import postgres
from .servers import REINSTATE
from .shell import HERE, ROOT, output

DOCUMENT = ROOT / "docs/performance.md"
BEGIN = "<!-- results: generated, benches/peers/run -->"
END = "<!-- end of results -->"


@dataclass
class Row:
    """A figure and its goal."""

    name: str
    value: float
    goal: float | None
    unit: str = ""
    at_most: bool = False

    def line(self):
        if self.goal is None:
            goal, verdict = "", ""
        else:
            goal = f"{'≤' if self.at_most else '≥'} {number(self.goal)}{self.unit}"
            met = self.value <= self.goal if self.at_most else self.value >= self.goal
            verdict = "yes" if met else "no"
        return f"| {self.name} | {number(self.value)}{self.unit} | {goal} | {verdict} |"


@dataclass
class Section:
    """What was measured together: contenders and rows of the first table."""

    title: str | None
    contenders: list
    rows: list

    def lines(self):
        for it in self.contenders:
            # SQLite runs in the server's process.
            database = f"{it.median('database cpu'):.0f}" if it.server.on_postgres else ""
            paced = f"{it.paced_p99():.2f}" if it.paced else ""
            yield (f"| {self.title} | {it.name} | {it.median('rate'):,.0f} | {it.median('cpu'):.0f} | {database} "
                   f"| {it.median('p50'):.2f} | {it.median('p99'):.2f} | {paced} |")


def number(value):
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.2f}"


def render(sections, plan):
    """Both tables, as Markdown."""
    rows = [row.line() for section in sections for row in section.rows]
    details = [line for section in sections for line in section.lines()]
    text = [circumstances(plan), "", "| | measured | goal | met |", "| --- | --- | --- | --- |", *rows]
    if details:
        text += ["", "Medians of the rounds; processor time in µs a request, latencies in ms.", "",
                 "| operation | | requests/s | CPU, server | CPU, PostgreSQL | p50 | p99 | p99 at 70 % load |",
                 "| --- | --- | --- | --- | --- | --- | --- | --- |", *details]
    return "\n".join(text)


def circumstances(plan):
    """Where, when and with what was measured."""
    commit = output(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"])
    if output(["git", "-C", ROOT, "status", "--porcelain", "src", "adopt", "database", "entity", "migration", "Cargo.toml"]):
        commit += " with changes"
    if "PROGRAM" in os.environ:
        commit = f"program {Path(REINSTATE).name}"
    version = postgres.sql("SHOW server_version", f"{postgres.SERVER}/postgres").split()[0]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    peer = output(["node", "-p", "require('./node_modules/postgraphile/package.json').version"],
                  cwd=HERE / "postgraphile")
    return (f"Measured on {date.today()}, {commit}: {os.cpu_count()} cores ({processor()}), {memory:.0f} GB, "
            f"PostgreSQL {version}, PostGraphile {peer}; "
            f"{plan.rows:,} notifications, {plan.rounds} rounds of {plan.seconds:g} s.")


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def write(text):
    """Replaces the generated part of the document."""
    document = DOCUMENT.read_text()
    before, rest = document.split(BEGIN)
    after = rest.split(END)[1]
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}")
