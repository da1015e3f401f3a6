//! Doing what a request asks for once, however often it comes: the change and the answer to it are
//! committed together, and whoever sends the request again is given that answer.

use sha2::{Digest, Sha256};
use std::{future::Future, sync::Arc};

use super::stored;
use crate::{
    app::{App, UnitOfWork},
    auth::{Cipher, CredentialRef},
    error::{Error, FieldError},
    operations::records::to_the_end,
};

/// Most bytes of an answer that is kept.
const MOST: usize = 1024 * 1024;

/// The name of what carries the key, as messages have it.
pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// A request that is to be carried out once.
pub struct IdempotentRequest {
    /// Under what its answer is stored.
    id: [u8; 32],
    seal: Cipher,
    /// What makes another request of it.
    fingerprint: [u8; 32],
}

impl IdempotentRequest {
    /// The request with this fingerprint, to which the holder of a credential has given a key.
    #[must_use]
    pub fn new(credential_ref: CredentialRef<'_>, key: &str, fingerprint: [u8; 32]) -> Self {
        let id = Sha256::new()
            .chain_update(credential_ref.credential.kind.name())
            .chain_update([0])
            .chain_update(credential_ref.credential.id.to_be_bytes())
            .chain_update(key)
            .finalize();
        Self { id: id.into(), seal: Cipher::of([credential_ref.secret(), key]), fingerprint }
    }

    /// The answer to the request as it is stored.
    fn close(&self, answer: &[u8]) -> Result<Vec<u8>, Error> {
        let text = [self.fingerprint.as_slice(), answer].concat();
        self.seal.close(text, &self.id).ok_or(Error::Internal)
    }

    /// The stored answer, if it is one to this request.
    fn open(&self, sealed: &[u8]) -> Result<Vec<u8>, Error> {
        let problem = |text: &str| Error::Invalid(vec![FieldError::new(IDEMPOTENCY_KEY, text)]);
        let mut text = self.seal.open(sealed, &self.id).ok_or_else(|| {
            problem(
                "was used before the credential got the value it has now, without which the answer \
                 can't be read",
            )
        })?;
        let answer = text.split_off(self.fingerprint.len());
        if text == self.fingerprint {
            Ok(answer)
        } else {
            Err(problem("was used for another request"))
        }
    }
}

/// What came of carrying out a request.
pub struct StoredResponse {
    /// The answer.
    pub answer: Vec<u8>,
    /// Whether it stands: the change is committed, and the answer given again to the same request.
    /// Otherwise all is taken back, and the request may be sent again.
    pub stands: bool,
}

/// The answer to a request that is carried out once.
#[derive(Debug, PartialEq, Eq)]
pub enum Once {
    /// It was carried out just now.
    First(Vec<u8>),
    /// It was carried out before.
    Again(Vec<u8>),
    /// It is being carried out.
    InProgress,
}

/// Carries out a request, unless that was done before. The work is given an application whose
/// operations run in one transaction, and must let go of it when it ends.
///
/// # Errors
/// `Invalid` when the key was used for another request, `BadRequest` when the answer is too large to
/// be kept, and whatever keeps the transaction from beginning and from being committed. Then nothing
/// was written.
pub async fn once<W>(
    app: &Arc<App>,
    request: IdempotentRequest,
    work: impl FnOnce(Arc<App>) -> W + Send + 'static,
) -> Result<Once, Error>
where
    W: Future<Output = StoredResponse> + Send + 'static,
{
    let app = Arc::clone(app);
    to_the_end(async move {
        let Some(_in_use) = app.keys_in_use.enter(request.id) else { return Ok(Once::InProgress) };
        let unit = UnitOfWork::begin(&app).await?;
        match carry_out(unit, &request, work).await? {
            Carried::Kept(unit, answer) => {
                unit.commit().await?;
                stored::tidy(&app);
                Ok(Once::First(answer))
            }
            Carried::TakenBack(unit, answer) => {
                unit.roll_back().await;
                answer
            }
        }
    })
    .await
}

/// What is left to be done with the transaction, and the answer.
enum Carried {
    Kept(UnitOfWork, Vec<u8>),
    TakenBack(UnitOfWork, Result<Once, Error>),
}

async fn carry_out<W>(
    unit: UnitOfWork,
    request: &IdempotentRequest,
    work: impl FnOnce(Arc<App>) -> W,
) -> Result<Carried, Error>
where
    W: Future<Output = StoredResponse>,
{
    if !stored::hold(unit.app(), &request.id).await? {
        return Ok(Carried::TakenBack(unit, Ok(Once::InProgress)));
    }
    if let Some(sealed) = stored::find(unit.app(), &request.id).await? {
        return Ok(Carried::TakenBack(unit, request.open(&sealed).map(Once::Again)));
    }
    let StoredResponse { answer, stands } = work(Arc::clone(unit.app())).await;
    if !stands {
        return Ok(Carried::TakenBack(unit, Ok(Once::First(answer))));
    }
    if answer.len() > MOST {
        let problem = format!(
            "The answer is too large to be kept for {IDEMPOTENCY_KEY}, past {MOST} bytes: nothing \
             was written"
        );
        return Ok(Carried::TakenBack(unit, Err(Error::bad_request(problem))));
    }
    match stored::keep(unit.app(), &request.id, request.close(&answer)?).await? {
        true => Ok(Carried::Kept(unit, answer)),
        false => Ok(Carried::TakenBack(unit, Ok(Once::InProgress))),
    }
}
