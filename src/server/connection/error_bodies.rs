//! What the library answers by itself, to heads that it can't read, in words of ours.

/// The header that each answer of the router has (`observe`), and none of the library's.
const OURS: &str = "x-request-id";

/// The library's refusal at the end of what is written, with a body that says what it is; `None`
/// where there is none. What is written before it stays.
pub fn worded(bytes: &[u8]) -> Option<Vec<u8>> {
    const EMPTY: &str = "content-length: 0\r\n";
    if !bytes.ends_with(b"\r\n\r\n") {
        return None;
    }
    let begin = bytes.windows(7).rposition(|window| window == b"HTTP/1.")?;
    let (before, head) = bytes.split_at(begin);
    let head = std::str::from_utf8(head).ok()?;
    let (_, status) = head.lines().next()?.split_once(' ')?;
    let (code, reason) = status.split_once(' ')?;
    if !code.starts_with('4') || head.contains(OURS) || !head.contains(EMPTY) {
        return None;
    }
    let body = serde_json::json!({ "message": reason }).to_string();
    let length = format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    let head = head.replacen(EMPTY, &length, 1);
    Some([before, head.as_bytes(), body.as_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use super::worded;

    #[test]
    fn the_library_s_refusals_and_nothing_else_get_a_body() {
        let refusal = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\
                       date: today\r\n\r\n";
        let told = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\
                    content-type: application/json\r\ncontent-length: 25\r\ndate: today\r\n\r\n\
                    {\"message\":\"Bad Request\"}";
        let answer = "HTTP/1.1 200 OK\r\nx-request-id: a\r\ncontent-length: 2\r\n\r\nok";
        let ours =
            "HTTP/1.1 405 Method Not Allowed\r\nx-request-id: a\r\ncontent-length: 0\r\n\r\n";
        let cases = [
            (refusal.to_owned(), Some(told.to_owned())),
            (format!("{answer}{refusal}"), Some(format!("{answer}{told}"))),
            (answer.to_owned(), None),
            (ours.to_owned(), None),
            ("HTTP/1.1 100 Continue\r\n\r\n".to_owned(), None),
            ("0\r\n\r\n".to_owned(), None),
            ("\u{0}\r\n\r\n".to_owned(), None),
            (String::new(), None),
        ];
        for (written, expected) in cases {
            let instead = worded(written.as_bytes()).map(|text| String::from_utf8(text).unwrap());
            assert_eq!(instead, expected, "{written}");
        }
    }
}
