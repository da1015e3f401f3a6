//! Random deletions by many transactions, with others' writes between them.

use super::{Store, postgres, sqlite};
use sea_orm::DbBackend;

/// The next of a series of numbers below `most`.
pub(super) fn next(state: &mut u64, most: u64) -> u64 {
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

/// All that was there at first is there again, whatever was deleted in which order.
#[tokio::test]
async fn random_deletions_are_undone() {
    for seed in 0..6 {
        let stores = [Store::postgres().await, Some(Store::sqlite().await)];
        for store in stores.into_iter().flatten() {
            let is_postgres = store.database.get_database_backend() == DbBackend::Postgres;
            let (shop, of_shop) = if is_postgres {
                (postgres::SHOP, postgres::OF_SHOP)
            } else {
                (sqlite::SHOP, sqlite::OF_SHOP)
            };
            store.run(shop).await;
            store.adopt(&[]).await;
            let before = store.rows(of_shop).await;
            let mut state = seed + 1;
            for step in 0..40 {
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
