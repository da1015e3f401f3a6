"""Checks of answers: that they are no errors, are not empty, and are what a document shows."""

import json
import re


def parsed(answer):
    """The JSON of an answer, behind the headers that `curl -i` prints; None for anything else."""
    body = re.split(r"\r?\n\r?\n", answer, maxsplit=1)[-1] if answer.startswith("HTTP/") else answer
    try:
        return json.loads(body)
    except ValueError:
        return None


def assert_shows(answer, where):
    """Asserts that an answer has no errors, and that its fields, pages and outcomes are not empty."""
    assert answer.strip(), f"{where}: the answer is empty"
    body = parsed(answer)
    if not isinstance(body, dict):
        assert body not in ([], None) or not answer.startswith(("[", "null")), f"{where}: {answer}"
        return
    # What sends many reports says under `errors` what failed.
    assert not body.get("errors"), f"{where}: {answer}"
    fields = body["data"] if isinstance(body.get("data"), dict) else body
    sizes = {}
    collect(fields, "", sizes)
    for path, size in sizes.items():
        assert size, f"{where}: {path} is empty: {answer}"
    if fields is not body:
        for name, value in fields.items():
            assert value is not None, f"{where}: {name} is null: {answer}"


def collect(value, path, sizes):
    """Adds up the items of lists, over all lists at one path: pages and outcomes, and what `data` is."""
    if isinstance(value, dict):
        for name, inner in value.items():
            collect(inner, f"{path}.{name}" if path else name, sizes)
    elif isinstance(value, list):
        if "." not in path or path.rsplit(".", 1)[-1] in ("nodes", "edges", "data", "outcomes", "changes"):
            sizes[path] = sizes.get(path, 0) + len(value)
        for inner in value:
            collect(inner, path, sizes)


def assert_refused(answer, where):
    body = parsed(answer)
    refused = isinstance(body, dict) and (body.get("errors") or body.get("message") or body.get("detail"))
    assert refused or re.match(r"HTTP/\S+ [45]", answer), f"{where}: is not refused: {answer}"


# What differs from run to run.
VARIABLE = [
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "TIME"),
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID"),
    (r"rs[ak][tk]_[0-9a-zA-Z]+", "SECRET"),
    (r"\bAA[\w-]{41}\b", "PREVIEW"),
    (r"127\.0\.0\.1:\d+", "ADDRESS"),
]


def constant(text):
    for pattern, name in VARIABLE:
        text = re.sub(pattern, name, text)
    return text


def assert_is(shown, answer, where):
    """Asserts that an answer is the JSON that a document shows, apart from times, uuids and secrets."""
    same = lambda value: json.loads(constant(json.dumps(value, sort_keys=True)))
    assert same(shown) == same(answer), f"{where} shows\n{json.dumps(shown)}\nand the answer is\n{json.dumps(answer)}"


def assert_prints(shown, printed, where):
    """Asserts that the lines of a command are those shown; `…` stands for any text, alone for any lines."""
    lines = [re.escape(constant(line.rstrip())).replace("…", ".*") for line in shown.strip().splitlines()]
    pattern = "".join("(.*\n)*?" if line == ".*" else f"{line}\n" for line in lines)
    text = "".join(f"{constant(line.rstrip())}\n" for line in printed.strip().splitlines())
    assert re.fullmatch(pattern, text), f"{where} shows\n{shown}\nand the command prints\n{printed}"
