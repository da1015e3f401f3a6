//! Sends requests through the router, and lets callgrind count their instructions.
//!
//! Each request writes or reads a SQLite file as the released server does, the threads of SQLite
//! included. `run` prints and compares the counts.

mod requests;

use std::{error::Error, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    http::{Request, header},
};
use crabgrind::callgrind;
use http_body_util::BodyExt;
use reinstate::{
    api::graphql::Settings,
    app::App,
    clock::Clock,
    data::fixtures::Fixtures,
    operations::accounts::{NewToken, issue_token},
    server,
    store::{Tables, database::Database},
};
use tokio::runtime::Builder;
use tower::ServiceExt;

use requests::{Measured, REQUESTS, fixtures};

/// As the released server.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often each request is counted, so that a checkpoint of SQLite can be left out.
const ROUNDS: usize = 7;
/// Requests of each kind in a round before its first that counts.
const WARM_UP: usize = 10;
/// Requests that count in a round.
const COUNTED: usize = 25;

struct Service {
    router: Router,
    authorization: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("data.db").display());
    // One thread, so that counts don't depend on which one is awake.
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let service = Service::start(&url).await?;
        callgrind::start_instrumentation();
        for (round, measured) in (0..ROUNDS).flat_map(|it| REQUESTS.iter().map(move |of| (it, of)))
        {
            let first = round * (WARM_UP + COUNTED);
            for number in first..first + WARM_UP {
                service.send(measured, number).await?;
            }
            // A dump holds what all threads did since the one before.
            callgrind::dump_stats("warm-up 1");
            for number in first + WARM_UP..first + WARM_UP + COUNTED {
                service.send(measured, number).await?;
            }
            callgrind::dump_stats(format!("{} {COUNTED}", measured.name).as_str());
        }
        Ok(())
    })
}

impl Service {
    async fn start(url: &str) -> Result<Self, Box<dyn Error>> {
        let database = Database::open(url).await?;
        database.migrate(&Tables).await.map_err(|error| error.to_string())?;
        let app = Arc::new(App::new(database, Clock::system()));
        let fixtures = Fixtures::read(&fixtures(), app.clock.now())?;
        fixtures.load(&app, |_| {}).await?;
        let token = NewToken {
            email: requests::ACCOUNT.to_owned(),
            permissions: None,
            expires_in: Duration::from_secs(24 * 60 * 60),
            name: None,
            is_link: false,
        };
        let secret = issue_token(&app, token).await.map_err(|error| format!("{error:?}"))?;
        let authorization = format!("Bearer {}", secret.reveal());
        Ok(Self { router: server::router(app, &Settings::default()), authorization })
    }

    async fn send(&self, measured: &Measured, number: usize) -> Result<(), Box<dyn Error>> {
        let (path, body) = (measured.request)(number);
        let request = Request::post(path)
            .header(header::AUTHORIZATION, &self.authorization)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body))?;
        let response = self.router.clone().oneshot(request).await?;
        let body = response.into_body().collect().await?.to_bytes();
        match body.starts_with(measured.begins.as_bytes()) {
            true => Ok(()),
            false => {
                let body = String::from_utf8_lossy(&body);
                Err(format!("{} {number}: {body}", measured.name).into())
            }
        }
    }
}
