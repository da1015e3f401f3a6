//! The walk of a request in ARCHITECTURE.md names files that requests can get to.

use std::{collections::BTreeSet, fs, path::Path};

use super::imports::{CALLS, Module, module, reachable};

/// Where a request comes in: its connection, and the router of both APIs.
const ENTRIES: [&str; 2] = ["server/connection/server.rs", "server/router.rs"];

/// The walk of a request in ARCHITECTURE.md: paths below `src`; those of folders end with `/`.
#[derive(Default)]
struct Walk {
    /// The section.
    text: String,
    /// Files that a PATCH crosses.
    patch: BTreeSet<String>,
    /// Files that a restore through GraphQL crosses.
    restore: BTreeSet<String>,
    /// Files in rooms of their own.
    rooms: BTreeSet<String>,
}

impl Walk {
    fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
        let text = fs::read_to_string(path).unwrap();
        let section = text.split("\n## ").find(|it| it.starts_with("Walk of a request")).unwrap();
        let mut walk = Self { text: section.to_owned(), ..Self::default() };
        let mut in_rooms = false;
        for line in section.lines().filter(|line| line.starts_with("| ")) {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [first, second, third] = cells[..] else { panic!("not three cells: {line}") };
            in_rooms |= first == "room";
            if in_rooms {
                let room = quoted(first).next().unwrap_or_default();
                walk.rooms.extend(quoted(second).map(|path| format!("{room}{path}")));
            } else {
                walk.patch.extend(siblings(second));
                walk.restore.extend(siblings(if third == "the same" { second } else { third }));
            }
        }
        walk
    }
}

/// The texts in backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The paths in backticks, where a name without a folder is in the folder of the path before it.
fn siblings(cell: &str) -> impl Iterator<Item = String> {
    let mut folder = "";
    quoted(cell).map(move |path| match path.rsplit_once('/') {
        Some((parent, _)) => {
            folder = parent;
            path.to_owned()
        }
        None => format!("{folder}/{path}"),
    })
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

/// ARCHITECTURE.md names files that exist, and that requests can get to.
#[test]
fn the_walk_follows_the_imports() {
    let walk = Walk::read();
    let (by_rest, by_graphql) = (reachable_without("graphql"), reachable_without("rest"));
    let is_in = |found: &BTreeSet<Module>, path: &String| {
        let place = module(Path::new(""), Path::new(path));
        match path.ends_with('/') {
            true => found.iter().any(|file| file.starts_with(&place)),
            false => found.contains(&place),
        }
    };
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in walk.patch.iter().chain(&walk.restore).chain(&walk.rooms) {
        assert!(src.join(path).exists(), "{path} doesn't exist");
    }
    for path in &walk.patch {
        assert!(is_in(&by_rest, path), "no imports lead a PATCH to {path}");
    }
    for path in &walk.restore {
        assert!(is_in(&by_graphql, path), "no imports lead a restore through GraphQL to {path}");
    }
    for path in &walk.rooms {
        let of_rest = path.starts_with("api/graphql/") || is_in(&by_rest, path);
        let of_graphql = path.starts_with("api/rest/") || is_in(&by_graphql, path);
        assert!(of_rest && of_graphql, "no imports lead to {path}");
    }
    // Each has to be read to understand one request.
    let (patch, restore) = (walk.patch.len(), walk.restore.len());
    assert!(patch <= 15 && restore <= 20, "{patch} and {restore} files");
    assert!(walk.text.contains(&format!("these {patch} and {restore} files")), "other counts");
    assert!(!walk.rooms.is_empty());
}
