//! What values of credentials encrypt.

use reinstate::auth::Cipher;

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
