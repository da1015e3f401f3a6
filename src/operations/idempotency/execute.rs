//! Runs a request at most once. Its changes and its response are committed together, and a retry
//! gets the stored response.

use std::{future::Future, sync::Arc};
use tokio::time::Instant;

use super::{
    request::{IDEMPOTENCY_KEY, Request},
    responses,
};
use crate::{
    app::{App, UnitOfWork, Work},
    auth::Call,
    error::Error,
    operations::{accounts::renew_after, records::to_completion},
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
/// transaction has begun (D25). `reads_many`: the work may read many rows.
///
/// # Errors
/// `Unauthenticated` when the credential has ended by then, `Invalid` when the key was used for another
/// request, `BadRequest` when the response is too large to be stored, and any error of beginning or
/// committing the transaction. Nothing is written then.
pub async fn execute<W>(
    app: &Arc<App>,
    call: Arc<Call>,
    request: Request,
    reads_many: bool,
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
        let _turn = match longest.filter(|_| reads_many) {
            Some(_) => Some(app.keys_in_use.alone("").await),
            None => None,
        };
        let unit = UnitOfWork::begin(&app, &call, reads_many).await?;
        let call = renew_after(unit.app(), &call, since).await?;
        let call = longest.map_or_else(|| Arc::clone(&call), |time| call.within(time));
        match attempt(&unit, call, &request, work).await? {
            End::Commit(response) => {
                unit.commit().await?;
                responses::remove_expired(&app);
                Ok(Outcome::Executed(response))
            }
            End::RollBack(outcome) => {
                unit.roll_back().await;
                outcome
            }
        }
    })
    .await
}

/// How the transaction of an attempt ends.
enum End {
    Commit(Vec<u8>),
    RollBack(Result<Outcome, Error>),
}

async fn attempt<W>(
    unit: &UnitOfWork,
    call: Arc<Call>,
    request: &Request,
    work: impl FnOnce(Arc<App>, Arc<Call>) -> W,
) -> Result<End, Error>
where
    W: Future<Output = Attempt<Vec<u8>>>,
{
    if !responses::lock(unit, &request.id).await? {
        return Ok(End::RollBack(Ok(Outcome::InProgress)));
    }
    let stored = responses::find(unit, &request.id).await?;
    if let (Some(stored), true) = (&stored, request.may_replay) {
        return Ok(End::RollBack(request.decrypt(stored).map(Outcome::Replayed)));
    }
    if let Some(seconds) = responses::wait(unit, &request.account).await? {
        return Ok(End::RollBack(Ok(Outcome::OverQuota(seconds))));
    }
    let Attempt { response, is_final } = work(Arc::clone(unit.app()), call).await;
    let is_small = request.may_replay && response.len() <= MAX_REFUSAL_BYTES;
    let is_kept = unit.app().has_written() || is_small;
    if !is_final || !is_kept {
        return Ok(End::RollBack(Ok(Outcome::Executed(response))));
    }
    if stored.is_some() {
        return Ok(End::Commit(response));
    }
    if response.len() > MAX_BYTES {
        let problem = format!(
            "The response is larger than {MAX_BYTES} bytes and can't be stored for \
             {IDEMPOTENCY_KEY}: nothing was written"
        );
        return Ok(End::RollBack(Err(Error::bad_request(problem))));
    }
    let encrypted = request.encrypt(&response)?;
    let bytes = encrypted.len();
    match responses::store(unit, request, encrypted).await? {
        true => {
            responses::count_one(unit.app(), &request.account, bytes);
            Ok(End::Commit(response))
        }
        false => Ok(End::RollBack(Ok(Outcome::InProgress))),
    }
}
