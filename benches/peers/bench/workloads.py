"""The requests: what each server is sent for the same operation."""

import json
import random

from .shell import WORK
from .sqlite import is_deleted, key

FIELDS = """databaseId uuid type title message actionUrl metadata isRead readAt isActive createdAt updatedAt
    version user { databaseId email } sender { databaseId email }"""
PAGE = """query Page($user: BigInt!) { notifications(first: 50, where: { userId: { eq: $user } },
    orderBy: [{ field: CREATED_AT, direction: DESC }]) { nodes { %s } } }""" % FIELDS
POINT = "query Point($uuid: UUID!) { notification(uuid: $uuid) { %s } }" % FIELDS
RESTORE = """mutation Restore($uuid: UUID!) { restoreNotification(uuid: $uuid) { notification {
    databaseId uuid title isActive deletedAt user { databaseId email } sender { databaseId email } } } }"""

# PostGraphile names by the database; a uuid addresses a record as it does elsewhere.
PEER_FIELDS = """rowId uuid type title message actionUrl metadata isRead readAt isActive createdAt updatedAt
    version userByUserId { rowId email } userBySenderId { rowId email }"""
PEER_PAGE = """query Page($user: BigInt!) { allNotifications(first: 50, condition: { userId: $user, deletedAt: null },
    orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes { %s } } }""" % PEER_FIELDS
PEER_POINT = "query Point($uuid: UUID!) { notificationByUuid(uuid: $uuid) { %s } }" % PEER_FIELDS
PEER_RESTORE = """mutation Restore($uuid: UUID!) { peersRestore(input: { key: $uuid }) { result {
    rowId uuid title isActive deletedAt userByUserId { rowId email } userBySenderId { rowId email } } } }"""


class Workload:
    """Requests in a file, and what their answers are."""

    def __init__(self, name, lines, begins, status=200, once=False):
        self.file = WORK / f"{name}.requests"
        self.file.write_text("".join("\t".join(line) + "\n" for line in lines))
        self.first = lines[0]
        self.count = len(lines)
        self.begins = begins
        self.status = status
        # Each request can be sent once.
        self.once = once


def graphql(operation, document, variables):
    document = " ".join(document.split())
    return ("POST", "/graphql", json.dumps(
        {"query": document, "operationName": operation, "variables": variables}, separators=(",", ":")))


def numbers(rows, deleted):
    """Notifications in an order that is random and the same each time."""
    users = rows // 100
    found = [n for n in range(1, rows + 1) if is_deleted(n, users) == deleted]
    random.Random(1).shuffle(found)
    return found


def page(rows):
    users = list(range(1, rows // 100 + 1))
    random.Random(1).shuffle(users)
    return (
        Workload("page", [graphql("Page", PAGE, {"user": it}) for it in users],
                 '{"data":{"notifications":{"nodes":[{"databaseId":'),
        Workload("peer-page", [graphql("Page", PEER_PAGE, {"user": str(it)}) for it in users],
                 '{"data":{"allNotifications":{"nodes":[{"rowId":'))


def point(rows):
    keys = [key(n) for n in numbers(rows, deleted=False)[:200_000]]
    return (
        Workload("point", [graphql("Point", POINT, {"uuid": it}) for it in keys],
                 '{"data":{"notification":{"databaseId":'),
        Workload("peer-point", [graphql("Point", PEER_POINT, {"uuid": it}) for it in keys],
                 '{"data":{"notificationByUuid":{"rowId":'))


def restore(rows):
    """Through REST, GraphQL and PostGraphile."""
    keys = [key(n) for n in numbers(rows, deleted=True)]
    return (
        Workload("restore", [("POST", f"/api/v1/notifications/{it}/restore", "") for it in keys],
                 '{"id":', once=True),
        Workload("graphql-restore", [graphql("Restore", RESTORE, {"uuid": it}) for it in keys],
                 '{"data":{"restoreNotification":{"notification":{"databaseId":', once=True),
        Workload("peer-restore", [graphql("Restore", PEER_RESTORE, {"uuid": it}) for it in keys],
                 '{"data":{"peersRestore":{"result":{"rowId":', once=True))


def send(rows):
    users = range(1, rows // 100 + 1)
    bodies = [json.dumps({"user_id": it, "type": "info", "title": f"To {it}", "message": "message " * 25},
                         separators=(",", ":")) for it in users]
    return Workload("send", [("POST", "/api/v1/notifications", it) for it in bodies], '{"id":', status=201)
