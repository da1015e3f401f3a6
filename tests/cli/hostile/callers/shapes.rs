//! The most expensive requests that were found, each with the one permission of those who send them.

use serde_json::{Value as Json, json};

use super::{
    ask::{By, NUMBER, Request},
    requests::*,
    rows::{LARGE, With, operation, uuid},
};

/// What eight callers do over and over.
pub struct Shape {
    pub name: &'static str,
    /// What their accounts may do; two where one permission allows nothing.
    pub permissions: &'static [&'static str],
    /// Connections of each caller, and how many credentials of the account they use.
    pub connections: usize,
    pub tokens: usize,
    pub with: With,
    pub by: By,
    pub requests: fn(&Caller) -> Vec<Request>,
}

/// Who sends them.
pub struct Caller {
    pub account: i64,
    /// Which of the eight it is.
    pub place: usize,
    /// How many accounts there are.
    pub accounts: i64,
}

const SORT: &str = "reports(first: 100, orderBy: { field: TITLE }, where: { title: { contains: \"9\" } }) { nodes { title } }";
const TYPE: &str = "__type(name: \"Report\") { fields { type { fields { name description } } } }";
const EVENTS: &str = "recordEvents(first: 100, kinds: [REPORT], actions: [UPDATED], \
                      createdBefore: \"2020-01-01T00:00:00Z\") { nodes { after } }";
const NONE: &[&str] = &[];
const IMPORT: &[&str] = &["translations.create", "translations.update"];
const OWN: &[&str] = &["notifications.update.own"];
const REPORTS: &[&str] = &["reports.view"];
const AUDIT: &[&str] = &["audit.view"];
const EVENTS_BY_REST: &str = "/api/v1/events?kinds=notification&limit=100";
const LIST: &str = "/api/v1/reports?search=9&order=title&limit=100";
/// Report 1.
const AS_OF: &str = "recordAsOf(id: \"UmVwb3J0OjE\", at: \"2027-01-01T00:00:00Z\") { values }";
const TRASH: &str = "trash(search: \"q\") { nodes { id } }";
const INBOX: &[&str] = &["notifications.view.own"];

const fn shape(
    connections: usize,
    name: &'static str,
    permissions: &'static [&'static str],
    requests: fn(&Caller) -> Vec<Request>,
) -> Shape {
    Shape {
        name,
        permissions,
        connections,
        tokens: 1,
        with: With::Nothing,
        by: By::Http1,
        requests,
    }
}

impl Shape {
    const fn tokens(self, tokens: usize) -> Self {
        Self { tokens, ..self }
    }

    const fn with(self, with: With) -> Self {
        Self { with, ..self }
    }

    const fn by(self, by: By) -> Self {
        Self { by, ..self }
    }
}

