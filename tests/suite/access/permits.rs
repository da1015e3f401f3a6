//! D30: statements run with a permit of their account, whichever of its credentials asks.

use std::{sync::Arc, time::Duration};

use futures_util::future::{join, join_all};
use reinstate::{
    app::Work,
    auth::{Call, Caller},
};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::json;
use tokio::time::{sleep, timeout};

use super::call;
use crate::{
    authorisation::operations,
    idempotency,
    live::stream::{Item, Stream},
    support::{Engine, TestApp, apply, each_engine},
    weights::fill,
};

/// How long requests wait for a permit that they don't get.
const WAIT: Duration = Duration::from_millis(500);

/// No operation of either API, with a key or without, runs a statement while another credential of
/// the account has its only permit.
#[apply(each_engine!)]
async fn no_statement_runs_without_a_permit(outer: TestApp, token: String) {
    let app = outer.with_budgets(|budgets| budgets.operations = 1).await;
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

const SUBSCRIPTION: &str = "subscription { recordChanged { position } }";

/// How a subscription begins, and what its first statements contain on each engine.
const BEGINNINGS: [(&str, [&str; 2]); 2] = [
    ("", ["COALESCE(MAX(id), 0) FROM record_events", "9223372036854775807::bigint"]),
    ("(after: \"0\")", ["COALESCE(MAX(id), 0) FROM \"record_events\"", "AS \"next\""]),
];

/// A subscription finds the end of the feed with a permit, and with one it reads what it has missed.
#[apply(each_engine!)]
async fn subscriptions_read_with_a_permit(outer: TestApp, token: String) {
    let app = outer.with_budgets(|budgets| budgets.operations = 1).await;
    let second = app.token("caller1@example.com", None).await;
    let currency = json!({ "name": "Euro", "code": "EUR", "symbol": "E" });
    app.rest("POST", "/api/v1/currencies", Some(&token), Some(&currency)).await.expect(201);
    // The server reads the feed for all.
    app.state.feed.subscribe(&app.state.database).changed().await.unwrap();
    for (arguments, statements) in BEGINNINGS {
        let query = format!("subscription {{ recordChanged{arguments} {{ position }} }}");
        let subscribe = async || {
            let mut subscribed = Stream::ask(&app, &token, &query).await;
            let _ = timeout(WAIT, async { while subscribed.item().await != Item::End {} }).await;
        };
        let begun = async || {
            let (ran, ()) = app.statements_of(subscribe()).await;
            ran.iter().filter(|it| statements.iter().any(|one| it.contains(one))).count()
        };
        let held = call(&app, &second).await;
        let held = app.state.enter(&held, Work::Other).await;
        assert_eq!(begun().await, 0, "{query}");
        drop(held);
        assert!(begun().await > 0, "{query}");
    }
}

/// What an index finds of a large table is counted in a place of the account, like other lists.
#[apply(each_engine!)]
async fn counts_of_an_index_take_a_place(outer: TestApp, token: String) {
    let app = outer.with_budgets(|budgets| budgets.slow_statements = 1).await;
    let second = app.token("caller1@example.com", None).await;
    fill(&app).await;
    app.state.table_sizes.of(&app.state.database, "reports").await.unwrap();
    let query = "{ reports(where: { userId: { eq: 1 } }) { totalCount } }";
    let is_counted = |ran: Vec<String>| ran.iter().any(|it| it.contains("AS \"few\""));
    let held = call(&app, &second).await;
    call(&app, &token).await;
    let held = app.state.reader(&held, 5_000).await.unwrap();
    let (ran, _) = app.statements_of(timeout(WAIT, app.query(&token, query))).await;
    assert!(!is_counted(ran));
    drop(held);
    let (ran, found) = app.statements_of(app.query(&token, query)).await;
    assert!(is_counted(ran), "{}", found.text);
}

/// Subscriptions of all credentials of an account count together, and leave room for other accounts.
#[apply(each_engine!)]
async fn subscriptions_count_for_the_account(app: TestApp) {
    // Two for each account.
    app.state.held_subscriptions.set_limit(4 * 2 * 8 * 1024);
    let tokens = [app.caller(1, &["*"]).await, app.token("caller1@example.com", None).await];
    let another = app.caller(2, &["*"]).await;
    let subscribe = async |token: &str| {
        let mut subscribed = Stream::ask(&app, token, SUBSCRIPTION).await;
        let next = timeout(WAIT, subscribed.event()).await.ok();
        (subscribed, next)
    };
    let mut open = Vec::new();
    for token in [&tokens[0], &tokens[1], &another] {
        let (subscribed, next) = subscribe(token).await;
        assert_eq!(next, None);
        open.push(subscribed);
    }
    for token in &tokens {
        let Some(Item::Next(refused)) = subscribe(token).await.1 else { panic!("not refused") };
        let error = &refused["errors"][0];
        assert_eq!(error["extensions"]["budget"], "max-held-bytes", "{error}");
        let message = error["message"].as_str().unwrap();
        assert!(message.starts_with("The subscriptions of this account"), "{message}");
    }
    open.clear();
    sleep(WAIT).await;
    assert_eq!(subscribe(&tokens[0]).await.1, None);
}

/// Four hundred credentials of an account run no more operations at once than one.
#[apply(each_engine!)]
async fn credentials_of_an_account_share_its_permits(app: TestApp) {
    let token = app.caller(1, &[]).await;
    let first = call(&app, &token).await;
    let all = app.state.budgets().operations.min(app.state.database.most_operations());
    let held = join_all((0..all).map(|_| app.state.enter(&first, Work::Other))).await;
    let others = (0..400).map(|id| {
        let mut caller = Caller::clone(&first.caller);
        caller.credential.id += 1 + id;
        Arc::new(Call { caller: Arc::new(caller), ..Call::clone(&first) })
    });
    let others: Vec<_> = others.collect();
    let entered = others.iter().map(|call| timeout(WAIT, app.state.enter(call, Work::Other)));
    assert!(join_all(entered).await.iter().all(Result::is_err));
    drop(held);
    assert!(timeout(WAIT, app.state.enter(&others[0], Work::Other)).await.is_ok());
}

/// A statement that nobody waits for keeps its place while PostgreSQL runs it on. SQLite interrupts it.
#[apply(each_engine!)]
async fn a_place_outlasts_the_statement_that_is_left(app: TestApp, token: String) {
    let call = call(&app, &token).await;
    let taken = || app.state.concurrency.slow_statements();
    let (is_postgres, backend) = (app.engine == Engine::Postgres, app.state.database.backend());
    let slow = match is_postgres {
        true => "SELECT pg_sleep(10)",
        false => {
            "WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a) SELECT count(*) FROM a"
        }
    };
    for (sql, time, is_left) in
        [("SELECT 1", Duration::from_secs(10), false), (slow, Duration::from_millis(50), true)]
    {
        let permit = app.state.reader(&call, 1_000_000).await.unwrap();
        let run = permit.query_one_raw(Statement::from_string(backend, sql));
        assert_eq!(timeout(time, run).await.is_err(), is_left, "{sql}");
        assert_eq!(taken(), 1, "{sql}");
        drop(permit);
        assert_eq!(taken(), i64::from(is_left && is_postgres), "{sql}");
    }
    let ended = async {
        while taken() > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(10), ended).await.unwrap();
}
