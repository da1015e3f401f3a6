"""The code blocks of the documents, each with what a comment before it says.

    <!-- file: NAME -->       the block is a file that later commands use
    <!-- from PATH -->        the block is code of a file that another test runs
    <!-- refused -->          the answer is an error
    <!-- not run: REASON -->  it can't be run here; NOT_RUN has the list
    <!-- browser: PATH -->    not before a block: a script that uses the page at :8000

A document says in `<!-- examples: … -->` what its examples need: `demo` is a server with the demo data and
its token, `postgres` a cluster with a database `reinstate` at the host `db`, which has the demo data if it is
`filled`, `packages` those of npm in tests/clients; other words are programs.
"""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The only blocks that no test runs, by document and first line, with the reason that the document gives.
NOT_RUN = {
    (document, first): reason
    for document, first, reason in (
        line.split(" | ") for line in (Path(__file__).parent / "not-run").read_text().splitlines()
    )
}

# Documents outside of docs/ whose examples run.
EXAMPLES = ("examples/existing-table/README.md",)


@dataclass
class Block:
    document: str
    line: int
    language: str
    directive: str
    text: str

    def __str__(self):
        return f"{self.document}:{self.line}"

    def argument(self, name):
        """What follows the name in the comment, if it is that comment."""
        found = re.match(rf"{name}:? (.*)", self.directive)
        return found and found[1]


def documents():
    """README, those of examples that run, and all of docs; SUMMARY is a table of contents."""
    found = sorted(path for path in (ROOT / "docs").rglob("*.md") if path.name != "SUMMARY.md")
    return ["README.md", *EXAMPLES, *(str(path.relative_to(ROOT)) for path in found)]


def needs(document):
    found = re.search(r"^<!-- examples: (.*) -->$", (ROOT / document).read_text(), re.M)
    return found[1].split() if found else []


def blocks(document):
    lines = iter(enumerate((ROOT / document).read_text().splitlines(), 1))
    directive, found = "", []
    for number, line in lines:
        if comment := re.fullmatch(r"\s*<!-- (.*) -->", line):
            directive = comment[1]
            if directive.startswith("browser: "):
                found.append(Block(document, number, "browser", directive, directive))
        elif fence := re.fullmatch(r"(\s*)```(.*)", line):
            text = []
            for _, inner in lines:
                if inner == f"{fence[1]}```":
                    break
                text.append(inner.removeprefix(fence[1]))
            found.append(Block(document, number, fence[2].strip(), directive, "\n".join(text) + "\n"))
            directive = ""
        elif line.strip():
            directive = ""
    return found
