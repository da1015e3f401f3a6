//! Architecture rules: which modules and words must not appear where.

mod calls;

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::layout::imports::{IMPORTS, Module, code, name};

/// A Rust source file.
pub struct Source {
    /// Path relative to the root of the repository.
    pub path: String,
    /// Its contents.
    pub text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder whose names have this ending.
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
pub fn sources(places: &[&str]) -> Vec<Source> {
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

/// Whether the word appears in the code as a whole identifier.
fn names(code: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).any(|(place, _)| {
        !code[..place].ends_with(is_name) && !code[place + word.len()..].starts_with(is_name)
    })
}

/// String literals in the code that look like permission names.
fn permissions(code: &str) -> Vec<&str> {
    const ACTIONS: [&str; 8] =
        ["restore", "update", "send", "view", "delete", "create", "grant", "revoke"];
    let looks_like_one = |text: &&str| {
        let name = text.strip_suffix(".own").unwrap_or(text);
        let prefix = name.rsplit_once('.').filter(|(_, action)| ACTIONS.contains(action));
        prefix.is_some_and(|(prefix, _)| {
            !prefix.is_empty() && prefix.chars().all(|c| c.is_alphanumeric() || "._-".contains(c))
        })
    };
    code.split('"').filter(looks_like_one).collect()
}

/// Asserts that no source names any of these words.
fn assert_absent(places: &[&str], words: &[&str]) {
    for source in sources(places) {
        let code = code(&source.text);
        let found = words.iter().find(|word| names(&code, word));
        assert!(found.is_none(), "{} names {found:?}", source.path);
    }
}

#[test]
fn apis_name_neither_each_other_nor_the_database() {
    assert_absent(&["src/api/graphql"], &["sea_orm", "sqlx", "utoipa"]);
    assert_absent(&["src/api/rest"], &["sea_orm", "sqlx", "async_graphql"]);
    assert_absent(&["engine/src"], &["reinstate", "entity", "migration", "App", "Call", "sea_orm"]);
    for (api, other) in [("graphql", "rest"), ("rest", "graphql")] {
        let is_below = |module: &Module, folder: [&str; 2]| module.iter().take(2).eq(folder.iter());
        let of_api = IMPORTS.iter().filter(|(from, _)| is_below(from, ["api", api]));
        for (from, to) in of_api.flat_map(|(from, named)| named.iter().map(move |to| (from, to))) {
            let is_named =
                is_below(to, ["api", other]) || to.first().is_some_and(|it| it == "database");
            assert!(!is_named, "{} names {}", name(from), name(to));
        }
    }
}

/// Nor do they name an API, since each room names only those before it (`layout`).
#[test]
fn rooms_below_the_apis_know_no_http() {
    let below = [
        "src/operations",
        "src/kinds",
        "src/resources",
        "src/app",
        "src/store",
        "src/telemetry",
        "src/auth",
        "src/error",
        "src/clock.rs",
        "database",
    ];
    assert_absent(&below, &["axum", "StatusCode", "hyper", "tower", "async_graphql"]);
}

#[test]
fn permission_names_appear_in_the_kinds_only() {
    for source in sources(&["src", "database/src"]) {
        if !source.path.starts_with("src/kinds/") {
            let code = code(&source.text);
            let found = permissions(&code);
            assert!(found.is_empty(), "{} has {found:?}", source.path);
        }
    }
}

#[test]
fn only_the_clock_reads_the_time() {
    for source in sources(&["src", "database", "engine/src", "entity/src", "migration/src"]) {
        let reads = ["Utc::now", "SystemTime::now", "Local::now", "CURRENT_TIMESTAMP"]
            .iter()
            .any(|function| code(&source.text).contains(function));
        assert!(!reads || source.path == "src/clock.rs", "{} reads the clock", source.path);
    }
}

/// D30: a connection is had with a permit. Who needs none is listed here, by what the code says.
#[test]
fn connections_are_had_with_permits() {
    const CASES: &[(&str, &[&str])] = &[
        ("Role::Permitted", &["src/app/", "database/src/"]),
        ("Role::Operator", &["database/src/"]),
        (
            "Role::Background",
            &[
                "src/operations/callers/last_used.rs",
                "src/operations/bulk/run.rs",
                "src/operations/idempotency/responses.rs",
                // Each read that it runs has a permit.
                "src/store/by_key.rs",
            ],
        ),
        (
            ".operator()",
            &[
                "src/cli/",
                "src/data/",
                "src/operations/accounts/grants/change.rs",
                "src/operations/accounts/list.rs",
                "src/operations/accounts/tokens/list.rs",
                "src/operations/audit/write.rs",
                "src/operations/audit/writer.rs",
                "src/operations/purge/",
                "database/src/",
                "src/testing/",
            ],
        ),
        (
            ".background",
            &[
                "src/app/table_sizes.rs",
                "database/src/",
                "src/store/feed/commits.rs",
                "src/store/feed/reader.rs",
                "src/store/pubsub/",
            ],
        ),
        (
            ".of_callers()",
            &[
                "src/operations/callers/authenticate.rs",
                "src/operations/accounts/grants/change.rs",
                "src/operations/callers/issuers.rs",
            ],
        ),
        (".snapshot()", &["src/data/transfer/export.rs"]),
        (".counter()", &["src/app/table_sizes.rs"]),
        (".slow_reader()", &["src/app/concurrency/limits.rs"]),
        (".list_reader()", &["src/app/concurrency/limits.rs", "database/src/"]),
        (".scoped(", &["src/app/unit_of_work.rs"]),
    ];
    for source in sources(&["src", "database/src"]) {
        let code = code(&source.text);
        for (text, places) in CASES {
            let is_listed = places.iter().any(|place| source.path.starts_with(place));
            assert!(is_listed || !code.contains(text), "{text} in {}", source.path);
        }
    }
}

#[test]
fn files_are_short() {
    let long: Vec<String> =
        sources(&["src", "adopt", "database", "engine", "entity/src", "migration/src"])
            .iter()
            .map(|source| (source.text.lines().count(), &source.path))
            .filter(|(lines, _)| *lines > 300)
            .map(|(lines, path)| format!("{path}: {lines}"))
            .collect();
    assert!(long.is_empty(), "{long:?}");
}

/// No crate below the service depends on a web crate, nor on what it doesn't serve.
#[test]
fn crates_below_the_service_depend_on_no_web_crate() {
    let web = ["axum", "hyper", "http", "tower", "async-graphql", "utoipa", "reinstate"];
    let cases: [(&str, &[&str]); 3] = [
        ("database/Cargo.toml", &["entity", "migration"]),
        ("entity/Cargo.toml", &["database"]),
        ("migration/Cargo.toml", &["database", "entity"]),
    ];
    for (manifest, more) in cases {
        let text = fs::read_to_string(root().join(manifest)).unwrap();
        let dependencies = text.split("[dependencies]").nth(1).unwrap();
        for name in web.iter().chain(more) {
            let depends = dependencies.lines().any(|line| line.starts_with(name));
            assert!(!depends, "{manifest} depends on {name}");
        }
    }
}

/// The way to the database serves any program.
#[test]
fn the_database_names_no_program() {
    for source in sources(&["database"]) {
        let text = source.text.to_lowercase();
        assert!(!text.contains("reinstate"), "{} names the program", source.path);
    }
}

/// The ids of decisions, such as D12, in the comments of a source.
fn decisions(text: &str) -> impl Iterator<Item = &str> {
    let comments = text.lines().filter(|line| line.trim_start().starts_with("//"));
    let words = comments.flat_map(|line| line.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| word.strip_prefix('D').is_some_and(|number| number.parse::<u8>().is_ok()))
}

#[test]
fn every_decision_named_in_a_comment_is_documented() {
    let documented = fs::read_to_string(root().join("docs/decisions.md")).unwrap();
    for source in
        sources(&["src", "tests", "adopt", "database", "engine", "entity/src", "migration/src"])
    {
        for id in decisions(&source.text) {
            let heading = format!("### <a id=\"{}\"></a>{id}: ", id.to_lowercase());
            assert!(documented.contains(&heading), "{} names {id}", source.path);
        }
    }
}

#[test]
fn links_in_the_documents_lead_to_files() {
    let mut documents = files(&root().join("docs"), ".md");
    let names = ["README", "ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY"];
    documents.extend(names.map(|name| root().join(format!("{name}.md"))));
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.contains("://")) {
            let target = document.with_file_name(link);
            assert!(link.is_empty() || target.exists(), "{document:?} links to {link}");
        }
    }
}

/// The tests above can fail: what they look for is found where it exists.
#[test]
fn existing_names_are_found() {
    let code = "use axum::Router;\nfn f() { sea_orm_migration(); x.hyper_y; (StatusCode::OK) }";
    assert!(names(code, "axum") && names(code, "StatusCode"));
    assert!(!names(code, "hyper") && !names(code, "sea_orm"), "parts of names");
    let texts = r#"f("reports.restore", "a.b.view.own", "content.views", ".view", "a b.view", "x", "a.grant")"#;
    assert_eq!(permissions(texts), ["reports.restore", "a.b.view.own", "a.grant"]);
}
