//! Architecture rules: which modules and words must not appear where.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// A Rust source file.
struct Source {
    /// Path relative to the root of the repository.
    path: String,
    /// Its contents.
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder whose names end with `suffix`.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
    found
}

/// The sources below these folders, and these files.
fn sources(places: &[&str]) -> Vec<Source> {
    let read = |path: PathBuf| Source {
        text: fs::read_to_string(&path).unwrap(),
        path: path.strip_prefix(root()).unwrap().display().to_string(),
    };
    let below = |place: &&str| match place.ends_with(".rs") {
        true => vec![root().join(place)],
        false => files(&root().join(place), ".rs"),
    };
    let found: Vec<Source> = places.iter().flat_map(below).map(read).collect();
    assert!(!found.is_empty(), "nothing in {places:?}");
    found
}

/// The code of a file without comments and without unit tests, which are at its end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.trim_start());
    lines.filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Whether the word appears in the code as a whole identifier.
fn names(code: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).any(|(place, _)| {
        !code[..place].ends_with(is_name) && !code[place + word.len()..].starts_with(is_name)
    })
}

/// The modules of this crate that the code names: what follows `crate::`, in groups too.
fn modules(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, rest) in
        code.match_indices("crate::").map(|(place, it)| (it, &code[place + it.len()..]))
    {
        let Some(group) = rest.strip_prefix('{') else {
            found.insert(first_name(rest));
            continue;
        };
        let (mut depth, mut starts) = (0, true);
        for (place, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => starts = true,
                c if starts && !c.is_whitespace() => {
                    found.insert(first_name(&group[place..]));
                    starts = false;
                }
                _ => {}
            }
        }
    }
    found
}

fn first_name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// String literals in the code that look like permission names.
fn permissions(code: &str) -> Vec<&str> {
    const ACTIONS: [&str; 6] = ["restore", "update", "send", "view", "delete", "create"];
    let looks_like_one = |text: &&str| {
        let name = text.strip_suffix(".own").unwrap_or(text);
        let prefix = name.rsplit_once('.').filter(|(_, action)| ACTIONS.contains(action));
        prefix.is_some_and(|(prefix, _)| {
            !prefix.is_empty() && prefix.chars().all(|c| c.is_alphanumeric() || "._-".contains(c))
        })
    };
    code.split('"').filter(looks_like_one).collect()
}

/// Asserts that no source names any of these words or modules.
fn assert_absent(places: &[&str], words: &[&str], forbidden: &[&str]) {
    for source in sources(places) {
        let code = code(&source.text);
        for word in words {
            assert!(!names(&code, word), "{} names {word}", source.path);
        }
        let modules = modules(&code);
        for module in forbidden {
            assert!(!modules.contains(*module), "{} names crate::{module}", source.path);
        }
    }
}

#[test]
fn apis_name_neither_each_other_nor_the_database() {
    assert_absent(&["src/graphql"], &["sea_orm", "sqlx", "utoipa"], &["rest", "database"]);
    assert_absent(&["src/rest"], &["sea_orm", "sqlx", "async_graphql"], &["graphql", "database"]);
}

#[test]
fn modules_below_the_apis_do_not_name_them() {
    let below = [
        "src/operations",
        "src/resources",
        "src/access",
        "src/app.rs",
        "src/app",
        "src/failure.rs",
    ];
    let words = ["axum", "StatusCode", "hyper", "tower", "async_graphql"];
    assert_absent(&below, &words, &["graphql", "rest", "http", "server", "cli"]);
}

/// `server → graphql | rest → operations → resources → app → access → failure`.
#[test]
fn modules_depend_on_lower_layers_only() {
    assert_absent(&["src/resources"], &[], &["operations"]);
    assert_absent(&["src/app.rs", "src/app"], &[], &["operations", "resources"]);
    assert_absent(&["src/access"], &[], &["operations", "resources", "app"]);
    assert_absent(&["src/failure.rs"], &[], &["operations", "resources", "app", "access"]);
    assert_absent(&["src/graphql", "src/operations"], &[], &["server", "cli", "fixtures"]);
    // The OpenAPI examples use the demo data.
    assert_absent(&["src/rest"], &[], &["server", "cli"]);
}

#[test]
fn permission_names_appear_in_the_resources_only() {
    for source in sources(&["src"]) {
        if !source.path.starts_with("src/resources/") {
            let code = code(&source.text);
            let found = permissions(&code);
            assert!(found.is_empty(), "{} has {found:?}", source.path);
        }
    }
}

#[test]
fn only_the_clock_reads_the_time() {
    for source in sources(&["src", "entity/src", "migration/src"]) {
        let reads = ["Utc::now", "SystemTime::now", "Local::now", "CURRENT_TIMESTAMP"]
            .iter()
            .any(|function| code(&source.text).contains(function));
        assert!(!reads || source.path == "src/clock.rs", "{} reads the clock", source.path);
    }
}

#[test]
fn files_are_short() {
    let long: Vec<String> = sources(&["src", "entity/src", "migration/src"])
        .iter()
        .map(|source| (source.text.lines().count(), &source.path))
        .filter(|(lines, _)| *lines > 300)
        .map(|(lines, path)| format!("{path}: {lines}"))
        .collect();
    assert!(long.is_empty(), "{long:?}");
}

/// Entities name no web crate, and migrations name no entity.
#[test]
fn entities_and_migrations_name_no_web_crate() {
    let web =
        ["axum", "hyper", "http", "tower", "tower_http", "async_graphql", "utoipa", "reinstate"];
    assert_absent(&["entity/src", "migration/src"], &web, &[]);
    assert_absent(&["migration/src"], &["entity"], &[]);
    for (manifest, more) in [("entity/Cargo.toml", None), ("migration/Cargo.toml", Some("entity"))]
    {
        let text = fs::read_to_string(root().join(manifest)).unwrap();
        let dependencies = text.split("[dependencies]").nth(1).unwrap();
        for word in web.into_iter().chain(more) {
            let name = word.replace('_', "-");
            let depends = dependencies
                .lines()
                .any(|line| first_name(line) == word || line.starts_with(&name));
            assert!(!depends, "{manifest} depends on {name}");
        }
    }
}

/// The tests above can fail: what they look for is found where it exists.
#[test]
fn existing_names_are_found() {
    let sample = "//! axum and crate::rest in a comment\nuse \
         crate::{app::App, graphql::{a, b}, rest};\n\
        fn f() { crate::http::who(); sea_orm_migration(); x.axum_y }\n#[cfg(test)]\nuse axum;";
    let code = code(sample);
    let found: Vec<String> = modules(&code).into_iter().collect();
    assert_eq!(found, ["app", "graphql", "http", "rest"]);
    assert!(!names(&code, "axum") && !names(&code, "sea_orm"), "parts of names");
    assert!(names("use axum::Router;", "axum") && names("(StatusCode::OK)", "StatusCode"));
    let texts =
        r#"f("reports.restore", "a.b.view.own", "content.views", ".view", "a b.view", "x")"#;
    assert_eq!(permissions(texts), ["reports.restore", "a.b.view.own"]);
}
