//! An organisation is set up through GraphQL alone, from an empty database with one account.

use serde_json::{Value as Json, json};

use crate::support::{Folder, Server, graphql, post};

#[test]
fn an_organisation_is_set_up_from_one_account() {
    for folder in Folder::of_each_engine() {
        folder.run(&["user", "add", "admin@example.com", "--permission", "*"]).expect(0);
        let admin = folder.token(&["admin@example.com"]);
        let server = Server::start(&folder, &[]);
        let ask = |token: &str, document: &str| -> Json {
            let response = graphql(server.address, token, document).json();
            assert_eq!(response.get("errors"), None, "{document}: {response}");
            response["data"].clone()
        };
        let permissions = r#"["reports.view", "reports.create.own", "api.keys.create.own"]"#;
        ask(
            &admin,
            &format!(
                r#"mutation {{ createRole(input: {{ name: "authors", permissions: {permissions} }})
                {{ role {{ id }} }} }}"#
            ),
        );
        let made =
            r#"mutation { createUser(input: { email: "erin@example.com" }) { user { id } } }"#;
        let user = ask(&admin, made)["createUser"]["user"]["id"].clone();
        let granted = format!(
            r#"mutation {{ grant(input: {{ to: {{ user: {user} }}, roles: ["authors"] }}) {{ roles }} }}"#
        );
        assert_eq!(ask(&admin, &granted)["grant"]["roles"], json!(["authors"]));
        let made = format!(
            "mutation {{ createAccessToken(input: {{ user: {user}, name: \"Laptop\" }}) {{ value }} }}"
        );
        let token = ask(&admin, &made)["createAccessToken"]["value"].clone();
        let token = token.as_str().unwrap();
        let key = r#"mutation { createApiKey(input: { name: "Feed", permissions: ["reports.view"] })
            { value } }"#;
        let key = ask(token, key)["createApiKey"]["value"].clone();
        let shown = ask(key.as_str().unwrap(), "{ viewer { user { email } permissions } }");
        let expected =
            json!({ "user": { "email": "erin@example.com" }, "permissions": ["reports.view"] });
        assert_eq!(shown["viewer"], expected);
        let left = format!("mutation {{ signOut(user: {user}) {{ revokedCount }} }}");
        assert_eq!(ask(&admin, &left)["signOut"]["revokedCount"], 1);
        let again = json!({ "query": "{ viewer { permissions } }" });
        post(server.address, "/graphql", token, &again).expect(401);
        server.stop();
    }
}
