//! Runs a request at most once. Its changes and its response are committed together, and a retry
//! gets the stored response.

use std::{future::Future, sync::Arc};
use tokio::time::Instant;

use super::{
    request::{IDEMPOTENCY_KEY, Request, Stored},
    responses,
};
use crate::{
    app::{App, Load, UnitOfWork, Work},
    auth::Call,
    error::Error,
    operations::{callers::renew_after, rows::to_completion},
};

/// Largest response that is stored, in bytes.
const MAX_BYTES: usize = 1024 * 1024;
/// Maximum bytes of a stored response that wrote nothing. A refusal is one. A retry runs a request
/// with a larger one again, and nothing is kept meanwhile (D24).
const MAX_REFUSAL_BYTES: usize = 4 * 1024;

/// The response of one attempt to run a request.
pub struct Attempt<R> {
    /// The response.
    pub response: R,
    /// Whether the changes are committed and the response is stored. Otherwise the changes are
    /// rolled back, and a retry runs the request again.
    pub is_final: bool,
}

/// What became of a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It ran now, with this response.
    Executed(Vec<u8>),
    /// It ran before; this is the stored response.
    Replayed(Vec<u8>),
    /// Another attempt is still running.
    InProgress,
    /// The account can store no further response for these seconds; nothing ran.
    OverQuota(u64),
}

/// Runs a request, unless a response to it is stored. The work gets an application whose operations
/// share one transaction, and must drop it before it ends; and the call as it is allowed once the
/// transaction has begun (D25).
///
/// On SQLite, where others wait for the only writer, what writes many rows gets no transaction: it
/// commits in parts, and a retry of what was not finished goes on with the same operation.
///
/// # Errors
/// `Unauthenticated` when the credential has ended by then, `Invalid` when the key was used for another
/// request, `BadRequest` when the response is too large to be stored, and any error of beginning or
/// committing the transaction. Nothing is written then.
pub async fn execute<W>(
    app: &Arc<App>,
    call: Arc<Call>,
    request: Request,
    load: Load,
    work: impl FnOnce(Arc<App>, Arc<Call>) -> W + Send + 'static,
) -> Result<Outcome, Error>
where
    W: Future<Output = Attempt<Vec<u8>>> + Send + 'static,
{
    let app = Arc::clone(app);
    to_completion(async move {
        let Some(_lock) = app.keys_in_use.lock(request.id) else { return Ok(Outcome::InProgress) };
        let since = Instant::now();
        let longest = app.database.longest_hold();
        let call = app.enter(&call, Work::Other).await;
        // On SQLite others wait behind one request of an account, and behind one of all that read
        // many rows.
        let _alone = match longest {
            Some(_) => Some(app.keys_in_use.alone(&request.account).await),
            None => None,
        };
        let _turn = match longest.filter(|_| load == Load::ReadsMany) {
            Some(_) => Some(app.keys_in_use.alone("").await),
            None => None,
        };
        let unit = UnitOfWork::begin(&app, &call, load).await?;
        let call = renew_after(unit.app(), &call, since).await?;
        let call = longest.map_or_else(|| Arc::clone(&call), |time| call.within(time));
        let begun = begin(&unit, &request).await.map_err(Err);
        let stored = match begun.and_then(|begun| begun.map_err(Ok)) {
            Ok(stored) => stored,
            // The lock of the key ends with the transaction, so before the caller knows.
            Err(stopped) => {
                unit.roll_back().await;
                return stopped;
            }
        };
        let in_parts = longest.is_some() && load == Load::WritesMany && request.may_replay;
        let (unit, attempt) = if in_parts {
            let operation = match stored {
                Stored::Unfinished(operation) => operation,
                _ => app.clock.uuid(),
            };
            // A retry finds the operation by which this one writes.
            keep(&unit, &request, operation.as_bytes(), true).await?;
            unit.commit().await?;
            let going_on = Call { operation: Some(operation), ..Call::clone(&call) };
            let attempt = work(Arc::clone(&app), Arc::new(going_on)).await;
            (UnitOfWork::begin(&app, &call, Load::Small).await?, attempt)
        } else {
            let attempt = work(Arc::clone(unit.app()), call).await;
            (unit, attempt)
        };
        let Attempt { response, is_final } = attempt;
        let is_small = request.may_replay && response.len() <= MAX_REFUSAL_BYTES;
        let is_kept = is_final && (in_parts || unit.app().has_written() || is_small);
        let is_committed = if is_kept && !matches!(stored, Stored::Response(_)) {
            keep(&unit, &request, &response, in_parts).await
        } else {
            Ok(is_kept)
        };
        match is_committed {
            Ok(true) => unit.commit().await?,
            _ => unit.roll_back().await,
        }
        if is_kept && !is_committed? {
            return Ok(Outcome::InProgress);
        }
        responses::remove_expired(&app);
        Ok(Outcome::Executed(response))
    })
    .await
}

/// What is stored for a request that runs, or its outcome.
async fn begin(unit: &UnitOfWork, request: &Request) -> Result<Result<Stored, Outcome>, Error> {
    if !responses::lock(unit, &request.id).await? {
        return Ok(Err(Outcome::InProgress));
    }
    let stored = match responses::find(unit, &request.id).await? {
        Some(encrypted) if request.may_replay => request.decrypt(&encrypted)?,
        // It is neither shown nor replaced.
        Some(encrypted) => Stored::Response(encrypted),
        None => Stored::Nothing,
    };
    match stored {
        Stored::Response(response) if request.may_replay => Ok(Err(Outcome::Replayed(response))),
        stored => Ok(match responses::wait(unit, &request.account).await? {
            Some(seconds) => Err(Outcome::OverQuota(seconds)),
            None => Ok(stored),
        }),
    }
}

/// Stores a response, or the operation of one that is not finished; `false` if another process has
/// stored one.
async fn keep(
    unit: &UnitOfWork,
    request: &Request,
    response: &[u8],
    replaces: bool,
) -> Result<bool, Error> {
    if response.len() > MAX_BYTES {
        return Err(Error::bad_request(format!(
            "The response is larger than {MAX_BYTES} bytes and can't be stored for \
             {IDEMPOTENCY_KEY}: nothing was written"
        )));
    }
    let encrypted = request.encrypt(response)?;
    let bytes = encrypted.len();
    let is_kept = responses::store(unit, request, encrypted, replaces).await?;
    if is_kept {
        responses::count_one(unit.app(), &request.account, bytes);
    }
    Ok(is_kept)
}
