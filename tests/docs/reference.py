"""Compares the generated tables of docs/reference with the schema, the OpenAPI document and the code.

    UPDATE=1 python3 tests/docs/reference.py     writes them
"""

import json
import os
import re
import subprocess

from blocks import ROOT

SCHEMA = (ROOT / "schema.graphql").read_text()
OPENAPI = json.loads((ROOT / "openapi.json").read_text())

# Limits that are no setting, each with the file and the name of its constant.
FIXED = [
    ("body of a request; message on a WebSocket, bytes", "api/http/body.rs", "BODY_BYTES"),
    ("arrays and objects within each other in JSON", "../entity/src/json.rs", "NESTING"),
    ("head of a request, bytes", "server/connection/server.rs", "BUFFER_BYTES"),
    ("records of a page", "operations/rows/read/list.rs", "MAX_PAGE_SIZE"),
    ("ids of `nodes`", "api/graphql/resolve/records/nodes.rs", "MAX_IDS"),
    ("ids of `restorePreview`", "operations/bulk/related/preview.rs", "MAX_PREVIEWS"),
    ("representations of `_entities`", "api/graphql/resolve/records/entities.rs", "MAX_ENTITIES"),
    ("input objects of a filter", "api/graphql/resolve/lists/filters.rs", "MAX_OBJECTS"),
    ("values of one `in`", "operations/rows/read/filter.rs", "MAX_VALUES"),
    ("values of all `in` of a filter", "operations/rows/read/filter.rs", "MAX_LISTED"),
    ("records that a `recordChanged` names", "api/graphql/resolve/subscription/changes.rs", "MAX_ITEMS"),
    ("operations on a WebSocket at once", "api/graphql/transport/live/active.rs", "MAX_OPERATIONS"),
    ("events that `operation` counts", "operations/bulk/operation.rs", "MAX_EVENTS"),
    ("accounts of a bulk notification", "operations/records/write/recipients.rs", "MOST"),
    ("text of a bulk notification times its accounts, bytes", "operations/records/write/recipients.rs", "MOST_BYTES"),
    ("accounts of a bulk notification, texts of a catalogue, notifications marked as read, in one transaction", "app/pending.rs", "PART"),
    ("notifications that one request marks as read", "operations/inbox.rs", "MAX_MARKED"),
    ("notifications that `markAllNotificationsRead` marks", "operations/inbox.rs", "MOST"),
    ("translations that follow a renamed locale", "operations/records/dependents.rs", "MOST"),
    ("texts of an imported catalogue", "operations/catalogue/entries.rs", "MOST"),
    ("permissions, and roles, of a request, an account or a role", "operations/records/write/fields/rules.rs", "MOST_NAMES"),
    ("valid access tokens of an account", "operations/accounts/tokens/by_caller.rs", "MOST_TOKENS"),
    ("credentials of which each issued the next", "auth/lending.rs", "MOST_ISSUERS"),
    ("`metadata` as JSON, bytes", "operations/records/write/fields/rules.rs", "OBJECT_BYTES"),
    ("characters of an `Idempotency-Key`", "api/http/idempotency/key.rs", "MAX_LENGTH"),
    ("changes of a document with an `Idempotency-Key`", "api/graphql/transport/http/idempotent.rs", "MOST_CHANGES"),
    ("tags of `If-Match`", "api/http/request.rs", "MAX_TAGS"),
    ("stored responses of an account", "operations/idempotency/responses.rs", "MAX_RESPONSES"),
    ("stored responses of an account, bytes", "operations/idempotency/responses.rs", "MAX_BYTES"),
    ("stored response, bytes", "operations/idempotency/execute.rs", "MAX_BYTES"),
    ("stored response to a request that wrote nothing, bytes", "operations/idempotency/execute.rs", "MAX_REFUSAL_BYTES"),
    ("documents of an account at once; further ones wait", "app/shares.rs", "DOCUMENTS"),
    ("bytes of bodies over 8 KiB of an account in a second; further ones wait", "app/shares.rs", "BODIES"),
    ("bytes of answers over 256 KiB of an account in a second; further ones wait", "app/shares.rs", "ANSWERS"),
    ("lines of an import in one transaction", "data/transfer/chunk.rs", "MOST"),
    ("lines of an import in one transaction, bytes", "data/transfer/chunk.rs", "MOST_BYTES"),
    ("line of an import, bytes", "data/transfer/line.rs", "MAX_BYTES"),
]


def types():
    """Object types and enums of the schema, by name, with their text."""
    return dict(re.findall(r"^(?:type|enum) (\w+)[^{]*\{\n(.*?)^\}", SCHEMA, re.S | re.M))


def fields(body):
    """The fields of a type or the values of an enum: name, description, and type with directives."""
    text = re.sub(r"\(\n.*?^  \)", "", body, flags=re.S | re.M)
    for description, name, rest in re.findall(r'^  """\n(.*?)^  """\n  (\w+)(?:\([^)]*\))?(?:: ([^\n]*))?$', text, re.S | re.M):
        yield name, " ".join(description.split()), rest


