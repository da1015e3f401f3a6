//! `erase`: it reports first, and erases only with `--yes`.

use serde_json::json;

use crate::support::Folder;

#[test]
fn nothing_is_erased_without_yes() {
    let folder = Folder::new();
    folder.seed(&json!({
        "users": [{ "id": 7, "email": "erin@example.com" }],
        "notifications": [{ "id": 1, "user_id": 7, "type": "info", "title": "t", "message": "m" }],
    }));
    let is_there = || folder.count("users WHERE email = 'erin@example.com'");
    let shown = folder.line("erase erin@example.com").expect(0).says("Nothing was erased");
    assert!(shown.stdout.contains("TO ERASE") && shown.stdout.contains("notifications"));
    assert_eq!(is_there(), 1);
    for (line, erased) in
        [("erase erin@example.com --json", false), ("erase erin@example.com --json --yes", true)]
    {
        let expected = json!([{ "account": 7, "pseudonym": "erased-7@erased.invalid",
            "access_tokens": 0, "records": { "api_keys": 0, "notifications": 1 },
            "held": 0, "erased": erased }]);
        assert_eq!(folder.line(line).expect(0).json(), expected);
        assert_eq!(is_there(), i64::from(!erased));
    }
    folder.line("erase erin@example.com --yes").expect(1).says("no account with the address");
    folder.line("check").expect(0);
}
