//! JSON, variables and documents against the program as a process: a stack that overflows ends it.
//!
//! `FUZZ=N cargo test --test cli hostile::json` sends N times as many.

use std::env;

use data_encoding::BASE64URL_NOPAD;
use serde_json::json;

use super::Target;
use crate::support::{
    Folder, Socket, ask_with, post,
    socket::{LAST, TEXT, frame},
};

const RAW: &str = "$serde_json::private::RawValue";
const UUID: &str = "00000000-0000-4000-8000-000000000001";

/// JSON in strings beside a name of the JSON library's own, each of which has its own nesting.
fn nested_strings(times: usize, levels: usize) -> String {
    let (open, close) = ("[".repeat(levels), "]".repeat(levels));
    (0..times).fold("1".to_owned(), |inner, _| {
        format!("{{\"a\":{open}{{\"{RAW}\":{}}}{close}}}", json!(inner))
    })
}

fn nested(levels: usize) -> String {
    format!("{}1{}", "{\"a\":".repeat(levels), "}".repeat(levels))
}

/// Random numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    fn one<'p>(&mut self, parts: &[&'p str]) -> &'p str {
        parts[self.below(parts.len())]
    }

    /// Nearly valid JSON.
    fn json(&mut self, depth: usize) -> String {
        let deep = [1, 3, 60, 70, 130, 20_000][self.below(6)];
        let key = self.one(&[
            RAW,
            "$serde_json::private::Number",
            "a",
            "",
            "\\u0000",
            "\\ud800",
            "a\\\"",
        ]);
        let numbers =
            ["1e400", "-0", "1e-999999999999", "99999999999999999999", "0.1", "01", "NaN"];
        let texts = [
            r#""\ud83d\ude00""#,
            r#""\ude00""#,
            r#""[1,2]""#,
            r#""{""#,
            "\"\u{0}\"",
            r#""\u0000""#,
        ];
        match self.below(if depth == 0 { 5 } else { 9 }) {
            0 => self.one(&numbers).to_owned(),
            1 => self.one(&texts).to_owned(),
            2 => self.one(&["null", "true", "{}", "[]", "", "]", "{\"a\":1,\"a\":2}"]).to_owned(),
            3 => nested(deep),
            4 => format!("{}{}", "[".repeat(deep), "]".repeat(deep)),
            5 => nested_strings(self.below(12), 60),
            6 => format!("{{\"{key}\":{}}}", json!(self.json(depth - 1))),
            7 => format!("[{},{}]", self.json(depth - 1), self.json(depth - 1)),
            _ => format!("{{\"{key}\":{},\"b\":{}}}", self.json(depth - 1), self.json(depth - 1)),
        }
    }

    /// A nearly valid document.
    fn document(&mut self) -> String {
        let value = match self.below(3) {
            0 => nested(self.below(100)).replace('"', ""),
            1 => self
                .one(&["\"\\ud83d\\ude00\"", "\"\\ud83d\"", "$v", "1e400", "{ a: $v }", "[$v]"])
                .to_owned(),
            _ => self.json(2),
        };
        let field = format!("updateApiKey(uuid: \"{UUID}\", changes: {{ metadata: {value} }})");
        match self.below(3) {
            0 => format!("mutation($v: JSONObject) {{ {field} {{ apiKey {{ metadata }} }} }}"),
            1 => format!(
                "query($v: ReportFilter = {value}) {{ reports(where: $v) {{ totalCount }} }}"
            ),
            _ => format!("query($v: [ID!]!) {{ nodes(ids: {value}) {{ id }} {} }}", self.json(1)),
        }
    }
}

/// Sends a body through both APIs and a WebSocket, and waits for a response to each.
fn send(target: &Target, token: &str, text: &str, document: &str) {
    let payload = format!("{{\"query\":{},\"variables\":{{\"v\":{text}}}}}", json!(document));
    for (line, body) in [
        (&*format!("PATCH /api/v1/api-keys/{UUID}"), &*format!("{{\"metadata\":{text}}}")),
        ("POST /api/v1/notifications", text),
        ("POST /graphql", &payload),
        ("POST /graphql", text),
    ] {
        let response = ask_with(target.server.address, line, token, &[], body);
        assert!((200..500).contains(&response.status), "{line} {text:.300}: {}", response.text);
    }
    for message in [
        format!("{{\"type\":\"subscribe\",\"id\":\"a\",\"payload\":{payload}}}"),
        format!("{{\"type\":\"ping\",\"payload\":{{\"a\":{text}}}}}"),
        format!("{{\"type\":\"connection_init\",\"payload\":{text}}}"),
    ] {
        let mut socket = Socket::connected(target.server.address, token);
        socket.0.try_write(&frame(LAST | TEXT, message.as_bytes()));
        // It is still there to say goodbye.
        socket.0.try_write(&frame(LAST | 8, &1000_u16.to_be_bytes()));
        assert!(socket.closed() >= 1000, "{message:.300}");
    }
}

