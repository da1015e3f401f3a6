//! The section on one request in ARCHITECTURE.md names files that exist.

use std::{fs, path::Path};

/// The files and folders that the section names, below `src`.
fn named() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let text = fs::read_to_string(path).unwrap();
    let section = text.split("\n## ").find(|it| it.starts_with("One request")).unwrap();
    let prose = section.split("```").step_by(2).collect::<String>();
    let quoted = prose.split('`').skip(1).step_by(2).map(str::to_owned);
    quoted.filter(|it| it.ends_with(".rs") || it.ends_with('/') && it != "src/").collect()
}

#[test]
fn the_walk_names_files_that_exist() {
    let (named, src) = (named(), Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(named.len() > 15, "{named:?}");
    let missing: Vec<_> = named.iter().filter(|it| !src.join(it).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
