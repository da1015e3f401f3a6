//! What a service gives to the execution of operations.

use async_graphql::{PathSegment, Pos, ServerError};
use std::{collections::HashMap, hash::Hash};

use crate::plan::{Host, Variables};

/// A service whose objects write responses.
pub trait Resolver: Host {
    /// What all fields of a request share.
    type Request<'a>: Copy + Send + Sync;
    /// A request that outlives the borrows of [`Self::Request`].
    type Kept: Send + Sync + 'static;
    /// Why a field has no value.
    type Error: Clone + Send + Sync + 'static;
    /// What is held while a response is written.
    type Turn: Send;

    /// The values of the variables.
    fn variables<'a>(request: Self::Request<'a>) -> &'a Variables;

    /// Most bytes that the response may still have.
    fn bytes_left(_request: Self::Request<'_>) -> usize {
        usize::MAX
    }

    /// Waits until the next root field may be written, after the turn of the one before.
    fn turn(
        request: Self::Request<'_>,
        before: Option<Self::Turn>,
    ) -> impl Future<Output = Self::Turn> + Send;

    /// Keeps a request for what it loads.
    fn keep(request: Self::Request<'_>) -> Self::Kept;

    /// Loads the keys of a batch for a request.
    fn load<B: Batch<Self>>(
        request: &Self::Kept,
        batch: B,
        keys: &[B::Key],
    ) -> impl Future<Output = Values<Self, B>> + Send;

    /// The error of a field at that path.
    fn error(
        request: Self::Request<'_>,
        error: &Self::Error,
        position: Option<Pos>,
        path: Vec<PathSegment>,
    ) -> ServerError;

    /// The error of a field that its object doesn't have.
    fn unknown() -> Self::Error;
}

/// What is loaded at once, for each of its keys.
pub trait Batch<H: Resolver>: Copy + Eq + Hash + Send + Sync + 'static {
    /// What tells its values apart, such as an id.
    type Key: Clone + Eq + Hash + Send + Sync + 'static;
    /// What is loaded for a key.
    type Value: Send + Sync + 'static;

    /// Loads it. Keys may be without a value.
    fn load<'r>(
        self,
        request: &'r H::Request<'r>,
        keys: &[Self::Key],
    ) -> impl Future<Output = Values<H, Self>> + Send;
}

/// The values of a batch by their keys, or one error.
pub type Values<H, B> =
    Result<HashMap<<B as Batch<H>>::Key, <B as Batch<H>>::Value>, <H as Resolver>::Error>;
