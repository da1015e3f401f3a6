//! D30: statements run with a permit of their account, whichever of its credentials asks.

use std::{sync::Arc, time::Duration};

use futures_util::future::{join, join_all};
use reinstate::{
    app::Work,
    auth::{Api, Budget, Call},
    operations::accounts::authenticate,
};
use tokio::time::timeout;

use crate::{
    authorisation::operations,
    idempotency,
    support::{Engine, TestApp, apply, each_engine},
};

/// How long requests wait for a permit that they don't get.
const WAIT: Duration = Duration::from_millis(500);

async fn call(app: &TestApp, token: &str) -> Arc<Call> {
    Arc::new(Call {
        caller: authenticate(&app.state, token).await.unwrap(),
        presented: token.into(),
        via: Api::Rest,
        request_id: None,
        reason: None,
        budget: Arc::new(Budget::new(app.state.budgets())),
        permit: None,
        operation: None,
    })
}

/// No operation of either API, with a key or without, runs a statement while another credential of
/// the account has its only permit.
#[apply(each_engine!)]
async fn no_statement_runs_without_a_permit(outer: TestApp) {
    let app = outer.with_budgets(|budgets| budgets.operations = 1).await;
    let token = app.caller(1, &["*"]).await;
    let second = app.token("caller1@example.com", None).await;
    let mut requests = Vec::new();
    for (operation, id) in operations().into_iter().zip(1_000..) {
        let call = (operation.ask)(id);
        if !call.is_live() {
            operation.load(&app, id).await;
            requests.push((operation.name, call.changes(), call.request()));
        }
    }
    let held = call(&app, &second).await;
    let held = app.state.enter(&held, Work::Other).await;
    call(&app, &token).await;
    // On SQLite single changes have their turn at the writer instead.
    let is_turn = |changes: bool| changes && app.engine == Engine::Sqlite;
    let waiting = requests.iter().map(async |(name, changes, (method, path, body))| {
        let key = name.replace(' ', "-");
        let asked = async {
            if !is_turn(*changes) {
                app.rest(method, path, Some(&token), body.as_ref()).await;
            }
        };
        let keyed = async {
            if *changes {
                idempotency::rest(&app, &token, &key, method, path, body.as_ref()).await;
            }
        };
        let _ = timeout(WAIT, join(asked, keyed)).await;
    });
    assert!(waiting.len() > 100, "{}", waiting.len());
    let (ran, _) = app.statements_of(join_all(waiting)).await;
    assert!(ran.is_empty(), "{ran:#?}");
    drop(held);
}

/// Four hundred credentials of an account run no more operations at once than one.
#[apply(each_engine!)]
async fn credentials_of_an_account_share_its_permits(app: TestApp) {
    let token = app.caller(1, &[]).await;
    let first = call(&app, &token).await;
    let all = app.state.budgets().operations.min(app.state.database.most_operations());
    let held = join_all((0..all).map(|_| app.state.enter(&first, Work::Other))).await;
    let others = (0..400).map(|id| {
        let mut caller = reinstate::auth::Caller::clone(&first.caller);
        caller.credential.id += 1 + id;
        Arc::new(Call { caller: Arc::new(caller), ..Call::clone(&first) })
    });
    let others: Vec<_> = others.collect();
    let entered = others.iter().map(|call| timeout(WAIT, app.state.enter(call, Work::Other)));
    assert!(join_all(entered).await.iter().all(Result::is_err));
    drop(held);
    assert!(timeout(WAIT, app.state.enter(&others[0], Work::Other)).await.is_ok());
}
