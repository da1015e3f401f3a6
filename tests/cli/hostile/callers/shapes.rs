//! The most expensive requests that were found, each with the one permission of those who send them.

use serde_json::json;

use super::{
    ask::{By, NUMBER, Request},
    requests::*,
    rows::{LARGE, With, uuid},
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

const SOCKET: By = By::Socket("graphql-transport-ws");
const OLD_SOCKET: By = By::Socket("graphql-ws");
const SORT: &str = "reports(first: 100, orderBy: { field: TITLE }, where: { title: { contains: \"9\" } }) { nodes { title } }";
const TYPE: &str = "__type(name: \"Report\") { fields { type { fields { name description } } } }";
const EVENTS: &str = "recordEvents(first: 100, kinds: [REPORT], actions: [UPDATED], \
                      createdBefore: \"2020-01-01T00:00:00Z\") { nodes { after } }";
const NONE: &[&str] = &[];
const IMPORT: &[&str] = &["translations.create", "translations.update"];
const OWN: &[&str] = &["notifications.update.own"];
const REPORTS: &[&str] = &["reports.view"];
const INBOX: &[&str] = &["notifications.view.own"];

const fn shape(
    name: &'static str,
    permissions: &'static [&'static str],
    requests: fn(&Caller) -> Vec<Request>,
) -> Shape {
    Shape {
        name,
        permissions,
        connections: 2,
        tokens: 1,
        with: With::Nothing,
        by: By::Http1,
        requests,
    }
}

