"""Makes each request of schemathesis one of its own."""

import itertools
import re

import schemathesis

NAME = "Idempotency-Key"
numbers = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """A key that an earlier request had would be refused, as it should. Malformed ones stay."""
    if getattr(getattr(case.meta.phase, "data", None), "parameter", None) == "Authorization":
        return  # The request has no credential, so its key doesn't matter.
    key = (case.headers or {}).get(NAME)
    if key is None or not re.fullmatch(r'[!#-~][!-~]{0,239}|"([!#-\[\]-~]|\\["\\]){1,239}"', key):
        return
    quote = '"' if key.startswith('"') else ""
    # Cases share their headers.
    case.headers = case.headers.copy()
    case.headers[NAME] = f"{quote}{next(numbers)}-{key.removeprefix(quote)}"
