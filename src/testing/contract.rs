//! The contract of every kind: what both APIs do with its records.

use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

use super::{
    commands::{exports, imports, passes},
    database::TestDatabase,
    requests::{change, one, selection},
    service::{Outcome, Response, TestService, ensure},
    values::{OWNER, body, key, referred_rows, row},
};
use crate::{
    Service,
    actions::root_field,
    api::{graphql, rest},
    kinds,
    resources::{LiveRecord, Resource, capital},
};

/// Tests a kind on SQLite and PostgreSQL. It tests the kind's lists, both APIs, permissions, trash,
/// undo, audit trail, fixtures, export, import, check, and documents. The service has the built-in
/// kinds beside it.
///
/// PostgreSQL is the one that `TEST_POSTGRES_URL` names or that listens on 127.0.0.1:5432; without
/// one it is left out, unless `CI` is set.
///
/// # Panics
/// When the kind breaks the contract; the message says how and on which engine.
pub fn contract(kind: Resource) {
    let name = kind.name;
    let outcome = Service::builder().kinds(kinds::all()).kind(kind).build();
    let outcome = outcome.map_err(Into::into).and_then(|_| {
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(on_each_engine(name))
    });
    if let Err(problem) = outcome {
        panic!("{name}: {problem}");
    }
}

async fn on_each_engine(name: &str) -> Outcome {
    let kind = kinds::named(name).ok_or("it is not registered")?;
    documents(kind)?;
    for database in TestDatabase::of_each_engine().await? {
        let outcome = on(&database, kind).await;
        database.remove().await?;
        outcome.map_err(|problem| format!("{}: {problem}", database.engine()))?;
    }
    Ok(())
}

/// Both documents have the kind.
fn documents(kind: &Resource) -> Outcome {
    let (sdl, openapi) = (graphql::sdl(), rest::openapi::openapi());
    ensure(sdl.contains(&format!("type {} implements", kind.name)), "the schema has its type")?;
    let restored = kind.restore.is_none() || openapi.contains(&kind.restore_path());
    ensure(restored, "the OpenAPI document has its path")
}

async fn on(database: &TestDatabase, kind: &'static Resource) -> Outcome {
    let service = TestService::start(&database.url()).await?;
    let own = |permission: &crate::auth::Permission| permission.own;
    let owns: Vec<_> = permissions(kind).iter().filter_map(|it| own(it)).collect();
    let accounts = json!([
        { "id": 1, "email": "all@example.com", "permissions": ["*"] },
        { "id": OWNER, "email": "owner@example.com", "permissions": owns },
        { "id": 3, "email": "none@example.com" },
    ]);
    service.load(&json!({ "users": accounts })).await?;
    service.load(&json!(referred_rows(kind))).await?;
    let rows = [row(kind, 1001, 1), row(kind, 1002, OWNER)];
    service.load(&json!({ kind.table.name: rows })).await?;
    let contract = Contract {
        all: service.token("all@example.com").await?,
        owner: service.token("owner@example.com").await?,
        none: service.token("none@example.com").await?,
        kind,
        service,
    };
    contract.views().await?;
    contract.permissions().await?;
    if kind.delete.is_some() && kind.restore.is_some() {
        contract.trash().await?;
        contract.matching().await?;
    }
    contract.updates().await?;
    contract.creates().await?;
    exports(&contract.service, kind).await?;
    imports(&contract.service, kind).await?;
    passes(&database.url()).await
}

fn permissions(kind: &Resource) -> Vec<&crate::auth::Permission> {
    let restore = kind.restore.iter().map(|it| &it.permission);
    let update = kind.update.iter().map(|it| &it.permission);
    let create = kind.create.iter().map(|it| &it.permission);
    [&kind.view]
        .into_iter()
        .chain(&kind.delete)
        .chain(restore)
        .chain(&kind.purge)
        .chain(&kind.hold)
        .chain(update)
        .chain(create)
        .collect()
}

struct Contract {
    kind: &'static Resource,
    service: TestService,
    all: String,
    owner: String,
    none: String,
}

