"""PostgreSQL: the database of the benchmark, made once and copied for each run."""

import os
import subprocess
from pathlib import Path

from .shell import HERE, digest, output, say

SERVER = os.environ.get("PEERS_POSTGRES", "postgres://postgres@127.0.0.1:5432")
NAME = "reinstate_peers"
# Without encryption: not every driver offers it to a server on the same machine.
URL = f"{SERVER}/{NAME}?sslmode=disable"
# Commits without waiting for the disk.
ASYNC_URL = f"{URL}&options=-c%20synchronous_commit%3Doff"


def sql(statement, url=URL):
    """The rows of a query, as text."""
    return output(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", url, "-c", statement])


def restore_database(program, rows):
    """Makes the database anew, as it is filled."""
    template = f"{NAME}_{rows}_{digest(HERE / 'fill.sql', *sorted(HERE.glob('../../migration/src/*.rs')))}"
    maintenance = f"{SERVER}/postgres"
    if sql(f"SELECT 1 FROM pg_database WHERE datname = '{template}' AND datistemplate", maintenance) == "":
        say(f"filling PostgreSQL with {rows} notifications")
        drop_templates(maintenance, keep=rows)
        sql(f'DROP DATABASE IF EXISTS "{template}" WITH (FORCE)', maintenance)
        sql(f'CREATE DATABASE "{template}"', maintenance)
        url = f"{SERVER}/{template}"
        subprocess.run([program, "migrate"], check=True, env=os.environ | {"DATABASE_URL": url})
        fill = ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-v", f"rows={rows}", "-v", f"users={rows // 100}"]
        output([*fill, "-f", HERE / "fill.sql", url])
        sql(f'ALTER DATABASE "{template}" IS_TEMPLATE true', maintenance)
    sql(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)", maintenance)
    sql(f'CREATE DATABASE {NAME} TEMPLATE "{template}" STRATEGY file_copy', maintenance)


def drop_templates(maintenance, keep):
    """Drops templates of earlier schemas and fillings, with that many rows."""
    names = sql(f"SELECT datname FROM pg_database WHERE datname LIKE '{NAME}\\_{keep}\\_%'", maintenance)
    for name in names.split():
        sql(f'ALTER DATABASE "{name}" IS_TEMPLATE false', maintenance)
        sql(f'DROP DATABASE "{name}" WITH (FORCE)', maintenance)


def empty_database(program):
    """Makes a database with the schema and two accounts, for an import."""
    name = f"{NAME}_import"
    sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"{SERVER}/postgres")
    sql(f"CREATE DATABASE {name}", f"{SERVER}/postgres")
    url = f"{SERVER}/{name}?sslmode=disable"
    subprocess.run([program, "migrate"], check=True, env=os.environ | {"DATABASE_URL": url})
    return url


def delete_again():
    """Deletes again what was restored."""
    sql("UPDATE notifications SET deleted_at = created_at WHERE deleted_at IS NULL"
        " AND id / (SELECT count(*) FROM users) % 10 < 3 AND id <= (SELECT count(*) FROM users) * 100")
    sql("VACUUM notifications")
    sql("CHECKPOINT")


def backends():
    """The processes that serve connections to the database."""
    found = sql("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
                f" AND datname = '{NAME}' AND pid <> pg_backend_pid()")
    return [int(pid) for pid in found.split()]
