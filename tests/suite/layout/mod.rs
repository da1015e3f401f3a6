//! The layout of `src` and the crates below it: rooms in one order, no circles, and the walk
//! of a request.

pub mod imports;
mod kept;
mod walk;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use self::imports::{Graph, IMPORTS, Module, circles, code, name};
use crate::architecture::{Source, sources};

/// The rooms; a file names only its own room and those before it.
const ROOMS: [&str; 26] = [
    "database",
    "engine",
    "adopt",
    "named",
    "lock",
    "clock",
    "error",
    "auth",
    "telemetry",
    "store",
    "app",
    "resources",
    "kinds",
    "operations",
    "parameters",
    "views",
    "reads",
    "changes",
    "actions",
    "api",
    "server",
    "data",
    "config",
    "cli",
    "service",
    "testing",
];

/// Most files in a folder without a hub; more have sub-folders.
const FILES: usize = 12;

#[test]
fn a_file_names_only_its_room_and_those_before_it() {
    let room =
        |module: &Module| ROOMS.iter().position(|room| module.first().is_some_and(|it| it == room));
    let mut found = Vec::new();
    for (from, imports) in &*IMPORTS {
        let Some(at) = room(from) else { continue };
        let above = imports.iter().filter(|to| room(to).is_some_and(|it| it > at));
        found.extend(above.map(|to| format!("{} names {}", name(from), name(to))));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_files_name_each_other_in_a_circle() {
    let found: Vec<Vec<String>> =
        circles(&IMPORTS).iter().map(|it| it.iter().map(name).collect()).collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Nor do the folders and files of a folder.
#[test]
fn no_folders_name_each_other_in_a_circle() {
    let folders: BTreeSet<&[String]> =
        IMPORTS.keys().flat_map(|it| (1..it.len()).map(|depth| &it[..depth])).collect();
    assert!(folders.len() > 20, "{folders:?}");
    let mut found = BTreeSet::new();
    for folder in folders {
        let child = |module: &Module| {
            let is_within = module.len() > folder.len() && module.starts_with(folder);
            is_within.then(|| module[..=folder.len()].to_vec())
        };
        let mut graph = Graph::new();
        for (from, imports) in &*IMPORTS {
            let Some(from) = child(from) else { continue };
            let others = imports.iter().filter_map(child).filter(|to| *to != from);
            graph.entry(from.clone()).or_default().extend(others);
        }
        if !circles(&graph).is_empty() {
            found.insert(folder.join("::"));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_hub_only_declares_and_re_exports() {
    let is_hub =
        |source: &&Source| source.path.ends_with("/mod.rs") || source.path == "database/src/lib.rs";
    for source in sources(&["src", "database/src", "engine/src"]).iter().filter(is_hub) {
        let code = code(&source.text);
        let mut statements = code.split(';').map(str::trim).filter(|it| !it.is_empty());
        let other = |it: &&str| !it.split_whitespace().any(|word| word == "mod" || word == "use");
        assert_eq!(statements.find(other), None, "{}", source.path);
    }
}

/// A folder with more files than that has sub-folders.
#[test]
fn folders_stay_small() {
    let mut files: BTreeMap<Module, usize> = BTreeMap::new();
    // A hub is the folder itself.
    let is_folder = |module: &Module| {
        IMPORTS.keys().any(|it| it.len() > module.len() && it.starts_with(module))
    };
    for module in IMPORTS.keys().filter(|module| !module.is_empty() && !is_folder(module)) {
        *files.entry(module[..module.len() - 1].to_vec()).or_default() += 1;
    }
    let large: Vec<String> = files
        .iter()
        .filter(|(_, count)| **count > FILES)
        .map(|(folder, count)| format!("{}: {count}", name(folder)))
        .collect();
    assert!(large.is_empty(), "{large:?}");
}

/// The map of the code and what a stranger reads first are short.
#[test]
fn the_map_is_short() {
    for name in ["ARCHITECTURE.md", "README.md"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let lines = fs::read_to_string(path).unwrap().lines().count();
        assert!(lines <= 150, "{name} has {lines} lines");
    }
}

/// Every room is in the list, except the entry points of the crate.
#[test]
fn every_room_has_its_place_in_the_order() {
    let rooms: BTreeSet<String> =
        IMPORTS.keys().filter_map(|module| module.first().cloned()).collect();
    assert_eq!(rooms, ROOMS.iter().map(|room| (*room).to_owned()).collect());
}
