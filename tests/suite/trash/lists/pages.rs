//! The trash: its records, their order, and paging.

use serde_json::{Value as Json, json};

use crate::{
    support::{TestApp, apply, each, each_engine},
    trash::{kind, kinds, load},
};

const ME: i64 = 1;
const OTHER: i64 = 2;

/// Two deleted records and a live one of each kind, several deleted at the same time; the names of
/// the deleted ones in the order of the trash, each with its owner.
async fn fill(app: &TestApp) -> Vec<(String, i64)> {
    let mut bin = Vec::new();
    for (rank, kind) in kinds().iter().enumerate() {
        let first = 100 * (rank as i64 + 1);
        for (place, owner) in [(1, ME), (2, OTHER), (3, OTHER)] {
            let (id, minute) = (first + place, (rank / 3) as i64 + 10 * (place / 2));
            let deleted_at = format!("2026-01-02T03:{minute:02}:05.000001Z");
            let owner = if kind.table == "users" { id } else { owner };
            load(app, kind, id, owner, Some(&deleted_at)).await;
            bin.push((
                deleted_at,
                rank,
                id,
                kind.global_id(id),
                if kind.has_own { owner } else { 0 },
            ));
        }
        load(app, kind, first, ME, None).await;
    }
    bin.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)).then(b.2.cmp(&a.2)));
    bin.into_iter().map(|(_, _, _, id, owner)| (id, owner)).collect()
}

async fn page(app: &TestApp, token: &str, arguments: &str, after: &Json) -> Json {
    let query = format!(
        "query($after: String) {{ trash(after: $after, {arguments}) {{ totalCount nodes {{ id \
         deletedAt \
         isActive }} edges {{ cursor }} pageInfo {{ hasNextPage endCursor }} }} }}"
    );
    app.graphql(Some(token), &query, json!({ "after": after })).await.data()["trash"].clone()
}

fn ids(page: &Json) -> Vec<String> {
    let nodes = page["nodes"].as_array().unwrap().iter();
    nodes.map(|node| node["id"].as_str().unwrap().to_owned()).collect()
}

/// Pages through the trash to its end and runs `meanwhile` between the pages.
async fn walk(app: &TestApp, token: &str, size: usize, meanwhile: &[String]) -> Vec<String> {
    let (mut walked, mut after) = (Vec::new(), Json::Null);
    for round in 0.. {
        let page = page(app, token, &format!("first: {size}"), &after).await;
        walked.extend(ids(&page));
        after = page["pageInfo"]["endCursor"].clone();
        if page["pageInfo"]["hasNextPage"] == json!(false) {
            break;
        }
        if let Some(sql) = meanwhile.get(round) {
            app.execute(sql).await;
        }
    }
    walked
}

/// Newest first, over all kinds, whatever the page size. Cursors are positions, not offsets: changes
/// elsewhere don't move them.
#[apply(each_engine!)]
async fn newest_records_come_first(app: TestApp, token: String) {
    app.caller(OTHER, &[]).await;
    let filled = fill(&app).await;
    let all: Vec<String> = filled.iter().map(|it| it.0.clone()).collect();
    assert_eq!(all.len(), 33);
    for size in [1, 4, 33, 100] {
        assert_eq!(walk(&app, &token, size, &[]).await, all, "{size}");
    }
    let shown = page(&app, &token, "kinds: [CURRENCY, REPORT], first: 100", &Json::Null).await;
    assert_eq!(shown["totalCount"], json!(6));
    let both = |it: &&(String, i64)| is_of(&it.0, "Currency") || is_of(&it.0, "Report");
    let both: Vec<&str> = filled.iter().filter(both).map(|it| &*it.0).collect();
    assert_eq!(ids(&shown), both);
    // While the walk goes on, one of the newest records is restored and two are deleted.
    let meanwhile = [
        "UPDATE notifications SET deleted_at = NULL WHERE id = 1003".to_owned(),
        "UPDATE reports SET deleted_at = '2027-01-01T00:00:00+00:00' WHERE id = 700".to_owned(),
        "UPDATE currencies SET deleted_at = '2027-01-01T00:00:00+00:00' WHERE id = 200".to_owned(),
    ];
    assert_eq!(walk(&app, &token, 5, &meanwhile).await, all);
}

/// Whether a global id is that of a record of the kind.
fn is_of(id: &str, kind: &str) -> bool {
    let plain = data_encoding::BASE64URL_NOPAD.decode(id.as_bytes()).unwrap();
    plain.starts_with(format!("{kind}:").as_bytes())
}

