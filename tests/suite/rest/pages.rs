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

/// Follows a relation from a path to its end.
async fn walk(app: &TestApp, token: &str, from: &str, relation: &str) -> (Vec<Vec<Json>>, String) {
    let (mut pages, mut path) = (Vec::new(), from.to_owned());
    loop {
        let response = app.get(token, &path).await.expect(200);
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
    app.post(&token, "delete", &json!({ "ids": ids })).await.expect(200);
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
        let all = app.get(&token, &format!("{list}limit=100")).await;
        let all = each(&all.expect(200).body, "id");
        assert!(all.len() >= 4, "{list}: {all:?}");
        for size in [1, 3, all.len()] {
            let first = format!("{list}limit={size}");
            let (pages, last) = walk(&app, &token, &first, "next").await;
            assert_eq!(pages.concat(), all, "{first}");
            let end = app.get(&token, &last).await;
            let start = link(&end, "first").map(|it| resolved(&last, &it));
            assert_eq!(start.as_deref(), Some(&*first));
            if !list.contains("/events") {
                let (mut back, start) = walk(&app, &token, &last, "prev").await;
                back.reverse();
                assert_eq!(back.concat(), all, "{first}, back");
                let start = app.get(&token, &start).await;
                assert_eq!(each(&start.body, "id"), all[..pages[0].len()], "{first}");
            }
        }
    }
}

/// A page of nothing has no items, and says whether there are any.
#[apply(each_engine!)]
async fn a_page_can_be_empty(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let get = async |path: &str| app.get(&token, path).await.expect(200).body;
    let empty = json!({ "data": [], "next": null, "previous": null });
    assert_eq!(get("/api/v1/reports?title=nowhere").await, empty);
    let counted = json!({ "data": [], "next": null, "previous": null, "total": 4 });
    assert_eq!(get("/api/v1/reports?limit=0&total=true").await, counted);
}