impl Contract {
    /// A record is found by key and in lists, with every field.
    async fn views(&self) -> Outcome {
        let kind = self.kind;
        let found = self.graphql(&self.all, &one(kind, &text(&key(kind, 1001)))).await?;
        let record = &found["data"][kind.field_name()];
        for (name, value) in row(kind, 1001, 1).as_object().into_iter().flatten() {
            let Some(field) = kind.field(name).filter(|it| record.get(&it.camel_name).is_some())
            else {
                continue;
            };
            let shown = &record[&field.camel_name];
            // Uuids are shown in lower case, timestamps with microseconds.
            let (shown, stored) = (text(shown).to_lowercase(), text(value).to_lowercase());
            let same = shown.starts_with(stored.trim_end_matches('z'));
            ensure(same, &format!("{name} is shown as it is stored: {shown}, not {stored}"))?;
        }
        ensure(text(&record["databaseId"]) == "1001", "the record is found by its key")?;
        let list =
            format!("{{ {}(first: 10) {{ nodes {{ {} }} }} }}", kind.plural(), selection(kind));
        let listed = self.graphql(&self.all, &list).await?;
        let count = listed["data"][kind.plural()]["nodes"].as_array().map(Vec::len);
        let count = count.unwrap_or_default();
        ensure(if kind.is_account() { count > 1 } else { count == 2 }, "the list has the records")
    }

    /// Callers without the permissions are refused, and owners see their own.
    async fn permissions(&self) -> Outcome {
        let kind = self.kind;
        let mut asked = vec![one(kind, &text(&key(kind, 1001)))];
        asked.extend(kind.delete.map(|_| change(kind, "delete", &text(&key(kind, 1001)))));
        for query in &asked {
            let refused = self.graphql(&self.none, query).await?;
            ensure(code(&refused) == "FORBIDDEN", &format!("without a permission: {query}"))?;
        }
        if kind.owner.is_some() && kind.view.own.is_some() && !kind.is_account() {
            let own = self.graphql(&self.owner, &one(kind, &text(&key(kind, 1002)))).await?;
            ensure(code(&own).is_empty(), "owners see their own records")?;
            let others = self.graphql(&self.owner, &asked[0]).await?;
            ensure(code(&others) == "FORBIDDEN", "owners don't see those of others")?;
        }
        let known = kinds::permission_names();
        let known: BTreeSet<_> = known.into_iter().collect();
        let named = permissions(kind).into_iter().flat_map(|it| it.names());
        ensure(named.into_iter().all(|name| known.contains(name)), "its permissions are known")
    }

    /// A record is deleted, listed in the trash, restored, and undone. Each is an event.
    async fn trash(&self) -> Outcome {
        let kind = self.kind;
        let named = text(&key(kind, 1001));
        let (deleted, name) =
            (self.graphql(&self.all, &change(kind, "delete", &named)).await?, kind.name);
        let payload = &deleted["data"][format!("delete{name}")];
        ensure(payload[kind.field_name()]["deletedAt"].is_string(), "deleting sets deletedAt")?;
        let trash = "{ trash { nodes { databaseId } } trashSummary { count } }";
        let found = self.graphql(&self.all, trash).await?;
        let nodes = &found["data"]["trash"]["nodes"];
        let first = text(&nodes[0]["databaseId"]);
        ensure(first == "1001", &format!("the trash has the record: {found}"))?;
        let counts = found["data"]["trashSummary"].as_array();
        let counts = counts.map(|it| it.iter().filter(|it| it["count"] == 1).count());
        ensure(counts == Some(1), "the trash is counted")?;

        let path = kind.restore_path().replace(&format!("{{{}}}", kind.key_column), &named);
        let refused = self.rest(&self.none, "POST", &path, None).await?;
        ensure([403, 404].contains(&refused.status), "restoring takes its permission")?;
        let restored = self.rest(&self.all, "POST", &path, None).await?;
        ensure(restored.status == 200, &format!("restoring: {}", restored.body))?;
        let again = self.rest(&self.all, "POST", &path, None).await?.status;
        let strict = kind.restore.as_ref().map(|it| it.live_record) == Some(LiveRecord::Rejected);
        ensure(again == if strict { 400 } else { 200 }, "restoring a live record")?;

        let deleted = self.graphql(&self.all, &change(kind, "delete", &named)).await?;
        let operation = &deleted["data"][format!("delete{name}")]["operationId"];
        let undo = "mutation ($id: UUID!) { undo(operationId: $id) { outcomes { changed } } }";
        let undone = self.service.graphql(&self.all, undo, &json!({ "id": operation })).await?;
        let changed = undone["data"]["undo"]["outcomes"][0]["changed"] == true;
        ensure(changed, &format!("undoing a deletion: {undone}"))?;
        let events = "{ recordEvents(first: 4) { nodes { action } } }";
        let events = self.graphql(&self.all, events).await?;
        let actions: Vec<&str> = events["data"]["recordEvents"]["nodes"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|event| event["action"].as_str())
            .collect();
        ensure(actions == ["RESTORED", "DELETED", "RESTORED", "DELETED"], "each is an event")
    }

