//! Random deletions by many transactions, with others' writes between them, and random histories where all is recorded.

use adopt::{Listed, Wanted, removals};
use sea_orm::{ConnectionTrait, DbBackend};
use std::time::Duration;

use super::{
    Store,
    all::{AGAIN, ALL},
    postgres, sqlite,
};

/// The next of a series of numbers below `most`.
fn next(state: &mut u64, most: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % most
}

/// A statement of somebody: most delete, others write what nobody deletes.
fn statement(state: &mut u64, step: usize, is_postgres: bool) -> String {
    let id = next(state, 12);
    match next(state, 8) {
        0 => format!("DELETE FROM customers WHERE id = {id}"),
        1 => format!("DELETE FROM customers WHERE id > {id} AND id < {}", id + 3),
        2 => format!("DELETE FROM orders WHERE customer_id = {id}"),
        3 => format!("DELETE FROM orders WHERE total BETWEEN {id} AND {}", id + 2),
        4 => format!("DELETE FROM lines WHERE place = {}", id % 4),
        5 => format!(
            "BEGIN; DELETE FROM lines WHERE place = {}; DELETE FROM orders WHERE customer_id = {id}; COMMIT",
            id % 4
        ),
        6 => format!("BEGIN; DELETE FROM customers WHERE id = {id}; ROLLBACK"),
        _ if is_postgres && id == 0 => "TRUNCATE lines".to_owned(),
        _ => format!("INSERT INTO customers VALUES ({}, 'New {step}')", 1000 + step),
    }
}

/// A shop on each engine, adopted with these replacements, and the query for all its rows.
async fn shops(replacements: &[(&str, &str)]) -> Vec<(Store, &'static str)> {
    let mut shops = Vec::new();
    for (store, shop, of_shop) in [
        (Store::postgres().await, postgres::SHOP, postgres::OF_SHOP),
        (Some(Store::sqlite().await), sqlite::SHOP, sqlite::OF_SHOP),
    ] {
        if let Some(store) = store {
            store.run(shop).await;
            store.adopt(replacements).await;
            shops.push((store, of_shop));
        }
    }
    shops
}

/// All that was there at first is there again, whatever was deleted in which order.
#[tokio::test]
async fn random_deletions_are_undone() {
    for seed in 0..6 {
        for (store, of_shop) in shops(&[]).await {
            let before = store.rows(of_shop).await;
            let mut state = seed + 1;
            for step in 0..40 {
                let is_postgres = store.database.get_database_backend() == DbBackend::Postgres;
                store.run(&statement(&mut state, step, is_postgres)).await;
            }
            assert_ne!(store.rows(of_shop).await, before, "{seed}");
            let undone = store.undo(false).await;
            assert!(undone.outcomes.iter().all(|it| it.reason.is_none()), "{seed}: {undone:?}");
            store.run("DELETE FROM customers WHERE id >= 1000").await;
            assert_eq!(store.rows(of_shop).await, before, "{seed}");
            store.drop().await;
        }
    }
}

/// A statement of somebody, who writes whatever the database takes.
fn writing(state: &mut u64, step: usize) -> String {
    let (id, other) = (1 + next(state, 10), 1 + next(state, 12));
    let order = "(SELECT id FROM orders ORDER BY total, id LIMIT 1)";
    match next(state, 11) {
        0 => format!("DELETE FROM customers WHERE id = {id}"),
        1 => format!("UPDATE customers SET name = name || '{step}' WHERE id <= {id}"),
        2 => format!("INSERT INTO customers VALUES ({}, 'Customer {id}')", 100 + step),
        3 => format!("UPDATE orders SET customer_id = {id} WHERE customer_id = {other}"),
        4 => format!("UPDATE lines SET place = place + 10 WHERE place < {other}"),
        5 => format!("DELETE FROM lines WHERE place = {other}"),
        6 => format!("INSERT INTO lines VALUES ({order}, {}, 'new')", 100 + step),
        7 => format!(
            "BEGIN; UPDATE orders SET total = total + 1; DELETE FROM orders WHERE customer_id = {id}; COMMIT"
        ),
        8 => format!("BEGIN; DELETE FROM customers WHERE id = {id}; ROLLBACK"),
        9 => format!(
            "INSERT INTO customers VALUES ({id}, 'Again {step}') ON CONFLICT (id) DO UPDATE SET name = 'Both {step}'"
        ),
        _ => format!(
            "UPDATE customers SET id = {} WHERE id = {} AND NOT EXISTS (SELECT 1 FROM orders WHERE customer_id = customers.id)",
            200 + step,
            100 + step / 2
        ),
    }
}

/// All that was there at each of two times is there again.
#[tokio::test]
async fn random_histories_are_taken_back() {
    for seed in 0..8 {
        for (store, of_shop) in shops(ALL).await {
            let mut state = seed + 1;
            let kinds = ["customers", "orders", "lines"].map(str::to_owned);
            let mut times = Vec::new();
            for _ in 0..2 {
                let listed = Listed { kinds: &kinds, changes: true, own: &[] };
                let before = removals(&store.database, listed, None, 1).await.unwrap();
                tokio::time::sleep(Duration::from_millis(2)).await;
                times.push((before.first().map(|it| it.id.clone()), store.rows(of_shop).await));
                let at_first = store.rows(of_shop).await;
                for step in 0..15 {
                    // What the database refuses isn't done.
                    drop(store.database.execute_unprepared(&writing(&mut state, step)).await);
                    drop(store.database.execute_unprepared("ROLLBACK").await);
                }
                assert_ne!(store.rows(of_shop).await, at_first, "{seed}");
            }
            while let Some((newest, rows)) = times.pop() {
                let listed = Listed { kinds: &kinds, changes: true, own: &[] };
                let all = removals(&store.database, listed, None, 1000).await.unwrap();
                let ids = all.into_iter().map(|it| it.id);
                let since = ids.take_while(|id| Some(id) != newest.as_ref()).collect();
                let wanted = Wanted { changes: true, removals: Some(since), ..Wanted::default() };
                let undone = adopt::undo(&store.database, &wanted, false).await.unwrap();
                let refused = |it: &&adopt::Outcome| {
                    it.reason.as_ref().is_some_and(|it| it.to_string() != AGAIN)
                };
                assert_eq!(undone.outcomes.iter().find(refused), None, "{seed}");
                assert_eq!(store.rows(of_shop).await, rows, "{seed}");
            }
            store.drop().await;
        }
    }
}
