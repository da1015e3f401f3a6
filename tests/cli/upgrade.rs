//! Upgrades: what a released version stored or exported, this one reads, changes and takes back.

use std::fs;

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, data};

/// The released versions. `tests/cli/versions` has a database of each with the demo data, and its export;
/// `tests/cli/versions/keep` adds those of a version.
const VERSIONS: [&str; 1] = ["0.1.0"];

fn kept(name: &str) -> String {
    format!("{}/tests/cli/versions/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// What was deleted is in the trash, with who did it and why; it comes back and goes again.
#[track_caller]
fn check(folder: &Folder, version: &str) {
    folder.run(&["check"]).expect(0);
    let token = folder.token(&["admin@example.com"]);
    let server = Server::start(folder, &[]);
    let ask = |query: &str| data(server.address, &token, query);
    let query = "{ trash(first: 100) { totalCount nodes { id deletedAt deletionReason \
                 deletedBy { email } } } }";
    let before = ask(query)["trash"].clone();
    let nodes = before["nodes"].as_array().unwrap();
    assert!(nodes.len() > 10, "{version}: {before}");
    assert!(nodes.iter().any(|it| it["deletionReason"].is_string()), "{version}: {before}");
    let ids: Vec<&Json> = nodes.iter().map(|it| &it["id"]).collect();
    let restored = ask(&format!(
        "mutation {{ restoreMany(ids: {}) {{ operationId outcomes {{ changed }} }} }}",
        json!(ids)
    ))["restoreMany"]
        .clone();
    let changed = restored["outcomes"].as_array().unwrap().iter();
    let changed = changed.filter(|it| it["changed"] == true).count();
    assert!(changed > 10, "{version}: {restored}");
    let undone = ask(&format!(
        "mutation {{ undo(operationId: {}) {{ outcomes {{ changed }} }} }}",
        restored["operationId"]
    ));
    assert_eq!(undone["undo"]["outcomes"].as_array().unwrap().len(), changed, "{version}");
    assert_eq!(ask(query)["trash"], before, "{version}");
}

#[test]
fn databases_of_released_versions_are_upgraded() {
    for version in VERSIONS {
        for folder in Folder::of_each_engine() {
            let engine = if folder.is_postgres() { "postgresql" } else { "sqlite" };
            let dump = fs::read_to_string(kept(&format!("{version}-{engine}.sql"))).unwrap();
            folder.execute(&dump);
            folder.run(&["migrate"]).expect(0);
            check(&folder, version);
        }
    }
}

#[test]
fn exports_of_released_versions_are_imported() {
    for version in VERSIONS {
        for folder in Folder::of_each_engine() {
            folder.run(&["import", "--full", &kept(&format!("{version}.jsonl"))]).expect(0);
            check(&folder, version);
        }
    }
}
