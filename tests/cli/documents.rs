//! `schema` and `openapi` print the committed documents, without a database.

use std::{fs, path::Path};

use serde_json::Value as Json;

use crate::support::Folder;

fn committed(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn the_committed_documents_are_printed() {
    let folder = Folder::new();
    for (command, file) in [("schema", "schema.graphql"), ("openapi", "openapi.json")] {
        let mut command = folder.command(&[command]);
        let run = folder.run_command(command.env("DATABASE_URL", "nonsense")).expect(0);
        assert!(run.stdout == committed(file), "{file} is not what is printed");
        assert_eq!(run.stderr, "", "{file}");
    }
    let subgraph = folder.run(&["schema", "--federation"]).expect(0).stdout;
    assert_eq!(subgraph.trim_end(), reinstate::api::graphql::subgraph_sdl().trim_end());
    let openapi: Json = serde_json::from_str(&committed("openapi.json")).unwrap();
    assert!(openapi["openapi"].as_str().unwrap().starts_with("3.1"), "{}", openapi["openapi"]);
    let left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().contains(".db"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}
