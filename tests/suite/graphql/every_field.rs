//! Every field of every type is written by the resolver of each operation that returns it.

use std::collections::BTreeSet;

use async_graphql::parser::types::{FieldDefinition, TypeDefinition, TypeKind};
use reinstate::{
    actions::{Action, Selects, root_field},
    api::graphql::{Settings, guard::Limits},
    store::Stale,
};
use serde_json::{Value as Json, json};

use crate::{
    authorisation::{Call, Operation, ROLES, fixture_row, operations},
    schema::{fields, types},
    support::{REMOVAL, TestApp, apply, each_engine, fixture, global_id, resource, uuid},
};

/// How many objects a selection has within each other, below the first.
const DEPTH: usize = 3;
/// Types that only subscriptions return. `live::subscriptions` reads their fields.
const NOT_RETURNED: [&str; 3] = ["Subscription", "RecordChanged", "NotificationReceived"];
/// The account of the caller, which owns the records.
const ME: i64 = 1;
/// Another account, with the first access token.
const OTHER: i64 = 2;
/// A deleted account with a deleted notification.
const GONE: i64 = 3;
/// An account with a role.
const MEMBER: i64 = 4;
/// When something was deleted.
const THEN: &str = "2026-01-02T03:04:05Z";
/// Makes the newest deletion of a report an operation that runs.
const RUN: &str = "INSERT INTO bulk_operations (id, actor_id, credential_kind, credential_id, state, \
     total, changed, refused, created_at, updated_at) SELECT operation_id, actor_id, \
     credential_kind, credential_id, 'running', 9, 0, 0, created_at, created_at FROM record_events \
     WHERE action = 'deleted' AND kind = 'Report' ORDER BY id DESC LIMIT 1";

/// Puts an account on hold.
const HELD: &str = "INSERT INTO record_holds (kind, record_id, reason, created_at) SELECT 'User', id, 'r', \
     created_at FROM users WHERE email = 'gone@example.com'";

/// Puts the newest report on hold.
const KEPT: &str = "INSERT INTO record_holds (kind, record_id, reason, created_at) SELECT 'Report', id, 'r', \
     created_at FROM reports ORDER BY id DESC LIMIT 1";

/// Makes the actor of the newest event an account that was purged.
const PURGED: &str =
    "UPDATE record_events SET actor_id = 999 WHERE id = (SELECT MAX(id) FROM record_events)";

/// The type of that name, if it has fields.
fn composite(name: &str) -> Option<&'static TypeDefinition> {
    types().find(|ty| ty.name.node == name && !fields(ty).is_empty())
}

/// The name of the type of a field, or of its items.
fn returned(field: &FieldDefinition) -> String {
    field.ty.node.to_string().trim_matches(['[', ']', '!']).to_owned()
}

/// The names of the types that implement an interface.
fn implementers(interface: &str) -> Vec<&'static str> {
    let implements = |ty: &&TypeDefinition| match &ty.kind {
        TypeKind::Object(object) => object.implements.iter().any(|it| it.node == interface),
        _ => false,
    };
    types().filter(implements).map(|ty| ty.name.node.as_str()).collect()
}

/// Selects every field of a type. Of an interface, those of each type that implements it, and at the
/// lowest level its own, which have resolvers of their own.
pub fn selection(of: &str, left: usize, above: &[&str]) -> String {
    let parts = if left > 0 { implementers(of) } else { Vec::new() };
    let selected: Vec<String> = match parts.is_empty() {
        true => {
            let all = fields(composite(of).unwrap()).iter();
            all.filter_map(|field| select(of, &field.node, left, above)).collect()
        }
        false => {
            let part = |part: &&str| format!("... on {part} {}", selection(part, left, above));
            parts.iter().filter(|part| !above.contains(part)).map(part).collect()
        }
    };
    format!("{{ __typename {} }}", selected.join(" "))
}

/// Selects a field and all below it. `None`: it is too deep, or within its own type.
fn select(of: &str, field: &FieldDefinition, left: usize, above: &[&str]) -> Option<String> {
    let (name, ty) = (&field.name.node, returned(field));
    let below = match composite(&ty) {
        None => String::new(),
        Some(_) if left == 0 || ty == of || above.contains(&ty.as_str()) => return None,
        Some(_) => selection(&ty, left - 1, &[above, &[of]].concat()),
    };
    // Fields of two types with one name can have two types.
    Some(format!("{of}_{name}: {name} {below}"))
}

/// Lets documents select everything.
pub fn lift_limits(app: &mut TestApp) {
    let most = usize::MAX;
    let limits = Limits { bytes: most, tokens: most, fields: most, ..Limits::default() };
    let limits = Limits { aliases: most, records: most, ..limits };
    app.configure(&Settings { limits, ..Settings::default() });
}

/// Adds the keys of all objects in a response.
fn collect_keys(of: &Json, keys: &mut BTreeSet<String>) {
    match of {
        Json::Object(object) => {
            keys.extend(object.keys().cloned());
            object.values().for_each(|value| collect_keys(value, keys));
        }
        Json::Array(items) => items.iter().for_each(|item| collect_keys(item, keys)),
        _ => {}
    }
}

