"""Runs every example in README.md and docs/, each document in order on a fresh database.

    python3 tests/docs/examples.py [DOCUMENT]…     with target/debug/reinstate, or PROGRAM

The parts of the tutorial are run once more, one after the other in one session.
"""

import json
import os
import re
import shutil
import socket
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from answers import assert_is, assert_prints, assert_refused, assert_shows, parsed
from blocks import NOT_RUN, ROOT, blocks, documents, needs
from session import Session

PROGRAM = os.environ.get("PROGRAM", str(ROOT / "target/debug/reinstate"))
# Where code that a document quotes is run by other steps of CI.
QUOTED = ("examples/", "clients/", "tests/clients/", "tests/openapi-clients/")


# The parts that a reader follows one after the other, in the same terminals: what one leaves behind the next one finds.
IN_ORDER = "the tutorial in order"
PARTS = [f"docs/{path}" for path in re.findall(r"\((tutorial/\w+\.md)\)", (ROOT / "docs/SUMMARY.md").read_text())]


class Document:
    def __init__(self, name, session=None):
        self.name, self.needs, self.shared = name, needs(name), session
        known = ("demo", "postgres", "filled", "packages")
        self.missing = [it for it in self.needs if it not in known and not shutil.which(it)]
        self.session, self.printed, self.answers, self.seen = None, "", [], {}

    def run(self):
        found = blocks(self.name)
        skipped, failures = [], []
        if not found:
            return 0, skipped
        assert not self.missing, f"{self.name} needs {' '.join(self.missing)}"
        self.session = self.shared or Session(PROGRAM, self.needs)
        if "packages" in self.needs:
            (self.session.work / "node_modules").symlink_to(ROOT / "tests/clients/node_modules")
        text, last = (ROOT / self.name).read_text().splitlines(), 0
        try:
            if "filled" in self.needs:
                self.session.run("reinstate seed --database-url postgres://reinstate@db/reinstate", self.name)
            if "demo" in self.needs and not self.shared:
                self.start_demo()
            for block in found:
                if self.shared and "Ctrl+C" in " ".join(text[last : block.line]):
                    self.session.interrupt()
                last = block.line
                if reason := block.argument("not run"):
                    skipped.append((self.name, block.text.splitlines()[0], reason))
                    continue
                try:
                    self.block(block)
                except (AssertionError, OSError, ValueError) as error:
                    failures.append(f"{block}: {error}")
                    if self.session.shell.poll() is not None:
                        break
        finally:
            if not self.shared:
                self.session.close()
        assert not failures, "\n\n".join(failures)
        return len(found) - len(skipped), skipped

    def start_demo(self):
        """A server with the demo data, after the requests that it prints; and a token."""
        printed, _ = self.session.run("reinstate serve --demo\nTOKEN=$(reinstate token admin@example.com)", self.name)
        requests = [line for line in printed.splitlines() if line.startswith("curl ")]
        assert len(requests) == 3, printed
        for request in requests:
            _, answers = self.session.run(request, "the demo")
            assert_shows(answers[0], request)

    def block(self, block):
        if path := block.argument("from"):
            assert path.startswith(QUOTED), f"{block}: nothing runs {path}"
            code = (ROOT / path).read_text()
            assert block.text in code, f"{block}: {path} does not have\n{block.text}"
        elif name := block.argument("file"):
            file = self.session.work / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.session.here(block.text))
        elif script := block.argument("browser"):
            self.session.run(f"node $ROOT/{script} http://127.0.0.1:8000/ $TOKEN", block)
        elif block.language == "sh":
            self.commands(block)
        elif block.language == "graphql":
            self.answers = [self.graphql(block)]
            (assert_refused if block.directive == "refused" else assert_shows)(self.answers[0], block)
        elif block.language == "http":
            self.http(block)
        elif block.language == "json":
            shown = json.loads(block.text)
            answers = self.answers or [self.printed]
            assert_is(shown, parsed(answers[-1]), block)
        elif block.language == "text":
            assert_prints(block.text, self.printed, block)
        elif block.language == "sql":
            self.sql(block)
        else:
            raise AssertionError(f"{block}: nothing runs a block `{block.language}`")

    def commands(self, block):
        refused = block.directive == "refused"
        self.printed, self.answers = self.session.run(block.text, block, refused)
        # The reader takes the token that the server prints.
        if self.shared and (token := re.search(r"\brsat_\w+", self.printed)):
            self.session.run(f"TOKEN={token[0]}", block)
        self.session.assert_set(block.text, block)
        for answer in self.answers:
            (assert_refused if refused else assert_shows)(answer, block)
        asks = re.search(r"^(reinstate (?!serve)[\w-]+ .*(list|check)|psql|sqlite3|jq)", block.text, re.M)
        assert self.printed or not asks or "VACUUM" in block.text, f"{block} prints nothing\n{block.text}"
        for answer in map(parsed, self.answers):
            self.remember(answer)

    def graphql(self, block):
        names = re.findall(r"\$(\w+): (?=[^{]*\))", block.text.split("{")[0])
        for name in names:
            assert name in self.seen, f"{block}: no answer before has {name}"
        body = {"query": block.text, "variables": {name: self.seen[name] for name in names}}
        request = urllib.request.Request(
            f"http://{self.session.address()}/graphql",
            json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.session.value('TOKEN')}", "Content-Type": "application/json"},
        )
        try:
            answer = urllib.request.urlopen(request).read().decode()
        except urllib.error.HTTPError as error:
            answer = error.read().decode()
        self.remember(json.loads(answer))
        return answer

    def remember(self, value, path=()):
        """Keeps ids of operations and events, and tokens of previews, for documents with variables."""
        if isinstance(value, dict):
            for name, inner in value.items():
                self.remember(inner, (*path, name))
        elif isinstance(value, list):
            for inner in reversed(value):
                self.remember(inner, path)
        elif isinstance(value, str):
            if path[-1] in ("operationId", "operation_id"):
                self.seen["operationId"] = value
            elif path[-3:] == ("recordEvents", "nodes", "id"):
                self.seen["eventId"] = value
            elif path[-2:] == ("preview", "token"):
                self.seen["token"] = value

    def http(self, block):
        if block.text.startswith("HTTP/"):
            head, _, body = block.text.partition("\n\n")
            actual, _, answer = self.answers[-1].partition("\r\n\r\n")
            for line in head.splitlines():
                assert line.lower() in actual.lower(), f"{block}: no {line!r} in\n{actual}"
            if body:
                assert_is(json.loads(body), json.loads(answer), block)
            return
        assert re.match(r"[A-Z]+ /\S* HTTP/1\.1\n", block.text), f"{block} is no request"
        head, _, body = block.text.strip().partition("\n\n")
        head = self.session.here(head).replace("rsat_…", self.session.value("TOKEN"))
        extra = f"\nContent-Length: {len(body.encode())}\nConnection: close"
        with socket.create_connection(("127.0.0.1", self.session.ports[8080])) as connection:
            connection.sendall(((head + extra).replace("\n", "\r\n") + "\r\n\r\n" + body).encode())
            answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
        self.answers = [answer]
        refused = re.match(r"HTTP/\S+ [45]", answer)
        assert refused is None or block.directive == "refused", f"{block}: {answer}"
        (assert_refused if block.directive == "refused" else assert_shows)(answer, block)

    def sql(self, block):
        self.session.run("reinstate migrate --database-url postgres://reinstate@db/reinstate", block)
        text = block.text
        if text.startswith("SELECT"):
            # Has a transaction that the statement finds.
            text = f"BEGIN; SELECT pg_current_xact_id();\n{text}\nROLLBACK;"
        # An index that the migration has made already is made again under another name, and has to be the same.
        names = re.findall(r"INDEX CONCURRENTLY IF NOT EXISTS (\w+)", text)
        again = re.sub(r"(INDEX CONCURRENTLY IF NOT EXISTS \w+)", r"\1_again", text)
        (self.session.work / "statements.sql").write_text(text + (again if names else ""))
        self.printed, self.answers = self.session.run("psql -v ON_ERROR_STOP=1 -f statements.sql reinstate", block)
        assert "(0 rows)" not in self.printed, f"{block}\n{self.printed}"
        for name in names:
            ask = f"SELECT replace(indexdef, '_again', '') FROM pg_indexes WHERE indexname IN ('{name}', '{name}_again')"
            definitions, _ = self.session.run(f'psql -tA -c "{ask}" reinstate', block)
            assert len(definitions.splitlines()) == 2, f"{block}: the migration makes no {name}"
            assert len(set(definitions.splitlines())) == 1, f"{block}: {name}\n{definitions}"


