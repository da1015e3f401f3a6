//! Names of permissions, values of credentials, and what they encrypt.

use reinstate::auth::{Access, Cipher, CredentialKind, Permission, PermissionSet, Secret, marks};

fn set(names: &[&str]) -> PermissionSet {
    names.iter().copied().collect()
}

/// D4, D18: for another account `.own` means other records.
#[test]
fn own_permissions_do_not_cover_other_accounts() {
    let cases: [(&[&str], &str, bool, bool); 8] = [
        (&["a.view"], "a.view", true, true),
        (&["a.view"], "a.view.own", true, true),
        (&["a.view.own"], "a.view.own", true, false),
        (&["a.view.own"], "a.view", false, false),
        (&["a.view"], "a.view.own.own", false, false),
        (&["*"], "a.view.own", true, true),
        (&["*"], "*", true, true),
        (&["a.view"], "*", false, false),
    ];
    for (held, name, covered, for_anybody) in cases {
        assert_eq!(set(held).covers(name), covered, "{name} by {held:?}");
        assert_eq!(set(held).covers_for_anybody(name), for_anybody, "{name} by {held:?}");
    }
}

/// D4: an intersection is no wider than either set. A credential is thus no wider than its
/// account, and no wider than itself.
#[test]
fn an_intersection_keeps_what_both_cover() {
    let cases: [(&[&str], &[&str], &[&str]); 6] = [
        (&["*"], &["a.view"], &["a.view"]),
        (&["a.view"], &["*"], &["a.view"]),
        (&["*"], &["*"], &["*"]),
        (&["a.view"], &["a.view.own"], &["a.view.own"]),
        (&["a.view", "b.view"], &["b.view", "c.view"], &["b.view"]),
        (&["a.view"], &[], &[]),
    ];
    for (one, other, both) in cases {
        assert_eq!(set(one).intersection(&set(other)), set(both), "{one:?} and {other:?}");
        assert_eq!(set(other).intersection(&set(one)), set(both), "{other:?} and {one:?}");
    }
}

const RESTORE: Permission = Permission { all: "reports.restore", own: Some("reports.restore.own") };

/// D8: exact names, `*` alone means every permission. D4: the wider covers the narrower.
#[test]
fn names_match_exactly() {
    const ALL: Option<Option<i64>> = Some(None);
    const OWN: Option<Option<i64>> = Some(Some(7));
    let cases: [(&[&str], Option<Option<i64>>); 11] = [
        (&["reports.restore"], ALL),
        (&["reports.restore.own"], OWN),
        (&["reports.restore", "reports.restore.own"], ALL),
        (&["*"], ALL),
        (&[], None),
        (&["reports.restor"], None),
        (&["reports.restore.own.own"], None),
        (&["REPORTS.RESTORE"], None),
        (&["reports.*"], None),
        (&["reports.restore%"], None),
        (&["report.restore", "reports.restored"], None),
    ];
    for (names, expected) in cases {
        let held = names.iter().copied().collect();
        let access = Access::granted(&held, &RESTORE, 7);
        assert_eq!(access.map(|it| it.account()), expected, "{names:?}");
    }
}

/// Only generated values have enough random bits to show their ends.
#[test]
fn chosen_values_have_no_marks() {
    let key = Secret::generate(CredentialKind::ApiKey);
    let shown = [&key.reveal()[..9], &key.reveal()[65..]];
    assert_eq!(marks(key.reveal()).unwrap(), shown);
    let cases = [
        "",
        "rsak_",
        "rsak_0123",
        "a value that somebody chose",
        &format!("rsak_{}", "0".repeat(63)),
        &format!("rsak_{}", "0".repeat(65)),
        &format!("rsak_{}", "F".repeat(64)),
        &format!("rsak_{}", "\u{e4}".repeat(32)),
        Secret::generate(CredentialKind::AccessToken).reveal(),
    ]
    .map(marks);
    assert!(cases.iter().all(Option::is_none), "{cases:?}");
}

#[test]
fn only_the_same_secrets_and_context_decrypt() {
    let (text, context) = (b"the value of a key".as_slice(), b"row 1".as_slice());
    let cipher = Cipher::new(["token", "key"]);
    let encrypted = cipher.encrypt(text.to_vec(), context).unwrap();
    let decrypted = Cipher::new(["token", "key"]).decrypt(&encrypted, context);
    assert_eq!(decrypted.as_deref(), Some(text));
    for others in [["token", "yek"], ["nekot", "key"], ["tokenk", "ey"], ["key", "token"]] {
        assert_eq!(Cipher::new(others).decrypt(&encrypted, context), None, "{others:?}");
    }
    assert_eq!(cipher.decrypt(&encrypted, b"row 2"), None);
    for byte in 0..encrypted.len() {
        let mut other = encrypted.clone();
        other[byte] ^= 1;
        assert_eq!(cipher.decrypt(&other, context), None, "byte {byte} is modified");
        assert_eq!(cipher.decrypt(&encrypted[..byte], context), None, "only {byte} bytes");
    }
}

#[test]
fn a_ciphertext_reveals_nothing_of_the_text() {
    let (cipher, text) = (Cipher::new(["token", "key"]), [7_u8; 64]);
    let [one, other] = [(); 2].map(|()| cipher.encrypt(text.to_vec(), b"").unwrap());
    // A salt of 32 bytes, and a tag of 16.
    assert_eq!(one.len(), 32 + text.len() + 16);
    let same = one.iter().zip(&other).filter(|(one, other)| one == other);
    assert!(same.count() < 16, "the same text is encrypted alike");
    assert!(!one.windows(4).any(|window| window == &text[..4]));
}
