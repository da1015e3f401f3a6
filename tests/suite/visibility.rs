//! Visibility: for any permissions, lists, counts, `node`, `nodes`, single records, the trash and
//! its summary agree on what a caller sees.

use std::collections::BTreeMap;

use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError, TestRunner},
};
use serde_json::{Value as Json, json};

use crate::{
    contract::{Operation, restores},
    support::{Engine, TestApp, fixture},
};

const ME: i64 = 1;
const OTHER: i64 = 2;
const TABLES: [&str; 5] = ["locales", "reports", "translations", "notifications", "users"];

/// Which records a caller may act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Nowhere,
    Own,
    All,
}

fn scope() -> impl Strategy<Value = Scope> {
    prop_oneof![Just(Scope::Nowhere), Just(Scope::Own), Just(Scope::All)]
}

/// Which records it may view and restore, for each kind.
fn caller() -> impl Strategy<Value = Vec<(Scope, Scope)>> {
    prop::collection::vec((scope(), scope()), TABLES.len())
}

fn kinds() -> Vec<Operation> {
    let of = |table: &&str| restores().into_iter().find(|kind| kind.table == *table).unwrap();
    TABLES.iter().map(of).collect()
}

fn permissions(kinds: &[Operation], scopes: &[(Scope, Scope)]) -> Vec<String> {
    let name = |permission: String, scope: Scope| match scope {
        Scope::Nowhere => None,
        Scope::Own => Some(format!("{permission}.own")),
        Scope::All => Some(permission),
    };
    let of_kind = |(kind, (view, restore)): (&Operation, &(Scope, Scope))| {
        let view = name(kind.permission.replace(".restore", ".view"), *view);
        [view, name(kind.permission.to_owned(), *restore)]
    };
    kinds.iter().zip(scopes).flat_map(of_kind).flatten().collect()
}

/// A record, and whether it is the caller's own and deleted.
struct Sample {
    id: i64,
    own: bool,
    deleted: bool,
}

/// The records of a kind: live and deleted, own and others'.
fn records(place: usize, kind: &Operation) -> Vec<Sample> {
    let first = 1_000 * (place as i64 + 1);
    let record = |number: i64| Sample {
        // Of accounts only the caller's is its own, and it is live.
        id: first + number,
        own: kind.has_own && kind.table != "users" && number % 2 == 0,
        deleted: number % 4 > 1,
    };
    (0..8).map(record).collect()
}

async fn load_records(app: &TestApp) {
    app.caller(ME, &["*"]).await;
    app.caller(OTHER, &[]).await;
    for (place, kind) in kinds().iter().enumerate() {
        let rows = records(place, kind).into_iter().map(|sample| {
            kind.record(sample.id, Some(if sample.own { ME } else { OTHER }), sample.deleted)
        });
        app.load(fixture(kind.table, rows)).await;
    }
}

fn sees(own: bool, scope: Scope) -> bool {
    scope == Scope::All || (own && scope == Scope::Own)
}

/// The data of a response; errors don't matter, since what is refused isn't visible.
async fn data(app: &TestApp, token: &str, query: &str, variables: Json) -> Json {
    app.graphql(Some(token), query, variables).await.body["data"].clone()
}

fn shown(nodes: &Json) -> BTreeMap<i64, Json> {
    let nodes = nodes.as_array().into_iter().flatten().filter(|node| !node.is_null());
    nodes.map(|node| (node["databaseId"].as_i64().unwrap(), node.clone())).collect()
}

