//! The service under test, with its own database.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Method, Request, header},
};
use chrono::{DateTime, SecondsFormat, TimeDelta};
use data_encoding::BASE64URL_NOPAD;
use entity::{ColumnType, Timestamp, access_token, json::StoredJson, user};
use reinstate::{
    api::{graphql::Settings, http::Origins},
    app::App,
    auth::{Budgets, CredentialKind, Secret},
    clock::Clock,
    data::fixtures::Fixtures,
    resources::Resource,
    server,
    store::{
        Tables,
        database::{Database, Opening},
    },
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter,
    Statement,
};
use serde_json::{Map, Value as Json, json};
use tower::ServiceExt;

use super::{Engine, Response, engine::Storage, errors::undocumented};

/// The service, ready for requests.
pub struct TestApp {
    pub state: Arc<App>,
    pub engine: Engine,
    pub url: String,
    router: Router,
    /// The text of every statement so far.
    statements: Arc<Mutex<Vec<String>>>,
    /// Whether a request had an idempotency key: any write can be refused for its key.
    has_keys: AtomicBool,
    _storage: Option<Storage>,
    /// Files of databases of other programs.
    pub(super) folders: Vec<tempfile::TempDir>,
}

impl Drop for TestApp {
    /// Fails the test if an operation failed with an error that its entry in the table does not name.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let has_keys = self.has_keys.load(Ordering::Relaxed);
            assert_eq!(undocumented(&self.state.metrics, has_keys), [""; 0]);
        }
    }
}

/// A readable uuid for a test record.
pub fn uuid(number: i64) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

/// The global id of a record.
pub fn global_id(type_name: &str, id: i64) -> String {
    BASE64URL_NOPAD.encode(format!("{type_name}:{id}").as_bytes())
}

/// The timestamp this many seconds from now.
pub fn from_now(seconds: i64) -> Timestamp {
    (Clock::system().now().to_chrono() + TimeDelta::seconds(seconds)).into()
}

/// Fixtures for one table.
pub fn fixture(table: &str, rows: impl IntoIterator<Item = Json>) -> Json {
    json!({ table: rows.into_iter().collect::<Vec<_>>() })
}

impl TestApp {
    /// Starts the service on an empty database; `None` when the engine is unavailable.
    pub async fn start(engine: Engine) -> Option<Self> {
        let storage = engine.storage().await?;
        let url = storage.url.clone();
        Some(Self::of(engine, url, Some(storage), None).await)
    }

    /// Another server on the same database, which must be dropped before this one.
    pub async fn replica(&self) -> Self {
        Self::of(self.engine, self.url.clone(), None, None).await
    }

    /// A replica with other budgets of a request.
    pub async fn with_budgets(&self, change: impl FnOnce(&mut Budgets)) -> Self {
        let mut budgets = Budgets::default();
        change(&mut budgets);
        Self::of(self.engine, self.url.clone(), None, Some(budgets)).await
    }

    /// Another server on the same database, which it reaches through that URL.
    pub async fn behind(&self, url: String) -> Self {
        Self::of(self.engine, url, None, None).await
    }

    async fn of(
        engine: Engine,
        url: String,
        storage: Option<Storage>,
        budgets: Option<Budgets>,
    ) -> Self {
        let database = Database::open(&url).await.unwrap();
        Self::on(database, engine, url, storage, budgets).await
    }

    /// Another server on the same database, with so many connections for requests.
    pub async fn with_connections(&self, connections: u32) -> Self {
        let opening = Opening { connections, ..Opening::default() };
        let database = Database::open_with(&self.url, opening).await.unwrap();
        Self::on(database, self.engine, self.url.clone(), None, None).await
    }

    async fn on(
        database: Database,
        engine: Engine,
        url: String,
        storage: Option<Storage>,
        budgets: Option<Budgets>,
    ) -> Self {
        if let Some(budgets) = budgets {
            database.limit_statements(budgets.database_time);
        }
        database.migrate(&Tables).await.unwrap();
        let statements = Arc::new(Mutex::new(Vec::new()));
        for connection in [database.operator().writer, database.operator().reader] {
            let statements = Arc::clone(&statements);
            connection.set_metric_callback(move |run| {
                statements.lock().unwrap().push(run.statement.sql.clone());
            });
        }
        let state = Arc::new(App::new(database, Clock::system()));
        if let Some(budgets) = budgets {
            state.budgets.set(budgets).unwrap();
        }
        let router = server::router(Arc::clone(&state), &Settings::default());
        let has_keys = AtomicBool::new(false);
        Self {
            state,
            engine,
            url,
            router,
            statements,
            has_keys,
            _storage: storage,
            folders: Vec::new(),
        }
    }