def run_parts():
    """The parts of the tutorial in one session; what stops a server is the reader, where a part says so."""
    session = Session(PROGRAM, {need for part in PARTS for need in needs(part)})
    try:
        session.run("export IN_ORDER=1", "the tutorial")
        return sum(Document(part, session).run()[0] for part in PARTS)
    finally:
        session.close()


def assert_checks_work():
    """Asserts that the checks refuse what is empty, failed or another answer."""
    shows = lambda text: lambda: assert_shows(text, "here")
    cases = [
        shows(""),
        shows('{"data": {"trash": {"nodes": []}}}'),
        shows('{"data": {"report": null}}'),
        shows('{"data": [], "next": null}'),
        shows('{"data": {"a": {"b": 1}}, "errors": [{"message": "Forbidden"}]}'),
        shows('HTTP/1.1 200 OK\r\n\r\n{"outcomes": []}'),
        lambda: assert_refused('{"data": {"a": 1}}', "here"),
        lambda: assert_is({"id": 1}, {"id": 2}, "here"),
        lambda: assert_is({"id": 1}, {"id": 1, "more": 2}, "here"),
        lambda: assert_prints("a\nb", "a\nc", "here"),
        lambda: assert_prints("a …", "b c", "here"),
    ]
    for number, case in enumerate(cases):
        try:
            case()
        except AssertionError:
            continue
        raise AssertionError(f"check {number} accepts what is wrong")
    assert_shows('{"data": {"trash": {"nodes": [{"id": 1}]}}}', "here")
    assert_prints("a …\n…", "a b\nc\nd", "here")


def main(names):
    assert_checks_work()
    started = time.monotonic()

    def run(name):
        begun = time.monotonic()
        try:
            ran = (run_parts(), []) if name == IN_ORDER else Document(name).run()
            return name, *ran, None, time.monotonic() - begun
        except AssertionError as error:
            return name, 0, [], error, time.monotonic() - begun

    count, skipped, failed = 0, [], []
    with ThreadPoolExecutor(max_workers=3) as pool:
        for name, ran, left_out, error, seconds in pool.map(run, names or [*documents(), IN_ORDER]):
            count, skipped = count + ran, skipped + left_out
            if error:
                failed.append(name)
                print(f"FAILED {name}\n{error}\n", flush=True)
            elif ran:
                print(f"{name}: {ran} examples, {seconds:.0f} s", flush=True)
    if not names and not failed:
        listed = {(document, first, reason) for (document, first), reason in NOT_RUN.items()}
        differing = listed ^ set(skipped)
        assert not differing, f"tests/docs/not-run and the documents differ: {sorted(differing)}"
    print(f"{count} examples ran, {len(skipped)} are marked as not run, in {time.monotonic() - started:.0f} s")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main(sys.argv[1:])
