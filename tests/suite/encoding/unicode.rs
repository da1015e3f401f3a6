//! D18: text may contain everything except NUL, and is stored unchanged.

use serde_json::{Value as Json, json};

use super::sql::{SQL, counts, load_all};
use crate::{
    call::APIS,
    change::{Kind, Record, UpdateApi, send, sent},
    support::{TestApp, apply, each_engine, with},
};

/// Texts that software might normalise, trim, cut, reorder or misread.
pub const TEXTS: [&str; 24] = [
    // Composed and decomposed characters are different texts.
    "\u{E9} e\u{301} \u{1E9B}\u{323} \u{AC00} \u{1100}\u{1161}",
    "Z\u{351}\u{36B}\u{343}a\u{323}\u{307}\u{308}l\u{334}\u{335}g\u{338}\u{489}o",
    "\u{301}begins with a combining mark",
    // Right-to-left text and direction marks.
    "שלום עולם مرحبا بالعالم",
    "\u{202E}turned\u{202C} \u{2066}isolated\u{2069} \u{200F}\u{200E}\u{61C}",
    // Emoji of several code points.
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} \u{1F3F3}\u{FE0F}\u{200D}\u{1F308}",
    "\u{1F44D}\u{1F3FD} \u{1F1F5}\u{1F1F9} 1\u{FE0F}\u{20E3} \u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
    // The ends of planes, and noncharacters.
    "\u{1}\u{FFFD}\u{10000}\u{1FFFD}\u{20000}\u{2FFFD}\u{E0001}\u{F0000}\u{FFFFD}\u{10FFFD}",
    "\u{10FFFF}",
    "\u{FFFE}\u{FFFF}\u{FDD0}\u{FDEF}\u{1FFFE}\u{1FFFF}\u{10FFFE}\u{10FFFF}",
    "\u{D7FF}\u{E000}\u{F8FF}",
    // Invisible characters.
    " leading and trailing ",
    "a\t\n\r\u{B}\u{C}\u{85}\u{A0}\u{2028}\u{2029}\u{3000}",
    "\u{FEFF}a byte order mark\u{FEFF}",
    "a\u{200B}\u{200C}\u{2060}\u{AD}\u{34F}\u{180E}",
    "\u{1}\u{2}\u{7}\u{8}\u{1B}[31m\u{1F}\u{7F}\u{80}\u{9F}",
    "a\r\nb\rc\nd",
    // Case mappings.
    "ẞ ß ﬃ İ ı ſ Σς Ǆ",
    // Syntax of other formats.
    r#"\u0000 \x00 \0 \\ \" \n %00 &#0; &amp; {{a}} ${b} $1 :c ?"#,
    "\"quoted\" 'quoted' `quoted` </script><!-- ]]> \\",
    "null",
    "0123",
    "漢字かな交じり文 한국어 ไทย हिन्दी ភាសាខ្មែរ",
    "𝕌𝕟𝕚𝕔𝕠𝕕𝕖 𓀀 𠜎 🀄",
];

/// Text fields of a kind, all at once, including names and values of metadata.
fn holding(kind: Kind, text: &str) -> Json {
    let metadata = || json!({ "text": text, (text): [text, { (text): { "": text } }] });
    match kind {
        Kind::Locale => json!({ "name": text, "native_name": text }),
        Kind::ApiKey if SQL.contains(&text) => {
            json!({ "name": text, "metadata": metadata(), "permissions": [text] })
        }
        Kind::ApiKey => json!({ "name": text, "metadata": metadata() }),
        Kind::Notification => json!({ "title": text, "message": text, "metadata": metadata() }),
    }
}

/// The record read through GraphQL.
async fn read(app: &TestApp, record: &Record, token: &str) -> Json {
    let (query, key) = match record.kind {
        Kind::Locale => ("locale(code: $key) { name native_name: nativeName }", "String!"),
        Kind::ApiKey => ("apiKey(uuid: $key) { name metadata permissions }", "UUID!"),
        Kind::Notification => ("notification(uuid: $key) { title message metadata }", "UUID!"),
    };
    let query = format!("query($key: {key}) {{ record: {query} }}");
    let response = app.graphql(Some(token), &query, json!({ "key": record.key })).await;
    response.data()["record"].clone()
}

