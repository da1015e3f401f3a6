//! JSON bodies for hyper's own error responses (docs/decisions/0015-own-connection-loop.md).

/// The header of the router's responses that hyper's own don't have.
const ROUTER_HEADER: &str = "x-request-id";

/// Adds a JSON body to hyper's own error response. `None`: there is none at the end of the bytes.
pub fn with_body(bytes: &[u8]) -> Option<Vec<u8>> {
    const EMPTY: &str = "content-length: 0\r\n";
    if !bytes.ends_with(b"\r\n\r\n") {
        return None;
    }
    let begin = bytes.windows(7).rposition(|window| window == b"HTTP/1.")?;
    let (before, head) = bytes.split_at(begin);
    let head = std::str::from_utf8(head).ok()?;
    let (_, status) = head.lines().next()?.split_once(' ')?;
    let (code, reason) = status.split_once(' ')?;
    if !code.starts_with('4') || head.contains(ROUTER_HEADER) || !head.contains(EMPTY) {
        return None;
    }
    let body = serde_json::json!({ "message": reason }).to_string();
    let length = format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    let head = head.replacen(EMPTY, &length, 1);
    Some([before, head.as_bytes(), body.as_bytes()].concat())
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_errors_of_hyper_get_a_body() {
        let error = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\
                       date: today\r\n\r\n";
        let with_body = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\
                    content-type: application/json\r\ncontent-length: 25\r\ndate: today\r\n\r\n\
                    {\"message\":\"Bad Request\"}";
        let response = "HTTP/1.1 200 OK\r\nx-request-id: a\r\ncontent-length: 2\r\n\r\nok";
        let of_router =
            "HTTP/1.1 405 Method Not Allowed\r\nx-request-id: a\r\ncontent-length: 0\r\n\r\n";
        let cases = [
            (error.to_owned(), Some(with_body.to_owned())),
            (format!("{response}{error}"), Some(format!("{response}{with_body}"))),
            (response.to_owned(), None),
            (of_router.to_owned(), None),
            ("HTTP/1.1 100 Continue\r\n\r\n".to_owned(), None),
            ("0\r\n\r\n".to_owned(), None),
            ("\u{0}\r\n\r\n".to_owned(), None),
            (String::new(), None),
        ];
        for (written, expected) in cases {
            let replaced =
                super::with_body(written.as_bytes()).map(|text| String::from_utf8(text).unwrap());
            assert_eq!(replaced, expected, "{written}");
        }
    }
}