/// D6, D9: the list, its count and the summary show only records that the caller sees and may
/// restore.
#[apply(each_engine!)]
async fn the_trash_shows_what_the_caller_may_restore(app: TestApp, admin: String) {
    app.caller(OTHER, &["*"]).await;
    let all = fill(&app).await;
    let reports = |whose: Option<i64>| -> Vec<String> {
        let is_it =
            |it: &&(String, i64)| is_of(&it.0, "Report") && whose.is_none_or(|id| id == it.1);
        all.iter().filter(is_it).map(|it| it.0.clone()).collect()
    };
    let everything: Vec<String> = all.iter().map(|(id, _)| id.clone()).collect();
    let cases: [(&[&str], Vec<String>); 9] = [
        (&["*"], everything),
        (&["reports.view", "reports.restore"], reports(None)),
        (&["reports.view.own", "reports.restore"], reports(Some(ME))),
        (&["reports.view", "reports.restore.own"], reports(Some(ME))),
        (&["reports.view.own", "reports.restore.own"], reports(Some(ME))),
        (&["reports.view"], vec![]),
        (&["reports.restore"], vec![]),
        (&["reports.viewer", "reports.restore.own.own", "REPORTS.RESTORE"], vec![]),
        (&[], vec![]),
    ];
    for (permissions, expected) in cases {
        let token = app.token("caller1@example.com", Some(permissions)).await;
        let shown = page(&app, &token, "first: 100", &Json::Null).await;
        assert_eq!(ids(&shown), expected, "{permissions:?}");
        assert_eq!(shown["totalCount"], json!(expected.len()), "{permissions:?}");
        let summary = app.query(&token, "{ trashSummary { kind count oldest } }").await;
        let counts = each(&summary.data()["trashSummary"], "count").into_iter();
        let sum: i64 = counts.map(|count| count.as_i64().unwrap()).sum();
        assert_eq!(sum, expected.len() as i64, "{permissions:?}");
    }
    let summary = app.query(&admin, "{ trashSummary { kind count oldest } }").await;
    let summary = summary.data()["trashSummary"].clone();
    assert_eq!(
        summary[0],
        json!({ "kind": "LOCALE", "count": 3, "oldest": "2026-01-02T03:00:05.000001Z" })
    );
    assert_eq!(summary.as_array().unwrap().len(), 12);
    // A deleted caller sees nothing (D2).
    app.execute("UPDATE users SET deleted_at = created_at WHERE id = 2").await;
    let gone = app.token("caller2@example.com", None).await;
    let refused = app.query(&gone, "{ trash { totalCount } }").await;
    assert_eq!(refused.error(), Some(("FORBIDDEN", "Forbidden")));
}

/// Filters by time, label and last actor; an invalid filter is named in the error.
#[apply(each_engine!)]
async fn the_trash_can_be_filtered(app: TestApp, token: String) {
    let other = app.caller(OTHER, &["reports.delete", "reports.view"]).await;
    fill(&app).await;
    let delete = "mutation($uuid: UUID!) { deleteReport(uuid: $uuid) { report { id } } }";
    let report = kind("reports");
    let key = report.key_of(700);
    let deleted = app.graphql(Some(&other), delete, json!({ "uuid": key })).await;
    let id = deleted.data()["deleteReport"]["report"]["id"].clone();
    let cases = [
        ("deletedBy: 2, first: 9", 1),
        ("deletedBy: 1, first: 9", 0),
        ("deletedAfter: \"2026-06-01T00:00:00Z\", first: 9", 1),
        ("deletedBefore: \"2026-01-02T03:01:05.000001Z\", kinds: [LOCALE], first: 9", 1),
        ("deletedAfter: \"2026-01-02T03:00:05.000001Z\", kinds: [LOCALE], first: 9", 2),
        ("search: \"ARRIV\", first: 9", 4),
        ("search: \"rr%v\", first: 9", 0),
        ("search: \"\", kinds: [LOCALE], first: 9", 3),
        ("kinds: [API_KEY], first: 9", 0),
        ("kinds: [], first: 9", 0),
    ];
    for (arguments, count) in cases {
        let shown = page(&app, &token, arguments, &Json::Null).await;
        assert_eq!(shown["totalCount"], json!(count), "{arguments}");
        assert_eq!(ids(&shown).len(), count, "{arguments}");
    }
    let mine = page(&app, &token, "deletedBy: 2, first: 1", &Json::Null).await;
    assert_eq!(mine["nodes"][0]["id"], id);
    for (arguments, named) in [
        ("first: 101", "first"),
        ("first: -1", "first"),
        ("after: \"nonsense\"", "after"),
        ("search: \"a\\u0000b\"", "search"),
    ] {
        let query = format!("{{ trash({arguments}) {{ totalCount }} }}");
        let response = app.query(&token, &query).await;
        let (code, message) = response.error().unwrap();
        assert!(code == "BAD_REQUEST" && message.contains(named), "{arguments}: {message}");
    }
}

/// A page takes one statement; selecting more than labels takes more.
#[apply(each_engine!)]
async fn a_page_takes_one_statement(app: TestApp, token: String) {
    app.caller(OTHER, &[]).await;
    fill(&app).await;
    for (selection, statements) in [
        ("nodes { id kind label isActive deletedAt viewerCan { restore } }", 1),
        ("edges { node { ... on Restorable { label } } cursor } totalCount", 2),
        ("nodes { label deletedBy { email } }", 2),
        ("nodes { label ... on Report { title } }", 1),
        ("nodes { label ... on Report { title createdAt } }", 12),
    ] {
        let query = format!("{{ trash(first: 50) {{ {selection} }} }}");
        let ask = app.query(&token, &query);
        let (count, response) = app.statements(ask).await;
        response.data();
        assert!(count <= statements + 2, "{selection}: {count}");
        let (count, _) = app.statements(app.query(&token, &query)).await;
        assert_eq!(count, statements, "{selection}");
    }
}

/// REST's trash names the path of each record, below which the documented restore is.
#[apply(each_engine!)]
async fn paths_lead_to_the_restore(app: TestApp, token: String) {
    for kind in kinds() {
        load(&app, &kind, 700, 1, Some("2026-01-02T03:04:05Z")).await;
        let page = app.get(&token, "trash").await.expect(200).body;
        let path = page["data"][0]["path"].as_str().unwrap();
        app.post_empty(&token, &format!("{path}/restore")).await.expect(200);
        assert_eq!(app.stored(kind.table, 700).await["deleted_at"], Json::Null, "{path}");
    }
}
