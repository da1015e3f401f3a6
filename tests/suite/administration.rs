//! Administration of accounts, roles and tokens by operators, also concurrently.

use std::{collections::BTreeSet, sync::Arc};

use reinstate::{
    error::Error,
    operations::accounts::{
        GrantAction, Grantee, Grants, account_list, add, change, revoke_all_tokens, revoke_tokens,
        role_list, tokens,
    },
};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value as Json, json};

use crate::support::{TestApp, apply, each_engine, each_engine_threaded};

const EMAIL: &str = "a@example.com";

fn permissions(names: &[&str]) -> Grants {
    let permissions = names.iter().map(|name| (*name).to_owned()).collect();
    Grants { permissions, roles: BTreeSet::new() }
}

fn role(name: &str) -> Grants {
    Grants { permissions: BTreeSet::new(), roles: [name.to_owned()].into() }
}

async fn held(app: &TestApp, token: &str) -> Json {
    let response = app.query(token, "{ viewer { permissions } }").await;
    response.body["data"]["viewer"]["permissions"].clone()
}

/// Values of an account before and after each event, oldest first.
async fn events(app: &TestApp) -> Vec<(Json, Json)> {
    let sql = "SELECT before, after FROM record_events WHERE kind = 'User' ORDER BY id";
    let database = &app.state.database;
    let statement = Statement::from_string(database.backend(), sql);
    let rows = database.operator().writer.query_all_raw(statement).await.unwrap();
    let json = |row: &sea_orm::QueryResult, index| {
        row.try_get_by_index::<Option<Json>>(index).unwrap().unwrap_or_default()
    };
    rows.iter().map(|row| (json(row, 0), json(row, 1))).collect()
}

/// Changes apply at once in the process that makes them: its caches are invalidated.
#[apply(each_engine!)]
async fn grants_apply_at_once(app: TestApp) {
    let state = &app.state;
    add(state, Grantee::Role, "readers", &permissions(&["b.view"])).await.unwrap();
    add(state, Grantee::Account, EMAIL, &permissions(&["a.view"])).await.unwrap();
    let token = app.token(EMAIL, None).await;
    assert_eq!(held(&app, &token).await, json!(["a.view"]));
    change(state, Grantee::Account, EMAIL, GrantAction::Grant, &role("readers")).await.unwrap();
    assert_eq!(held(&app, &token).await, json!(["a.view", "b.view"]));
    change(state, Grantee::Role, "readers", GrantAction::Grant, &permissions(&["c.view"]))
        .await
        .unwrap();
    assert_eq!(held(&app, &token).await, json!(["a.view", "b.view", "c.view"]));
    change(state, Grantee::Role, "readers", GrantAction::Revoke, &permissions(&["b.view"]))
        .await
        .unwrap();
    assert_eq!(held(&app, &token).await, json!(["a.view", "c.view"]));
    change(state, Grantee::Account, EMAIL, GrantAction::Revoke, &role("readers")).await.unwrap();
    assert_eq!(held(&app, &token).await, json!(["a.view"]));
    let refused = change(state, Grantee::Account, EMAIL, GrantAction::Grant, &role("nobody")).await;
    assert!(matches!(refused, Err(Error::NotFound(_))), "{refused:?}");
    let roles = role_list(state).await.unwrap();
    assert_eq!((roles.len(), roles[0].accounts), (1, 0));
    assert_eq!(events(&app).await.len(), 3, "made, given and taken");
}

/// D3: revocation is immediate, and of several tokens all or none.
#[apply(each_engine!)]
async fn revoked_tokens_stop_working_at_once(app: TestApp) {
    let state = &app.state;
    add(state, Grantee::Account, EMAIL, &permissions(&["a.view"])).await.unwrap();
    let values = [app.token(EMAIL, None).await, app.token(EMAIL, None).await];
    let ids: Vec<i64> = tokens(state, EMAIL).await.unwrap().iter().map(|it| it.id).collect();
    assert_eq!(held(&app, &values[0]).await, json!(["a.view"]));
    let refused = revoke_tokens(state, &[ids[0], 1_000_000]).await.unwrap_err();
    assert!(refused.message().contains("1000000"), "{refused:?}");
    assert_eq!(held(&app, &values[0]).await, json!(["a.view"]));
    assert_eq!(revoke_tokens(state, &ids[..1]).await, Ok(1));
    assert_eq!(held(&app, &values[0]).await, Json::Null);
    assert_eq!(held(&app, &values[1]).await, json!(["a.view"]));
    assert_eq!(revoke_all_tokens(state, EMAIL).await, Ok(1));
    assert_eq!(held(&app, &values[1]).await, Json::Null);
}

/// Operators grant different permissions concurrently: none is lost, and each event has what it
/// added.
#[apply(each_engine_threaded!)]
async fn concurrent_grants_are_all_kept(app: TestApp) {
    add(&app.state, Grantee::Account, EMAIL, &Grants::default()).await.unwrap();
    let operators = (0..8).map(|number| {
        let state = Arc::clone(&app.state);
        tokio::spawn(async move {
            for round in 0..5 {
                let grants = permissions(&[&format!("a{number}.{round}"), "all.alike"]);
                change(&state, Grantee::Account, EMAIL, GrantAction::Grant, &grants).await.unwrap();
            }
        })
    });
    for operator in operators.collect::<Vec<_>>() {
        operator.await.unwrap();
    }
    let accounts = account_list(&app.state).await.unwrap();
    assert_eq!(accounts[0].grants.permissions.len(), 8 * 5 + 1);
    let events = events(&app).await;
    assert_eq!(events.len(), 1 + 8 * 5);
    let granted =
        events[1..].iter().map(|(_, after)| after["permissions"].as_array().unwrap().len());
    assert_eq!(granted.sum::<usize>(), 8 * 5 + 1, "each event has what it added");
}

/// Of several operators who add the same account, or revoke the same token, one succeeds.
#[apply(each_engine_threaded!)]
async fn one_of_several_concurrent_operators_succeeds(app: TestApp) {
    let makers = (0..6).map(|_| {
        let state = Arc::clone(&app.state);
        tokio::spawn(async move {
            add(&state, Grantee::Account, EMAIL, &permissions(&["a.b"])).await.is_ok()
        })
    });
    let mut made = 0;
    for maker in makers.collect::<Vec<_>>() {
        made += usize::from(maker.await.unwrap());
    }
    assert_eq!((made, app.count("users").await, events(&app).await.len()), (1, 1, 1));
    app.token(EMAIL, None).await;
    let id = tokens(&app.state, EMAIL).await.unwrap()[0].id;
    let enders = (0..6).map(|_| {
        let state = Arc::clone(&app.state);
        tokio::spawn(async move { revoke_tokens(&state, &[id]).await.is_ok() })
    });
    let mut ended = 0;
    for ender in enders.collect::<Vec<_>>() {
        ended += usize::from(ender.await.unwrap());
    }
    assert_eq!(ended, 1);
}
