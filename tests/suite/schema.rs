//! The GraphQL schema: it equals the committed file, describes everything, and documents
//! permissions and REST equivalents.

use std::{collections::BTreeMap, fs, path::Path, sync::LazyLock};

use async_graphql::{
    Positioned,
    parser::{
        parse_schema,
        types::{
            ConstDirective, FieldDefinition, InputValueDefinition, ServiceDocument, TypeDefinition,
            TypeKind, TypeSystemDefinition,
        },
    },
};

use reinstate::api::graphql::Settings;
use serde_json::{Value as Json, json};

use crate::{
    contract::{Act, KeyKind, restores, updates},
    support::{Engine, TestApp},
};

static DOCUMENT: LazyLock<ServiceDocument> = LazyLock::new(|| {
    // Neither this parser nor that of `graphql_client` knows descriptions of the schema itself.
    parse_schema(reinstate::api::graphql::sdl()).unwrap()
});

pub fn types() -> impl Iterator<Item = &'static TypeDefinition> {
    DOCUMENT.definitions.iter().filter_map(|definition| match definition {
        TypeSystemDefinition::Type(ty) => Some(&ty.node),
        _ => None,
    })
}

pub fn fields(of: &TypeDefinition) -> &[Positioned<FieldDefinition>] {
    match &of.kind {
        TypeKind::Object(object) => &object.fields,
        TypeKind::Interface(interface) => &interface.fields,
        _ => &[],
    }
}

/// The root fields of this type, by name.
fn root(name: &str) -> BTreeMap<&'static str, &'static FieldDefinition> {
    let ty = types().find(|ty| ty.name.node == name).unwrap();
    fields(ty).iter().map(|field| (field.node.name.node.as_str(), &field.node)).collect()
}

/// The arguments of a directive; `None` without it.
pub fn directive(field: &FieldDefinition, name: &str) -> Option<BTreeMap<String, String>> {
    let found: Vec<&Positioned<ConstDirective>> =
        field.directives.iter().filter(|directive| directive.node.name.node == name).collect();
    assert!(found.len() < 2, "{} has @{name} several times", field.name.node);
    let text = |value: &async_graphql::Value| {
        value.clone().into_json().unwrap().as_str().unwrap().to_owned()
    };
    let arguments = &found.first()?.node.arguments;
    Some(arguments.iter().map(|(name, value)| (name.node.to_string(), text(&value.node))).collect())
}

fn permission(all: &str, has_own: bool) -> BTreeMap<String, String> {
    let own = has_own.then(|| ("own".to_owned(), format!("{all}.own")));
    [("all".to_owned(), all.to_owned())].into_iter().chain(own).collect()
}

fn rest(method: &str, path: &str) -> BTreeMap<String, String> {
    [("method", method), ("path", path)].map(|(k, v)| (k.to_owned(), v.to_owned())).into()
}

#[test]
fn the_committed_schema_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema.graphql");
    let file = fs::read_to_string(path).unwrap();
    assert!(file == reinstate::api::graphql::sdl(), "run `cargo run -- schema > schema.graphql`");
}

