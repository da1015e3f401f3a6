//! Wherever an id is taken, a global id is taken beside it.

use serde_json::{Value as Json, json};

use super::load_sample_records;
use crate::support::{TestApp, apply, each_engine, global_id};

fn user(id: i64) -> String {
    global_id("User", id)
}

async fn read(app: &TestApp, token: &str, query: &str) -> Json {
    app.query(token, query).await.data().clone()
}

/// The account in an input: what is sent by its id and by its global id is the same.
#[apply(each_engine!)]
async fn inputs_take_accounts_by_either_id(app: TestApp) {
    let token = load_sample_records(&app).await;
    let send = |accounts: &str| {
        format!(
            "mutation {{ sent: sendNotification(input: {{ {accounts}, type: INFO, title: \"a\", \
             message: \"b\" }}) {{ notification {{ user {{ databaseId }} sender {{ databaseId }} }} }} }}"
        )
    };
    let account = |id: i64| json!({ "databaseId": id });
    for (accounts, owner, sender) in [
        ("userId: 2".to_owned(), 2, 1),
        (format!("user: \"{}\"", user(2)), 2, 1),
        (format!("user: \"{}\", userId: null", user(2)), 2, 1),
        (format!("user: null, userId: \"2\", sender: \"{}\"", user(2)), 2, 2),
        (format!("user: \"{}\", senderId: 2", user(1)), 1, 2),
    ] {
        let data = read(&app, &token, &send(&accounts)).await;
        let expected = json!({ "user": account(owner), "sender": account(sender) });
        assert_eq!(data["sent"]["notification"], expected, "{accounts}");
    }
    for (accounts, message) in [
        ("actionUrl: \"/\"".to_owned(), "userId or user must be given"),
        ("userId: null".to_owned(), "userId or user must be given"),
        (format!("userId: 2, user: \"{}\"", user(2)), "userId and user can't both be given"),
        ("user: \"nobody\"".to_owned(), "user is not the id of an account"),
        ("user: 2".to_owned(), "user is not the id of an account"),
        (format!("user: \"{}\"", global_id("Report", 1)), "user is not the id of an account"),
        (
            format!("userId: 2, senderId: 1, sender: \"{}\"", user(1)),
            "senderId and sender can't both be given",
        ),
    ] {
        let response = app.query(&token, &send(&accounts)).await;
        assert_eq!(response.error(), Some(("BAD_REQUEST", message)), "{accounts}");
    }
    let create = format!(
        "mutation {{ createApiKey(input: {{ name: \"a\", user: \"{}\" }}) {{ apiKey {{ user \
         {{ id }} }} }} }}",
        user(2)
    );
    let created = read(&app, &token, &create).await;
    assert_eq!(created["createApiKey"]["apiKey"]["user"]["id"], json!(user(2)));
}

/// The account in an argument.
#[apply(each_engine!)]
async fn arguments_take_accounts_by_either_id(app: TestApp) {
    let token = load_sample_records(&app).await;
    let delete = "mutation { deleteLocale(code: \"pt-BR\") { operationId } }";
    read(&app, &token, delete).await;
    let found = |argument: String| {
        let (app, token) = (&app, &token);
        async move {
            let (field, argument) = argument.split_once(' ').unwrap();
            let query = format!("{{ {field}({argument}) {{ nodes {{ kind }} }} }}");
            let response = app.query(token, &query).await;
            match response.error() {
                Some((_, message)) => Err(message.to_owned()),
                None => Ok(response.body["data"][field]["nodes"].as_array().unwrap().len()),
            }
        }
    };
    for (field, id, global) in
        [("trash", "deletedBy", "deletedById"), ("recordEvents", "actor", "actorId")]
    {
        let (own, other) = (user(1), user(2));
        for (arguments, expected) in [
            (format!("{id}: 1"), Ok(1)),
            (format!("{global}: \"{own}\""), Ok(1)),
            (format!("{global}: \"{own}\", {id}: null"), Ok(1)),
            (format!("{global}: \"{other}\""), Ok(0)),
            (
                format!("{global}: \"{own}\", {id}: 1"),
                Err(format!("{id} and {global} can't both be given")),
            ),
            (format!("{global}: \"1\""), Err(format!("{global} is not the id of an account"))),
            (
                format!("{global}: \"{}\"", global_id("Locale", 1)),
                Err(format!("{global} is not the id of an account")),
            ),
        ] {
            let result = found(format!("{field} {arguments}")).await;
            assert_eq!(result, expected, "{field} {arguments}");
        }
    }
}

