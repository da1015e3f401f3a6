//! D26: what a permission shows, no answer of either API shows without it: not in the trash, not through
//! `viewer`, not by an act without effect, and not by a replay.

use reinstate::{
    actions::{Action, actions},
    kinds::permission_names,
    store::Stale,
};
use serde_json::json;

use super::{
    asked::{Asked, asked},
    operations::key,
    shown::{LIVE, SECRET, argument, everything, load},
};
use crate::{
    idempotency::is_replayed,
    support::{Response, TestApp, apply, described, each_engine, names, sorted},
};

/// The permissions that show what all kinds have in common, and a text that takes each.
const UNSEEN: [(&str, &str); 3] = [
    ("audit.view", "unseen reason"),
    ("tokens.view", "unseen token"),
    ("roles.view", "unseen role"),
];

/// Whether an operation on one role answers with it, as its document says.
fn answers_with_role(action: &Action) -> bool {
    ["updateRole", "deleteRole", "restoreRole"].contains(&action.name.as_str())
}

async fn ask(app: &TestApp, token: &str, number: Option<usize>, asked: &Asked) -> Response {
    let (method, path, body) = asked;
    let key = number.map(|it| format!("key-{it}"));
    let headers = Vec::from_iter(key.as_deref().map(|it| ("idempotency-key", it)));
    app.ask(method, path, Some(token), &headers, body.to_string()).await
}

/// A caller that holds every name but one sees nothing that takes it; one that holds all does.
#[apply(each_engine!)]
async fn each_permission_shows_what_takes_it(app: TestApp) {
    let (app, deletion) = load(app).await;
    let reads = actions().iter().filter(|action| action.only_reads());
    let changes = actions().iter().filter(|action| !action.only_reads());
    let all = permission_names();
    let mut callers = vec![(None, app.caller(2, &all).await)];
    for (id, unseen) in (3..).zip(UNSEEN) {
        let held = all.iter().copied().filter(|name| !name.starts_with(unseen.0));
        callers.push((Some(unseen), app.caller(id, &held.collect::<Vec<_>>()).await));
    }
    // The credential of the request shows its own name.
    for id in 2..=5 {
        app.token(&format!("caller{id}@example.com"), None).await;
    }
    app.execute("UPDATE access_tokens SET name = 'unseen token' WHERE id > 5").await;
    let mut seen = Vec::new();
    // The changes change what there is to see.
    for action in reads.chain(changes) {
        for asked in asked(action, &deletion) {
            for (unseen, token) in &callers {
                let response = ask(&app, token, None, &asked).await;
                match unseen {
                    None => seen.push(response.text),
                    Some((name, text)) if !answers_with_role(action) => {
                        let case = format!("{asked:?} without {name}: {}", response.text);
                        assert!(!response.text.contains(text), "{case}");
                    }
                    Some(_) => {}
                }
            }
        }
    }
    for (_, text) in UNSEEN {
        assert!(seen.iter().any(|response| response.contains(text)), "{text}");
    }
}

/// A stored response is not replayed to a caller who has lost a permission since.
#[apply(each_engine!)]
async fn a_replay_shows_nothing_once_a_permission_is_gone(app: TestApp) {
    let (app, deletion) = load(app).await;
    let token = app.caller(2, &permission_names()).await;
    let changes = actions().iter().filter(|action| !action.only_reads());
    let all: Vec<Asked> = changes.flat_map(|action| asked(action, &deletion)).collect();
    let mut stored = Vec::new();
    for (number, asked) in all.iter().enumerate() {
        let first = ask(&app, &token, Some(number), asked).await;
        let again = ask(&app, &token, Some(number), asked).await;
        if is_replayed(&again) {
            assert_eq!(first.text, again.text, "{asked:?}");
            stored.push((number, first.text.contains(SECRET)));
        }
    }
    assert!(stored.iter().filter(|(_, shows)| *shows).count() > 5, "{stored:?}");
    app.execute("DELETE FROM user_permissions WHERE user_id = 2 AND permission LIKE '%.view%'")
        .await;
    app.state.caches.clear(Stale::Credentials);
    for (number, _) in stored {
        let response = ask(&app, &token, Some(number), &all[number]).await;
        let case = format!("{:?}: {}", all[number], response.text);
        assert!(!is_replayed(&response) && !response.text.contains(SECRET), "{case}");
        let code = response.error().map_or("FORBIDDEN", |error| error.0);
        assert_eq!((response.status.as_u16(), code), (403, "FORBIDDEN"), "{case}");
    }
}

/// An update or a restore without effect shows the documented body. Where that is the whole record, it
/// shows its keys.
#[apply(each_engine!)]
async fn an_act_without_effect_shows_no_more_than_its_document(app: TestApp) {
    let (app, _) = load(app).await;
    for (id, kind) in (10..).zip(described()) {
        let Some(update) = &kind.update else { continue };
        let token = app.caller(id, &[update.permission.all]).await;
        let parameter = format!("{{{}}}", kind.key_column);
        let path = kind.record_path().replace(&parameter, &key(kind, LIVE));
        let documented = &update.answer.shows.names;
        let is_whole = documented.contains(&"global_id");
        let mut keys = vec!["id", kind.key_column];
        keys.dedup();
        let expected = if is_whole { keys } else { documented.clone() };
        let response = app.rest("PATCH", &path, Some(&token), Some(&json!({}))).await.expect(200);
        assert_eq!(sorted(names(&response.body)), sorted(expected), "{}", kind.name);
        let mutation = |selected: &str| {
            let (name, key, field) = (kind.name, argument(kind, LIVE), kind.field_name());
            format!(
                "mutation {{ update{name}({key}, changes: {{}}) {{ {field} {{ {selected} }} }} }}"
            )
        };
        let keys = "__typename id databaseId restKey version";
        app.query(&token, &mutation(keys)).await.data();
        let response = app.query(&token, &mutation(&everything(kind))).await;
        assert_eq!(response.code(), Some("FORBIDDEN"), "{}", response.text);
        assert!(!response.text.contains(SECRET), "{}", response.text);
    }
    for (id, kind) in (40..).zip(described()) {
        let Some(restore) = kind.restore.as_ref().filter(|_| !kind.is_account()) else { continue };
        let token = app.caller(id, &[restore.permission.all]).await;
        let (name, key, field) = (kind.name, argument(kind, LIVE), kind.field_name());
        let selected = everything(kind);
        let query = format!("mutation {{ restore{name}({key}) {{ {field} {{ {selected} }} }} }}");
        let response = app.query(&token, &query).await;
        let code = response.code();
        assert!(matches!(code, Some("FORBIDDEN" | "NOT_DELETED")), "{}", response.text);
    }
}