#[test]
fn everything_has_a_description() {
    let mut missing = Vec::new();
    let mut ask = |what: String, description: &Option<Positioned<String>>| {
        let text = description.as_ref().map(|text| text.node.trim()).unwrap_or_default();
        if text.len() < 3 || !text.ends_with('.') {
            missing.push(format!("{what}: {text:?}"));
        }
    };
    let inputs = |of: &str,
                  inputs: &[Positioned<InputValueDefinition>],
                  ask: &mut dyn FnMut(String, &Option<Positioned<String>>)| {
        for input in inputs {
            ask(format!("{of}({})", input.node.name.node), &input.node.description);
        }
    };
    let mut count = 0;
    for ty in types() {
        let name = &ty.name.node;
        ask(name.to_string(), &ty.description);
        for field in fields(ty) {
            let path = format!("{name}.{}", field.node.name.node);
            inputs(&path, &field.node.arguments, &mut ask);
            ask(path, &field.node.description);
        }
        match &ty.kind {
            TypeKind::InputObject(object) => inputs(name, &object.fields, &mut ask),
            TypeKind::Enum(of) => {
                for value in &of.values {
                    ask(format!("{name}.{}", value.node.value.node), &value.node.description);
                }
            }
            _ => {}
        }
        count += 1;
    }
    for definition in &DOCUMENT.definitions {
        if let TypeSystemDefinition::Directive(directive) = definition {
            // async-graphql doesn't print the descriptions of a directive's arguments.
            ask(format!("@{}", directive.node.name.node), &directive.node.description);
        }
    }
    assert!(count > 40, "{count} types");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Each documented operation has a mutation with the permission and path of the contract; GraphQL's
/// updates are PATCH (D14).
#[test]
fn mutations_match_the_contract() {
    let mut mutations = root("Mutation");
    let patches = updates().into_iter().filter(|it| it.act == Act::Update { put: false });
    for operation in restores().into_iter().chain(patches) {
        let name = operation.mutation();
        let field = mutations.remove(name.as_str()).unwrap_or_else(|| panic!("no {name}"));
        let held = permission(operation.permission, operation.has_own);
        assert_eq!(directive(field, "permission"), Some(held), "{name}");
        let key = match operation.key {
            KeyKind::Uuid => "{uuid}",
            KeyKind::Code => "{code}",
            KeyKind::Id => "{id}",
        };
        let path = operation.path.replace("{}", key);
        assert_eq!(directive(field, "rest"), Some(rest(operation.method(), &path)), "{name}");
        let (argument, ty) = operation.key.argument();
        let first = &field.arguments[0].node;
        assert_eq!(
            (first.name.node.as_str(), &*first.ty.node.to_string()),
            (argument, ty),
            "{name}"
        );
        let payload = format!("{}{}Payload", name[..1].to_uppercase(), &name[1..]);
        assert_eq!(field.ty.node.to_string(), payload, "{name}: nullable");
    }
    let send = mutations.remove("sendNotification").unwrap();
    assert_eq!(directive(send, "permission"), Some(permission("notifications.send", true)));
    assert_eq!(directive(send, "rest"), Some(rest("POST", "/api/v1/notifications")));
    assert_eq!(send.arguments[0].node.ty.node.to_string(), "SendNotificationInput!");
    // Bulk operations need the permissions of the single ones.
    let bulk =
        ["delete", "restore", "deleteMany", "restoreMany", "restoreTrash", "undo", "undoMatching"];
    let purges = ["purge", "purgeMany", "emptyTrash", "hold", "release"];
    // That of each table, by its name.
    let removals = ["undoRemovals", "createAdoptedRow", "updateAdoptedRow"];
    // What runs is ended by its caller, and a link signs in.
    for name in bulk.into_iter().chain(purges).chain(removals).chain(["cancelOperation", "signIn"])
    {
        assert!(mutations.remove(name).is_some(), "{name}");
    }
    // Every other mutation documents its permission.
    for (name, field) in mutations {
        assert!(directive(field, "permission").is_some(), "{name}");
    }
}

/// The error of one root field nulls nothing else (D21).
#[test]
fn every_root_field_is_nullable() {
    for (name, field) in root("Query").into_iter().chain(root("Mutation")) {
        assert!(field.ty.node.nullable, "{name}: {}", field.ty.node);
    }
}

/// Queries for one record by key: nullable, with the permission to view (D8, D9).
#[test]
fn record_queries_document_their_permission() {
    let queries = root("Query");
    let keys = updates().into_iter().find(|operation| operation.table == "api_keys");
    for operation in restores().into_iter().chain(keys) {
        let name = operation.field_name();
        let field = queries.get(name.as_str()).unwrap_or_else(|| panic!("no {name}"));
        let (prefix, _) = operation.permission.rsplit_once('.').unwrap();
        let held = permission(&format!("{prefix}.view"), operation.has_own);
        assert_eq!(directive(field, "permission"), Some(held), "{name}");
        assert_eq!(field.ty.node.to_string(), operation.type_name(), "{name}: nullable");
        let (argument, ty) = operation.key.argument();
        // The global id beside it may be given in its stead.
        let ty = if operation.key == KeyKind::Id { ty.trim_end_matches('!') } else { ty };
        let key = &field.arguments[0].node;
        assert_eq!((key.name.node.as_str(), &*key.ty.node.to_string()), (argument, ty), "{name}");
    }
    // Queries without a permission of their own.
    for name in ["viewer", "node", "translationBundle"] {
        assert_eq!(directive(queries[name], "permission"), None, "{name}");
    }
}

/// Type and field names that clients rely on.
#[test]
fn every_kind_is_a_node_with_the_common_fields() {
    let common = [
        ("id", "ID!"),
        ("databaseId", "BigInt!"),
        ("isActive", "Boolean!"),
        ("deletedAt", "DateTime"),
        ("createdAt", "DateTime!"),
        ("updatedAt", "DateTime!"),
    ];
    let implementers = |interface: &'static str| {
        types().filter(move |ty| match &ty.kind {
            TypeKind::Object(object) => object.implements.iter().any(|it| it.node == interface),
            _ => false,
        })
    };
    let counts =
        ["Record", "Restorable", "UserSummary", "Actor"].map(|it| implementers(it).count());
    assert_eq!(counts, [13, 12, 1, 2]);
    // Events are no records.
    for ty in implementers("Node").filter(|ty| ty.name.node != "RecordEvent") {
        let fields = root(&ty.name.node);
        for (name, of) in common {
            let field = fields.get(name).unwrap_or_else(|| panic!("no {}.{name}", ty.name.node));
            assert_eq!(field.ty.node.to_string(), of, "{}.{name}", ty.name.node);
        }
    }
}

/// Scalars that name no specification, and why. Those of GraphQL itself have none either.
const UNSPECIFIED: [(&str, &str); 1] =
    [("_Any", "Apollo Federation defines it, as a value of any form")];

#[tokio::test]
async fn scalars_name_their_specification() {
    for ty in types().filter(|ty| matches!(ty.kind, TypeKind::Scalar)) {
        let names = ty.directives.iter().map(|directive| directive.node.name.node.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["specifiedBy"], "{}", ty.name.node);
    }
    let mut app = TestApp::start(Engine::Sqlite).await.unwrap();
    app.configure(&Settings { federation: true, ..Settings::default() });
    let token = app.caller(1, &[]).await;
    let query = "{ __schema { types { kind name specifiedByURL } } }";
    let shown = app.query(&token, query).await;
    let of_graphql = ["Boolean", "Float", "ID", "Int", "String"].map(|name| json!(name));
    let all = shown.data()["__schema"]["types"].as_array().unwrap();
    let is_own = |it: &&Json| it["kind"] == "SCALAR" && !of_graphql.contains(&it["name"]);
    let is_named =
        |it: &Json| it["specifiedByURL"].as_str().is_some_and(|url| url.starts_with("https://"));
    let scalars: Vec<&Json> = all.iter().filter(is_own).collect();
    assert!(scalars.len() > 5, "{scalars:?}");
    let unspecified = scalars.iter().filter(|it| !is_named(it)).map(|it| it["name"].as_str());
    let unspecified: Vec<_> = unspecified.collect();
    assert_eq!(unspecified, UNSPECIFIED.map(|(name, _)| Some(name)));
}
