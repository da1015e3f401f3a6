"""SQLite: the same rows as fill.sql makes, in a file that is made once and copied for each run."""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path

from .shell import HERE, WORK, digest, say

FILE = WORK / "run.db"
URL = f"sqlite://{FILE}?mode=rwc"
TYPES = ["info", "warning", "error", "success"]
MESSAGE = "message " * 25
FIRST = datetime(2026, 1, 1, 0, 0, 0, 1, tzinfo=timezone.utc)
NOTIFICATION = """INSERT INTO notifications (id, uuid, user_id, sender_id, type, title, message, metadata,
    is_read, created_at, updated_at, deleted_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


def md5(text):
    return hashlib.md5(text.encode()).digest()


def key(number):
    """The uuid of a notification, the same on both engines."""
    return str(uuid.UUID(bytes=md5(f"notification{number}")))


def is_deleted(number, users):
    return number // users % 10 < 3


def notification(number, users):
    time = (FIRST + timedelta(seconds=number)).isoformat()
    return (
        number, md5(f"notification{number}"), 1 + number % users, 1 + number * 7919 % users,
        TYPES[number % 4], f"Number {number}", MESSAGE,
        json.dumps({"link": number}, separators=(",", ":")) if number % 4 == 0 else None,
        number % 3 > 0, time, time, time if is_deleted(number, users) else None,
    )


def restore_database(program, rows):
    """Makes the file anew, as it is filled."""
    made_of = digest(Path(__file__), *sorted(HERE.glob("../../migration/src/*.rs")))
    template = WORK / f"template-{rows}-{made_of}.db"
    if not template.exists():
        say(f"filling SQLite with {rows} notifications")
        for old in WORK.glob(f"template-{rows}-*"):
            old.unlink()
        making = template.with_suffix(".making")
        remove(making)
        url = f"sqlite://{making}?mode=rwc"
        subprocess.run([program, "migrate"], check=True, env=os.environ | {"DATABASE_URL": url})
        fill(making, rows)
        making.rename(template)
    remove(FILE)
    shutil.copyfile(template, FILE)


def fill(file, rows):
    users = rows // 100
    database = sqlite3.connect(file)
    database.execute("PRAGMA synchronous = OFF")
    now = FIRST.isoformat()
    accounts = ((n, md5(f"user{n}"), f"account{n}@example.com", now, now) for n in range(1, users + 1))
    database.executemany(
        "INSERT INTO users (id, uuid, email, created_at, updated_at) VALUES (?, ?, ?, ?, ?)", accounts)
    database.execute("INSERT INTO user_permissions (user_id, permission) VALUES (1, '*')")
    database.executemany(NOTIFICATION, (notification(n, users) for n in range(1, rows + 1)))
    database.execute("""INSERT INTO record_events (operation_id, action, kind, record_id, owner_id, actor_id,
        via, after, created_at) SELECT randomblob(16), 'created', 'Notification', id, user_id, sender_id,
        'rest', json_object('type', type, 'title', title, 'message', message), created_at FROM notifications""")
    database.commit()
    database.execute("ANALYZE")
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def remove(file):
    for suffix in ["", "-wal", "-shm"]:
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def delete_again():
    """Deletes again what was restored."""
    database = sqlite3.connect(FILE, timeout=30)
    database.execute("""UPDATE notifications SET deleted_at = created_at WHERE deleted_at IS NULL
        AND id / (SELECT count(*) FROM users) % 10 < 3 AND id <= (SELECT count(*) FROM users) * 100""")
    database.commit()
    database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    database.close()


def empty_database(program):
    """Makes a file with the schema, for an import."""
    file = WORK / "import.db"
    remove(file)
    url = f"sqlite://{file}?mode=rwc"
    subprocess.run([program, "migrate"], check=True, env=os.environ | {"DATABASE_URL": url})
    return url
