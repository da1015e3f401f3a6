//! How people sign in to the console with the identity provider.

/// The console as a public client of an OpenID Connect provider.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// The issuer, whose metadata names the endpoints.
    pub issuer: String,
    /// The id of the client, which has no secret.
    pub client_id: String,
    /// The scope to ask for.
    pub scope: String,
    /// Further parameters of the authorization request, as a query string.
    pub parameters: String,
}
