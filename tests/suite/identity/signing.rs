//! Signs tokens as an identity provider, with keys generated in each run.

use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der},
    rand::SystemRandom,
    rsa,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING},
    signature::{EcdsaKeyPair, Ed25519KeyPair},
};
use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::{Algorithm, EncodingKey, crypto, jwk::Jwk};
use serde_json::{Value as Json, json};

/// Length of the PKCS #8 header before an RSA key of 2048 bits.
const PKCS8_FRAME: usize = 26;

/// A signing key.
pub struct Signer {
    pub id: &'static str,
    pub algorithm: Algorithm,
    key: EncodingKey,
}

impl Signer {
    pub fn new(id: &'static str, algorithm: Algorithm) -> Self {
        let random = SystemRandom::new();
        let key = match algorithm {
            Algorithm::ES256 => {
                let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random);
                EncodingKey::from_ec_der(key.unwrap().as_ref())
            }
            Algorithm::ES384 => {
                let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P384_SHA384_FIXED_SIGNING, &random);
                EncodingKey::from_ec_der(key.unwrap().as_ref())
            }
            Algorithm::EdDSA => {
                let key = Ed25519KeyPair::generate_pkcs8v1(&random).unwrap();
                EncodingKey::from_ed_der(key.as_ref())
            }
            _ => {
                let key = rsa::KeyPair::generate(rsa::KeySize::Rsa2048).unwrap();
                let der = AsDer::<Pkcs8V1Der<'_>>::as_der(&key).unwrap();
                EncodingKey::from_rsa_der(&der.as_ref()[PKCS8_FRAME..])
            }
        };
        Self { id, algorithm, key }
    }

    /// The public key as a JWK.
    pub fn public(&self) -> Json {
        let mut jwk = json!(Jwk::from_encoding_key(&self.key, self.algorithm).unwrap());
        jwk["kid"] = json!(self.id);
        jwk["use"] = json!("sig");
        jwk
    }

    /// A token with this header and these claims, signed with this algorithm.
    pub fn sign_as(&self, algorithm: Algorithm, header: &Json, claims: &Json) -> String {
        let parts =
            [header, claims].map(|part| BASE64URL_NOPAD.encode(part.to_string().as_bytes()));
        let signed = parts.join(".");
        let signature = crypto::sign(signed.as_bytes(), &self.key, algorithm).unwrap();
        format!("{signed}.{signature}")
    }

    /// The header for this key.
    pub fn header(&self) -> Json {
        json!({ "typ": "JWT", "alg": self.algorithm, "kid": self.id })
    }

    /// A token with these claims.
    pub fn sign(&self, claims: &Json) -> String {
        self.sign_as(self.algorithm, &self.header(), claims)
    }
}

/// A token signed with a shared secret, which providers never use.
pub fn sign_with_secret(secret: &[u8], header: &Json, claims: &Json) -> String {
    let key = EncodingKey::from_secret(secret);
    Signer { id: "", algorithm: Algorithm::HS256, key }.sign_as(Algorithm::HS256, header, claims)
}
