//! Resolves accounts that records refer to.

use async_graphql::{Context, dataloader::DataLoader};
use std::borrow::Cow;

use super::loaders::UserSummaries;
use crate::{
    api::graphql::{
        resolve::{
            error::refuse,
            select::{FieldValue, Object, ObjectFuture},
        },
        schema::USER_SUMMARY,
    },
    operations::records::UserSummary,
};

/// Loads an account, in one statement with all others that are requested at the same time.
pub fn user_summary<'c>(ctx: &'c Context<'c>, id: i64) -> ObjectFuture<'c> {
    Box::pin(async move {
        match ctx.data_unchecked::<DataLoader<UserSummaries>>().load_one(id).await {
            Ok(user_summary) => {
                user_summary.map(|user_summary| Box::new(user_summary) as Box<dyn Object>)
            }
            Err(error) => {
                refuse(ctx, &error);
                None
            }
        }
    })
}

impl Object for UserSummary {
    fn type_name(&self) -> Cow<'_, str> {
        USER_SUMMARY.into()
    }

    fn field<'a>(&'a self, name: &str) -> FieldValue<'a> {
        FieldValue::Ready(match name {
            "databaseId" => self.id.into(),
            "email" => self.email.as_str().into(),
            _ => return FieldValue::Unknown,
        })
    }
}
