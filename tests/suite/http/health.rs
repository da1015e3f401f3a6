//! `/livez` while the process runs; `/readyz` once the database answers and its schema is current.

use axum::body::Body;

use super::{assert_refused, request};
use crate::support::{Reply, World, engines};

async fn get(world: &World, path: &str) -> Reply {
    world.send(request("GET", path, None).body(Body::empty()).unwrap()).await
}

async fn assert_unready(world: &World, case: &str) {
    assert_refused(&get(world, "/readyz").await, 503, case);
    assert_eq!(get(world, "/livez").await.status, 200, "{case}");
}

engines! {
    async fn a_service_with_a_current_schema_is_ready(world: World) {
        for path in ["/livez", "/readyz"] {
            assert_eq!(get(&world, path).await.status, 200, "{path}");
        }
    }

    /// Asking makes no table: a database that was never migrated stays as it is.
    async fn a_database_without_the_schema_is_not_ready(world: World) {
        world.execute("DROP TABLE seaql_migrations").await;
        for _ in 0..2 {
            assert_unready(&world, "never migrated").await;
        }
    }

    async fn a_database_with_an_old_schema_is_not_ready(world: World) {
        world
            .execute("DELETE FROM seaql_migrations WHERE version = (SELECT MAX(version) FROM seaql_migrations)")
            .await;
        assert_unready(&world, "a change is missing").await;
    }

    /// D20: 503 from operations, too, to callers that are known and to others.
    async fn a_database_that_is_gone_is_not_ready(world: World) {
        let token = world.caller(1, &["*"]).await;
        let path = "/api/v1/reports/00000000-0000-4000-8000-000000000001/restore";
        world.rest("POST", path, Some(&token), None).await.expect(404);
        world.app.database.writer.close_by_ref().await.unwrap();
        world.app.database.reader.close_by_ref().await.unwrap();
        assert_unready(&world, "closed").await;
        for token in [token.as_str(), "rsat_another"] {
            let reply = world.rest("POST", path, Some(token), None).await;
            assert_refused(&reply, 503, token);
        }
    }

    /// D20: 500 with no detail when the database refuses a statement of ours.
    async fn a_mistake_of_ours_tells_no_details(world: World) {
        let token = world.caller(1, &["*"]).await;
        world.execute("ALTER TABLE reports RENAME TO elsewhere").await;
        let path = "/api/v1/reports/00000000-0000-4000-8000-000000000001/restore";
        let reply = world.rest("POST", path, Some(&token), None).await;
        assert_refused(&reply, 500, "without its table");
        assert_eq!(reply.message(), "Internal Server Error");
    }
}
