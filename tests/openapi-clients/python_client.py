"""Calls the server through the client that openapi-python-client generates."""

import os
import uuid

from reinstate_client import AuthenticatedClient
from reinstate_client.api.locale import change_locale, list_locales, replace_locale
from reinstate_client.api.notification import send_notification
from reinstate_client.api.report import restore_report
from reinstate_client.models import (
    LocaleChanges,
    LocaleReplacement,
    NotificationType,
    SendNotificationInput,
    SendNotificationInputMetadataType0 as Metadata,
)

client = AuthenticatedClient(
    base_url=os.environ["REINSTATE_URL"], token=os.environ["REINSTATE_TOKEN"]
)

changed = change_locale.sync_detailed("en", client=client, body=LocaleChanges(sort_order=11))
assert changed.status_code == 200 and changed.parsed.sort_order == 11, changed
tag = changed.headers["etag"]

body = LocaleReplacement(name="English", sort_order=12)
key = str(uuid.uuid4())
for replayed in [None, "true"]:
    replaced = replace_locale.sync_detailed(
        "en", client=client, body=body, if_match=tag, idempotency_key=key
    )
    assert replaced.parsed.sort_order == 12, replaced
    assert replaced.headers.get("idempotent-replayed") == replayed, replaced
late = change_locale.sync_detailed(
    "en", client=client, body=LocaleChanges(sort_order=13), if_match=tag
)
assert late.status_code == 412 and late.parsed.message == "Precondition Failed", late

metadata = Metadata.from_dict({"source": {"page": 1}})
sent = send_notification.sync(
    client=client,
    body=SendNotificationInput(
        user_id=1,
        type_=NotificationType.INFO,
        title="Typed",
        message="By openapi-python-client.",
        metadata=metadata,
    ),
)
assert sent.user.email == "admin@example.com", sent

page = list_locales.sync(client=client, code="en", limit=1)
assert page.data[0].sort_order == 12 and page.next_ is None, page

missing = restore_report.sync_detailed(uuid.UUID(int=0), client=client)
assert missing.status_code == 404 and missing.parsed.message == "Report not found", missing
print("The client of openapi-python-client works")
