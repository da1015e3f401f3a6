//! D14 and D18: concurrent updates.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use reinstate::store::database::Database;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value as Json, json};

use super::{REQUESTS, run_concurrently};
use crate::{
    change::{Kind, Outcome, Record, UpdateApi, outcome},
    support::{Engine, TestApp, apply, each_engine_threaded, fixture},
};

/// Updates records concurrently, each with its body, and returns the outcomes in order.
async fn change_all(
    app: &Arc<TestApp>,
    token: &str,
    changes: Vec<(Record, UpdateApi, Json)>,
) -> Vec<Outcome> {
    let changes = Arc::new(changes);
    let count = i64::try_from(changes.len()).unwrap();
    run_concurrently(app, count, |app, number| {
        let (changes, token) = (Arc::clone(&changes), token.to_owned());
        async move {
            let (record, via, body) = &changes[usize::try_from(number).unwrap()];
            let response = record.change(&app, *via, Some(&token), body).await;
            outcome(via.api(), &response, &format!("{via:?} {record:?} {body}"))
        }
    })
    .await
}

/// Locales with these codes.
async fn locales(app: &TestApp, rows: impl IntoIterator<Item = (i64, String)>) -> Vec<Record> {
    let rows: Vec<(i64, String)> = rows.into_iter().collect();
    let row = |(id, code): &(i64, String)| json!({ "id": id, "code": code, "name": "English" });
    app.load(fixture("locales", rows.iter().map(row))).await;
    rows.into_iter().map(|(id, key)| Record { kind: Kind::Locale, id, key }).collect()
}

/// D18: of many locales that request the same code concurrently one gets it; the others get a
/// validation error.
#[apply(each_engine_threaded!)]
async fn a_code_is_taken_once(app: TestApp, token: String) {
    let app = Arc::new(app);
    for round in 0..3 {
        let first = 100 * (round + 1);
        let records =
            locales(&app, (0..REQUESTS).map(|n| (first + n, format!("en-x-{}", first + n)))).await;
        let wanted = format!("de-x-{round}");
        let apis = UpdateApi::ALL.into_iter().cycle();
        let changes = records
            .iter()
            .cloned()
            .zip(apis)
            .map(|(record, via)| (record, via, json!({ "code": wanted, "name": "German" })));
        let outcomes = change_all(&app, &token, changes.collect()).await;
        let mut winners = 0;
        for (record, outcome) in records.iter().zip(outcomes) {
            let stored = record.stored(&app).await;
            if outcome == Outcome::Done {
                winners += 1;
                assert_eq!(stored["code"], wanted, "round {round}");
                assert_eq!(stored["version"], 2, "round {round}");
            } else {
                assert_eq!(outcome, Outcome::invalid(["code"]), "round {round}");
                assert_eq!(stored["code"], record.key, "round {round}");
                assert_eq!(stored["version"], 1, "round {round}");
            }
        }
        assert_eq!(winners, 1, "round {round}");
    }
}

/// D17, D18: two locales that request each other's code concurrently both get a validation error.
#[apply(each_engine_threaded!)]
async fn codes_are_not_swapped(app: TestApp, token: String) {
    let app = Arc::new(app);
    let records = locales(&app, (0..REQUESTS).map(|n| (10 + n, format!("en-x-{n}")))).await;
    let apis = UpdateApi::ALL.into_iter().cycle();
    let changes = records
        .iter()
        .cloned()
        .zip(apis)
        .enumerate()
        .map(|(place, (record, via))| (record, via, json!({ "code": records[place ^ 1].key })));
    let outcomes = change_all(&app, &token, changes.collect()).await;
    for (record, outcome) in records.iter().zip(outcomes) {
        assert_eq!(outcome, Outcome::invalid(["code"]), "{record:?}");
        assert_eq!(record.stored(&app).await["code"], record.key, "{record:?}");
    }
}

