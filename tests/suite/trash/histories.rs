//! Random histories of two callers: an undo of a suffix gives back the state before it.

use serde_json::{Value as Json, json};

use std::collections::BTreeSet;

use super::kinds;
use crate::{
    contract::{KeyKind, Operation},
    support::{TestApp, apply, each_engine, fixture, resource},
};

/// Changes of one history.
const STEPS: u64 = 24;
/// Histories on each engine.
const SEEDS: u64 = 8;

/// Numbers that are the same in each run (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}

/// A record of a history: its row and path.
struct Known {
    table: &'static str,
    id: i64,
    path: String,
}

/// The record without what each write changes; null: there is none.
async fn state(app: &TestApp, known: &Known) -> Json {
    let mut row = app.stored(known.table, known.id).await;
    for name in ["updated_at", "version"] {
        row[name].take();
    }
    row
}

/// The time and the record of the newest event.
async fn newest(app: &TestApp, token: &str) -> (String, i64) {
    let page = app.get(token, "events?limit=1").await.expect(200).body;
    let event = &page["data"][0];
    (event["created_at"].as_str().unwrap().to_owned(), event["record_id"].as_i64().unwrap())
}

async fn create(app: &TestApp, token: &str, kind: &Operation, number: u64) -> Known {
    let mut body = (kind.row)();
    let letter = |place: u32| char::from(b'a' + (number / 26_u64.pow(place) % 26) as u8);
    let code: String = [letter(2), letter(1), letter(0)].iter().collect();
    match kind.table {
        "users" => body["email"] = json!(format!("{code}@example.com")),
        "notifications" => body["user_id"] = json!(1),
        "locales" => body["code"] = json!(code),
        "currencies" => body["code"] = json!(code.to_uppercase()),
        "translations" => body["key"] = json!(code),
        _ => {}
    }
    let list = kind.path.strip_suffix("/{}/restore").unwrap();
    let created = app.post(token, list, &body).await;
    assert_eq!(created.status.as_u16(), 201, "{list}: {}", created.body);
    let (_, id) = newest(app, token).await;
    let key = match kind.key {
        KeyKind::Uuid => created.body["uuid"].as_str().unwrap().to_owned(),
        KeyKind::Code => body["code"].as_str().unwrap().to_owned(),
        KeyKind::Id => id.to_string(),
    };
    Known { table: kind.table, id, path: format!("{list}/{key}") }
}

/// One random change of a record by one of both. `None`: it was refused.
async fn change(app: &TestApp, token: &str, known: &Known, random: &mut Random) -> Option<String> {
    let label = resource(known.table).label;
    let text = format!("t{}", random.below(1_000_000));
    let body = match random.below(4) {
        // Its address decides who signs in, and its key where it is found.
        0 if label != "email" && label != "key" => json!({ label: text }),
        0 | 1 => json!({ "is_active": random.below(2) == 0 }),
        2 => Json::Null,
        _ => json!("restore"),
    };
    let before = app.last_event().await;
    let response = match &body {
        Json::Null => app.delete(token, &known.path).await,
        Json::String(_) => app.post_empty(token, &format!("{}/restore", known.path)).await,
        body => app.patch(token, &known.path, body).await,
    };
    assert!(
        [200, 400, 404, 409, 422].contains(&response.status.as_u16()),
        "{body}: {}",
        response.body
    );
    if app.last_event().await == before {
        return None;
    }
    Some(newest(app, token).await.0)
}

/// Whatever one did last is taken back as a whole where nobody else wrote, and touches nothing where
/// somebody did.
#[apply(each_engine!)]
async fn an_undone_suffix_gives_back_the_state_before(app: TestApp) {
    let tokens = [app.caller(1, &["*"]).await, app.caller(2, &["*"]).await];
    let kinds = kinds();
    app.load(fixture("locales", [json!({ "id": 9_000, "code": "en", "name": "English" })])).await;
    let mut number = 0;
    for seed in 0..SEEDS {
        let mut random = Random(seed);
        let mut all = Vec::new();
        for kind in &kinds {
            number += 1;
            all.push(create(&app, &tokens[0], kind, number).await);
        }
        let from = random.below(STEPS);
        let mut before = Vec::new();
        // Which records each of both has changed since.
        let (mut changed, mut since) = ([BTreeSet::new(), BTreeSet::new()], None);
        for step in 0..STEPS {
            if step == from {
                for known in &all {
                    before.push(state(&app, known).await);
                }
            }
            let who = usize::from(random.below(3) == 0);
            let place = random.below(kinds.len() as u64) as usize;
            let done = if random.below(8) == 0 {
                number += 1;
                all.push(create(&app, &tokens[who], &kinds[place], number).await);
                Some((newest(&app, &tokens[0]).await.0, all.len() - 1))
            } else {
                let place = random.below(all.len() as u64) as usize;
                let at = change(&app, &tokens[who], &all[place], &mut random).await;
                at.map(|at| (at, place))
            };
            if let Some((at, place)) = done.filter(|_| step >= from) {
                changed[who].insert(place);
                since = since.or(Some(at));
            }
        }
        let mut last = Vec::new();
        for known in &all {
            last.push(state(&app, known).await);
        }
        let Some(since) = since else { continue };
        let path = format!("undo?actor=1&since={since}");
        let preview = app.post_empty(&tokens[0], &path).await.expect(200).body["preview"].clone();
        let confirmed = format!("{path}&confirm={}", preview["token"].as_str().unwrap());
        app.post_empty(&tokens[0], &confirmed).await.expect(200);
        for (place, known) in all.iter().enumerate() {
            let now = state(&app, known).await;
            let name = format!("{seed}: {} {}", known.table, known.id);
            match (changed[0].contains(&place), changed[1].contains(&place)) {
                (true, false) => match before.get(place) {
                    Some(before) => assert_eq!(now, *before, "{name}"),
                    None => assert!(now["deleted_at"].is_string(), "{name}"),
                },
                (false, _) => assert_eq!(now, last[place], "{name}"),
                (true, true) => {}
            }
        }
    }
}
