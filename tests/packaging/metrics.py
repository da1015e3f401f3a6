"""Prometheus scrapes a running server with the alerts, and runs each query of the dashboard.

Each metric that a query or docs/reference/operations.md names exists, and each query finds something.
"""

import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
MONITORING = ROOT / "packaging/monitoring"
FOLDER = pathlib.Path(sys.argv[1])
SERVER = os.environ["REINSTATE_URL"]
METRICS = next(
    line["address"]
    for line in map(json.loads, (FOLDER / "log").read_text().splitlines())
    if line["message"] == "metrics are answered"
)


def request(url, body=None, **headers):
    headers["Authorization"] = f"Bearer {os.environ['REINSTATE_TOKEN']}"
    data = None if body is None else json.dumps(body).encode()
    if data:
        headers["Content-Type"] = "application/json"
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=10) as response:
            return response.read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()


def work():
    """Requests of every sort, so that each metric has something to count."""
    request(f"{SERVER}/api/v1/reports/00000050-a38f-4301-a5f5-8c3818f135d2/restore", {})
    request(f"{SERVER}/api/v1/reports/unknown/restore", {})
    request(f"{SERVER}/graphql", {"query": "{ trash { nodes { label } } viewer { user { email } } }"})
    request(f"{SERVER}/graphql", {"query": "{ nonsense }"})
    request(f"{SERVER}/graphql", {"query": '{ translationBundle(locale: "en", group: "web") { version } }'})


def names(text):
    return set(re.findall(r"\b(?:reinstate|process)_[a-z_]+\b", text))


scraped = request(f"http://{METRICS}/metrics")
work()
scraped += request(f"http://{METRICS}/metrics")
# Samples, and the names of metrics that have none yet.
exist = {line.split("{")[0].split(" ")[0] for line in scraped.splitlines() if line and line[0] != "#"}
dashboard = json.loads((MONITORING / "dashboard.json").read_text())
queries = [(panel["title"], it["expr"]) for panel in dashboard["panels"] for it in panel.get("targets", [])]
queries += [(it["name"], it["expr"]) for it in dashboard["annotations"]["list"]]
documented = (ROOT / "docs/reference/operations.md").read_text().split("## Metrics")[1].split("\n## ")[0]
rows = {name for line in documented.splitlines() if line.startswith("| `") for name in names(line.split("|")[1])}
unknown = (names((MONITORING / "alerts.yaml").read_text()) | names(" ".join(expr for _, expr in queries))) - exist
assert not unknown, f"no such metric: {unknown}"
suffix = re.compile(r"_(bucket|sum|count)$")
assert rows == {suffix.sub("", name) for name in exist}, rows ^ {suffix.sub("", name) for name in exist}

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    address = f"127.0.0.1:{free.getsockname()[1]}"
config = {
    "global": {"scrape_interval": "250ms", "scrape_timeout": "250ms", "evaluation_interval": "250ms"},
    "rule_files": [str(MONITORING / "alerts.yaml")],
    "scrape_configs": [{"job_name": "reinstate", "static_configs": [{"targets": [METRICS]}]}],
}
(FOLDER / "prometheus.json").write_text(json.dumps(config))
prometheus = subprocess.Popen(
    [
        "prometheus",
        f"--config.file={FOLDER / 'prometheus.json'}",
        f"--storage.tsdb.path={FOLDER / 'prometheus'}",
        f"--web.listen-address={address}",
    ],
    stderr=(FOLDER / "prometheus.log").open("w"),
)


def api(path, **parameters):
    return json.loads(request(f"http://{address}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"))


def found(expr):
    for variable, value in (("$__rate_interval", "5s"), ("$job", "reinstate"), ("$instance", ".+")):
        expr = expr.replace(variable, value)
    answer = api("query", query=expr)
    assert answer["status"] == "success", (expr, answer)
    return bool(answer["data"]["result"])


try:
    # What happens only when something is wrong, or was changed.
    left = [(title, expr) for title, expr in queries if title != "Starts"]
    assert len(left) > 20
    until = time.monotonic() + 60
    while left:
        assert time.monotonic() < until, f"nothing is found by {left}"
        assert prometheus.poll() is None, (FOLDER / "prometheus.log").read_text()
        work()
        time.sleep(0.2)
        try:
            left = [(title, expr) for title, expr in left if not found(expr)]
        # While it starts, it refuses connections, and then answers with no JSON.
        except (urllib.error.URLError, ConnectionError, json.JSONDecodeError):
            continue
    assert not found("changes(process_start_time_seconds[1m]) > 0")
    # On a busy machine one can be pending.
    alerts = [alert for alert in api("alerts")["data"]["alerts"] if alert["state"] == "firing"]
    assert not alerts, f"a healthy server has alerts: {alerts}"
    rules = api("rules")["data"]["groups"][0]["rules"]
    wrong = [rule["name"] for rule in rules if rule["health"] == "err"]
    assert not wrong, wrong
finally:
    prometheus.terminate()
    prometheus.wait()
print(f"{len(rows)} metrics exist, {len(queries) - 1} queries find something, {len(rules)} alerts are quiet")