    /// Changes the settings.
    pub fn configure(&mut self, settings: &Settings) {
        self.router = server::router(Arc::clone(&self.state), settings);
    }

    /// Lets pages of these origins use the service.
    pub fn allow_origins(&mut self, origins: Origins) {
        let (state, settings) = (Arc::clone(&self.state), Settings::default());
        self.router = server::router_for_origins(state, &settings, Some(origins));
    }

    /// The same service with another clock and empty caches.
    pub fn at(mut self, now: fn() -> Timestamp) -> Self {
        self.state = Arc::new(App::new(self.state.database.clone(), Clock::showing(now)));
        self.router = server::router(Arc::clone(&self.state), &Settings::default());
        self
    }

    /// Loads fixtures as another process does, without invalidating this service's caches.
    pub async fn load_from_another_process(&self, fixtures: Json) {
        let beside = App::new(self.state.database.clone(), self.state.clock);
        let fixtures = Fixtures::read(&fixtures.to_string(), beside.clock.now()).unwrap();
        fixtures.load(&beside, |_| {}).await.unwrap();
    }

    /// Loads fixtures.
    pub async fn load(&self, fixtures: Json) -> &Self {
        let fixtures = Fixtures::read(&fixtures.to_string(), self.state.clock.now()).unwrap();
        fixtures.load(&self.state, |_| {}).await.unwrap();
        self
    }

    /// Loads these fixtures and account 1 with all permissions, and returns its token.
    pub async fn setup(&self, fixtures: Json) -> String {
        let token = self.caller(1, &["*"]).await;
        self.load(fixtures).await;
        token
    }

    /// Creates an account with these permissions and returns its token.
    pub async fn caller(&self, id: i64, permissions: &[&str]) -> String {
        let email = format!("caller{id}@example.com");
        let row = json!({ "id": id, "email": email, "permissions": permissions });
        self.load(fixture("users", [row])).await;
        self.token(&email, None).await
    }

    /// A token for an account, limited to these permissions.
    pub async fn token(&self, email: &str, permissions: Option<&[&str]>) -> String {
        self.token_for(email, permissions, Duration::from_secs(3600)).await
    }

    /// A token with this lifetime.
    pub async fn token_for(
        &self,
        email: &str,
        permissions: Option<&[&str]>,
        expires_in: Duration,
    ) -> String {
        let account = user::Entity::find().filter(user::Column::Email.eq(email));
        let account = account.one(self.state.database.operator().reader).await.unwrap().unwrap();
        let secret = Secret::generate(CredentialKind::AccessToken);
        let now = self.state.clock.now();
        let row = access_token::ActiveModel {
            user_id: Set(account.id),
            token_hash: Set(secret.hash()),
            permissions: Set(permissions.map(|names| json!(names).into())),
            expires_at: Set(now.after(expires_in).unwrap()),
            created_at: Set(now),
            updated_at: Set(now),
            version: Set(1),
            ..Default::default()
        };
        row.insert(self.state.database.operator().writer).await.unwrap();
        secret.reveal().to_owned()
    }

    /// Sends a REST request.
    pub async fn rest(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&Json>,
    ) -> Response {
        let mut request = Request::builder().method(Method::from_bytes(method.as_bytes()).unwrap());
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        self.send(bearer(request, token).uri(path).body(body).unwrap()).await
    }

    /// Sends a GraphQL document with variables.
    pub async fn graphql(&self, token: Option<&str>, query: &str, variables: Json) -> Response {
        let body = json!({ "query": query, "variables": variables });
        self.rest("POST", "/graphql", token, Some(&body)).await
    }

    /// Sends a request and reads the response.
    pub async fn send(&self, request: Request<Body>) -> Response {
        let (parts, body) = self.send_raw(request).await.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // The JSON library would give some names a meaning.
        let body = StoredJson::parse(&text).into_value();
        Response { status: parts.status, headers: parts.headers, body, text }
    }

