//! Pages: the links lead through a list, and see each item once.

use serde_json::{Value as Json, json};
use url::Url;

use super::{FIRST, OWN, each, load_records_of_each_kind};
use crate::support::{Response, TestApp, apply, each_engine, fixture};

/// The path of a relation in the `Link` header, which is relative to the path of the list.
fn link(response: &Response, relation: &str) -> Option<String> {
    let links = response.headers.get("link")?.to_str().unwrap();
    let (target, _) = links.split(", <").find_map(|link| {
        let (target, name) = link.split_once(">; rel=")?;
        (name.trim_matches('"') == relation).then_some((target, name))
    })?;
    Some(target.trim_start_matches('<').to_owned())
}

/// Clients resolve references against the URL that they asked, also one with a proxy's prefix.
fn resolved(path: &str, reference: &str) -> String {
    let base = Url::parse(&format!("http://example.com/admin-api{path}")).unwrap();
    let url = base.join(reference).unwrap();
    url.as_str().strip_prefix("http://example.com/admin-api").unwrap().to_owned()
}

/// What is created under a proxy's prefix is found under it.
#[apply(each_engine!)]
async fn locations_are_relative(app: TestApp) {
    let token = app.caller(OWN, &["*"]).await;
    let notification = json!({ "user_id": OWN, "type": "info", "title": "t", "message": "m" });
    let mut many = notification.clone();
    many.as_object_mut().unwrap().remove("user_id");
    many["user_ids"] = json!([OWN]);
    for (path, body, shown) in [
        ("/api/v1/reports", json!({ "title": "t" }), "/api/v1/reports/"),
        (
            "/api/v1/admin/locales",
            json!({ "code": "pt-BR", "name": "n" }),
            "/api/v1/admin/locales/pt-BR",
        ),
        ("/api/v1/notifications", notification, "/api/v1/notifications/"),
        ("/api/v1/notifications/bulk", many, "/api/v1/operations/"),
    ] {
        let created = app.rest("POST", path, Some(&token), Some(&body)).await.expect(201);
        let location = created.headers["location"].to_str().unwrap();
        assert!(!location.starts_with('/'), "{location}");
        let found = resolved(path, location);
        assert!(found.starts_with(shown), "{found}");
        app.rest("GET", &found, Some(&token), None).await.expect(200);
    }
}

/// Follows a relation from a path to its end.
async fn walk(app: &TestApp, token: &str, from: &str, relation: &str) -> (Vec<Vec<Json>>, String) {
    let (mut pages, mut path) = (Vec::new(), from.to_owned());
    loop {
        let response = app.rest("GET", &path, Some(token), None).await.expect(200);
        pages.push(each(&response.body, "id"));
        let cursor = if relation == "next" { "next" } else { "previous" };
        match link(&response, relation) {
            Some(next) => path = resolved(&path, &next),
            None => {
                assert_eq!(response.body[cursor], Json::Null, "{path}");
                return (pages, path);
            }
        }
        assert!(response.body[cursor].is_string(), "{path}");
    }
}

/// RFC 8288: `next` leads to the end, `prev` back, each item is seen once; `first` is the start.
#[apply(each_engine!)]
async fn links_see_each_item_once(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    // Events and the trash of this operation.
    let ids: Vec<String> =
        (FIRST..FIRST + 4).map(|id| crate::support::global_id("Report", id)).collect();
    let body = json!({ "ids": ids });
    app.rest("POST", "/api/v1/delete", Some(&token), Some(&body)).await.expect(200);
    let notifications = (201..=205).map(
        |id| json!({ "id": id, "user_id": OWN, "type": "info", "title": "t", "message": "m" }),
    );
    app.load(fixture("notifications", notifications)).await;
    let lists = [
        "/api/v1/reports?trashed=with&order=-title,created_at&",
        "/api/v1/admin/locales?name[contains]=A&trashed=with&",
        "/api/v1/users?order=deleted_at&trashed=with&",
        "/api/v1/trash?",
        "/api/v1/trash?order=purge_at&kinds=report,api_key,user&",
        "/api/v1/me/notifications?unread=true&",
        "/api/v1/events?kinds=report&",
    ];
    for list in lists {
        let all = app.rest("GET", &format!("{list}limit=100"), Some(&token), None).await;
        let all = each(&all.expect(200).body, "id");
        assert!(all.len() >= 4, "{list}: {all:?}");
        for size in [1, 3, all.len()] {
            let first = format!("{list}limit={size}");
            let (pages, last) = walk(&app, &token, &first, "next").await;
            assert_eq!(pages.concat(), all, "{first}");
            let end = app.rest("GET", &last, Some(&token), None).await;
            let start = link(&end, "first").map(|it| resolved(&last, &it));
            assert_eq!(start.as_deref(), Some(&*first));
            if !list.contains("/events") {
                let (mut back, start) = walk(&app, &token, &last, "prev").await;
                back.reverse();
                assert_eq!(back.concat(), all, "{first}, back");
                let start = app.rest("GET", &start, Some(&token), None).await;
                assert_eq!(each(&start.body, "id"), all[..pages[0].len()], "{first}");
            }
        }
    }
}

/// A page of nothing has no items, and says whether there are any.
#[apply(each_engine!)]
async fn a_page_can_be_empty(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let get = async |path: &str| app.rest("GET", path, Some(&token), None).await.expect(200).body;
    let empty = json!({ "data": [], "next": null, "previous": null });
    assert_eq!(get("/api/v1/reports?title=nowhere").await, empty);
    let counted = json!({ "data": [], "next": null, "previous": null, "total": 4 });
    assert_eq!(get("/api/v1/reports?limit=0&total=true").await, counted);
}
