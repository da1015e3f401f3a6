"""Restores reports by their uuid through REST, and can send an account the outcome.

    openapi-python-client generate --url http://127.0.0.1:8080/api/v1/openapi.json \
        --meta none --output-path reinstate_client
    REINSTATE_URL=http://127.0.0.1:8080 REINSTATE_TOKEN=rsat_… python restore_reports.py UUID...
"""

import argparse
import os
import sys
import uuid

import httpx
from reinstate_client import AuthenticatedClient
from reinstate_client.api.notification import send_notification
from reinstate_client.api.report import restore_report
from reinstate_client.models import NotificationType, RestoredReportAnswer, SendNotificationInput

client = AuthenticatedClient(
    base_url=os.environ["REINSTATE_URL"], token=os.environ["REINSTATE_TOKEN"]
)


def restore(report: uuid.UUID) -> bool:
    """Restores a report, and prints what came of it."""
    answer = restore_report.sync(report, client=client)
    if isinstance(answer, RestoredReportAnswer):
        print(f"{report}: restored {answer.report.title}")
        return True
    # Every refusal has a message, such as "Report not found".
    print(f"{report}: {answer.message if answer else 'unexpected answer'}")
    return False


def notify(user_id: int, text: str) -> None:
    """Sends a notification. The key makes sure that a retry doesn't send a second one."""
    body = SendNotificationInput(
        user_id=user_id, type_=NotificationType.INFO, title="Reports restored", message=text
    )
    key = str(uuid.uuid4())
    for attempts_left in (2, 1, 0):
        try:
            send_notification.sync(client=client, body=body, idempotency_key=key)
            return
        except httpx.TransportError:
            if not attempts_left:
                raise


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Restores reports.")
    parser.add_argument("reports", metavar="UUID", nargs="+", type=uuid.UUID)
    parser.add_argument("--notify", metavar="USER_ID", type=int, help="account that gets the outcome")
    arguments = parser.parse_args()
    restored = sum([restore(report) for report in arguments.reports])
    if arguments.notify:
        notify(arguments.notify, f"{restored} of {len(arguments.reports)} reports are restored.")
    sys.exit(restored < len(arguments.reports))
