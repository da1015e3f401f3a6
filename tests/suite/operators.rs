//! What operators do to accounts, roles and tokens, beside each other.

use std::{collections::BTreeSet, sync::Arc};

use reinstate::error::Error;
use reinstate::operations::accounts::GrantAction;
use reinstate::operations::accounts::Grants;
use reinstate::operations::accounts::account_list;
use reinstate::operations::accounts::add_account;
use reinstate::operations::accounts::add_role;
use reinstate::operations::accounts::change_account;
use reinstate::operations::accounts::change_role;
use reinstate::operations::accounts::revoke_all_tokens;
use reinstate::operations::accounts::revoke_tokens;
use reinstate::operations::accounts::role_list;
use reinstate::operations::accounts::tokens;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value as Json, json};

use crate::support::{World, engines};

const EMAIL: &str = "a@example.com";

fn permissions(names: &[&str]) -> Grants {
    let permissions = names.iter().map(|name| (*name).to_owned()).collect();
    Grants { permissions, roles: BTreeSet::new() }
}

fn role(name: &str) -> Grants {
    Grants { permissions: BTreeSet::new(), roles: [name.to_owned()].into() }
}

async fn held(world: &World, token: &str) -> Json {
    let reply = world.graphql(Some(token), "{ viewer { permissions } }", json!({})).await;
    reply.body["data"]["viewer"]["permissions"].clone()
}

/// What events tell of an account, before and after, the oldest first.
async fn told(world: &World) -> Vec<(Json, Json)> {
    let sql = "SELECT before, after FROM record_events WHERE kind = 'User' ORDER BY id";
    let database = &world.app.database;
    let statement = Statement::from_string(database.backend(), sql);
    let rows = database.writer.query_all_raw(statement).await.unwrap();
    let json = |row: &sea_orm::QueryResult, index| {
        row.try_get_by_index::<Option<Json>>(index).unwrap().unwrap_or_default()
    };
    rows.iter().map(|row| (json(row, 0), json(row, 1))).collect()
}

engines! {
    /// In the process that does it, it acts at once: what was known of callers is forgotten.
    async fn what_is_given_acts_at_once(world: World) {
        let app = &world.app;
        add_role(app, "readers", &permissions(&["b.view"])).await.unwrap();
        add_account(app, EMAIL, &permissions(&["a.view"])).await.unwrap();
        let token = world.token(EMAIL, None).await;
        assert_eq!(held(&world, &token).await, json!(["a.view"]));
        change_account(app, EMAIL, GrantAction::Grant, &role("readers")).await.unwrap();
        assert_eq!(held(&world, &token).await, json!(["a.view", "b.view"]));
        change_role(app, "readers", GrantAction::Grant, &permissions(&["c.view"])).await.unwrap();
        assert_eq!(held(&world, &token).await, json!(["a.view", "b.view", "c.view"]));
        change_role(app, "readers", GrantAction::Revoke, &permissions(&["b.view"])).await.unwrap();
        assert_eq!(held(&world, &token).await, json!(["a.view", "c.view"]));
        change_account(app, EMAIL, GrantAction::Revoke, &role("readers")).await.unwrap();
        assert_eq!(held(&world, &token).await, json!(["a.view"]));
        let refused = change_account(app, EMAIL, GrantAction::Grant, &role("nobody")).await;
        assert!(matches!(refused, Err(Error::NotFound(_))), "{refused:?}");
        let roles = role_list(app).await.unwrap();
        assert_eq!((roles.len(), roles[0].accounts), (1, 0));
        assert_eq!(told(&world).await.len(), 3, "made, given and taken");
    }

    /// D3: a token ends at once, and the others with it or not at all.
    async fn tokens_end_at_once(world: World) {
        let app = &world.app;
        add_account(app, EMAIL, &permissions(&["a.view"])).await.unwrap();
        let values = [world.token(EMAIL, None).await, world.token(EMAIL, None).await];
        let ids: Vec<i64> = tokens(app, EMAIL).await.unwrap().iter().map(|it| it.id).collect();
        assert_eq!(held(&world, &values[0]).await, json!(["a.view"]));
        let refused = revoke_tokens(app, &[ids[0], 1_000_000]).await.unwrap_err();
        assert!(refused.message().contains("1000000"), "{refused:?}");
        assert_eq!(held(&world, &values[0]).await, json!(["a.view"]));
        assert_eq!(revoke_tokens(app, &ids[..1]).await, Ok(1));
        assert_eq!(held(&world, &values[0]).await, Json::Null);
        assert_eq!(held(&world, &values[1]).await, json!(["a.view"]));
        assert_eq!(revoke_all_tokens(app, EMAIL).await, Ok(1));
        assert_eq!(held(&world, &values[1]).await, Json::Null);
    }
}

engines! { in parallel:
    /// Each gives something else at the same time: nothing is lost, and each event goes on where
    /// the one before it ended.
    async fn operators_at_once_lose_nothing(world: World) {
        add_account(&world.app, EMAIL, &Grants::default()).await.unwrap();
        let operators = (0..8).map(|number| {
            let app = Arc::clone(&world.app);
            tokio::spawn(async move {
                for round in 0..5 {
                    let grants = permissions(&[&format!("a{number}.{round}"), "all.alike"]);
                    change_account(&app, EMAIL, GrantAction::Grant, &grants).await.unwrap();
                }
            })
        });
        for operator in operators.collect::<Vec<_>>() {
            operator.await.unwrap();
        }
        let accounts = account_list(&world.app).await.unwrap();
        assert_eq!(accounts[0].grants.permissions.len(), 8 * 5 + 1);
        let told = told(&world).await;
        assert_eq!(told.len(), 1 + 8 * 5);
        for pair in told.windows(2) {
            let (earlier, later) = (&pair[0].1, &pair[1].0);
            assert_eq!(earlier["permissions"], later["permissions"]);
        }
    }

    /// Of those who make the same account, or end the same token, one does.
    async fn one_of_many_does_it(world: World) {
        let makers = (0..6).map(|_| {
            let app = Arc::clone(&world.app);
            tokio::spawn(async move { add_account(&app, EMAIL, &permissions(&["a.b"])).await.is_ok() })
        });
        let mut made = 0;
        for maker in makers.collect::<Vec<_>>() {
            made += usize::from(maker.await.unwrap());
        }
        assert_eq!((made, world.count("users").await, told(&world).await.len()), (1, 1, 1));
        world.token(EMAIL, None).await;
        let id = tokens(&world.app, EMAIL).await.unwrap()[0].id;
        let enders = (0..6).map(|_| {
            let app = Arc::clone(&world.app);
            tokio::spawn(async move { revoke_tokens(&app, &[id]).await.is_ok() })
        });
        let mut ended = 0;
        for ender in enders.collect::<Vec<_>>() {
            ended += usize::from(ender.await.unwrap());
        }
        assert_eq!(ended, 1);
    }
}
