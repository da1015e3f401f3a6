//! The records of other kinds that belong to a record, and filters by the owner's address.

use reinstate::kinds;
use serde_json::{Value as Json, json};

use crate::{
    authorisation::fixture_row,
    support::{TestApp, apply, each_engine, fixture, global_id, uuid},
};

const ME: i64 = 1;

/// Accounts 1 to `accounts`, each with `reports` live reports and a deleted one.
async fn fill(app: &TestApp, accounts: i64, reports: i64) -> String {
    let token = app.caller(ME, &["*"]).await;
    let account = |id: i64| json!({ "id": id, "email": format!("caller{id}@example.com") });
    app.load(fixture("users", (2..=accounts).map(account))).await;
    let mut rows = Vec::new();
    for place in 0..=reports {
        for owner in 1..=accounts {
            let id = 1 + place * accounts + owner;
            let deleted = (place == reports).then_some("2026-01-02T03:04:05Z");
            let created = format!("2026-01-{:02}T00:00:00Z", 1 + (id * 7) % 28);
            rows.push(json!({ "id": id, "uuid": uuid(id), "user_id": owner, "created_at": created,
                "title": format!("Report {place}"), "deleted_at": deleted }));
        }
    }
    app.load(fixture("reports", rows)).await;
    token
}

/// An account's list is the list of the root with a filter for the account.
#[apply(each_engine!)]
async fn the_records_of_an_account_are_those_of_the_root_list(app: TestApp) {
    let token = fill(&app, 3, 5).await;
    let shown = "totalCount nodes { databaseId title user { email } } edges { cursor } \
         pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";
    let newest = "orderBy: [{ field: CREATED_AT, direction: DESC }]";
    let cases = [
        ("first: 2".to_owned(), "{}"),
        ("first: 0".to_owned(), "{}"),
        ("first: 100".to_owned(), "{}"),
        ("last: 2".to_owned(), "{}"),
        (format!("first: 3, {newest}"), "{}"),
        (format!("last: 3, trashed: WITH, {newest}"), "{}"),
        ("trashed: WITH, orderBy: [{ field: DELETED_AT }], first: 4".to_owned(), "{}"),
        ("trashed: ONLY".to_owned(), "{}"),
        ("first: 2".to_owned(), "{ title: { contains: \"3\" } }"),
        (
            "first: 9".to_owned(),
            "{ or: [{ title: { eq: \"Report 1\" } }, { databaseId: { lt: 9 } }] }",
        ),
    ];
    for (arguments, filter) in cases {
        let (mut cursor, mut pages) = (Json::Null, 0);
        while pages < 4 {
            pages += 1;
            let place = if arguments.contains("last") { "before: $c" } else { "after: $c" };
            let own = format!("reports({arguments}, {place}, where: {filter}) {{ {shown} }}");
            let roots: String = (1..=3)
                .map(|id| {
                    format!(
                        "r{id}: reports({arguments}, {place}, where: {{ userId: {{ eq: {id} }}, \
                         and: [{filter}] }}) {{ {shown} }} "
                    )
                })
                .collect();
            let query = format!("query($c: String) {{ users {{ nodes {{ {own} }} }} {roots} }}");
            let response = app.graphql(Some(&token), &query, json!({ "c": cursor })).await;
            let data = response.data();
            for (place, account) in data["users"]["nodes"].as_array().unwrap().iter().enumerate() {
                let root = &data[format!("r{}", place + 1)];
                assert_eq!(&account["reports"], root, "{arguments} {filter} {place}");
            }
            let info = &data["r1"]["pageInfo"];
            let (more, end) = match arguments.contains("last") {
                true => ("hasPreviousPage", "startCursor"),
                false => ("hasNextPage", "endCursor"),
            };
            if info[more] == json!(false) || info[end].is_null() {
                break;
            }
            cursor = info[end].clone();
        }
    }
}