/// A caller without a permission, and one with all of them.
#[test]
fn no_json_ends_the_process() {
    let mut target = Target::new(&[]);
    target.folder.run(&["user", "add", "nobody@example.com"]).expect(0);
    let nobody = target.folder.token(&["nobody@example.com"]);
    let document = "query($v: JSONObject) { __typename @skip(if: false) ...F } fragment F on Query \
                    { viewer { permissions } }";
    let change = format!(
        "mutation($v: JSONObject) {{ updateApiKey(uuid: \"{UUID}\", changes: {{ metadata: $v }}) \
         {{ apiKey {{ metadata }} }} }}"
    );
    let all = target.token.clone();
    for text in [nested_strings(17, 125), nested_strings(15, 125), nested(127), nested(129)] {
        assert!(text.len() < 1024 * 1024, "{}", text.len());
        for token in [&nobody, &all] {
            send(&target, token, &text, document);
            send(&target, token, &text, &change);
        }
        // A cursor is JSON too.
        let cursor = BASE64URL_NOPAD.encode(format!("[\"\",[{text}]]").as_bytes());
        if cursor.len() > 1_000_000 {
            continue;
        }
        let query = json!({
            "query": "query($v: String) { reports(after: $v) { totalCount } }",
            "variables": { "v": cursor },
        });
        let refused = post(target.server.address, "/graphql", &all, &query).expect(200);
        assert!(refused.text.contains("is not a cursor"), "{}", refused.text);
    }
    let times = env::var("FUZZ").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let mut random = Random(0x5eed_5eed_5eed_5eed);
    for _ in 0..60 * times {
        let (text, document) = (random.json(3), random.document());
        send(&target, &all, &text, &document);
    }
    target.settle();
    target.assert_unharmed();
}

/// An import refuses what a request would be refused for; an export has each record whole.
#[test]
fn transfers_keep_or_refuse_json() {
    for (folder, other) in Folder::of_each_engine().into_iter().zip(Folder::of_each_engine()) {
        let row = |metadata: &str| {
            format!(
                "{{\"kind\":\"notifications\",\"record\":{{\"id\":1,\"user_id\":1,\"type\":\"info\",\
                 \"title\":\"T\",\"message\":\"M\",\"metadata\":{metadata}}}}}\n"
            )
        };
        folder.seed(&json!({ "users": [{ "id": 1, "email": "a@example.com" }] }));
        for (metadata, problem) in [
            (nested_strings(17, 125), "nested more than"),
            (nested(65), "nested at most 64 deep"),
            (nested(129), "nested more than"),
            (r#"{"a":1,"a":2}"#.to_owned(), "occurs twice"),
            (r#"{"a":12345678901234567890123}"#.to_owned(), "can't be kept exactly"),
        ] {
            let run = folder.run(&["import", &folder.write("in.jsonl", &row(&metadata))]);
            assert_eq!(run.code, Some(1), "{run:?}");
            assert!(run.stderr.contains("line 1") && run.stderr.contains(problem), "{run:?}");
        }
        // The deepest, with a name that means nothing, there and back with its history.
        let kept = nested(63).replace('1', &format!("{{\"{RAW}\":\"[1,2]\"}}"));
        folder.run(&["import", &folder.write("in.jsonl", &row(&kept))]).expect(0);
        let exported = folder.run(&["export", "--full"]).expect(0).stdout;
        assert_eq!(exported.matches(&kept).count(), 2, "{exported}");
        other.run(&["migrate"]).expect(0);
        other.run(&["import", "--full", &other.write("in.jsonl", &exported)]).expect(0);
        assert!(other.run(&["export", "--full"]).expect(0).stdout.contains(&kept));
        // What an older version stored is exported as it is.
        for levels in [127, 129, 900] {
            let deep = nested(levels);
            folder.execute(&format!("UPDATE notifications SET metadata = '{deep}'"));
            let exported = folder.run(&["export"]).expect(0).stdout;
            assert!(exported.contains(&deep), "{levels}");
        }
    }
}