/// D14: concurrent updates of different fields of a record are all kept.
#[apply(each_engine_threaded!)]
async fn changes_of_different_fields_are_all_kept(app: TestApp, token: String) {
    let app = Arc::new(app);
    for round in 0..3 {
        let mut changes = Vec::new();
        for kind in Kind::ALL {
            for (place, via) in (1..).zip(UpdateApi::PARTIAL) {
                let id = 1_000 * place + round;
                let record = kind.load_one(&app, id, 1).await;
                // The code is the key: updating it makes the others miss the record.
                for field in kind.fields(id).into_iter().filter(|field| field.name != "code") {
                    changes.push((record.clone(), via, json!({ field.name: field.other })));
                }
            }
        }
        let outcomes = change_all(&app, &token, changes.clone()).await;
        for ((record, via, body), outcome) in changes.iter().zip(outcomes) {
            let case = format!("{via:?} {record:?} {body}");
            assert_eq!(outcome, Outcome::Done, "{case}");
            let stored = record.stored(&app).await;
            for (name, value) in body.as_object().unwrap() {
                assert_eq!(stored[name], *value, "{case}");
            }
            let writes = changes
                .iter()
                .filter(|(other, _, _)| (other.kind, other.id) == (record.kind, record.id));
            let version = 1 + writes.count();
            assert_eq!(stored["version"], version, "{case}: each write is counted");
        }
    }
}

/// D14: a field updated concurrently holds one of the values, and a whole body is written whole.
#[apply(each_engine_threaded!)]
async fn whole_bodies_are_not_mixed(app: TestApp, token: String) {
    let app = Arc::new(app);
    let record = Kind::Notification.load_one(&app, 1_000, 1).await;
    let body = |number: i64| {
        let text = format!("number {number}");
        let (link, metadata) = (format!("/{number}"), json!({ "number": number }));
        json!({ "title": text, "message": text, "action_url": link, "metadata": metadata })
    };
    let changes = (0..REQUESTS).map(|number| {
        (record.clone(), UpdateApi::ALL[usize::try_from(number % 4).unwrap()], body(number))
    });
    let outcomes = change_all(&app, &token, changes.collect()).await;
    let distinct: BTreeSet<String> = outcomes.iter().map(|it| format!("{it:?}")).collect();
    assert_eq!(distinct.into_iter().collect::<Vec<_>>(), ["Done"]);
    let stored = record.stored(&app).await;
    let written = stored["metadata"]["number"].as_i64().unwrap();
    for (name, value) in body(written).as_object().unwrap() {
        assert_eq!(stored[name], *value, "{name} of {written}");
    }
    assert_eq!(stored["version"], 1 + REQUESTS);
}

/// D17, D18: when PostgreSQL aborts an update because of a deadlock, it is retried instead of
/// failing: the code is taken by then.
#[apply(each_engine_threaded!)]
async fn a_deadlock_is_retried(app: TestApp, token: String) {
    if app.engine != Engine::Postgres {
        return;
    }
    let app = Arc::new(app);
    let records = locales(&app, [(10, "en".to_owned()), (11, "de".to_owned())]).await;
    // Another transaction takes a code and then updates the other row.
    let beside = Database::open(&app.url).await.unwrap();
    let other = beside.operator().begin().await.unwrap();
    // The one that checks for a deadlock first is aborted: the service, after a second.
    other.execute_unprepared("SET LOCAL deadlock_timeout = '20s'").await.unwrap();
    other.execute_unprepared("UPDATE locales SET code = 'fr' WHERE id = 11").await.unwrap();
    let changes = vec![(records[0].clone(), UpdateApi::Patch, json!({ "code": "fr" }))];
    let change = {
        let (app, token) = (Arc::clone(&app), token.clone());
        tokio::spawn(async move { change_all(&app, &token, changes).await })
    };
    let waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' \
            AND application_name = current_setting('application_name')";
    let waiting = Statement::from_string(beside.backend(), waiting);
    let see = async {
        while beside.operator().reader.query_one_raw(waiting.clone()).await.unwrap().is_none() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), see).await.unwrap();
    other.execute_unprepared("UPDATE locales SET name = 'Taken' WHERE id = 10").await.unwrap();
    other.commit().await.unwrap();
    assert_eq!(change.await.unwrap(), [Outcome::invalid(["code"])]);
    let stored = records[0].stored(&app).await;
    assert_eq!((&stored["code"], &stored["name"]), (&json!("en"), &json!("Taken")));
}
