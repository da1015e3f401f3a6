//! The rules of keys; those of values are in `fields` and `updates`.

use reinstate::resources::KeyKind;

/// D13: a key is looked up, not validated.
#[test]
fn what_no_record_can_have_is_no_key() {
    let cases = [
        (KeyKind::Uuid, "67E55044-10b1-426f-9247-bb680e5fe0c8", true),
        (KeyKind::Uuid, "67e5504410b1426f9247bb680e5fe0c8", false),
        (KeyKind::Uuid, "{67e55044-10b1-426f-9247-bb680e5fe0c8}", false),
        (KeyKind::Uuid, "not-a-uuid", false),
        (KeyKind::Uuid, "", false),
        (KeyKind::Code, "pt-BR", true),
        (KeyKind::Code, "a\0b", false),
        (KeyKind::Id, "9223372036854775807", true),
        (KeyKind::Id, "9223372036854775808", false),
        (KeyKind::Id, "-1", true),
        (KeyKind::Id, "+1", false),
        (KeyKind::Id, "01", false),
        (KeyKind::Id, "1.0", false),
        (KeyKind::Id, "one", false),
    ];
    for (kind, text, is_key) in cases {
        assert_eq!(kind.read(text).is_some(), is_key, "{kind:?} {text:?}");
    }
}
