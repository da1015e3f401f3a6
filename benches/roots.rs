//! Asks what async-graphql's `Schema` costs where it runs the root fields, each with bytes as its value.
//!
//! docs/decisions/0057-prepared-operations.md says why plans run them instead. The library is asked again
//! with each version: `cargo bench --bench roots` prints the time for a document of one field, which is at
//! hand, beside the time to copy its bytes.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that can't be set up has nothing to go on with"
)]

use async_graphql::{
    CacheControl, ContextSelectionSet, EmptyMutation, EmptySubscription, Object, OutputType,
    Positioned, Request, Response, Schema, ServerError, ServerResult, ValidationResult, Value,
    Variables,
    extensions::{Extension, ExtensionContext, ExtensionFactory, NextParseQuery, NextValidation},
    parser::{
        parse_query,
        types::{ExecutableDocument, Field},
    },
    registry::{MetaType, MetaTypeId, Registry},
};
use criterion::Criterion;
use std::{borrow::Cow, sync::Arc};
use tokio::runtime::Builder;

/// As many object types as the service's schema has, about.
const TYPES: usize = 300;
/// The value of the root field.
const JSON: &[u8] =
    br#"{"title":"Annual report","deletedAt":null,"user":{"email":"ann@example.com"}}"#;
const DOCUMENT: &str = "{ report { title deletedAt user { email } } }";

/// A value that is written as bytes already.
struct Written;

impl OutputType for Written {
    fn type_name() -> Cow<'static, str> {
        "Report".into()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        for number in 0..TYPES {
            let name = format!("Type{number}");
            registry.types.insert(name.clone(), object(name));
        }
        registry.create_output_type::<Self, _>(MetaTypeId::Object, |_| object("Report".to_owned()))
    }

    async fn resolve(
        &self,
        _: &ContextSelectionSet<'_>,
        _: &Positioned<Field>,
    ) -> ServerResult<Value> {
        Ok(Value::Binary(JSON.to_vec().into()))
    }
}

fn object(name: String) -> MetaType {
    MetaType::Object {
        name,
        description: None,
        fields: Default::default(),
        cache_control: CacheControl::default(),
        extends: false,
        shareable: false,
        resolvable: true,
        visible: None,
        inaccessible: false,
        interface_object: false,
        tags: Vec::new(),
        keys: None,
        is_subscription: false,
        rust_typename: None,
        directive_invocations: Vec::new(),
        requires_scopes: Vec::new(),
    }
}

struct Query;

#[Object]
impl Query {
    async fn report(&self) -> Written {
        Written
    }
}

/// Gives the document that is at hand, which is known to be valid.
struct AtHand(ExecutableDocument);

impl ExtensionFactory for AtHand {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Self(self.0.clone()))
    }
}

#[async_graphql::async_trait::async_trait]
impl Extension for AtHand {
    async fn parse_query(
        &self,
        _: &ExtensionContext<'_>,
        _: &str,
        _: &Variables,
        _: NextParseQuery<'_>,
    ) -> ServerResult<ExecutableDocument> {
        Ok(self.0.clone())
    }

    async fn validation(
        &self,
        _: &ExtensionContext<'_>,
        _: NextValidation<'_>,
    ) -> Result<ValidationResult, Vec<ServerError>> {
        let cache_control = CacheControl::default();
        Ok(ValidationResult { cache_control, complexity: 0, depth: 0 })
    }
}

/// Writes the data of a response whose root fields are bytes.
fn written(response: &Response) -> Vec<u8> {
    let mut out = b"{\"data\":{".to_vec();
    let Value::Object(roots) = &response.data else { unreachable!("it has data") };
    for (key, value) in roots {
        out.extend_from_slice(format!("\"{key}\":").as_bytes());
        if let Value::Binary(json) = value {
            out.extend_from_slice(json);
        }
    }
    out.extend_from_slice(b"}}");
    out
}

fn main() {
    let runtime = Builder::new_current_thread().build().expect("a runtime");
    let mut criterion = Criterion::default().configure_from_args();
    let document = AtHand(parse_query(DOCUMENT).expect("a document"));
    let schema = Schema::build(Query, EmptyMutation, EmptySubscription).extension(document);
    let schema = schema.finish();
    let copied = || [b"{\"data\":{\"report\":", JSON, b"}}"].concat();
    let executed =
        || runtime.block_on(async { written(&schema.execute(Request::new(DOCUMENT)).await) });
    assert_eq!(executed(), copied());
    let mut group = criterion.benchmark_group("root");
    group.bench_function("bytes copied", |bench| bench.iter(copied));
    group.bench_function("async-graphql's Schema", |bench| bench.iter(executed));
    group.finish();
}