impl Shape {
    const fn on(self, connections: usize) -> Self {
        Self { connections, ..self }
    }

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
    shape("counts of few, own tokens", REPORTS, counts_of_few).on(64).tokens(50),
    shape("filters", REPORTS, |_| vec![filters(199)]),
    shape("filters on a WebSocket", REPORTS, |_| times(20, || filters(9))).on(4).by(SOCKET),
    shape("filters of own records", &["reports.view.own"], |_| vec![filters(99)]).on(16).tokens(16),
    shape("counts", REPORTS, |_| vec![each(199, "reports { totalCount }")]).on(16),
    shape("sorts", REPORTS, |_| vec![each(99, SORT)]).on(16),
    shape("lists by REST", REPORTS, |_| {
        vec![get("/api/v1/reports?search=9&order=title&limit=100")]
    })
    .on(16),
    shape("nested lists", REPORTS, |_| vec![query(&nested())]).on(16),
    shape("searches of the trash", REPORTS, |_| {
        vec![each(99, "trash(search: \"q\") { nodes { id } }")]
    }),
    shape("keyed reads", REPORTS, |_| vec![keyed(each(50, SORT))]).on(4),
    shape("undeclared variables that wait", REPORTS, |_| vec![undeclared(SORT)]).on(64),
    shape("backlogs on a WebSocket", REPORTS, |_| times(50, backlog)).on(16).by(SOCKET),
    shape("backlogs on an old WebSocket", &["locales.view"], |_| times(50, backlog))
        .on(16)
        .by(OLD_SOCKET),
    shape("backlogs as events", REPORTS, |_| vec![backlog()]).on(64).by(By::Events),
    // Of those who may nothing.
    shape("nodes", NONE, nodes),
    shape("undeclared variables", NONE, |_| vec![undeclared("__typename")]).on(64),
    shape("distinct documents", NONE, |_| vec![distinct(199, 7)]).on(64),
    shape("documents at their limits", NONE, |_| vec![distinct(1, 1900)]).on(16),
    shape("introspection", NONE, |_| vec![each(199, TYPE)]),
    shape("introspection on 50 connections", NONE, |_| vec![each(99, TYPE)]).on(50),
    shape("bundles", NONE, |_| vec![query(&bundle("\"en\"", LARGE))]).on(16),
    shape("bundles of long names", NONE, bundles_of_long_names).on(8),
    shape("operations that can be undone", NONE, undoable).with(With::Operation),
    shape("long headers", NONE, long_headers).on(16),
    shape("viewers of 500 roles", NONE, |_| vec![each(32, "viewer { permissions roles }")])
        .with(With::Roles)
        .on(16),
    shape("90 operations on a WebSocket", NONE, |_| {
        times(90, || each(20, "viewer { permissions roles kinds { kind } }"))
    })
    .with(With::Roles)
    .on(16)
    .by(SOCKET),
    shape("unread introspection", NONE, |_| vec![each(199, TYPE)]).on(64).by(By::Unread),
    shape("half-sent bodies", NONE, |_| vec![undeclared("__typename")]).on(64).by(By::Half),
    // Of those who may read one kind of thing.
    shape("events with large values", &["audit.view"], |_| {
        vec![query("recordEvents(first: 100, kinds: [NOTIFICATION]) { nodes { id after } }")]
    }),
    shape("changed fields of large events", &["audit.view"], |_| {
        let fields = aliases(190, "changedFields");
        vec![query(&format!(
            "recordEvents(first: 100, kinds: [NOTIFICATION]) {{ nodes {{ {fields} }} }}"
        ))]
    }),
    shape("events by REST", &["audit.view"], |_| {
        vec![get("/api/v1/events?kinds=notification&limit=100")]
    })
    .on(16),
    shape("events that no index serves", &["audit.view"], |_| vec![each(99, EVENTS)]).on(16),
    shape("records as they were", &["audit.view"], |_| vec![each(190, &as_of())]),
    shape("roles", &["roles.view"], |_| vec![each(190, "roles { id permissions }")]).on(4),
    shape("roles by REST", &["roles.view"], |_| vec![get("/api/v1/roles"), get("/api/v1/grants")])
        .on(16),
    shape("tokens", &["tokens.view.own"], |_| {
        vec![each(190, "accessTokens(first: 100) { nodes { name } }")]
    })
    .tokens(400)
    .on(16),
    shape("unread counts", INBOX, |_| vec![each(190, "viewer { unreadCount }")]).on(16),
    shape("large texts", INBOX, |_| vec![large_texts(50)]).with(With::Texts(20)),
    shape("large texts on 50 connections", INBOX, |_| vec![large_texts(10)])
        .with(With::Texts(20))
        .on(50),
    shape("large texts, unread", INBOX, |_| vec![large_texts(10)])
        .with(With::Texts(20))
        .on(64)
        .by(By::Unread),
    // Of those who may change one thing.
    shape("changes of one document", OWN, |it| vec![changes(it, 190)]).with(With::Texts(1)).on(4),
    shape("keyed changes", OWN, |it| vec![keyed(changes(it, 190))]).with(With::Texts(1)).on(4),
    shape("large changes", OWN, large_change).with(With::Texts(1)).on(64),
    shape("keyed large changes", OWN, |it| large_change(it).into_iter().map(keyed).collect())
        .with(With::Texts(1))
        .on(16)
        .tokens(16),
    shape("keyed creations", &["reports.create.own"], |_| vec![keyed(creations(12))]).on(4),
    shape("creations", &["reports.create.own"], |_| vec![creations(190)]).on(16),
    shape("bodies of REST", &["reports.create.own"], |_| {
        vec![send("POST /api/v1/reports", &json!({ "title": empties(340_000) }))]
    })
    .on(64),
    shape("deletions in bulk", &["reports.delete"], |it| vec![bulk(it, "deleteMany")]),
    shape("restores in bulk", &["reports.restore"], |it| vec![bulk(it, "restoreMany")]),
    shape("restores by filter", &["reports.restore"], |_| {
        vec![mutation(&aliases(
            20,
            "restoreReports(where: { title: { contains: \"zz\" } }) { preview { total } }",
        ))]
    })
    .on(4),
    shape("large texts to many", &["notifications.send"], |it| vec![send_to(it, 31, 65_000)]),
    shape("small texts to thousands", &["notifications.send"], |it| vec![send_to(it, 10_000, 380)]),
    shape("keyed texts to thousands", &["notifications.send"], |it| {
        vec![keyed(send_to(it, 10_000, 380))]
    }),
    shape("keyed imports", IMPORT, |_| vec![keyed(import(NUMBER, &catalogue(9_000)))]),
    shape("imports", IMPORT, |_| vec![import(NUMBER, &catalogue(9_000))]),
    shape("imports of long names", IMPORT, |_| vec![import("a", &long_names())]),
    shape("imports into a large group", IMPORT, |it| {
        vec![import(LARGE, &json!({ "a": it.place.to_string() + NUMBER }))]
    })
    .on(16),
    shape("renames", &["locales.update"], renames),
    shape("tokens issued", &["tokens.create.own"], |_| {
        vec![mutation("createAccessToken(input: { name: \"a\" }) { value }")]
    })
    .with(With::Roles),
    shape("own addresses", &["users.update.own"], |it| {
        let email = format!("{}.{NUMBER}@example.com", it.account);
        let uuid = uuid(it.account);
        vec![mutation(&format!(
            "updateUser(uuid: \"{uuid}\", changes: {{ email: \"{email}\" }}) {{ user {{ id }} }}"
        ))]
    })
    .with(With::Roles),
    shape("new roles", &["roles.create"], |_| {
        let names: Vec<String> = (0..500).map(|it| format!("new.{it}")).collect();
        vec![send(
            "POST /api/v1/roles",
            &json!({ "name": format!("r{NUMBER}"), "permissions": names }),
        )]
    })
    .with(With::Roles),
    shape("permissions of keys", &["api.keys.create.own"], |_| {
        let names = vec!["reports.view"; 40_000];
        vec![send("POST /api/v1/api-keys", &json!({ "name": "a", "permissions": names }))]
    })
    .on(16),
];
