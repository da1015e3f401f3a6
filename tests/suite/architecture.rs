//! Architecture rules: which modules and words must not appear where.

mod calls;

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

/// The paths below `crate::` that the code names, each with its parents: for
/// `crate::{api::{http, rest}}` these are `api`, `api::http` and `api::rest`.
fn modules(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (place, it) in code.match_indices("crate::") {
        collect("", &code[place + it.len()..], &mut found);
    }
    found
}

/// Collects the paths of one use tree, and returns the text after it.
fn collect<'c>(prefix: &str, tree: &'c str, found: &mut BTreeSet<String>) -> &'c str {
    if let Some(mut group) = tree.strip_prefix('{') {
        loop {
            group = group.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
            match group.strip_prefix('}') {
                Some(rest) => return rest,
                None if group.is_empty() => return group,
                None => group = collect(prefix, group, found),
            }
        }
    }
    let name = first_name(tree);
    let rest = &tree[name.len()..];
    let path = if prefix.is_empty() { name } else { format!("{prefix}::{name}") };
    found.insert(path.clone());
    match rest.strip_prefix("::") {
        Some(rest) => collect(&path, rest, found),
        None => rest.trim_start_matches(|c: char| !matches!(c, ',' | '}' | ';')),
    }
}

fn first_name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
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
    let database = "store::database";
    assert_absent(&["src/api/graphql"], &["sea_orm", "sqlx", "utoipa"], &["api::rest", database]);
    assert_absent(
        &["src/api/rest"],
        &["sea_orm", "sqlx", "async_graphql"],
        &["api::graphql", database],
    );
}

#[test]
fn modules_below_the_apis_do_not_name_them() {
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
    ];
    let words = ["axum", "StatusCode", "hyper", "tower", "async_graphql"];
    assert_absent(&below, &words, &["api", "server", "cli"]);
}

/// A resource takes from its entity what every kind has. Bodies and events spell some of the names.
#[test]
fn columns_of_every_kind_come_from_the_entities() {
    let columns = |names: &[&str]| names.iter().map(|name| format!("\"{name}\"")).collect();
    let everywhere: Vec<String> = columns(&["deleted_at"]);
    let of_statements: Vec<String> = columns(&["deleted_at", "version", "id"]);
    for (folders, columns) in [
        (&["src/operations", "src/resources", "src/api/graphql"][..], everywhere),
        (
            &["src/operations/records", "src/operations/trash", "src/operations/purge"],
            of_statements.clone(),
        ),
        (
            &["src/operations/accounts/grants", "src/operations/bulk", "src/data/check"],
            of_statements,
        ),
    ] {
        for source in sources(folders) {
            let code = code(&source.text);
            let found = columns.iter().find(|column| code.contains(*column));
            assert!(found.is_none(), "{} has {found:?}", source.path);
        }
    }
}

#[test]
fn permission_names_appear_in_the_kinds_only() {
    for source in sources(&["src"]) {
        if !source.path.starts_with("src/kinds/") {
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

/// D30: a connection is had with a permit. Who needs none is listed here, by what the code says.
#[test]
fn connections_are_had_with_permits() {
    const CASES: &[(&str, &[&str])] = &[
        ("Role::Permitted", &["src/app/", "src/store/database/"]),
        ("Role::Operator", &["src/store/database/"]),
        (
            "Role::Background",
            &[
                "src/operations/callers/last_used.rs",
                "src/operations/bulk/run.rs",
                "src/operations/idempotency/responses.rs",
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
                "src/store/database/",
                "src/testing/",
            ],
        ),
        (
            ".background",
            &[
                "src/app/table_sizes.rs",
                "src/store/database/",
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
        (".snapshot()", &["src/data/transfer/export.rs", "src/store/"]),
        (".counter()", &["src/app/table_sizes.rs"]),
        (".slow_reader()", &["src/app/concurrency.rs"]),
        (".list_reader()", &["src/app/concurrency.rs", "src/store/database/"]),
        (".scoped(", &["src/app/unit_of_work.rs"]),
    ];
    for source in sources(&["src"]) {
        let code = code(&source.text);
        for (text, places) in CASES {
            let is_listed = places.iter().any(|place| source.path.starts_with(place));
            assert!(is_listed || !code.contains(text), "{text} in {}", source.path);
        }
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

/// The ids of decisions, such as D12, in the comments of a source.
fn decisions(text: &str) -> impl Iterator<Item = &str> {
    let comments = text.lines().filter(|line| line.trim_start().starts_with("//"));
    let words = comments.flat_map(|line| line.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| word.strip_prefix('D').is_some_and(|number| number.parse::<u8>().is_ok()))
}

#[test]
fn every_decision_named_in_a_comment_is_documented() {
    let documented = fs::read_to_string(root().join("docs/decisions.md")).unwrap();
    for source in sources(&["src", "tests", "entity/src", "migration/src"]) {
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
    let sample = "//! axum and crate::rest in a comment\nuse crate::{app::App, api::{graphql::{a, b}, rest}, auth};\n\
        fn f() { crate::telemetry::who(); sea_orm_migration(); x.axum_y }\n#[cfg(test)]\nuse axum;";
    let code = code(sample);
    let found: Vec<String> = modules(&code).into_iter().collect();
    let all = ["api", "api::graphql", "api::graphql::a", "api::graphql::b", "api::rest", "app"];
    assert_eq!(found[..6], all);
    assert_eq!(found[6..], ["app::App", "auth", "telemetry", "telemetry::who"]);
    assert!(!names(&code, "axum") && !names(&code, "sea_orm"), "parts of names");
    assert!(names("use axum::Router;", "axum") && names("(StatusCode::OK)", "StatusCode"));
    let texts = r#"f("reports.restore", "a.b.view.own", "content.views", ".view", "a b.view", "x", "a.grant")"#;
    assert_eq!(permissions(texts), ["reports.restore", "a.b.view.own", "a.grant"]);
}
