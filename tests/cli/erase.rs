//! `erase`: it reports first, and erases only with `--yes`.

use serde_json::{Value as Json, json};

use crate::support::Folder;

#[test]
fn nothing_is_erased_without_yes() {
    let folder = Folder::new();
    folder.seed(&json!({
        "users": [{ "id": 7, "email": "erin@example.com" }],
        "notifications": [{ "id": 1, "user_id": 7, "type": "info", "title": "t", "message": "m" }],
    }));
    let is_there = "SELECT COUNT(*) FROM users WHERE email = 'erin@example.com'";
    let run = |arguments: &[&str], code: i32| {
        let arguments = [&["erase"], arguments].concat();
        folder.run(&arguments).expect(code)
    };
    let shown = run(&["erin@example.com"], 0);
    assert!(shown.stdout.contains("TO ERASE") && shown.stdout.contains("notifications"));
    assert!(shown.stderr.contains("Nothing was erased"), "{}", shown.stderr);
    assert_eq!(folder.number(is_there), 1);
    let expected = |erased: bool| {
        json!([{ "account": 7, "pseudonym": "erased-7@erased.invalid", "access_tokens": 0,
            "records": { "api_keys": 0, "notifications": 1 }, "erased": erased }])
    };
    for (arguments, erased) in [
        (["erin@example.com", "--json"].as_slice(), false),
        (&["erin@example.com", "--json", "--yes"], true),
    ] {
        let json: Json = serde_json::from_str(&run(arguments, 0).stdout).unwrap();
        assert_eq!(json, expected(erased));
        assert_eq!(folder.number(is_there), i64::from(!erased));
    }
    let missing = run(&["erin@example.com", "--yes"], 1);
    assert!(missing.stderr.contains("no account with the address"), "{}", missing.stderr);
    folder.run(&["check"]).expect(0);
}
