"""What linters don't know: that the files of packaging/ agree with each other, the program and the documents."""

import json
import os
import pathlib
import re
import tomllib

import compose_spec
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
IMAGE = f"reinstate:{VERSION}"


def compose():
    text = (PACKAGING / "container/compose.yaml").read_text()
    compose_spec._PyCompose.from_yaml(text).validate()
    services = yaml.safe_load(text)["services"]
    assert services["reinstate"]["image"] == services["migrate"]["image"] == IMAGE, services
    # The tools of the linter find what is wrong.
    for wrong in ("depend_on", "condition: started"):
        bad = text.replace("depends_on", wrong) if "_" in wrong else text.replace("condition: service_started", wrong)
        try:
            compose_spec._PyCompose.from_yaml(bad).validate()
        except ValueError:
            continue
        raise AssertionError(f"{wrong} was not found")


def kubernetes():
    folder = PACKAGING / "kubernetes"
    files = {path.name: yaml.safe_load(path.read_text()) for path in folder.glob("*.yaml")}
    resources = files.pop("kustomization.yaml")["resources"]
    # The job is applied on its own, before the rest.
    assert sorted([*resources, "migrate.yaml"]) == sorted(files), resources
    deployment = files["deployment.yaml"]["spec"]
    labels = deployment["template"]["metadata"]["labels"]
    for selector in (
        deployment["selector"]["matchLabels"],
        files["service.yaml"]["spec"]["selector"],
        files["disruption-budget.yaml"]["spec"]["selector"]["matchLabels"],
    ):
        assert selector == labels, selector
    # The service must not send requests to the job.
    assert files["migrate.yaml"]["spec"]["template"]["metadata"]["labels"] != labels
    [server] = deployment["template"]["spec"]["containers"]
    [job] = files["migrate.yaml"]["spec"]["template"]["spec"]["containers"]
    assert server["image"] == job["image"] == IMAGE
    ports = {port["name"]: port["containerPort"] for port in server["ports"]}
    variables = {it["name"]: it["value"] for it in server["env"]}
    assert variables["LISTEN"].endswith(f":{ports['http']}")
    assert variables["METRICS_LISTEN"].endswith(f":{ports['metrics']}")
    annotations = deployment["template"]["metadata"]["annotations"]
    assert annotations["prometheus.io/port"] == str(ports["metrics"])
    named = {files["service.yaml"]["spec"]["ports"][0]["targetPort"]}
    named |= {server[probe]["httpGet"]["port"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")}
    assert named == {"http"}, named
    pod = deployment["template"]["spec"]
    pause = server["lifecycle"]["preStop"]["sleep"]["seconds"]
    grace = int(variables["GRACE"].removesuffix("s"))
    assert pause + grace < pod["terminationGracePeriodSeconds"]
    documented = (ROOT / "docs/reference/configuration.md").read_text()
    for name in [*variables, *(it["name"] for it in job["env"])]:
        assert f"`{name}`" in documented, name


def container():
    """Each file that the program was built from is copied into the image that builds it."""
    ignore = (PACKAGING / "container/Dockerfile.dockerignore").read_text()
    rules = [line for line in ignore.splitlines() if line and not line.startswith("#")]
    assert rules[0] == "*"
    kept = [rule[1:] for rule in rules if rule.startswith("!")]
    for path in kept:
        assert (ROOT / path).exists(), path
    # Made by cargo beside the program.
    listed = pathlib.Path(f"{os.environ['REINSTATE_BINARY']}.d").read_text().split(": ", 1)[1].split()
    sources = [pathlib.Path(path).relative_to(ROOT).as_posix() for path in listed if path.startswith(f"{ROOT}/")]
    assert len(sources) > 200, sources
    for source in [*sources, "Cargo.toml", "Cargo.lock", "packaging/container/rootfs"]:
        assert any(source == path or source.startswith(f"{path}/") for path in kept), source
    dockerfile = (PACKAGING / "container/Dockerfile").read_text()
    toolchain = tomllib.loads((ROOT / "rust-toolchain.toml").read_text())["toolchain"]["channel"]
    assert f"FROM rust:{toolchain.rpartition('.')[0]}-" in dockerfile
    assert f"--tag {IMAGE} " in dockerfile


def runbooks():
    """Each alert has a runbook, a test in which it fires, and nothing else has."""
    [group] = yaml.safe_load((PACKAGING / "monitoring/alerts.yaml").read_text())["groups"]
    names = [rule["alert"] for rule in group["rules"]]
    text = (ROOT / "docs/runbooks.md").read_text()
    assert re.findall(r"^## (Reinstate\w+)$", text, re.M) == names
    for section in re.split(r"^## (?=Reinstate)", text, flags=re.M)[1:]:
        for part in ("**Means**", "**Look at**", "**Do**"):
            assert part in section, (part, section)
    for rule in group["rules"]:
        assert rule["annotations"]["runbook"] == f"docs/runbooks.md#{rule['alert'].lower()}", rule
    tests = yaml.safe_load((PACKAGING / "monitoring/alerts_test.yaml").read_text())["tests"]
    for name in names:
        cases = [case for test in tests for case in test["alert_rule_test"] if case["alertname"] == name]
        assert any(case["exp_alerts"] for case in cases) and any(not case["exp_alerts"] for case in cases), name


def dashboard():
    panels = json.loads((PACKAGING / "monitoring/dashboard.json").read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    places = set()
    for panel in panels:
        place = panel["gridPos"]
        for x in range(place["x"], place["x"] + place["w"]):
            for y in range(place["y"], place["y"] + place["h"]):
                assert x < 24 and (x, y) not in places, panel["title"]
                places.add((x, y))


for check in (compose, kubernetes, container, runbooks, dashboard):
    check()
    print(f"ok {check.__name__}")