/// D18, D22: each text is unchanged in each field, after each update, in the row, in the response
/// and when read again. SQL changes nothing else.
#[apply(each_engine!)]
async fn texts_are_stored_unchanged(app: TestApp, token: String) {
    let others = load_all(&app).await;
    for kind in Kind::ALL {
        let record = kind.load_one(&app, 1_000, 1).await;
        let before = counts(&app).await;
        for text in TEXTS.into_iter().chain(SQL) {
            let body = holding(kind, text);
            for via in UpdateApi::ALL {
                let case = format!("{via:?} {kind:?} {text:?}");
                // Another text in between, so that each update changes the field.
                record.change(&app, UpdateApi::Put, Some(&token), &holding(kind, "-")).await;
                let response = record.change(&app, via, Some(&token), &body).await;
                assert_eq!(response.status.as_u16(), 200, "{case}: {}", response.body);
                let stored = record.stored(&app).await;
                let answered = record.answered(via, &response);
                for (name, value) in body.as_object().unwrap() {
                    assert_eq!(stored[name], *value, "{case} stored {name}");
                    if let Some(answered) = answered.get(name) {
                        assert_eq!(answered, value, "{case} answered {name}");
                    }
                }
                let read = read(&app, &record, &token).await;
                for (name, value) in body.as_object().unwrap() {
                    assert_eq!(read[name], *value, "{case} read {name}");
                }
                // Names of fields are only text, too.
                if via == UpdateApi::Patch {
                    let unknown = json!({ (text): text });
                    record.change(&app, via, Some(&token), &unknown).await.expect(200);
                    assert_eq!(record.stored(&app).await, stored, "{case}");
                }
            }
        }
        assert_eq!(counts(&app).await, before, "{kind:?}");
    }
    for (table, row) in others {
        assert_eq!(app.stored(table, 500).await, row, "{table}");
    }
}

/// D18: the same in a sent notification.
#[apply(each_engine!)]
async fn texts_are_sent_unchanged(app: TestApp, token: String) {
    for text in TEXTS.into_iter().chain(SQL) {
        for api in APIS {
            let case = format!("{api:?} {text:?}");
            let texts = holding(Kind::Notification, text);
            let body = with(texts.clone(), json!({ "user_id": 1, "type": "info" }));
            let record = sent(api, &send(&app, api, Some(&token), &body).await);
            let stored = app.stored("notifications", record["id"].as_i64().unwrap()).await;
            for (name, value) in texts.as_object().unwrap() {
                assert_eq!(stored[name], *value, "{case} stored {name}");
                assert!(name == "metadata" || record[name] == *value, "{case} answered {name}");
            }
        }
    }
    assert_eq!(app.count("users").await, 1);
}

/// D18: every code point of every plane except NUL.
#[apply(each_engine!)]
async fn every_code_point_is_stored(app: TestApp, token: String) {
    let record = Kind::Notification.load_one(&app, 1_000, 1).await;
    for plane in 0..=16_u32 {
        for half in 0..2 {
            let first = plane * 0x1_0000 + half * 0x8000;
            let points = (first..first + 0x8000).filter(|point| *point != 0);
            let text: String = points.filter_map(char::from_u32).collect();
            let via = if half == 0 { UpdateApi::Patch } else { UpdateApi::Graphql };
            let body = json!({ "message": text });
            let response = record.change(&app, via, Some(&token), &body).await.expect(200);
            let case = format!("from U+{first:04X}");
            assert!(record.answered(via, &response)["message"] == *text, "{case} answered");
            assert!(record.stored(&app).await["message"] == *text, "{case} stored");
        }
    }
}

/// D18: all JSON escapes of a character mean the same; those of no valid text are refused.
#[apply(each_engine!)]
async fn json_escapes_are_decoded(app: TestApp, token: String) {
    let record = Kind::Locale.load_one(&app, 1_000, 1).await;
    let cases: [(&[u8], Option<&str>, u16); 11] = [
        (br"\ud83d\ude00", Some("\u{1F600}"), 200),
        (br"\uD83D\uDE00", Some("\u{1F600}"), 200),
        (br"\u00e9\u0065\u0301", Some("\u{E9}e\u{301}"), 200),
        (br"\uffff\ufffe", Some("\u{FFFF}\u{FFFE}"), 200),
        (br"\/\b\f\n\r\t", Some("/\u{8}\u{C}\n\r\t"), 200),
        (br"\u0000", None, 422),
        (br"\ud83d", None, 400),
        (br"\ude00\ud83d", None, 400),
        (b"a\0b", None, 400),
        (b"a\nb", None, 400),
        (b"\xff\xfe\xed\xa0\x80", None, 400),
    ];
    for (written, expected, status) in cases {
        let body = [br#"{"name":""#, written, br#""}"#].concat();
        let case = String::from_utf8_lossy(written).into_owned();
        let before = record.stored(&app).await;
        let response = app.ask("PATCH", &record.path(), Some(&token), &[], body).await;
        assert_eq!(response.status.as_u16(), status, "{case}: {}", response.body);
        let stored = record.stored(&app).await;
        match expected {
            Some(text) => assert_eq!(stored["name"], text, "{case}"),
            None => assert_eq!(stored, before, "{case}"),
        }
    }
}