async fn agree(app: &TestApp, scopes: Vec<(Scope, Scope)>) -> Result<(), TestCaseError> {
    let kinds = kinds();
    let held = permissions(&kinds, &scopes);
    let held: Vec<&str> = held.iter().map(String::as_str).collect();
    let token = &app.token("caller1@example.com", Some(&held)).await;
    let mut in_bin = BTreeMap::new();
    for (place, (kind, (view, restore))) in kinds.iter().zip(&scopes).enumerate() {
        let mut sample = records(place, kind);
        if kind.table == "users" {
            sample.push(Sample { id: ME, own: true, deleted: false });
            sample.push(Sample { id: OTHER, own: false, deleted: false });
        }
        let visible = |sample: &&Sample| {
            let own = sample.own || (kind.table == "users" && sample.id == ME);
            sees(own, *view) && (!sample.deleted || sees(own, *restore))
        };
        let expected: Vec<i64> = sample.iter().filter(visible).map(|sample| sample.id).collect();
        let deleted: Vec<i64> =
            sample.iter().filter(visible).filter(|it| it.deleted).map(|sample| sample.id).collect();
        let fields = match kind.table {
            "reports" => "databaseId label deletedAt user { email } viewerCan { restore delete }",
            "notifications" => "databaseId label deletedAt message user { email }",
            _ => "databaseId label deletedAt viewerCan { restore delete }",
        };
        // Lists and counts.
        let field = reinstate::resources::camel_case(kind.table);
        let list = |trashed: &str| {
            format!(
                "{{ {field}(trashed: {trashed}, first: 100) {{ totalCount nodes \
                 {{ {fields} }} }} }}"
            )
        };
        let with = data(app, token, &list("WITH"), json!({})).await[&field].clone();
        let only = data(app, token, &list("ONLY"), json!({})).await[&field].clone();
        let without = data(app, token, &list("WITHOUT"), json!({})).await[&field].clone();
        let listed = shown(&with["nodes"]);
        let mut sorted = expected.clone();
        sorted.sort_unstable();
        prop_assert_eq!(
            listed.keys().copied().collect::<Vec<_>>(),
            sorted,
            "{} listed",
            kind.table
        );
        prop_assert_eq!(shown(&only["nodes"]).into_keys().collect::<Vec<_>>(), deleted.clone());
        for (list, count) in [
            (&with, expected.len()),
            (&only, deleted.len()),
            (&without, expected.len() - deleted.len()),
        ] {
            if !list.is_null() {
                prop_assert_eq!(&list["totalCount"], &json!(count), "{} counted", kind.table);
            }
        }
        // The same records by global id, together and one by one, and by key.
        let ids: Vec<String> = sample.iter().map(|sample| kind.global_id(sample.id)).collect();
        let of_type = format!("... on {} {{ {fields} }}", kind.type_name());
        let query = format!("query($ids: [ID!]!) {{ nodes(ids: $ids) {{ {of_type} }} }}");
        let nodes = data(app, token, &query, json!({ "ids": ids })).await;
        prop_assert_eq!(&shown(&nodes["nodes"]), &listed, "{} as nodes", kind.table);
        for sample in &sample {
            let query = format!("query($id: ID!) {{ node(id: $id) {{ {of_type} }} }}");
            let node = data(app, token, &query, json!({ "id": kind.global_id(sample.id) })).await;
            let one = listed.get(&sample.id).cloned().unwrap_or_default();
            prop_assert_eq!(&node["node"], &one, "{} {} as a node", kind.table, sample.id);
            if sample.id > OTHER {
                let (argument, ty) = kind.key.argument();
                let field = kind.field_name();
                let query =
                    format!("query($key: {ty}) {{ {field}({argument}: $key) {{ {fields} }} }}");
                let record =
                    data(app, token, &query, json!({ "key": kind.key_of(sample.id) })).await;
                prop_assert_eq!(&record[&field], &one, "{} {} by its key", kind.table, sample.id);
            }
        }
        // The trash of the kind.
        let kind_name = kind.type_name().to_uppercase();
        let bin = data(app, token, &format!(
            "{{ trash(kinds: [{kind_name}], first: 100) {{ totalCount nodes {{ {of_type} }} }} }}"
        ), json!({})).await["trash"].clone();
        prop_assert_eq!(&shown(&bin["nodes"]), &shown(&only["nodes"]), "{} in the bin", kind.table);
        prop_assert_eq!(
            &bin["totalCount"],
            &json!(deleted.len()),
            "{} counted in the bin",
            kind.table
        );
        if *view != Scope::Nowhere
            && *restore != Scope::Nowhere
            && (kind.has_own || (*view, *restore) == (Scope::All, Scope::All))
        {
            in_bin.insert(kind_name, deleted.len());
        }
    }
    let summary = data(app, token, "{ trashSummary { kind count } }", json!({})).await;
    for kind in summary["trashSummary"].as_array().into_iter().flatten() {
        let name = kind["kind"].as_str().unwrap();
        let count = in_bin.remove(name).unwrap_or_default();
        prop_assert_eq!(&kind["count"], &json!(count), "{} in the summary", name);
    }
    prop_assert!(in_bin.values().all(|count| *count == 0), "left out of the summary: {in_bin:?}");
    Ok(())
}

fn all_agree(engine: Engine) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let Some(app) = runtime.block_on(TestApp::start(engine)) else { return };
    runtime.block_on(load_records(&app));
    let config = Config { cases: 40, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&caller(), |scopes| runtime.block_on(agree(&app, scopes)))
        .unwrap_or_else(|failure| panic!("{failure}"));
    // Schemas are dropped on the runtime.
    runtime.block_on(async move { drop(app) });
}

/// D6, D9 on SQLite.
#[test]
fn visibility_agrees_on_sqlite() {
    all_agree(Engine::Sqlite);
}

/// D6, D9 on PostgreSQL.
#[test]
fn visibility_agrees_on_postgres() {
    all_agree(Engine::Postgres);
}
