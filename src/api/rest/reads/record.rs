//! Reads one record, now and as it was, and translation bundles.

use axum::{
    http::{HeaderValue, StatusCode, header::ETAG},
    response::{IntoResponse, Response},
};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::request::ReadRequest;
use crate::{
    api::rest::{
        query::shown_fields,
        responses::{RecordBody, json_within},
    },
    error::Error,
    operations::rows::{Target, read},
    resources::Resource,
};

/// Reads a record by its key. A deleted one that the caller may not restore doesn't exist (D9).
pub async fn read(
    request: ReadRequest<'_>,
    resource: &'static Resource,
) -> Result<Response, Error> {
    let names = shown_fields(resource, request.query);
    let projection = resource.projection(&names).with(resource, &[resource.columns.version]);
    let key = request.parameters.get(resource.key_column);
    // A key that can't be read is one that no record has (D13).
    let key = key.and_then(|text| resource.key.read(text));
    let target = Target { resource, key };
    let found = read::find(request.app, request.call, target, &projection).await?;
    let record = found.ok_or_else(|| resource.not_found())?;
    let shown = RecordBody { record: &record, names: &names, secret: None };
    json_within(request.call, StatusCode::OK, Some(record.version()), &shown)
}

/// Reads the translations of a locale and group. Their version is a hash of them.
pub async fn bundle(request: ReadRequest<'_>) -> Result<Response, Error> {
    let part = |name| request.parameters.get(name).cloned().unwrap_or_default();
    let (locale, group) = (part("locale"), part("group"));
    let texts = read::translation_bundle(request.app, request.call, locale, group).await?;
    let bytes = serde_json::to_vec(&*texts).map_err(|_| Error::Internal)?;
    // The first 16 bytes are enough to distinguish versions.
    let hash = HEXLOWER.encode(&Sha256::digest(&bytes)[..16]);
    let version = HeaderValue::try_from(format!("\"{hash}\"")).map_err(|_| Error::Internal)?;
    let response = json_within(request.call, StatusCode::OK, None, &*texts)?;
    Ok(([(ETAG, version)], response).into_response())
}