/// Fifty accounts with their newest five reports: the accounts, and the reports.
#[apply(each_engine!)]
async fn lists_of_many_accounts_are_read_together(app: TestApp) {
    let token = fill(&app, 50, 7).await;
    let newest = "orderBy: [{ field: DATABASE_ID, direction: DESC }]";
    let query = format!(
        "{{ users(first: 50) {{ nodes {{ databaseId reports(first: 5, {newest}) {{ \
         nodes {{ databaseId user {{ databaseId }} }} }} }} }} }}"
    );
    app.query(&token, &query).await.data();
    let ask = app.query(&token, &query);
    let (statements, response) = app.statements_of(ask).await;
    assert!(statements.len() <= 3, "{statements:#?}");
    let accounts = response.data()["users"]["nodes"].as_array().unwrap().clone();
    assert_eq!(accounts.len(), 50);
    for account in accounts {
        let id = account["databaseId"].as_i64().unwrap();
        let reports = account["reports"]["nodes"].as_array().unwrap();
        let expected: Vec<i64> = (2..7).rev().map(|place| 1 + place * 50 + id).collect();
        let found: Vec<i64> = reports.iter().map(|it| it["databaseId"].as_i64().unwrap()).collect();
        assert_eq!(found, expected, "{id}");
        assert!(reports.iter().all(|it| it["user"]["databaseId"] == json!(id)), "{id}");
    }
}

/// The permission to view the kind decides, as in the root list.
#[apply(each_engine!)]
async fn a_list_shows_what_the_caller_may_view(app: TestApp) {
    fill(&app, 3, 2).await;
    let query = "{ users { nodes { databaseId reports(trashed: WITH) { totalCount nodes { title } } \
         } } viewer { user { reports { totalCount } } } }";
    /// The permissions, the reports of each account, and those of the viewer.
    type Case = (&'static [&'static str], [Option<i64>; 3], Option<i64>);
    let cases: [Case; 6] = [
        (&["users.view", "reports.view"], [Some(2); 3], Some(2)),
        (&["users.view", "reports.view", "reports.restore"], [Some(3); 3], Some(2)),
        (
            &["users.view", "reports.view", "reports.restore.own"],
            [Some(3), Some(2), Some(2)],
            Some(2),
        ),
        (&["users.view", "reports.view.own"], [Some(2), Some(0), Some(0)], Some(2)),
        (&["users.view"], [None; 3], None),
        (&["users.view", "reports.restore"], [None; 3], None),
    ];
    for (permissions, counts, own) in cases {
        let token = app.token("caller1@example.com", Some(permissions)).await;
        let response = app.query(&token, query).await;
        let data = &response.body["data"];
        for (place, count) in counts.into_iter().enumerate() {
            let shown = &data["users"]["nodes"][place]["reports"];
            assert_eq!(shown["totalCount"].as_i64(), count, "{permissions:?} {place}");
            let nodes = shown["nodes"].as_array().map(|it| it.len() as i64);
            assert_eq!(nodes, count, "{permissions:?} {place}");
        }
        let viewer = &data["viewer"]["user"]["reports"]["totalCount"];
        assert_eq!(viewer.as_i64(), own, "{permissions:?}");
        let errors = response.body["errors"].as_array().map_or(0, Vec::len);
        assert_eq!(errors, if own.is_none() { 4 } else { 0 }, "{permissions:?}");
        if errors > 0 {
            let error = &response.body["errors"][0];
            assert_eq!(error["extensions"]["code"], json!("FORBIDDEN"));
            assert_eq!(error["path"], json!(["users", "nodes", 0, "reports"]));
        }
    }
}

