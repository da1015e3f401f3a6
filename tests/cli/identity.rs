//! Signing in with tokens of an identity provider that is configured on the command line.

#[path = "../suite/identity/signing.rs"]
mod signing;

use jsonwebtoken::Algorithm;
use serde_json::json;

use self::signing::{Signer, sign_with_secret};
use crate::support::{Folder, Server, graphql};

/// D27: a valid token signs in by its `sub`, one with an address or an invalid one doesn't, and none
/// is in the log.
#[test]
fn a_token_of_the_provider_signs_in() {
    let folder = Folder::new();
    let uuid = "00000000-0000-4000-8000-000000000001";
    folder.seed(&json!({ "users": [{ "id": 1, "uuid": uuid, "email": "a@example.com" }] }));
    let (signer, other) = (Signer::new("k", Algorithm::ES256), Signer::new("k", Algorithm::ES256));
    let keys = folder.write("keys.json", &json!({ "keys": [signer.public()] }).to_string());
    let settings = ["--jwt-jwks", &keys, "--jwt-issuer", "https://id", "--jwt-audience", "x,y"];
    let server = Server::start(&folder, &[&settings[..], &["--rust-log", "trace"]].concat());
    let claims = json!({ "iss": "https://id", "aud": "y", "exp": 4e9, "sub": uuid });
    let good = signer.sign(&claims);
    let by_address = signer.sign(&json!({ "iss": "https://id", "aud": "y", "exp": 4e9,
        "email": "a@example.com", "email_verified": true }));
    let by_secret = sign_with_secret(b"secret", &json!({ "alg": "HS256", "kid": "k" }), &claims);
    let bad = [other.sign(&claims), by_secret, by_address];
    let query = "{ viewer { credential { kind name } } }";
    let response = graphql(server.address, &good, query).expect(200).json();
    let credential = &response["data"]["viewer"]["credential"];
    assert_eq!(*credential, json!({ "kind": "IDENTITY_TOKEN", "name": "https://id" }));
    for bad in &bad {
        graphql(server.address, bad, query).expect(401);
    }
    let log = server.stop();
    assert!(log.contains("an identity token was refused"), "why it was is for the operator");
    for part in bad.iter().chain([&good]).flat_map(|token| token.split('.').skip(1)) {
        assert!(!log.contains(part), "a token is logged");
    }
}
