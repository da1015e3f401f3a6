//! The engines every test runs on, each test in a database or schema of its own.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::postgres;

/// A kind of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// A database that is gone with the value.
pub struct Storage {
    pub url: String,
    _guard: Guard,
}

enum Guard {
    Folder { _folder: tempfile::TempDir },
    Schema { _schema: postgres::Schema },
}

impl Engine {
    /// An empty database; `None` where there is no PostgreSQL to be had, which is said in a line.
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

/// Makes two tests of each function: one over SQLite, one over PostgreSQL. With `in parallel:` in
/// front of them, what they spawn runs on threads of its own.
macro_rules! engines {
    (in parallel: $($functions:tt)+) => {
        $crate::support::engines! { @(flavor = "multi_thread", worker_threads = 4) $($functions)+ }
    };
    (@$runtime:tt $($(#[$meta:meta])* async fn $name:ident($world:ident: World) $body:block)+) => {$(
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn run($world: $crate::support::World) $body

            #[tokio::test $runtime]
            async fn sqlite() {
                if let Some(world) = $crate::support::World::over($crate::support::Engine::Sqlite).await {
                    run(world).await;
                }
            }

            #[tokio::test $runtime]
            async fn postgres() {
                if let Some(world) = $crate::support::World::over($crate::support::Engine::Postgres).await {
                    run(world).await;
                }
            }
        }
    )+};
    ($($functions:tt)+) => {
        $crate::support::engines! { @() $($functions)+ }
    };
}
pub(crate) use engines;
