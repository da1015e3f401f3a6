//! Root types of a schema, for the registry that prints it.

use async_graphql::{
    ContainerType, Context, ContextSelectionSet, ObjectType, OutputType, Positioned, Response,
    ServerResult, SubscriptionType, Value,
    parser::types::Field,
    registry::{MetaType, MetaTypeId, Registry},
};
use futures_util::Stream;
use std::{borrow::Cow, marker::PhantomData, pin::Pin};

/// A root type, which the registry only describes.
///
/// Documents are executed by their plans.
pub struct Root<T>(PhantomData<T>);

impl<T> Root<T> {
    /// The root type that is described so.
    #[expect(clippy::new_without_default, reason = "there is one way to make it")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// Describes a root type.
pub trait Describe: Send + Sync {
    /// The name of the type.
    const NAME: &'static str;

    /// Describes it, and registers the types of its fields.
    fn describe(registry: &mut Registry) -> MetaType;
}

impl<T: Describe> OutputType for Root<T> {
    fn type_name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        registry.create_output_type::<Self, _>(MetaTypeId::Object, T::describe)
    }

    async fn resolve(
        &self,
        _: &ContextSelectionSet<'_>,
        _: &Positioned<Field>,
    ) -> ServerResult<Value> {
        Ok(Value::Null)
    }
}

impl<T: Describe> ContainerType for Root<T> {
    async fn resolve_field(&self, _: &Context<'_>) -> ServerResult<Option<Value>> {
        Ok(None)
    }
}

impl<T: Describe> ObjectType for Root<T> {}

impl<T: Describe> SubscriptionType for Root<T> {
    fn type_name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        registry.create_subscription_type::<Self, _>(T::describe)
    }

    fn create_field_stream<'a>(
        &'a self,
        _: &'a Context<'_>,
    ) -> Option<Pin<Box<dyn Stream<Item = Response> + Send + 'a>>> {
        None
    }
}
