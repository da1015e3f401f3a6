//! The design decisions in docs/decisions: one form, and an index of all of them.

use std::{fs, path::PathBuf};

/// Most lines of a decision.
const LINES: usize = 60;

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "docs", "decisions"].iter().collect()
}

/// The decisions in the order of their numbers: name of the file, and text.
fn decisions() -> Vec<(String, String)> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let named = entries.map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    });
    let mut decisions: Vec<_> = named.filter(|(name, _)| name != "README.md").collect();
    decisions.sort();
    decisions
}

/// The title of a decision, if its first line is `# NNNN: …` with the number of its file.
fn title<'t>(name: &str, text: &'t str) -> Option<&'t str> {
    let (number, _) = name.split_once('-')?;
    let is_number = number.len() == 4 && number.bytes().all(|it| it.is_ascii_digit());
    let title = text.lines().next()?.strip_prefix(&format!("# {number}: "))?;
    (is_number && !title.is_empty()).then_some(title)
}

#[test]
fn decisions_have_one_form() {
    for (name, text) in decisions() {
        assert!(title(&name, &text).is_some(), "{name} begins with `# NNNN: title`");
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
        assert_eq!(headings, ["## Context", "## Decision", "## Consequences"], "{name}");
        let lines = text.lines().count();
        assert!(lines <= LINES, "{name} has {lines} lines");
    }
}

#[test]
fn the_index_lists_every_decision_in_order() {
    let decisions = decisions();
    assert!(decisions.windows(2).all(|pair| pair[0].0[..4] != pair[1].0[..4]), "a number twice");
    let index = fs::read_to_string(folder().join("README.md")).unwrap();
    let listed: Vec<&str> = index.lines().filter(|line| line.starts_with("| [")).collect();
    let expected: Vec<String> = decisions
        .iter()
        .map(|(name, text)| {
            let title = title(name, text).unwrap_or_default();
            format!("| [{}]({name}) | {title} |", &name[..4])
        })
        .collect();
    assert_eq!(listed, expected);
}