/// The records of a list.
#[apply(each_engine!)]
async fn filters_take_global_ids(app: TestApp) {
    let token = load_sample_records(&app).await;
    let id = |id| format!("\"{}\"", global_id("Report", id));
    for (filter, expected) in [
        (format!("{{ eq: {} }}", id(2)), Ok(vec![2])),
        (format!("{{ in: [{}, {}, {}] }}", id(4), id(1), id(99)), Ok(vec![1, 4])),
        (format!("{{ in: {} }}", id(3)), Ok(vec![3])),
        ("{ eq: null }".to_owned(), Ok(vec![])),
        ("{}".to_owned(), Ok(vec![1, 2, 3, 4])),
        ("{ eq: \"2\" }".to_owned(), Err("where.id.eq is not the id of a report")),
        (
            format!("{{ in: [{}, \"{}\"] }}", id(1), user(1)),
            Err("where.id.in is not the id of a report"),
        ),
    ] {
        let query = format!(
            "{{ reports(trashed: ONLY, where: {{ id: {filter} }}) {{ nodes {{ databaseId }} }} }}"
        );
        let response = app.query(&token, &query).await;
        match expected {
            Err(message) => {
                assert_eq!(response.error(), Some(("BAD_REQUEST", message)), "{filter}")
            }
            Ok(ids) => {
                let nodes = response.data()["reports"]["nodes"].as_array().unwrap().clone();
                let found: Vec<i64> =
                    nodes.iter().map(|it| it["databaseId"].as_i64().unwrap()).collect();
                assert_eq!(found, ids, "{filter}");
            }
        }
    }
}

/// The key of a record that is its id: what one argument finds, the other finds too.
#[apply(each_engine!)]
async fn keys_that_are_ids_take_global_ids(app: TestApp) {
    let token = load_sample_records(&app).await;
    let create = "mutation { createTranslation(input: { key: \"save\", value: \"Save\", group: \"buttons\", \
                  locale: \"pt-BR\" }) { translation { databaseId id } } }";
    let created = read(&app, &token, create).await;
    let created = &created["createTranslation"]["translation"];
    let (id, global) = (&created["databaseId"], &created["id"]);
    for (operation, field, more) in [
        ("query", "translation", ""),
        ("mutation", "updateTranslation", "changes: { value: \"Save it\" }"),
        ("mutation", "replaceTranslation", "changes: { value: \"Keep it\" }"),
        ("mutation", "deleteTranslation", ""),
    ] {
        let is_query = operation == "query";
        let selection = if is_query { "{ id }" } else { "{ translation { id } }" };
        let answer = |key: String| {
            let (app, token) = (&app, &token);
            async move {
                let query = format!("{operation} {{ found: {field}({key} {more}) {selection} }}");
                app.query(token, &query).await
            }
        };
        for key in [
            format!("databaseId: {id}"),
            format!("id: {global}"),
            format!("id: {global}, databaseId: null"),
        ] {
            let response = answer(key.clone()).await;
            let found = &response.data()["found"];
            let found = if is_query { found } else { &found["translation"] };
            assert_eq!(found["id"], *global, "{field} {key}");
            if field == "deleteTranslation" {
                read(&app, &token, &format!("mutation {{ restore(id: {global}) {{ restored }} }}"))
                    .await;
            }
        }
        for (key, message) in [
            ("id: null".to_owned(), "databaseId or id must be given"),
            (format!("id: {global}, databaseId: {id}"), "databaseId and id can't both be given"),
            (format!("id: \"{}\"", user(1)), "id is not the id of a translation"),
            ("id: \"1\"".to_owned(), "id is not the id of a translation"),
        ] {
            let response = answer(key.clone()).await;
            assert_eq!(response.error(), Some(("BAD_REQUEST", message)), "{field} {key}");
        }
    }
}
