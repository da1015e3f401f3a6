//! Events of the inbox.

use reinstate::api::graphql::Settings;
use serde_json::json;

use super::{origin, origin_of, send};
use crate::{
    live::Server,
    support::{TestApp, apply, each_engine},
};

/// Recipients receive their notifications, with the count of unread ones.
#[apply(each_engine!)]
async fn notifications_are_delivered_to_their_recipients(app: TestApp, sender: String) {
    let recipient = app.caller(2, &["notifications.view.own"]).await;
    send(&app, &sender, 1, "for the sender").await;
    send(&app, &sender, 2, "first").await;
    let server = Server::start(&app, Settings::default()).await;
    let query = |after: &str| {
        format!(
            "subscription {{ notificationReceived(after: \"{after}\") {{ position unreadCount \
             notification {{ title user {{ email }} sender {{ email }} }} }} }}"
        )
    };
    let mut socket = server.connected(&recipient).await;
    socket.subscribe("a", &query(&origin_of(&app, 2).await)).await;
    let received = socket.data("a").await["notificationReceived"].clone();
    let shown = json!({
        "title": "first", "user": { "email": "caller2@example.com" },
        "sender": { "email": "caller1@example.com" },
    });
    assert_eq!((&received["notification"], &received["unreadCount"]), (&shown, &json!(1)));
    // Several are on their way; one that is deleted before it is delivered is left out.
    drop(socket);
    for title in ["second", "third", "fourth"] {
        send(&app, &sender, 2, title).await;
    }
    app.execute("UPDATE notifications SET is_read = true WHERE title = 'first'").await;
    app.execute("UPDATE notifications SET deleted_at = created_at WHERE title = 'third'").await;
    let mut socket = server.connected(&recipient).await;
    let after = received["position"].as_str().unwrap();
    socket.subscribe("a", &query(after)).await;
    for title in ["second", "fourth"] {
        let received = socket.data("a").await["notificationReceived"].clone();
        assert_eq!(received["notification"]["title"], title);
        assert_eq!(received["unreadCount"], 2);
    }
    // The sender may view all, but these are not for it.
    let mut socket = server.connected(&sender).await;
    socket.subscribe("a", &query(&origin())).await;
    send(&app, &sender, 1, "to itself").await;
    for title in ["for the sender", "to itself"] {
        let received = socket.data("a").await["notificationReceived"].clone();
        assert_eq!(received["notification"]["title"], title);
    }
}
