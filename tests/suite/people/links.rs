//! One-time links: made by operators and by callers, opened once, good for nothing else.

use reinstate::operations::accounts::{NewToken, issue_token};
use serde_json::{Value as Json, json};
use std::time::Duration;

use super::{ask, ask_rest, held};
use crate::{
    call::{APIS, Api},
    support::{Response, TestApp, apply, each_engine, global_id},
};

/// A link of an operator to the account of Caller 2.
async fn link(app: &TestApp) -> String {
    let link = NewToken {
        email: "caller2@example.com".to_owned(),
        permissions: None,
        expires_in: Duration::from_secs(60 * 60),
        name: None,
        is_link: true,
    };
    issue_token(&app.state, link).await.unwrap().reveal().to_owned()
}

async fn open(app: &TestApp, api: Api, link: &str) -> Response {
    match api {
        Api::Graphql => app.query(link, "mutation { signIn { value } }").await,
        Api::Rest => app.post_empty(link, "sign-in").await,
    }
}

/// The value of the token that a link became.
async fn opened(app: &TestApp, api: Api, link: &str) -> String {
    let response = open(app, api, link).await;
    let value = match api {
        Api::Graphql => response.data()["signIn"]["value"].clone(),
        Api::Rest => response.expect(200).body["value"].clone(),
    };
    value.as_str().unwrap().to_owned()
}

fn is_refused(response: &Response) -> bool {
    response.status == 401 || response.code() == Some("UNAUTHENTICATED")
}

/// Each link signs in once, as its account, and says so in the account's trail.
#[apply(each_engine!)]
async fn a_link_signs_in_once(app: TestApp, admin: String) {
    app.caller(2, &["reports.view", "users.view.own"]).await;
    for api in APIS {
        let by_operator = link(&app).await;
        let fields = json!({ "user_id": 2, "link": true });
        let by_admin = match api {
            Api::Graphql => {
                let made = ask(&app, &admin, "createAccessToken", None, fields, "value").await;
                made.data()["createAccessToken"]["value"].clone()
            }
            Api::Rest => {
                let made = ask_rest(&app, &admin, "createAccessToken", None, &fields).await;
                made.expect(201).body["value"].clone()
            }
        };
        for link in [by_operator.as_str(), by_admin.as_str().unwrap()] {
            assert_eq!(held(&app, link).await, json!([]), "a link only signs in");
            let report = app.query(link, "{ reports { totalCount } }").await;
            assert_eq!(report.code(), Some("FORBIDDEN"));
            let token = opened(&app, api, link).await;
            assert_eq!(held(&app, &token).await, json!(["reports.view", "users.view.own"]));
            for again in APIS {
                assert!(is_refused(&open(&app, again, link).await), "{api:?} {again:?}");
            }
            // A token is no link.
            let refused = open(&app, api, &token).await;
            assert!(refused.text.contains("Only a link signs in"), "{}", refused.text);
            let query = format!(
                "{{ recordEvents(recordId: {:?}, first: 1) {{ nodes {{ action changedFields actor {{ databaseId }} }} }} }}",
                global_id("User", 2)
            );
            let event = &app.data(&admin, &query).await["recordEvents"]["nodes"][0];
            let expected =
                json!({ "action": "UPDATED", "changedFields": [], "actor": { "databaseId": 2 } });
            assert_eq!(*event, expected);
        }
    }
}

/// A link ends after ten minutes, with its revocation, and with whoever made it.
#[apply(each_engine!)]
async fn a_link_ends(app: TestApp, admin: String) {
    app.caller(2, &["reports.view"]).await;
    let listed = async |app: &TestApp| -> usize {
        let tokens = app.get(&admin, "users/2/access-tokens").await;
        tokens.body["data"].as_array().map_or(0, Vec::len)
    };
    for (case, ends) in [
        (
            "lapsed",
            "UPDATE access_tokens SET link_ends_at = created_at WHERE link_ends_at IS NOT NULL",
        ),
        (
            "revoked",
            "UPDATE access_tokens SET revoked_at = created_at WHERE link_ends_at IS NOT NULL",
        ),
        ("inactive", "UPDATE users SET is_active = false WHERE id = 2"),
    ] {
        let before = listed(&app).await;
        let link = link(&app).await;
        app.execute(ends).await;
        assert!(is_refused(&open(&app, Api::Rest, &link).await), "{case}");
        assert!(case == "inactive" || listed(&app).await == before, "{case}");
    }
}

/// Of requests that open a link at once, one does.
#[apply(each_engine!)]
async fn one_of_many_opens_a_link(app: TestApp) {
    app.caller(2, &[]).await;
    let link = link(&app).await;
    let all = (0..8).map(|_| open(&app, Api::Rest, &link));
    let all = futures_util::future::join_all(all).await;
    let statuses: Vec<Json> = all.iter().map(|it| json!(it.status.as_u16())).collect();
    assert_eq!(statuses.iter().filter(|it| **it == 200).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|it| *it == 200 || *it == 401), "{statuses:?}");
}
