//! Global ids: opaque to clients, the kind and the number of a record to us.

use data_encoding::BASE64URL_NOPAD;

use crate::{api::graphql::resolve::audit::EVENT, kinds, resources::Resource};

/// The global id of a record.
pub fn encode(resource: &Resource, id: i64) -> String {
    BASE64URL_NOPAD.encode(format!("{}:{id}", resource.name).as_bytes())
}

/// The global id of an event.
pub fn event(id: i64) -> String {
    BASE64URL_NOPAD.encode(format!("{EVENT}:{id}").as_bytes())
}

/// The number of the event that a global id stands for; `None` for any other text.
pub fn decode_event(text: &str) -> Option<i64> {
    let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
    number(plain.strip_prefix(EVENT)?.strip_prefix(':')?)
}

/// The kind and the number that a global id stands for; `None` for any other text.
pub fn decode(text: &str) -> Option<(&'static Resource, i64)> {
    let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
    let (name, id) = plain.split_once(':')?;
    let resource = kinds::named(name)?;
    number(id).map(|id| (resource, id))
}

/// A number in the one form that we write, so that each record has one id.
fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number: &i64| number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::decode;
    use super::encode;
    use crate::kinds;

    #[test]
    fn an_id_leads_back_to_its_record() {
        for resource in kinds::all() {
            for id in [1, i64::MAX] {
                let (found, number) = decode(&encode(resource, id)).unwrap();
                assert_eq!((found.name, number), (resource.name, id));
            }
        }
        // The last two are "Locale:+1" and "Locale:01".
        for text in ["", "!", "bm9uc2Vuc2U", "Locale:1", "ä", "TG9jYWxlOisx", "TG9jYWxlOjAx"] {
            assert!(decode(text).is_none(), "{text}");
        }
    }
}
