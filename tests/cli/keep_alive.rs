//! Responses that need no body: the next request of the connection is served, or the response says
//! that it will not be.

use std::time::Duration;

use crate::support::{Connection, serve};

const BODY: &str = "{\"query\":\"{ __typename }\"}";
/// How long the body comes after the head.
const APART: Duration = Duration::from_millis(80);

#[test]
fn a_connection_outlives_a_body_that_nothing_reads() {
    let (_folder, server, token) = serve(&[]);
    let length = BODY.len();
    let bearer = format!("authorization: Bearer {token}\r\ncontent-type: application/json\r\n");
    let text = format!("authorization: Bearer {token}\r\ncontent-type: text/plain\r\n");
    let restore = "/api/v1/organizations/00000000-0000-4000-8000-000000000001/restore";
    let cases = [
        ("POST", "/api/v1/notifications", "", 401),
        ("POST", "/graphql", "", 401),
        ("POST", "/nothing", &*bearer, 404),
        ("DELETE", "/api/v1/notifications", &*bearer, 405),
        ("DELETE", "/graphql", &*bearer, 405),
        ("POST", "/api/v1/notifications", &*text, 415),
        ("POST", "/graphql", &*text, 415),
        ("POST", restore, &*bearer, 404),
        ("GET", "/livez", "", 200),
    ];
    for (method, path, headers, status) in cases {
        let case = format!("{method} {path} {status}");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: a\r\n{headers}content-length: {length}\r\n\r\n"
        );
        let mut connection = Connection::open(server.address);
        for _ in 0..2 {
            connection.write(&head).hears(APART);
            connection.write(BODY);
            let response = connection.response();
            assert_eq!(response.status, status, "{case}: {response:?}");
            assert_eq!(response.header("connection"), None, "{case}");
        }
        connection.write("GET /livez HTTP/1.1\r\nhost: a\r\n\r\n").response().expect(200);
    }
}

/// A long body, one that doesn't come, and one that waits for permission.
#[test]
fn a_response_says_when_it_is_the_last() {
    let (_folder, server, token) = serve(&["--body-timeout", "200ms"]);
    let bearer = format!("authorization: Bearer {token}\r\ncontent-type: application/json\r\n");
    let cases = [
        ("a long body", "content-length: 100000\r\n".to_owned(), 401),
        ("a declared MiB", format!("{bearer}content-length: 2000000\r\n"), 413),
        ("nothing comes", "content-length: 100\r\n".to_owned(), 401),
        ("too slow", format!("{bearer}content-length: 100\r\n"), 408),
        ("a chunked body", "transfer-encoding: chunked\r\n".to_owned(), 401),
        ("it asks first", "content-length: 100\r\nexpect: 100-continue\r\n".to_owned(), 401),
    ];
    for (case, headers, status) in cases {
        let mut connection = Connection::open(server.address);
        connection.write(&format!("POST /graphql HTTP/1.1\r\nhost: a\r\n{headers}\r\n"));
        let response = connection.response();
        assert_eq!(response.status, status, "{case}: {response:?}");
        assert_eq!(response.header("connection"), Some("close"), "{case}");
    }
}
