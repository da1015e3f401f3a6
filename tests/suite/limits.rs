//! Requests past what an engine can compare are refused by name, and text is found in any case.

use serde_json::{Value as Json, json};

use crate::support::{TestApp, apply, each_engine};

fn texts_in_two_cases() -> Json {
    let natives = "Größe ÄÖÜ|GRÖSSE äöü|Ελληνικά ΣΟΦΌΣ|ελληνικά σοφός|Русский|РУССКИЙ|a[ö]*?|日本語|\
                   ı I i|Ǆ ǅ ǆ";
    let natives: Vec<&str> = natives.split('|').collect();
    let rows = natives.iter().zip(1..).map(|(native, id)| {
        json!({ "id": id, "code": format!("x-{id:02}"), "name": native, "native_name": native })
    });
    let deleted = natives.iter().zip(101..).map(
        |(native, id)| json!({ "id": id, "title": native, "deleted_at": "2026-01-02T03:04:05Z" }),
    );
    json!({
        "locales": rows.collect::<Vec<_>>(), "reports": deleted.collect::<Vec<_>>(),
    })
}

/// `contains`, `startsWith` and the search of the trash ignore the case of any letter, on each engine.
#[apply(each_engine!)]
async fn text_is_found_in_any_case(app: TestApp) {
    let token = app.setup(texts_in_two_cases()).await;
    // A text, what contains it, and what begins with it.
    let cases: [(&str, &[i64], &[i64]); 16] = [
        ("GRÖ", &[1, 2], &[1, 2]),
        ("größe", &[1], &[1]),
        ("äöü", &[1, 2], &[]),
        ("e ÄÖÜ", &[1, 2], &[]),
        ("σοφό", &[3, 4], &[]),
        ("ΕΛΛΗΝΙΚΆ", &[3, 4], &[3, 4]),
        ("русский", &[5, 6], &[5, 6]),
        ("УССК", &[5, 6], &[]),
        ("[Ö]*", &[7], &[]),
        ("A[Ö]*?", &[7], &[7]),
        ("ö*", &[], &[]),
        ("ö?", &[], &[]),
        ("日本", &[8], &[8]),
        ("本", &[8], &[]),
        ("ǅ ǅ", &[10], &[10]),
        ("%ö", &[], &[]),
    ];
    for (text, anywhere, at_start) in cases {
        let query = "query($text: String!) { \
            contains: locales(where: { nativeName: { contains: $text } }) { nodes { databaseId } } \
            startsWith: locales(where: { name: { startsWith: $text } }) { nodes { databaseId } } \
            search: trash(search: $text) { nodes { databaseId } } }";
        let response = app.graphql(Some(&token), query, json!({ "text": text })).await;
        let found = |name: &str| {
            let nodes = response.data()[name]["nodes"].as_array().unwrap().iter();
            let mut ids: Vec<i64> =
                nodes.map(|node| node["databaseId"].as_i64().unwrap() % 100).collect();
            ids.sort_unstable();
            ids
        };
        assert_eq!(found("contains"), anywhere, "{text}");
        assert_eq!(found("search"), anywhere, "{text}");
        assert_eq!(found("startsWith"), at_start, "{text}");
    }
}

/// Texts, lists and tags beyond a limit; the largest allowed ones work.
#[apply(each_engine!)]
async fn requests_past_a_limit_are_bad_requests(app: TestApp) {
    let token = app.setup(texts_in_two_cases()).await;
    let query = "query($where: LocaleFilter, $search: String) { \
        locales(where: $where) { totalCount } trash(search: $search) { totalCount } }";
    let lists = |count: usize, each: usize| {
        let list: Vec<String> = (0..each).map(|place| format!("c{place}")).collect();
        json!({ "or": vec![json!({ "code": { "in": list } }); count] })
    };
    let long = |count: usize| "ö".repeat(count);
    let cases = [
        (json!({ "where": { "name": { "contains": long(1_000) } } }), None),
        (json!({ "where": { "name": { "contains": long(1_001) } } }), Some("where.name.contains")),
        (json!({ "where": { "name": { "startsWith": "a".repeat(60_000) } } }), Some("startsWith")),
        (json!({ "search": long(1_000) }), None),
        (json!({ "search": long(1_001) }), Some("search")),
        (json!({ "where": lists(10, 500) }), None),
        (json!({ "where": lists(11, 500) }), Some("where has more than 5000")),
        (json!({ "where": lists(99, 500) }), Some("where has more than 5000")),
    ];
    for (variables, expected) in cases {
        let response = app.graphql(Some(&token), query, variables).await;
        match expected {
            None => drop(response.data()),
            Some(named) => {
                let (code, message) = response.error().unwrap();
                assert_eq!(code, "BAD_REQUEST", "{message}");
                assert!(message.contains(named), "{message}");
            }
        }
    }
    for (count, status) in [(100, 200), (101, 400), (33_000, 400)] {
        let tags: Vec<String> = (1..=count).map(|version| format!("\"{version}\"")).collect();
        let (path, body) = ("admin/locales/x-01", json!({ "sort_order": count }).to_string());
        let tags = [("if-match", &*tags.join(","))];
        let response = app.ask("PATCH", path, Some(&token), &tags, body).await.expect(status);
        if status == 400 {
            assert!(response.message().starts_with("If-Match "), "{}", response.text);
        }
        app.execute("UPDATE locales SET version = 7").await;
    }
}
