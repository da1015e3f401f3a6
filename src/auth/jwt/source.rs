//! The source of an identity provider's keys: a file or a URL.

use jsonwebtoken::{
    Algorithm, DecodingKey,
    jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet, PublicKeyUse},
};
use reqwest::{Client, Url, redirect};
use std::{path::PathBuf, time::Duration};

/// The accepted algorithms. All are asymmetric: with a shared secret, everyone who can verify a token
/// can also sign one.
pub(super) const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::EdDSA,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
];
/// Timeout of a download.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Most bytes of a key set.
const BYTES: usize = 512 * 1024;

/// A source of keys.
#[derive(Debug)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// A URL of the provider.
    Url(Client, Url),
}

/// A key and the algorithms that it verifies.
pub struct Key {
    /// Its id in the key set.
    pub id: Option<String>,
    /// The algorithms that it may verify.
    pub algorithms: Vec<Algorithm>,
    /// The key.
    pub decoding: DecodingKey,
}

impl Source {
    /// Parses a setting: `https://…`, `http://…` on this machine, or a file.
    ///
    /// # Errors
    /// When the URL is invalid or not allowed.
    pub fn named(text: &str) -> Result<Self, String> {
        if !text.contains("://") {
            return Ok(Self::File(text.into()));
        }
        let url: Url = text.parse().map_err(|error| format!("is no URL: {error}"))?;
        let is_local = match url.host() {
            Some(url::Host::Domain(name)) => name == "localhost",
            Some(url::Host::Ipv4(address)) => address.is_loopback(),
            Some(url::Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        };
        // Someone who can change the keys in transit could sign in as anyone.
        if url.scheme() != "https" && !(url.scheme() == "http" && is_local) {
            return Err("must be https://, or http:// on this machine, or a file".to_owned());
        }
        let client = Client::builder().timeout(TIMEOUT).redirect(redirect::Policy::none());
        let client = client.build().map_err(|error| error.to_string())?;
        Ok(Self::Url(client, url))
    }

    /// Reads the usable keys.
    ///
    /// # Errors
    /// When they can't be read, or none is usable.
    pub async fn read(&self) -> Result<Vec<Key>, String> {
        let text = match self {
            Self::File(path) => {
                let text = tokio::fs::read(path).await;
                text.map_err(|error| format!("{}: {error}", path.display()))?
            }
            Self::Url(client, url) => download(client, url).await?,
        };
        let set: JwkSet = serde_json::from_slice(&text)
            .map_err(|error| format!("is no JSON Web Key Set: {error}"))?;
        let keys: Vec<Key> = set.keys.iter().filter_map(Key::of).collect();
        if keys.is_empty() {
            return Err("holds no public key that can verify a signature".to_owned());
        }
        Ok(keys)
    }
}

/// Downloads the key set, up to the size limit.
async fn download(client: &Client, url: &Url) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let whole = async {
        let mut answer = client.get(url.clone()).send().await?.error_for_status()?;
        while let Some(chunk) = answer.chunk().await? {
            text.extend_from_slice(&chunk);
            if text.len() > BYTES {
                break;
            }
        }
        Ok(answer.status())
    };
    // The URL can contain a secret.
    let status = whole.await.map_err(|error: reqwest::Error| error.without_url().to_string())?;
    if text.len() <= BYTES && status.is_success() {
        Ok(text)
    } else {
        Err("does not answer with a set of keys".to_owned())
    }
}

impl Key {
    /// The key, if it can verify signatures.
    fn of(jwk: &Jwk) -> Option<Self> {
        if jwk.common.public_key_use.as_ref().is_some_and(|it| *it != PublicKeyUse::Signature) {
            return None;
        }
        let named = jwk.common.key_algorithm;
        let is_named = |algorithm: &Algorithm| {
            named.is_none_or(|named| Algorithm::try_from(named).is_ok_and(|it| it == *algorithm))
        };
        let algorithms: Vec<_> = ALGORITHMS
            .into_iter()
            .filter(|it| fits(*it, &jwk.algorithm))
            .filter(is_named)
            .collect();
        if algorithms.is_empty() {
            return None;
        }
        let decoding = DecodingKey::from_jwk(jwk).ok()?;
        Some(Self { id: jwk.common.key_id.clone(), algorithms, decoding })
    }
}

/// Whether the type of a key fits the algorithm.
fn fits(algorithm: Algorithm, key: &AlgorithmParameters) -> bool {
    use Algorithm::{ES256, ES384, EdDSA};
    match key {
        AlgorithmParameters::RSA(_) => !matches!(algorithm, ES256 | ES384 | EdDSA),
        AlgorithmParameters::EllipticCurve(key) => match algorithm {
            ES256 => key.curve == EllipticCurve::P256,
            ES384 => key.curve == EllipticCurve::P384,
            _ => false,
        },
        AlgorithmParameters::OctetKeyPair(key) => {
            algorithm == EdDSA && key.curve == EllipticCurve::Ed25519
        }
        _ => false,
    }
}