def table(header, rows):
    lines = [f"| {' | '.join(header)} |", f"| {' | '.join('---' for _ in header)} |"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def permissions():
    own, graphql, rest = set(), {}, {}
    for name, body in types().items():
        for field, _, after in fields(body):
            for all_, own_ in re.findall(r'@permission\(all: "([^"]+)"(?:, own: "([^"]+)")?\)', after):
                shown = field if name in ("Query", "Mutation", "Subscription") else f"{name}.{field}"
                graphql.setdefault(all_, []).append(f"`{shown}`")
                own |= {own_} - {""}
    # Some fields show more with a permission, which their description names.
    for name in ("Query", "Mutation", "Subscription"):
        for field, text, _ in fields(types()[name]):
            for needed in set(re.findall(r"the permission `([^`]+)`", text)):
                graphql.setdefault(needed, []).append(f"`{field}`")
    for path, item in OPENAPI["paths"].items():
        for method, operation in item.items():
            if not isinstance(operation, dict) or "responses" not in operation:
                continue
            needed = operation.get("x-permission") or {}
            names = set(re.findall(r"the permission `([^`]+)`", operation["description"])) | {needed.get("all")}
            for one in names - {None}:
                rest.setdefault(one, []).append(f"`{method.upper()} {path.removeprefix('/api/v1')}`")
            own |= {needed.get("own")} - {None}
    # What every record has is listed once, not for each kind.
    short = lambda names: sorted({re.sub(r"^`\w+\.(history|events)`$", r"`history`", it) for it in names})
    rows = [
        (
            f"`{name}`",
            f"`{name}.own`" if f"{name}.own" in own else "",
            ", ".join(short(graphql.get(name, []))),
            ", ".join(sorted(rest.get(name, []))),
        )
        for name in sorted({*graphql, *rest})
    ]
    return table(("permission", "for own records", "GraphQL", "REST, below `/api/v1`"), rows)


def operations():
    """Each root field with its counterpart in REST, and the paths of REST that have none."""
    paired, rows = set(), []
    routes = {
        (method.upper(), path): operation
        for path, item in OPENAPI["paths"].items()
        for method, operation in item.items()
        if isinstance(operation, dict) and "responses" in operation
    }
    for kind in ("Query", "Mutation", "Subscription"):
        for field, text, after in fields(types()[kind]):
            rest = re.search(r'@rest\(method: "([^"]+)", path: "([^"]+)"\)', after)
            needed = re.search(r'@permission\(all: "([^"]+)"', after)
            if rest:
                paired.add(rest.groups())
            rows.append((
                f"`{field}`",
                f"`{rest[1]} {rest[2]}`" if rest else "",
                f"`{needed[1]}`" if needed else "",
                text.split(". ")[0].rstrip(".").replace("|", "\\|"),
            ))
    assert paired <= set(routes), f"@rest names {paired - set(routes)}, which the OpenAPI document doesn't have"
    others = [(f"`{method} {path}`", it["summary"]) for (method, path), it in routes.items() if (method, path) not in paired]
    return table(("GraphQL", "REST", "permission", "does"), rows) + "\nOnly in REST, or the same as another row:\n\n" + table(("path", "does"), others)


def commands():
    """Asserts that docs/reference/command-line.md has every command of the program."""
    printed = subprocess.check_output([os.environ.get("PROGRAM", ROOT / "target/debug/reinstate"), "--help"], text=True)
    found = re.findall(r"^  (\w+) ", printed.split("Commands:")[1].split("\n\n")[0], re.M)
    text = (ROOT / "docs/reference/command-line.md").read_text()
    missing = [name for name in found if name != "help" and f"`reinstate {name}" not in text]
    assert found and not missing, f"docs/reference/command-line.md doesn't have {missing}"


def events():
    found = types()
    actions = [(f"`{name}`", text) for name, text, _ in fields(found["RecordAction"])]
    parts = [table(("`action`", "meaning"), actions)]
    for name in ("RecordEvent", "RecordChanged", "NotificationReceived"):
        rows = [(f"`{field}`", f"`{rest.split(' @')[0]}`", text) for field, text, rest in fields(found[name])]
        parts.append(f"### {name}\n\n" + table(("field", "type", "meaning"), rows))
    return "\n".join(parts)


def value(file, name):
    """The value of a constant of the code."""
    code = (ROOT / "src" / file).read_text()
    found = re.search(rf"const {name}: \w+ = ([^;]+);", code)
    assert found, f"src/{file} has no constant {name}"
    assert re.fullmatch(r"[\d_ *<]+", found[1]), found[1]
    return eval(found[1].replace("_", ""))


def limits():
    return table(("limit", "value"), [(text, f"{value(file, name):,}") for text, file, name in FIXED])


def main():
    commands()
    for page, make in (("actions", operations), ("permissions", permissions), ("events", events), ("limits", limits)):
        path = ROOT / f"docs/reference/{page}.md"
        start, end = "<!-- generated: UPDATE=1 python3 tests/docs/reference.py -->\n", "<!-- end -->\n"
        before, rest = path.read_text().split(start)
        current, after = rest.split(end)
        wanted = f"\n{make()}\n"
        if os.environ.get("UPDATE"):
            path.write_text(f"{before}{start}{wanted}{end}{after}")
        else:
            assert current == wanted, f"{path}: run this with UPDATE=1 to write the table"
    print("the generated tables of docs/reference are current")


if __name__ == "__main__":
    main()
