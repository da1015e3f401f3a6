//! In the trash every field of every kind shows the record's own value.

use reinstate::resources::{Field, Format};
use serde_json::{Value as Json, json};

use crate::{
    contract::Operation,
    support::{TestApp, apply, each_engine, fixture, resource, uuid},
    trash::kinds,
};

/// The id of each record.
const ID: i64 = 900;
/// Its owner.
const OWNER: i64 = 1;

/// Loads a deleted record with a value in every column.
async fn load(app: &TestApp, kind: &Operation) {
    let mut row = kind.record(ID, Some(OWNER), true);
    let more = json!({
        "native_name": "Português", "action_url": "/somewhere", "metadata": { "a": [1, "two"] },
        "sort_order": 7, "read_at": "2026-01-02T03:04:05Z", "sender_id": OWNER,
    });
    for (name, value) in more.as_object().unwrap() {
        if resource(kind.table).table.column(name).is_some() {
            row[name] = value.clone();
        }
    }
    app.load(fixture(kind.table, [row])).await;
}

/// A field's value in GraphQL.
fn shown(field: &Field, stored: &Json) -> Json {
    match (field.name, &field.format) {
        ("uuid", _) => json!(uuid(ID)),
        (name, Format::OneOf(_)) => json!(stored[name].as_str().unwrap().to_uppercase()),
        (name, _) => stored[name].clone(),
    }
}

/// Each selection on a record of the kind, with its expected value.
async fn selections(app: &TestApp, kind: &Operation) -> Vec<(String, String, Json)> {
    let described = resource(kind.table);
    let stored = app.stored(kind.table, ID).await;
    let field =
        |field: &Field| (field.camel_name.clone(), field.camel_name.clone(), shown(field, &stored));
    let fields = described.fields.iter().map(field);
    let accounts = described.relations.iter().map(|relation| {
        let account = json!({ "databaseId": stored[relation.column] });
        (relation.name.to_owned(), format!("{} {{ databaseId }}", relation.name), account)
    });
    let kind_value = camel_to_upper(described.name);
    let label = stored[described.label].clone();
    let capabilities = json!({ "restore": true, "delete": false, "update": false });
    let common = [
        ("id", "id", json!(kind.global_id(ID))),
        ("databaseId", "databaseId", json!(ID)),
        ("kind", "kind", json!(kind_value)),
        ("label", "label", label),
        ("viewerCan", "viewerCan { restore delete update }", capabilities),
    ];
    let common = common.map(|(name, text, value)| (name.to_owned(), text.to_owned(), value));
    fields.chain(accounts).chain(common).collect()
}

/// `ApiKey` as `API_KEY`.
fn camel_to_upper(name: &str) -> String {
    let mut text = String::new();
    for (place, letter) in name.char_indices() {
        if place > 0 && letter.is_uppercase() {
            text.push('_');
        }
        text.extend(letter.to_uppercase());
    }
    text
}

async fn read(app: &TestApp, token: &str, query: &str, place: &str) -> Json {
    app.graphql(Some(token), query, json!({})).await.data().pointer(place).unwrap().clone()
}

/// Alone and among all others, in the trash and by global id.
#[apply(each_engine!)]
async fn every_field_shows_the_value_of_its_record(app: TestApp) {
    let caller = app.caller(OWNER, &["*"]).await;
    for kind in kinds() {
        load(&app, &kind).await;
        let (name, id) = (kind.type_name(), kind.global_id(ID));
        let upper = camel_to_upper(&name);
        let selections = selections(&app, &kind).await;
        let all: Vec<&str> = selections.iter().map(|(_, text, _)| text.as_str()).collect();
        let all = all.join(" ");
        let texts = selections.iter().map(|(_, text, _)| text.as_str());
        for selected in texts.chain([all.as_str()]) {
            let fragment = format!("... on {name} {{ {selected} }}");
            let queries = [
                (
                    format!("{{ trash(kinds: [{upper}]) {{ nodes {{ {fragment} }} }} }}"),
                    "/trash/nodes/0",
                ),
                (format!("{{ node(id: \"{id}\") {{ {fragment} }} }}"), "/node"),
            ];
            for (query, place) in queries {
                let record = read(&app, &caller, &query, place).await;
                for (field, text, expected) in &selections {
                    if text == selected || selected == all {
                        assert_eq!(&record[field], expected, "{field} in {query}");
                    }
                }
            }
        }
    }
}