    /// Sends a request and returns the unread response.
    pub async fn send_raw(&self, request: Request<Body>) -> axum::response::Response {
        self.has_keys
            .fetch_or(request.headers().contains_key("idempotency-key"), Ordering::Relaxed);
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// The number of statements that the requests in the future take.
    pub async fn statements<T>(&self, requests: impl Future<Output = T>) -> (usize, T) {
        let (statements, outcome) = self.statements_of(requests).await;
        (statements.len(), outcome)
    }

    /// The statements that the requests in the future take.
    pub async fn statements_of<T>(&self, requests: impl Future<Output = T>) -> (Vec<String>, T) {
        let before = self.statements.lock().unwrap().len();
        let outcome = requests.await;
        (self.statements.lock().unwrap()[before..].to_vec(), outcome)
    }

    /// Runs a statement outside the service.
    pub async fn execute(&self, sql: &str) {
        self.state.database.operator().writer.execute_unprepared(sql).await.unwrap();
    }

    /// The row with this id, every column as text, so as it is stored.
    pub async fn row(&self, table: &str, id: i64) -> Option<Json> {
        let columns = stored_columns(table);
        let texts: Vec<String> =
            columns.iter().map(|name| format!("CAST(\"{name}\" AS TEXT)")).collect();
        let sql = format!("SELECT {} FROM {table} WHERE id = {id}", texts.join(", "));
        let backend = self.state.database.backend();
        let statement = Statement::from_string(backend, sql);
        let row = self.state.database.operator().writer.query_one_raw(statement).await.unwrap()?;
        let value = |index| row.try_get_by_index::<Option<String>>(index).unwrap();
        let row: Map<String, Json> = columns
            .iter()
            .enumerate()
            .map(|(index, name)| ((*name).to_owned(), value(index).into()))
            .collect();
        Some(row.into())
    }

    /// The row with this id, with the values that REST would show; null without a row. Timestamps
    /// keep all stored digits.
    pub async fn stored(&self, table: &str, id: i64) -> Json {
        let Some(Json::Object(row)) = self.row(table, id).await else { return Json::Null };
        let columns = &resource(table).table.columns;
        let column_type =
            |name: &str| columns.iter().find(|column| column.name == name).unwrap().column_type;
        let values = row.into_iter().map(|(name, value)| {
            let value =
                value.as_str().map(|text| read(column_type(&name), text)).unwrap_or_default();
            (name, value)
        });
        values.collect::<Map<_, _>>().into()
    }

    /// The number of rows in a table.
    pub async fn count(&self, table: &str) -> i64 {
        let backend = self.state.database.backend();
        let statement = Statement::from_string(backend, format!("SELECT COUNT(*) FROM {table}"));
        let row = self.state.database.operator().writer.query_one_raw(statement).await.unwrap();
        row.unwrap().try_get_by_index(0).unwrap()
    }
}

/// Parses a value that the database cast to text.
fn read(column_type: ColumnType, text: &str) -> Json {
    match column_type {
        ColumnType::Bool => json!(["1", "true"].contains(&text)),
        ColumnType::Int | ColumnType::BigInt => json!(text.parse::<i64>().unwrap()),
        ColumnType::Json => StoredJson::parse(text).into_value(),
        ColumnType::Time => {
            // PostgreSQL writes "2026-11-20 15:36:00.5+00".
            let text = text.replacen(' ', "T", 1);
            let text = text.strip_suffix("+00").map_or(text.clone(), |start| format!("{start}Z"));
            let timestamp = DateTime::parse_from_rfc3339(&text).unwrap().to_utc();
            let exact = timestamp.timestamp_subsec_nanos().is_multiple_of(1_000);
            let digits = if exact { SecondsFormat::Micros } else { SecondsFormat::Nanos };
            json!(timestamp.to_rfc3339_opts(digits, true))
        }
        ColumnType::Text | ColumnType::Uuid => json!(text),
    }
}

/// Percent-encodes every byte of a text.
pub fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// The columns that both engines can cast to text: in SQLite a uuid is binary.
fn stored_columns(table: &str) -> Vec<&'static str> {
    let columns = &resource(table).table.columns;
    columns.iter().map(|column| column.name).filter(|name| *name != "uuid").collect()
}

/// The kinds whose operations are made from their description: all but roles.
pub fn described() -> impl Iterator<Item = &'static Resource> {
    reinstate::kinds::registered().iter().filter(|kind| !kind.permits)
}

/// The resource stored in this table.
pub fn resource(table: &str) -> &'static Resource {
    reinstate::kinds::registered().iter().find(|known| known.table.name == table).unwrap()
}

fn bearer(
    request: axum::http::request::Builder,
    token: Option<&str>,
) -> axum::http::request::Builder {
    match token {
        Some(token) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
        None => request,
    }
}
