//! The service under test, asked as its clients ask it.

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, header},
};
use serde_json::{Value as Json, json};
use std::{error::Error, sync::Arc, time::Duration};
use tower::ServiceExt;

use crate::{
    api::graphql::Settings,
    app::App,
    clock::Clock,
    data::fixtures::Fixtures,
    operations::accounts::{NewToken, issue_token},
    server,
    store::{Tables, database::Database},
};

/// The result of a step; the error says what was wrong.
pub type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// The service on a database.
pub struct TestService {
    app: Arc<App>,
    router: Router,
}

/// A response of the service.
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body; null if it is no JSON.
    pub body: Json,
}

impl TestService {
    /// Starts the service on an empty database.
    pub async fn start(url: &str) -> Outcome<Self> {
        let database = Database::open(url).await?;
        database.migrate(&Tables).await?;
        let app = Arc::new(App::new(database, Clock::system()));
        let router = server::router(Arc::clone(&app), &Settings::default());
        Ok(Self { app, router })
    }

    /// The state that all requests share.
    pub const fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Loads fixtures.
    pub async fn load(&self, fixtures: &Json) -> Outcome {
        let fixtures = Fixtures::read(&fixtures.to_string(), self.app.clock.now())?;
        Ok(fixtures.load(&self.app, |_| {}).await?)
    }

    /// A token of an account.
    pub async fn token(&self, email: &str) -> Outcome<String> {
        let (email, expires_in) = (email.to_owned(), Duration::from_secs(600));
        let token = NewToken { email, permissions: None, expires_in, name: None, is_link: false };
        let issued =
            issue_token(&self.app, token).await.map_err(|error| error.message().into_owned())?;
        Ok(issued.reveal().to_owned())
    }

    /// Sends a request.
    pub async fn rest(
        &self,
        token: &str,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&Json>,
    ) -> Outcome<Response> {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let response = self.router.clone().oneshot(request.body(body)?).await?;
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await?;
        let body = serde_json::from_slice(&bytes).unwrap_or(Json::Null);
        Ok(Response { status: parts.status.as_u16(), headers: parts.headers, body })
    }

    /// Runs a GraphQL document, and returns its whole response.
    pub async fn graphql(&self, token: &str, query: &str, variables: &Json) -> Outcome<Json> {
        let body = json!({ "query": query, "variables": variables });
        Ok(self.rest(token, "POST", "/graphql", &[], Some(&body)).await?.body)
    }
}

/// Fails with these words unless that holds.
pub(super) fn ensure(holds: bool, what: &str) -> Outcome {
    if holds { Ok(()) } else { Err(format!("this does not hold: {what}").into()) }
}