/// Every kind that accounts own, and translations of a locale.
#[apply(each_engine!)]
async fn every_kind_leads_to_what_belongs_to_it(app: TestApp, token: String) {
    let related: Vec<_> = kinds::related(kinds::accounts()).collect();
    assert_eq!(related.len(), 8);
    for it in &related {
        app.load(fixture(it.resource.table.name, [fixture_row(it.resource, 70, ME, false)])).await;
        let name = it.resource.plural();
        let query = format!("{{ viewer {{ user {{ {name} {{ nodes {{ id }} }} }} }} }}");
        let response = app.query(&token, &query).await;
        let expected = json!([{ "id": global_id(it.resource.name, 70) }]);
        assert_eq!(response.data()["viewer"]["user"][&name]["nodes"], expected, "{name}");
    }
    let locales = [("en", 1), ("de", 2), ("fr", 3)]
        .map(|(code, id)| json!({ "id": id, "code": code, "name": code }));
    app.load(fixture("locales", locales)).await;
    let text = |(id, locale): (i64, &str)| json!({ "id": id, "locale": locale, "key": format!("k{id}"), "value": "v", "group": "g" });
    let texts = [(1, "en"), (2, "de"), (3, "en"), (4, "en"), (5, "xx")].map(text);
    app.load(fixture("translations", texts)).await;
    let query = "{ locales { nodes { code translations(last: 2) { totalCount nodes { key locale } \
         } } } }";
    app.query(&token, query).await.data();
    let (count, response) = app.statements(app.query(&token, query)).await;
    // The locales and their codes, the texts and their number with the codes again.
    assert!(count <= 5, "{count}");
    let of = |code: &str, count: i64, keys: &[&str]| {
        let nodes: Vec<Json> =
            keys.iter().map(|key| json!({ "key": key, "locale": code })).collect();
        json!({ "code": code, "translations": { "totalCount": count, "nodes": nodes } })
    };
    let expected = json!([of("en", 3, &["k3", "k4"]), of("de", 1, &["k2"]), of("fr", 0, &[])]);
    assert_eq!(response.data()["locales"]["nodes"], expected);
}

/// Records are found by the address of the account that they show.
#[apply(each_engine!)]
async fn lists_are_filtered_by_the_address_of_an_account(app: TestApp) {
    let token = fill(&app, 3, 1).await;
    let ownerless = json!({ "id": 90, "uuid": uuid(90), "title": "Nobody's" });
    app.load(fixture("reports", [ownerless])).await;
    let cases: [(&str, &[i64]); 10] = [
        ("user: { email: { eq: \"caller2@example.com\" } }", &[2]),
        ("user: { email: { eq: \"nobody@example.com\" } }", &[]),
        // `User:2` and `User:3`.
        ("user: { id: { eq: \"VXNlcjoy\" } }", &[2]),
        ("user: { id: { in: [\"VXNlcjoy\", \"VXNlcjoz\"] } }", &[2, 3]),
        ("user: { email: { in: [\"caller2@example.com\", \"caller3@example.com\"] } }", &[2, 3]),
        ("user: { email: { startsWith: \"CALLER3\" } }", &[3]),
        ("user: { email: { contains: \"example\" } }, not: { userId: { eq: 3 } }", &[1, 2]),
        ("not: { user: { email: { eq: \"caller2@example.com\" } } }", &[0, 1, 3]),
        (
            "or: [{ user: { email: { eq: \"caller1@example.com\" } } }, { userId: { eq: 3 } }]",
            &[1, 3],
        ),
        ("user: {}", &[0, 1, 2, 3]),
    ];
    for (filter, owners) in cases {
        let query = format!(
            "{{ reports(where: {{ {filter} }}) {{ totalCount nodes {{ user {{ \
             databaseId }} }} }} }}"
        );
        let page = &app.data(&token, &query).await["reports"];
        let mut found: Vec<i64> = page["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|node| node["user"]["databaseId"].as_i64().unwrap_or_default())
            .collect();
        found.sort_unstable();
        assert_eq!(found, owners, "{filter}");
        assert_eq!(page["totalCount"], json!(owners.len()), "{filter}");
    }
    let sent = json!({ "id": 1, "uuid": uuid(1), "user_id": 1, "sender_id": 2, "type": "info",
        "title": "a", "message": "b" });
    app.load(fixture("notifications", [sent])).await;
    for (email, count) in [("caller2@example.com", 1), ("caller1@example.com", 0)] {
        let query = format!(
            "{{ notifications(where: {{ sender: {{ email: {{ eq: \"{email}\" }} }} \
             }}) {{ totalCount }} }}"
        );
        let response = app.query(&token, &query).await;
        assert_eq!(response.data()["notifications"]["totalCount"], json!(count), "{email}");
    }
}