/// The service, and the token of a caller that may do everything.
struct Asking {
    app: TestApp,
    token: String,
    /// The aliases of all fields that were written.
    written: BTreeSet<String>,
}

impl Asking {
    /// Loads the records that operations without one of their own are about.
    async fn start(mut app: TestApp) -> Self {
        lift_limits(&mut app);
        app.show_removals("Harbour").await;
        app.caller(OTHER, &[]).await;
        let token = app.caller(ME, &["*"]).await;
        let roles = (1..).zip(ROLES).map(|(id, change)| {
            let deleted = (change == "restoreRole").then_some(THEN);
            json!({ "id": id, "name": format!("role{id}"), "deleted_at": deleted })
        });
        app.load(fixture("roles", roles)).await;
        // The matrix creates and imports translations into it.
        app.load(fixture("locales", [json!({ "code": "a", "name": "A" })])).await;
        let gone = json!({ "id": GONE, "email": "gone@example.com", "deleted_at": THEN });
        let member = json!({ "id": MEMBER, "email": "member@example.com", "roles": ["role1"] });
        app.load(fixture("users", [gone, member])).await;
        let dependent = fixture_row(resource("notifications"), GONE, GONE, true);
        app.load(fixture("notifications", [dependent])).await;
        Self { app, token, written: BTreeSet::new() }
    }

    /// Sends a document, and returns the value of its root field, which succeeds.
    async fn ask(&mut self, document: &str, variables: &Json) -> Json {
        let response = self.app.graphql(Some(&self.token), document, variables.clone()).await;
        let start: String = document.chars().take(200).collect();
        assert_eq!(response.body.get("errors"), None, "{start}");
        let data = response.data();
        collect_keys(data, &mut self.written);
        let value = data.as_object().unwrap().values().next().unwrap().clone();
        assert!(!value.is_null(), "{start}: nothing was returned");
        value
    }

    /// A field of the newest event of a report with that action.
    async fn newest(&mut self, action: &str, key: &str) -> String {
        let filter = format!("(actions: [{action}], kinds: [REPORT], first: 1)");
        let query = format!("{{ recordEvents{filter} {{ nodes {{ {key} }} }} }}");
        let events = self.ask(&query, &json!({})).await;
        events["nodes"][0][key].as_str().unwrap().to_owned()
    }

    /// Asks for every field of what an operation returns.
    async fn run(&mut self, operation: &Operation, id: i64) {
        let (root, name) = operation.name.split_once('.').unwrap();
        let action = root_field(name).unwrap();
        operation.load(&self.app, id).await;
        let Call::Graphql { query, variables } = (operation.ask)(id) else { unreachable!() };
        let (head, asked) = query.split_once(&format!("{{ {name}")).unwrap();
        let asked = asked.rfind(')').map_or("", |end| &asked[..=end]);
        let arguments = self.arguments(action, id).await.unwrap_or_else(|| asked.to_owned());
        let field = fields(composite(root).unwrap()).iter().find(|it| it.node.name.node == name);
        let ty = returned(&field.unwrap().node);
        let shown = composite(&ty).map(|_| selection(&ty, DEPTH, &[])).unwrap_or_default();
        let document = |given: &str| format!("{head}{{ {root}_{name}: {name}{given} {shown} }}");
        let value = self.ask(&document(&arguments), &variables).await;
        if action.name == "signIn" {
            self.token = value["SignInPayload_value"].as_str().unwrap().to_owned();
        }
        if action.matches() && action.name != "undoRemovals" {
            let preview = value.as_object().unwrap().iter().find(|it| it.0.ends_with("_preview"));
            let token = preview.unwrap().1["BulkPreview_token"].as_str().unwrap();
            let confirmed = format!("{}, confirm: \"{token}\")", arguments.trim_end_matches(')'));
            self.ask(&document(&confirmed), &variables).await;
        }
    }

    /// Arguments with something to do. `None`: those of the matrix have.
    async fn arguments(&mut self, action: &Action, id: i64) -> Option<String> {
        Some(match action.name.as_str() {
            "createAdoptedRow" => {
                "(input: { table: \"orders\", values: { customer: \"a\" } })".to_owned()
            }
            "updateAdoptedRow" => {
                "(input: { table: \"orders\", key: { id: 3 }, values: { customer: \"a\" } })"
                    .to_owned()
            }
            "undoRemovals" => "(since: \"2020-01-01T00:00:00Z\", preview: true)".to_owned(),
            _ if action.matches() => self.matching(action, id).await,
            "delete"
            | "restore"
            | "purge"
            | "deleteMany"
            | "restoreMany"
            | "purgeMany"
            | "markNotificationsRead" => self.of_new_records(&action.name, id).await,
            "hold" => format!("(id: \"{}\", reason: \"r\")", global_id("User", ME)),
            "release" => {
                self.app.execute(HELD).await;
                format!("(id: \"{}\", reason: \"r\")", global_id("User", GONE))
            }
            "revert" => format!("(eventId: \"{}\")", self.newest("CREATED", "id").await),
            "undo" => self.deletion("operationId").await,
            "cancelOperation" => {
                self.app.execute(RUN).await;
                self.deletion("operationId").await
            }
            "signIn" => {
                self.app.execute("UPDATE access_tokens SET link_ends_at = expires_at").await;
                self.app.state.caches.clear(Stale::Credentials);
                String::new()
            }
            "operation" => self.deletion("id").await,
            "recordEvents" => {
                self.app.execute(PURGED).await;
                return None;
            }
            name => return of_read(name),
        })
    }

