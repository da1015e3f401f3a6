//! Query parameters that are unknown, repeated or malformed, and budgets.

use axum::http::header::LINK;
use serde_json::json;

use super::{OWN, load_records_of_each_kind};
use crate::support::{TestApp, apply, each_engine, fixture};

/// Each is a 400 whose message names the parameter.
#[apply(each_engine!)]
async fn malformed_parameters_are_named(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let many = (0..501).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
    let long = "a".repeat(2_000);
    let cases = [
        ("reports?limit=101", "limit must be from 0 to 100"),
        ("reports?limit=-1", "limit must be from 0 to 100"),
        ("reports?limit", "limit must be from 0 to 100"),
        ("reports?limit=ten", "limit must be from 0 to 100"),
        ("reports?limit=1&limit=2", "limit must be given only once"),
        ("reports?first=1", "first is not a query parameter of this path"),
        ("reports?Title=a", "Title is not a query parameter of this path"),
        ("reports?title[like]=a", "title[like] is not a query parameter of this path"),
        ("reports?is_active[in]=true", "is_active[in] is not a query parameter of this path"),
        ("reports?is_active=1", "is_active must be true or false"),
        ("reports?id=1.0", "id must be an integer"),
        ("reports?id[in]=1,,2", "id[in] must have values that are each an integer"),
        ("reports?id[in]=1,x", "id[in] must have values that are each an integer"),
        ("reports?id[in]=", "id[in] must have values that are each an integer"),
        ("reports?id%5Bin%5D=1%2Cx", "id[in] must have values that are each an integer"),
        ("reports?uuid=1", "uuid must be a UUID"),
        (
            "reports?created_at[gte]=2026-01-01",
            "created_at[gte] must be a timestamp such as 2026-11-20T15:36:00.123456Z",
        ),
        ("reports?title=%00", "title must be text without NUL"),
        ("reports?title=%C3", "%C3 in the query is not UTF-8"),
        ("reports?after=%FF", "%FF in the query is not UTF-8"),
        ("reports?after=%00", "after must be text without NUL"),
        ("reports?%0A=1", r"\n is not a query parameter of this path"),
        ("reports?trashed=all", "trashed must be one of without, with, only"),
        ("reports?total=yes", "total must be true or false"),
        ("reports?after=a", "after is not a cursor of this list in this order"),
        ("reports?before=a", "before is not a cursor of this list in this order"),
        ("reports?after=a&before=b", "after and before can't both be given"),
        ("admin/locales?sort_order=2147483648", "sort_order must be an integer of 32 bits"),
        ("trash?order=id", "order must be one of deleted_at, purge_at"),
        ("trash?deleted_by=me", "deleted_by must be an integer"),
        ("events?record_id=a", "record_id is not the global id of a record"),
        ("events?before=a", "before is not a query parameter of this path"),
        ("events?operation_id=a", "operation_id must be a UUID"),
        ("me?user=1", "user is not a query parameter of this path"),
        ("me/notifications?unread=0", "unread must be true or false"),
    ];
    for (path, message) in cases {
        let response = app.get(&token, path).await;
        assert_eq!((response.status.as_u16(), response.message()), (400, message), "{path}");
    }
    for (path, name) in [
        (format!("reports?id[in]={many}"), "id[in]"),
        (format!("reports?title[contains]={long}"), "title[contains]"),
        ("reports?order=message".to_owned(), "order"),
        ("reports?fields=id,secret".to_owned(), "fields"),
        ("api-keys?fields=key".to_owned(), "fields"),
        ("trash?kinds=Report".to_owned(), "kinds"),
        ("events?actions=DELETED".to_owned(), "actions"),
    ] {
        let response = app.get(&token, &path).await;
        let message = response.message();
        assert_eq!(response.status, 400, "{path:.60}");
        assert!(message.starts_with(&format!("{name} must ")), "{path:.60}: {message}");
    }
}

/// The links of a page have its query as it was sent, but for the position.
#[apply(each_engine!)]
async fn links_keep_the_query(app: TestApp, token: String) {
    for (sent, kept) in [
        ("", ""),
        ("?&", ""),
        ("?id[in]=1,2&limit=1&id[in]=3", "?id[in]=1,2&id[in]=3&limit=1"),
        ("?title%5Bcontains%5D=a+b%26&limit=2", "?title%5Bcontains%5D=a+b%26&limit=2"),
    ] {
        let response = app.get(&token, &format!("/api/v1/reports{sent}")).await.expect(200);
        let links = response.headers[LINK].to_str().unwrap();
        assert_eq!(links, format!("<reports{kept}>; rel=\"first\""), "{sent}");
    }
}

/// D5: who may not list gets no opinion on the query.
#[apply(each_engine!)]
async fn permissions_come_before_parameters(app: TestApp) {
    let token = app.caller(OWN, &["content.view"]).await;
    for (path, status) in
        [("reports", 403), ("reports/x", 403), ("events", 403), ("contents", 400), ("trash", 400)]
    {
        let path = format!("/api/v1/{path}?no=1");
        app.get(&token, &path).await.expect(status);
        app.rest("GET", &path, None, None).await.expect(401);
    }
}

/// D23: a list that is too expensive is refused as in GraphQL.
#[apply(each_engine!)]
async fn lists_have_budgets(outer: TestApp) {
    let app = outer.with_budgets(|budgets| budgets.response_bytes = 20_000).await;
    let token = app.caller(OWN, &["*"]).await;
    let message = "m".repeat(1_000);
    let rows = (1..=30).map(
        |id| json!({ "id": id, "user_id": OWN, "type": "info", "title": "t", "message": message }),
    );
    app.load(fixture("notifications", rows)).await;
    let path = "/api/v1/notifications";
    let refused = app.get(&token, path).await.expect(400);
    assert!(refused.message().contains("max-response-bytes"), "{}", refused.message());
    app.get(&token, &format!("{path}?limit=10")).await.expect(200);
    // Columns that aren't asked for are not read.
    app.get(&token, &format!("{path}?fields=id,title")).await.expect(200);

    // PostgreSQL estimates.
    app.execute("ANALYZE notifications").await;
    let app = outer.with_budgets(|budgets| budgets.rows = 40).await;
    let token = app.caller(2, &["*"]).await;
    let search = "search=t&title[contains]=t";
    app.get(&token, &format!("{path}?limit=10")).await.expect(200);
    let refused = app.get(&token, &format!("{path}?{search}")).await;
    assert!(refused.message().contains("max-rows"), "{}", refused.text);
    assert_eq!(refused.status, 400);
    let query = "{ notifications(where: { title: { contains: \"t\" }, and: [{ title: { contains: \
                 \"t\" } }] }) { nodes { id } } }";
    assert_eq!(app.query(&token, query).await.code(), Some("QUERY_TOO_EXPENSIVE"));
}
