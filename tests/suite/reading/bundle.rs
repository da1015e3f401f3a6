//! `translationBundle`: after the response to a restore no stale bundle is read.

use std::{cell::Cell, ops::RangeInclusive};

use futures_util::future::join_all;
use serde_json::{Value as Json, json};

use crate::{
    call::{APIS, Api},
    support::{TestApp, apply, each_engine, fixture},
};

const DELETED: &str = "2026-01-02T03:04:05Z";

/// A translation into English.
fn translation(id: i64, group: &str, key: &str) -> Json {
    json!({ "id": id, "key": key, "locale": "en", "value": key.to_uppercase(), "group": group })
}

fn deleted(mut row: Json) -> Json {
    row["deleted_at"] = json!(DELETED);
    row
}

async fn bundle(app: &TestApp, token: &str, locale: &str, group: &str) -> Json {
    let query = "query($locale: String!, $group: String!) { \
        translationBundle(locale: $locale, group: $group) }";
    let variables = json!({ "locale": locale, "group": group });
    app.graphql(Some(token), query, variables).await.data()["translationBundle"].clone()
}

async fn restore(app: &TestApp, api: Api, token: &str, id: i64) {
    match api {
        Api::Rest => {
            let path = format!("/api/v1/admin/translations/{id}/restore");
            app.post_empty(token, &path).await.expect(200);
        }
        Api::Graphql => {
            app.query(token, &format!(
                "mutation {{ restoreTranslation(databaseId: {id}) {{ translation {{ key }} }} }}"
            )).await.data();
        }
    }
}

/// Any caller may read it; deleted and inactive translations and those of other locales and groups
/// are not in it.
#[apply(each_engine!)]
async fn a_bundle_has_the_live_active_translations(app: TestApp) {
    let mut inactive = translation(3, "buttons", "inactive");
    inactive["is_active"] = json!(false);
    let mut other = translation(4, "buttons", "other");
    other["locale"] = json!("en-GB");
    let rows = [
        translation(1, "buttons", "undo"),
        deleted(translation(2, "buttons", "gone")),
        inactive,
        other,
        translation(5, "menu", "file"),
        translation(6, "buttons", "redo"),
        translation(7, "", "plain"),
        translation(8, "buttons", "a\"b\\ \u{1F600}"),
    ];
    app.load(fixture("translations", rows)).await;
    let token = app.caller(1, &[]).await;
    let cases = [
        (
            "en",
            "buttons",
            json!({ "undo": "UNDO", "redo": "REDO", "a\"b\\ \u{1F600}": "A\"B\\ \u{1F600}" }),
        ),
        ("en-GB", "buttons", json!({ "other": "OTHER" })),
        ("en", "menu", json!({ "file": "FILE" })),
        ("en", "", json!({ "plain": "PLAIN" })),
        ("EN", "buttons", json!({})),
        ("en", "Buttons", json!({})),
        ("en", "buttons ", json!({})),
        ("en", "%", json!({})),
        ("", "buttons", json!({})),
        ("xx", "nothing", json!({})),
        ("en\u{0}", "buttons", json!({})),
        ("en", "buttons\u{0}", json!({})),
        ("\u{0}", "\u{0}", json!({})),
    ];
    // Twice: read from the database, then from the cache.
    for round in ["first", "second"] {
        for (locale, group, texts) in &cases {
            let read = bundle(&app, &token, locale, group).await;
            assert_eq!(read, *texts, "{locale:?} {group:?} the {round} time");
        }
    }
}

/// The same while others read and restore, so that an old bundle could be cached after a restore.
#[apply(each_engine!)]
async fn concurrent_reads_cache_no_stale_bundle(app: TestApp) {
    const CHAINS: i64 = 8;
    const LENGTH: i64 = 20;
    let rows =
        (1..=CHAINS * LENGTH).map(|id| deleted(translation(id, "buttons", &format!("key{id}"))));
    app.load(fixture("translations", rows)).await;
    let token = app.caller(1, &["translations.restore"]).await;
    let done = Cell::new(false);
    let chains = (0..CHAINS)
        .map(|chain| restore_and_read(&app, &token, chain * LENGTH + 1..=(chain + 1) * LENGTH));
    let restoring = async {
        join_all(chains).await;
        done.set(true);
    };
    let (reads, ()) = tokio::join!(read_until(&app, &token, &done), restoring);
    assert!(reads > 30, "{reads} reads: no concurrent reader");
}

/// Restores one after the other; each is in the next bundle.
async fn restore_and_read(app: &TestApp, token: &str, ids: RangeInclusive<i64>) {
    for id in ids {
        let api = APIS[usize::from(id % 2 == 0)];
        restore(app, api, token, id).await;
        let read = bundle(app, token, "en", "buttons").await;
        let key = format!("key{id}");
        assert_eq!(read[&key], json!(key.to_uppercase()), "{key}, restored by {api:?}, not read");
    }
}

/// Reads bundles until stopped, and returns how many.
async fn read_until(app: &TestApp, token: &str, done: &Cell<bool>) -> usize {
    let mut reads = 0;
    while !done.get() {
        tokio::join!(
            bundle(app, token, "en", "buttons"),
            bundle(app, token, "en", "buttons"),
            bundle(app, token, "en", "menu")
        );
        tokio::task::yield_now().await;
        reads += 3;
    }
    reads
}