    /// An argument with the newest operation that deleted a report.
    async fn deletion(&mut self, argument: &str) -> String {
        format!("({argument}: \"{}\")", self.newest("DELETED", "operationId").await)
    }

    /// Arguments that name new records, live or deleted.
    async fn of_new_records(&self, name: &str, id: i64) -> String {
        for (kind, id, deleted) in
            [("reports", id, false), ("reports", id + 1, true), ("notifications", id, false)]
        {
            self.app.load(fixture(kind, [fixture_row(resource(kind), id, ME, deleted)])).await;
        }
        let [live, deleted] = [id, id + 1].map(|id| global_id("Report", id));
        match name {
            "delete" => format!("(id: \"{live}\")"),
            "restore" => format!("(id: \"{deleted}\", with: RELATED)"),
            "purge" => format!("(id: \"{deleted}\")"),
            "purgeMany" => format!("(ids: [\"{deleted}\", \"none\"])"),
            "deleteMany" => format!("(ids: [\"{live}\", \"none\"])"),
            "restoreMany" => format!("(ids: [\"{deleted}\", \"none\"], with: RELATED)"),
            _ => format!("(uuids: [\"{}\"])", uuid(id)),
        }
    }

    /// Arguments that match a record with that id.
    async fn matching(&self, action: &Action, id: i64) -> String {
        let (kind, asked) = match action.selects {
            Selects::Matching(kind) => (kind, format!("(where: {{ databaseId: {{ eq: {id} }} }})")),
            _ => (resource("reports"), "(kinds: [REPORT])".to_owned()),
        };
        let deleted = !action.name.starts_with("delete");
        self.app.load(fixture(kind.table.name, [fixture_row(kind, id, ME, deleted)])).await;
        if action.name == "emptyTrash" {
            let kept = fixture_row(kind, id + 1, ME, true);
            self.app.load(fixture(kind.table.name, [kept])).await;
            self.app.execute(KEPT).await;
        }
        asked
    }
}

/// Arguments that name records which were loaded first. `None`: those of the matrix will do.
fn of_read(name: &str) -> Option<String> {
    let me = global_id("User", ME);
    Some(match name {
        "node" => format!("(id: \"{me}\")"),
        "nodes" => format!("(ids: [\"{me}\"])"),
        // A live record has an obstacle, and the deleted account a dependent.
        "restorePreview" => {
            let gone = [global_id("User", GONE), global_id("Notification", GONE)];
            format!("(ids: [\"{me}\", \"{}\"])", gone.join("\", \""))
        }
        "recordAsOf" => format!("(id: \"{me}\", at: \"9999-01-01T00:00:00Z\")"),
        "role" => format!("(id: \"{}\")", global_id("Role", 1)),
        "removedRows" => format!("(removal: {REMOVAL:?})"),
        "adoptedRows" => "(table: \"orders\")".to_owned(),
        "rowHistory" => "(table: \"orders\", key: [\"1\"])".to_owned(),
        "accessTokens" => String::new(),
        _ => return None,
    })
}

/// The fields of all types that operations return, as aliases.
fn expected() -> BTreeSet<String> {
    let returned = types().filter(|ty| {
        matches!(ty.kind, TypeKind::Object(_)) && !NOT_RETURNED.contains(&ty.name.node.as_str())
    });
    let aliases = |ty: &'static TypeDefinition| {
        fields(ty).iter().map(|field| format!("{}_{}", ty.name.node, field.node.name.node))
    };
    returned.flat_map(aliases).collect()
}

/// No field of an operation fails, and together they write every field of every type.
#[apply(each_engine!)]
async fn every_operation_writes_every_field(app: TestApp) {
    let mut asking = Asking::start(app).await;
    let is_root =
        |it: &Operation| it.name.starts_with("Query.") || it.name.starts_with("Mutation.");
    let mut of_roots: Vec<Operation> = operations().into_iter().filter(is_root).collect();
    // What the changes leave is read.
    of_roots.sort_by_key(|it| it.name.starts_with("Query."));
    for (operation, place) in of_roots.iter().zip(1..) {
        asking.run(operation, 1_000 * place).await;
    }
    let missing: Vec<String> = expected().difference(&asking.written).cloned().collect();
    assert_eq!(missing, [""; 0]);
}
