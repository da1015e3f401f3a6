"""Makes each request of schemathesis one of its own, with numbers that the server keeps."""

import itertools
import re

import schemathesis

NAME = "Idempotency-Key"
numbers = itertools.count()


def exact(value):
    """The value with integers of 64 bits: others would lose digits, so they are refused (D20)."""
    if isinstance(value, dict):
        return {name: exact(item) for name, item in value.items()}
    if isinstance(value, list):
        return [exact(item) for item in value]
    if type(value) is int and not -(2**63) <= value < 2**64:
        return value % 2**53
    return value


@schemathesis.hook
def before_call(context, case, kwargs):
    """A key that an earlier request had would be refused, as it should. Malformed ones stay."""
    case.body = exact(case.body)
    if getattr(getattr(case.meta.phase, "data", None), "parameter", None) == "Authorization":
        return  # The request has no credential, so its key doesn't matter.
    key = (case.headers or {}).get(NAME)
    if key is None or not re.fullmatch(r'[!#-~][!-~]{0,239}|"([!#-\[\]-~]|\\["\\]){1,239}"', key):
        return
    quote = '"' if key.startswith('"') else ""
    # Cases share their headers.
    case.headers = case.headers.copy()
    case.headers[NAME] = f"{quote}{next(numbers)}-{key.removeprefix(quote)}"
