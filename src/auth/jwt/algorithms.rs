//! The signature algorithms that are accepted.

use jsonwebtoken::Algorithm;

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
