"""Speed and size are stated only where benchmarks and tests print them."""

import re

from blocks import ROOT, documents

# Written by benches/, or with the command that prints each figure.
MEASURED = {"docs/performance.md", "docs/scale.md", "docs/reliability.md"}
SPEED = re.compile(
    r"\d[\d.,]*\s?(ms|µs|milliseconds|microseconds|MiB/s|MB/s)\b"
    r"|\d[\d.,]* (requests|rows|events|writes|records)(/s| (a|per) second)"
    r"|\d\S* times (as )?(fast|slow)|\b(faster|slower) than\b|\b\d+ ?% (faster|slower)"
)


def statements(name):
    """The statements of speed in a document, outside of settings and code."""
    text = re.sub(r"```.*?```", "", (ROOT / name).read_text(), flags=re.S)
    text = re.sub(r"<!-- settings: .*?<!-- end of settings -->", "", text, flags=re.S)
    text = re.sub(r"`[^`\n]*`", "", text)
    return [(name, found[0]) for found in SPEED.finditer(text)]


def main():
    # A decision records what was measured when it was made, so that it can be questioned.
    names = [name for name in documents() if name not in MEASURED and "/decisions/" not in name]
    found = [statement for name in names for statement in statements(name)]
    assert not found, found
    assert any(statements(name) for name in MEASURED), "figures are found where they are"
    print(f"{len(names)} documents state no speed")


if __name__ == "__main__":
    main()
