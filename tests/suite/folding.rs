//! Searches ignore case alike on both engines, whatever the locale of the database.

use serde_json::json;
use std::collections::BTreeMap;

use crate::support::{Engine, TestApp, apply, each_engine, escaped, fixture, uuid};

/// Letters with several cases, by Unicode's simple case folding (CaseFolding.txt, C and S).
const CLASSES: [&str; 16] = [
    "aA",
    "iI",
    "kK\u{212a}",
    "sS\u{17f}",
    "zZ",
    "äÄ",
    "åÅ\u{212b}",
    "ßẞ",
    "σΣς",
    "θΘϑϴ",
    "жЖ",
    "ǆǅǄ",
    "ιΙ\u{345}\u{1fbe}",
    "ωΩ\u{2126}",
    "\u{10428}\u{10400}",
    "ꭰᎠ",
];
/// Characters that match themselves alone.
const ALONE: [&str; 9] = ["İ", "ı", "日", "_", "%", "\\", "*", "[", "."];

#[apply(each_engine!)]
async fn case_is_ignored_as_unicode_folds_it(app: TestApp) {
    check(&app).await;
    if app.engine == Engine::Postgres {
        let name = format!("folding_{}", std::process::id());
        app.execute(&format!(
            "CREATE DATABASE {name} ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        ))
        .await;
        let (server, _) = app.url.split_once('?').unwrap();
        let (server, _) = server.rsplit_once('/').unwrap();
        let other = app.behind(format!("{server}/{name}?sslmode=disable")).await;
        check(&other).await;
        drop(other);
        app.execute(&format!("DROP DATABASE {name} WITH (FORCE)")).await;
    }
}

async fn check(app: &TestApp) {
    let token = app.caller(1, &["*"]).await;
    // Each letter of a sample of all, with the letters that the standard library maps to the same.
    let folded = |c: char| {
        let upper = c.to_uppercase().collect::<String>();
        let upper = if upper.chars().count() == 1 { upper } else { c.to_string() };
        let lower = upper.to_lowercase();
        if lower.chars().count() == 1 && c != 'ı' { lower } else { c.to_string() }
    };
    let mut all = BTreeMap::<String, String>::new();
    for c in ('\u{80}'..=char::MAX).filter(|c| c.is_alphabetic()) {
        all.entry(folded(c)).or_default().push(c);
    }
    let known = CLASSES.concat();
    let is_new = |class: &String| {
        class.chars().nth(1).is_some() && !class.contains(|c: char| known.contains(c))
    };
    let sample = all.into_values().filter(is_new).step_by(31);
    let classes: Vec<String> =
        CLASSES.iter().chain(&ALONE).map(|it| (*it).to_owned()).chain(sample).collect();
    let mut titles = Vec::new();
    for (class, cases) in classes.iter().enumerate() {
        titles.extend(cases.chars().map(|c| (class, c)));
    }
    let row = |(place, (_, c)): (usize, &(usize, char))| {
        let id = place as i64 + 10;
        let deleted = if place % 2 == 0 { json!("2026-01-02T03:04:05Z") } else { json!(null) };
        json!({ "id": id, "uuid": uuid(id), "user_id": 1, "title": format!("x{c}y"), "deleted_at": deleted })
    };
    app.load(fixture("reports", titles.iter().enumerate().map(row))).await;
    for (class, c) in &titles {
        let expected = |is_deleted: &dyn Fn(usize) -> bool| {
            let of_class = titles.iter().enumerate().filter(|(_, it)| it.0 == *class);
            let ids = of_class.filter(|(place, _)| is_deleted(*place));
            ids.map(|(place, _)| place as i64 + 10).collect::<Vec<_>>()
        };
        let all = expected(&|_| true);
        for (path, all) in [
            (
                format!(
                    "reports?trashed=with&fields=id&title[contains]={}",
                    escaped(&format!("X{c}"))
                ),
                all.clone(),
            ),
            (
                format!(
                    "reports?trashed=with&fields=id&title[starts_with]={}",
                    escaped(&format!("x{c}"))
                ),
                all,
            ),
            (
                format!("trash?search={}", escaped(&format!("{c}Y"))),
                expected(&|place| place % 2 == 0),
            ),
        ] {
            let found =
                app.rest("GET", &format!("/api/v1/{path}"), Some(&token), None).await.expect(200);
            let mut ids: Vec<i64> = found.body["data"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| it["id"].as_i64().unwrap())
                .collect();
            ids.sort_unstable();
            assert_eq!(ids, all, "{path} {c:?}");
        }
    }
}
