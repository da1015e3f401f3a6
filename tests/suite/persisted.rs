//! Documents that requests name by id or hash: persisted queries, and the manifests of an operator.

use reinstate::api::graphql::{Manifests, PersistedDocuments, Settings};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::{documents::app, support::escaped};

/// Automatic persisted queries: a client sends a document once, then only its hash.
#[tokio::test]
async fn documents_are_named_by_their_hash() {
    let (app, token) = app(Settings::default()).await;
    let document = "{ viewer { permissions } }";
    let hash = sha256(document);
    let extensions = |hash: &str| json!({ "persistedQuery": { "version": 1, "sha256Hash": hash } });
    let ask = async |body: Json| app.post(&token, "/graphql", &body).await;

    let unknown = ask(json!({ "extensions": extensions(&hash) })).await.expect(200);
    assert_eq!(unknown.error(), Some(("PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound")));
    let wrong = ask(json!({ "query": document, "extensions": extensions("00") })).await.expect(400);
    assert_eq!(wrong.code(), Some("BAD_REQUEST"));
    let prefixed = format!("sha256:{hash}");
    let upper = hash.to_uppercase();
    for body in [
        json!({ "query": document, "documentId": prefixed }),
        json!({ "documentId": prefixed }),
        json!({ "query": document, "extensions": extensions(&hash) }),
        json!({ "extensions": extensions(&hash) }),
        json!({ "query": "", "extensions": extensions(&hash) }),
        json!({ "extensions": extensions(&upper) }),
        json!({ "query": document, "extensions": extensions(&upper) }),
        json!({ "documentId": upper }),
        json!({ "documentId": format!("sha256:{upper}") }),
        json!({ "query": document, "documentId": upper }),
    ] {
        assert_eq!(ask(body).await.data()["viewer"]["permissions"], json!(["*"]));
    }
    let path = format!(
        "/graphql?extensions=%7B%22persistedQuery%22:%7B%22sha256Hash%22:%22{hash}%22%7D%7D"
    );
    app.get(&token, &path).await.data();
}

/// Documents of manifests are named by id or hash, over every method; new manifests replace the old.
#[tokio::test]
async fn persisted_documents_are_named_by_their_id_or_hash() {
    let (document, other) = ("{ viewer { permissions } }", "{ __typename }");
    let (hash, of_other) = (sha256(document), sha256(other));
    let upper = hash.to_uppercase();
    let manifests = |manifest: Json| {
        let mut manifests = Manifests::default();
        manifests.add(&manifest).unwrap();
        manifests
    };
    let trusted = PersistedDocuments::from(manifests(json!({ "mine": document })));
    let by_hash = |hash: &str| json!({ "persistedQuery": { "version": 1, "sha256Hash": hash } });
    let settings = Settings { trusted: trusted.clone(), trusted_only: true, ..Settings::default() };
    let (app, token) = app(settings).await;
    let ask = async |body: &Json| {
        let query: Vec<String> = body
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                format!("{name}={}", escaped(&text))
            })
            .collect();
        let got = app.get(&token, &format!("/graphql?{}", query.join("&"))).await;
        let posted = app.post(&token, "/graphql", body).await;
        assert_eq!(got.body, posted.body, "{body}");
        posted
    };
    let found = [
        json!({ "documentId": "mine" }),
        json!({ "documentId": hash }),
        json!({ "documentId": format!("sha256:{hash}") }),
        json!({ "extensions": by_hash("mine") }),
        json!({ "extensions": by_hash(&hash) }),
        json!({ "query": "", "extensions": by_hash(&hash) }),
        json!({ "query": "", "documentId": "mine" }),
        json!({ "query": document }),
        json!({ "query": document, "extensions": by_hash(&hash) }),
        json!({ "query": document, "extensions": by_hash("mine") }),
        json!({ "query": document, "documentId": "mine" }),
        json!({ "query": document, "documentId": hash }),
        json!({ "query": document, "documentId": format!("sha256:{hash}") }),
        json!({ "documentId": upper }),
        json!({ "extensions": by_hash(&upper) }),
        json!({ "query": document, "documentId": format!("sha256:{upper}") }),
        json!({ "query": document, "extensions": by_hash(&upper) }),
    ];
    let refused = [
        (json!({ "documentId": "other" }), "PERSISTED_QUERY_NOT_FOUND"),
        (json!({ "extensions": by_hash(&of_other) }), "PERSISTED_QUERY_NOT_FOUND"),
        (json!({ "query": other }), "BAD_REQUEST"),
        (json!({ "query": "" }), "BAD_REQUEST"),
        (json!({ "query": other, "extensions": by_hash(&of_other) }), "BAD_REQUEST"),
    ];
    for body in &found {
        assert_eq!(ask(body).await.data()["viewer"]["permissions"], json!(["*"]), "{body}");
    }
    for (body, code) in refused {
        assert_eq!(ask(&body).await.code(), Some(code), "{body}");
    }
    let wrong = [
        (json!({ "documentId": "other" }), "documentId is not the id or the hash of the query"),
        (json!({ "documentId": of_other }), "documentId is not the id or the hash of the query"),
        (json!({ "extensions": by_hash(&of_other) }), "sha256Hash is not the hash of the query"),
    ];
    for (mut body, message) in wrong {
        body["query"] = json!(document);
        assert_eq!(ask(&body).await.error(), Some(("BAD_REQUEST", message)), "{body}");
    }
    // A document that is no longer trusted is not run, even if a client has registered its hash.
    trusted.replace(manifests(json!({ "operations": [{ "id": "its", "body": other }] })));
    for body in &found {
        assert!(ask(body).await.error().is_some(), "{body}");
    }
    assert_eq!(ask(&json!({ "documentId": "its" })).await.data()["__typename"], "Query");
}

fn sha256(text: &str) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(text))
}