/// All of them. The callers of the first own half of the reports.
pub const SHAPES: &[Shape] = &[
    shape(64, "counts of few, own tokens", REPORTS, |it| {
        let own = format!("userId: {{ eq: {} }}", it.account);
        vec![each(190, &format!("reports(where: {{ {own} }}) {{ totalCount }}"))]
    })
    .tokens(50),
    shape(2, "filters", REPORTS, |_| vec![filters(199)]),
    shape(4, "filters on a WebSocket", REPORTS, |_| times(20, || filters(9))).by(By::Socket),
    shape(16, "filters that nobody waits for", REPORTS, |_| vec![filters(9)]).by(By::Left),
    shape(16, "many filters that nobody waits for", REPORTS, |_| vec![filters(199)]).by(By::Left),
    shape(16, "filters of own records", &["reports.view.own"], |_| vec![filters(99)]).tokens(16),
    shape(16, "counts", REPORTS, |_| vec![each(199, "reports { totalCount }")]),
    shape(16, "sorts", REPORTS, |_| vec![each(99, SORT)]),
    shape(16, "lists by REST", REPORTS, |_| vec![get(LIST)]),
    shape(16, "nested lists", REPORTS, |_| vec![query(&nested())]),
    shape(2, "searches of the trash", REPORTS, |_| vec![each(99, TRASH)]),
    shape(4, "keyed reads", REPORTS, |_| vec![keyed(each(50, SORT))]),
    shape(64, "undeclared variables that wait", REPORTS, |_| vec![undeclared(SORT)]),
    shape(16, "backlogs on a WebSocket", REPORTS, |_| times(50, backlog)).by(By::Socket),
    shape(64, "backlogs as events", REPORTS, |_| vec![backlog()]).by(By::Events),
    // Of those who may nothing.
    shape(2, "nodes", NONE, nodes),
    shape(64, "undeclared variables", NONE, |_| vec![undeclared("__typename")]),
    shape(64, "distinct documents", NONE, |_| vec![distinct(199, 7)]),
    shape(16, "documents at their limits", NONE, |_| vec![distinct(1, 1900)]),
    shape(2, "introspection", NONE, |_| vec![each(199, TYPE)]),
    shape(50, "introspection on 50 connections", NONE, |_| vec![each(99, TYPE)]),
    shape(16, "bundles", NONE, |_| vec![query(&bundle("\"en\"", LARGE))]),
    shape(8, "bundles of long names", NONE, |_| {
        let query = format!("query($x: String!) {{ {} }}", aliases(190, bundle("$x", "a")));
        vec![graphql(&query, &json!({ "x": "x".repeat(500_000) }))]
    }),
    shape(2, "operations that can be undone", NONE, |it| {
        vec![each(100, &format!("operation(id: \"{}\") {{ canUndo }}", operation(it.account)))]
    })
    .with(With::Operation),
    shape(16, "long headers", NONE, long_headers),
    shape(16, "viewers of 500 roles", NONE, |_| vec![each(32, "viewer { permissions roles }")])
        .with(With::Roles),
    shape(16, "90 operations on a WebSocket", NONE, |_| {
        times(90, || each(20, "viewer { permissions roles kinds { kind } }"))
    })
    .with(With::Roles)
    .by(By::Socket),
    shape(64, "unread introspection", NONE, |_| vec![each(199, TYPE)]).by(By::Unread),
    shape(64, "half-sent bodies", NONE, |_| vec![undeclared("__typename")]).by(By::Half),
    // Of those who may read one kind of thing.
    shape(2, "events with large values", AUDIT, |_| {
        vec![query("recordEvents(first: 100, kinds: [NOTIFICATION]) { nodes { id after } }")]
    }),
    shape(2, "changed fields of large events", AUDIT, |_| {
        let fields = aliases(190, "changedFields");
        vec![query(&format!(
            "recordEvents(first: 100, kinds: [NOTIFICATION]) {{ nodes {{ {fields} }} }}"
        ))]
    }),
    shape(16, "events by REST", AUDIT, |_| vec![get(EVENTS_BY_REST)]),
    shape(16, "events that no index serves", AUDIT, |_| vec![each(99, EVENTS)]),
    shape(2, "records as they were", AUDIT, |_| vec![each(190, AS_OF)]),
    shape(4, "roles", &["roles.view"], |_| vec![each(190, "roles(first: 100) { id permissions }")]),
    shape(16, "roles by REST", &["roles.view"], |_| {
        vec![get("/api/v1/roles?limit=100"), get("/api/v1/grants")]
    }),
    shape(16, "tokens", &["tokens.view.own"], |_| {
        vec![each(190, "accessTokens(first: 100) { nodes { name } }")]
    })
    .tokens(400),
    shape(16, "unread counts", INBOX, |_| vec![each(190, "viewer { unreadCount }")]),
    shape(2, "large texts", INBOX, |_| vec![large_texts(50)]).with(With::Texts(20)),
    shape(50, "large texts on 50 connections", INBOX, |_| vec![large_texts(10)])
        .with(With::Texts(20)),
    shape(64, "large texts, unread", INBOX, |_| vec![large_texts(10)])
        .with(With::Texts(20))
        .by(By::Unread),
    // Of those who may change one thing.
    shape(4, "changes of one document", OWN, |it| vec![changes(it, 190)]).with(With::Texts(1)),
    shape(4, "keyed changes", OWN, |it| vec![keyed(changes(it, 50))]).with(With::Texts(1)),
    shape(64, "large changes", OWN, large_change).with(With::Texts(1)),
    shape(16, "keyed large changes", OWN, |it| large_change(it).into_iter().map(keyed).collect())
        .with(With::Texts(1))
        .tokens(16),
    shape(4, "keyed creations", &["reports.create.own"], |_| vec![keyed(creations(12))]),
    shape(16, "creations", &["reports.create.own"], |_| vec![creations(190)]),
    shape(64, "bodies of REST", &["reports.create.own"], |_| {
        vec![send("POST /api/v1/reports", &json!({ "title": empties(340_000) }))]
    }),
    shape(2, "deletions in bulk", &["reports.delete"], |it| vec![bulk(it, "deleteMany")]),
    shape(2, "restores in bulk", &["reports.restore"], |it| vec![bulk(it, "restoreMany")]),
    shape(4, "restores by filter", &["reports.restore"], |_| {
        vec![mutation(&aliases(
            20,
            "restoreReports(where: { title: { contains: \"zz\" } }) { preview { total } }",
        ))]
    }),
    shape(2, "large texts to many", &["notifications.send"], |it| vec![send_to(it, 31, 65_000)]),
    shape(2, "small texts to thousands", &["notifications.send"], |it| {
        vec![send_to(it, 10_000, 380)]
    }),
    shape(2, "keyed texts to thousands", &["notifications.send"], |it| {
        vec![keyed(send_to(it, 10_000, 380))]
    }),
    shape(2, "keyed imports", IMPORT, |_| vec![keyed(import(NUMBER, &catalogue(9_000)))]),
    shape(2, "imports", IMPORT, |_| vec![import(NUMBER, &catalogue(9_000))]),
    shape(2, "imports of long names", IMPORT, |_| {
        let entries: Json = (0..80_000).map(|it| (it.to_string(), json!(1))).collect();
        vec![import("a", &json!({ "n".repeat(250_000): entries }))]
    }),
    shape(16, "imports into a large group", IMPORT, |it| {
        vec![import(LARGE, &json!({ "a": it.place.to_string() + NUMBER }))]
    }),
    shape(2, "renames", &["locales.update"], renames),
    shape(2, "tokens issued", &["tokens.create.own"], |_| {
        vec![mutation("createAccessToken(input: { name: \"a\" }) { value }")]
    })
    .with(With::Roles),
    shape(2, "own addresses", &["users.update.own"], |it| {
        let email = format!("{}.{NUMBER}@example.com", it.account);
        let uuid = uuid(it.account);
        vec![mutation(&format!(
            "updateUser(uuid: \"{uuid}\", changes: {{ email: \"{email}\" }}) {{ user {{ id }} }}"
        ))]
    })
    .with(With::Roles),
    shape(2, "new roles", &["roles.create"], |_| {
        let names: Vec<String> = (0..500).map(|it| format!("new.{it}")).collect();
        vec![send(
            "POST /api/v1/roles",
            &json!({ "name": format!("r{NUMBER}"), "permissions": names }),
        )]
    })
    .with(With::Roles),
    shape(16, "permissions of keys", &["api.keys.create.own"], |_| {
        let names = vec!["reports.view"; 40_000];
        vec![send("POST /api/v1/api-keys", &json!({ "name": "a", "permissions": names }))]
    }),
];