    /// Matching records are counted, deleted with the preview's token, and restored.
    async fn matching(&self) -> Outcome {
        let action = root_field(&format!("delete{}", capital(&self.kind.plural())));
        let path = action.and_then(|it| it.route.as_ref()).ok_or("it is not deleted by filter")?;
        let path = format!("{}?id=1002", path.path);
        let preview = self.rest(&self.all, "POST", &path, None).await?.body;
        ensure(preview["preview"]["counts"][0]["count"] == 1, "a preview counts what matches")?;
        let confirmed = format!("{path}&confirm={}", text(&preview["preview"]["token"]));
        let deleted = self.rest(&self.all, "POST", &confirmed, None).await?.body;
        ensure(deleted["progress"]["changed"] == 1, &format!("what matches: {deleted}"))?;
        let undo = format!("/api/v1/operations/{}/undo", text(&deleted["operation_id"]));
        let undone = self.rest(&self.all, "POST", &undo, None).await?.body;
        ensure(undone["outcomes"][0]["changed"] == true, "it comes back")
    }

    /// A record is updated at the expected version with valid values.
    async fn updates(&self) -> Outcome {
        let kind = self.kind;
        let Some(update) = &kind.update else { return Ok(()) };
        let named = text(&key(kind, 1002));
        let path = kind.record_path().replace(&format!("{{{}}}", kind.key_column), &named);
        let mut changes = body(kind, &update.changes, 7);
        // The record keeps its key.
        changes.remove(kind.key_column);
        let changes = Json::Object(changes);
        let stale = [("if-match", "\"99\"")];
        let stale = self.service.rest(&self.all, "PATCH", &path, &stale, Some(&changes)).await?;
        ensure(stale.status == 412, "an update expects the version that it names")?;
        let updated = self.rest(&self.all, "PATCH", &path, Some(&changes)).await?;
        ensure(updated.status == 200, &format!("updating: {}", updated.body))?;
        ensure(updated.headers.contains_key("etag"), "an update shows the version")?;
        let Some(input) = update.changes.iter().find(|input| !input.nullable()) else {
            return Ok(());
        };
        let invalid =
            self.rest(&self.all, "PATCH", &path, Some(&json!({ input.name: null }))).await?;
        ensure(invalid.status == 422, "an update is validated")?;
        let refused = self.rest(&self.none, "PATCH", &path, Some(&changes)).await?;
        ensure([403, 404].contains(&refused.status), "updating takes its permission")
    }

    /// A record is created with its values.
    async fn creates(&self) -> Outcome {
        let Some(create) = &self.kind.create else { return Ok(()) };
        let fields = Json::Object(body(self.kind, &create.inputs, 8));
        let refused = self.rest(&self.none, "POST", self.kind.path, Some(&fields)).await?;
        ensure(refused.status == 403, "creating takes its permission")?;
        let empty = self.rest(&self.all, "POST", self.kind.path, Some(&json!({}))).await?;
        let required = create.inputs.iter().any(|input| !input.has_default());
        ensure(!required || empty.status == 422, "creating requires what has no default")?;
        let owner = self.kind.owner.filter(|_| !self.kind.is_account());
        let takes_owner = |owner| create.inputs.iter().any(|input| input.name == owner);
        ensure(owner.is_none_or(takes_owner), "nobody owns what lacks the owner's column")?;
        let owned = self.owned().await?;
        let created = self.rest(&self.all, "POST", self.kind.path, Some(&fields)).await?;
        ensure(created.status == 201, &format!("creating: {}", created.body))?;
        let seen = owned + usize::from(owner.is_some() && self.kind.view.own.is_some());
        ensure(self.owned().await? >= seen, "the owner whom a record names sees it")?;
        let again = self.rest(&self.all, "POST", self.kind.path, Some(&fields)).await?.status;
        let is_unique = create.inputs.iter().any(|input| input.unique);
        ensure(!is_unique || again == 422, "a unique value is taken once")
    }

    /// How many records the owner sees.
    async fn owned(&self) -> Outcome<usize> {
        let list = format!("{{ {}(first: 100) {{ nodes {{ id }} }} }}", self.kind.plural());
        let found = self.graphql(&self.owner, &list).await?;
        Ok(found["data"][self.kind.plural()]["nodes"].as_array().map_or(0, Vec::len))
    }

    async fn graphql(&self, token: &str, query: &str) -> Outcome<Json> {
        self.service.graphql(token, query, &json!({})).await
    }

    async fn rest(
        &self,
        token: &str,
        method: &str,
        path: &str,
        body: Option<&Json>,
    ) -> Outcome<Response> {
        self.service.rest(token, method, path, &[], body).await
    }
}

/// The code of the first error; empty without one.
fn code(response: &Json) -> &str {
    response["errors"][0]["extensions"]["code"].as_str().unwrap_or_default()
}

/// A text or a number as text.
fn text(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
