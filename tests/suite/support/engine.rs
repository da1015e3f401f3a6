//! The database engines that tests run on, each test with its own database or schema.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::postgres;

/// A database engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// A database that is removed on drop.
pub struct Storage {
    pub url: String,
    _guard: Guard,
}

enum Guard {
    Folder { _folder: tempfile::TempDir },
    Schema { _schema: postgres::Schema },
}

impl Engine {
    /// An empty database; `None` when PostgreSQL is unavailable.
    pub async fn storage(self) -> Option<Storage> {
        match self {
            Self::Sqlite => {
                let folder = tempfile::tempdir().unwrap();
                let url = format!("sqlite://{}/test.db?mode=rwc", folder.path().display());
                Some(Storage { url, _guard: Guard::Folder { _folder: folder } })
            }
            Self::Postgres => {
                static COUNT: AtomicUsize = AtomicUsize::new(0);
                let number = COUNT.fetch_add(1, Ordering::Relaxed);
                let name = format!("reinstate_{}_{number}", std::process::id());
                let schema = postgres::Schema::create(&name).await?;
                Some(Storage { url: schema.url(), _guard: Guard::Schema { _schema: schema } })
            }
        }
    }
}

/// Makes two tests of a function: one over SQLite, one over PostgreSQL. A second parameter is a token of
/// account 1 with all permissions.
macro_rules! each_engine {
    ($(#[$meta:meta])* async fn $name:ident($($parameters:tt)+) $body:block) => {
        $crate::support::each_engine! { @() $(#[$meta])* async fn $name($($parameters)+) $body }
    };
    (@$runtime:tt $(#[$meta:meta])* async fn $name:ident(
        $app:ident: TestApp, $token:ident: String
    ) $body:block) => {
        $crate::support::each_engine! {
            @$runtime $(#[$meta])* async fn $name($app: TestApp) {
                let $token = $app.caller(1, &["*"]).await;
                $body
            }
        }
    };
    (@$runtime:tt $(#[$meta:meta])* async fn $name:ident($app:ident: TestApp) $body:block) => {
        $(#[$meta])*
        async fn $name($app: TestApp) $body

        mod $name {
            use $crate::support::{Engine, TestApp};

            #[tokio::test $runtime]
            async fn sqlite() {
                if let Some(app) = TestApp::start(Engine::Sqlite).await {
                    super::$name(app).await;
                }
            }

            #[tokio::test $runtime]
            async fn postgres() {
                if let Some(app) = TestApp::start(Engine::Postgres).await {
                    super::$name(app).await;
                }
            }
        }
    };
}
pub(crate) use each_engine;

/// [`each_engine`] on several threads, for tests whose tasks run in parallel.
macro_rules! each_engine_threaded {
    ($($test:tt)+) => {
        $crate::support::each_engine! {
            @(flavor = "multi_thread", worker_threads = 4) $($test)+
        }
    };
}
pub(crate) use each_engine_threaded;
