//! The section on one request in ARCHITECTURE.md names files that requests can get to.

use std::{collections::BTreeSet, fs, path::Path};

use super::imports::{CALLS, Module, module, reachable};

/// Where a request comes in: its connection, and the router of both APIs.
const ENTRIES: [&str; 2] = ["server/connection/server.rs", "server/router.rs"];

/// The files and folders that the section names, below `src`.
fn named() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let text = fs::read_to_string(path).unwrap();
    let section = text.split("\n## ").find(|it| it.starts_with("One request")).unwrap();
    let prose = section.split("```").step_by(2).collect::<String>();
    let quoted = prose.split('`').skip(1).step_by(2).map(str::to_owned);
    quoted.filter(|it| it.ends_with(".rs") || it.ends_with('/') && it != "src/").collect()
}

/// Where calls can get to from the entries, without the files of one API: of `rest` or `graphql`.
fn reachable_without(api: &str) -> BTreeSet<Module> {
    let is_of_it = |file: &Module| file.starts_with(&["api".to_owned(), api.to_owned()]);
    let others = CALLS.iter().filter(|(file, _)| !is_of_it(file));
    let graph = others
        .map(|(file, to)| (file.clone(), to.iter().filter(|it| !is_of_it(it)).cloned().collect()))
        .collect();
    let entries = ENTRIES.map(|path| module(Path::new(""), Path::new(path)));
    let found = entries.iter().flat_map(|entry| reachable(&graph, entry));
    found.chain(entries.clone()).collect()
}

/// A PATCH gets to each, or to GraphQL's own a mutation.
#[test]
fn the_walk_follows_the_imports() {
    let (by_rest, by_graphql) = (reachable_without("graphql"), reachable_without("rest"));
    let named = named();
    assert!(named.len() > 15, "{named:?}");
    for path in named {
        let found = if path.starts_with("api/graphql/") { &by_graphql } else { &by_rest };
        let place = module(Path::new(""), Path::new(&path));
        let is_reached = found.iter().any(|file| {
            if path.ends_with('/') { file.starts_with(&place) } else { *file == place }
        });
        assert!(is_reached, "no imports lead to {path}");
    }
}
