//! Access tokens as callers view them.

use data_encoding::BASE64URL_NOPAD;
use entity::{
    Timestamp,
    access_token::{self, Column},
};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, ExprTrait, FromQueryResult, IdenStatic, QueryFilter,
    QueryOrder, QuerySelect,
    sea_query::{Alias, Expr, Order, Query, WindowStatement},
};
use std::collections::HashMap;

use super::list::IssuedToken;
use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds::TOKENS,
    operations::{
        records::write::check_acts_as,
        rows::{read::numbered_by, run},
    },
};

/// Most access tokens that [`own_tokens`] returns.
pub const MAX_TOKENS: u64 = 100;

/// The position of a token in a list: its expiry and id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenPlace(Timestamp, i64);

/// How a cursor of tokens begins.
const CURSOR: &str = "AccessToken ";

impl TokenPlace {
    /// The position of a token.
    pub const fn of(token: &IssuedToken) -> Self {
        Self(token.expires_at, token.id)
    }

    /// The cursor.
    pub fn encode(self) -> String {
        BASE64URL_NOPAD.encode(format!("{CURSOR}{} {}", self.0, self.1).as_bytes())
    }

    /// The position of a cursor; `None` for any other text.
    pub fn decode(text: &str) -> Option<Self> {
        let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
        let (time, id) = plain.strip_prefix(CURSOR)?.split_once(' ')?;
        Some(Self(Timestamp::parse(time)?, id.parse().ok()?))
    }
}

/// A page of the tokens of an account.
#[derive(Clone, Debug, Default)]
pub struct TokenPage {
    /// The tokens.
    pub tokens: Vec<IssuedToken>,
    /// Whether there are more.
    pub more: bool,
}

/// The caller's own valid access tokens. Those that expire last come first.
///
/// # Errors
/// As [`check_tokens_of`].
pub async fn own_tokens(app: &App, call: &Call) -> Result<Vec<IssuedToken>, Error> {
    check_tokens_of(call, call.user_id)?;
    let tokens = access_token::Entity::find()
        .filter(Column::UserId.eq(call.user_id))
        .filter(is_valid(app))
        .order_by_desc(Column::ExpiresAt)
        .order_by_desc(Column::Id)
        .limit(MAX_TOKENS)
        .all(&*app.point_reader(call, 1).await?)
        .await?;
    let tokens: Vec<_> = tokens.into_iter().map(IssuedToken::from).collect();
    app.spend_read(call, tokens.iter().map(bytes).sum())?;
    Ok(tokens)
}

/// About how many bytes a token has in memory.
fn bytes(token: &IssuedToken) -> usize {
    let names = token.permissions.iter().flatten().map(|name| size_of::<String>() + name.len());
    size_of::<IssuedToken>() + names.sum::<usize>()
}

/// Checks that the caller may view the tokens of that account.
///
/// # Errors
/// `Forbidden` without the permission to view tokens, or to view the account.
pub fn check_tokens_of(caller: &Caller, account: i64) -> Result<(), Error> {
    caller.require(&TOKENS.view)?.check(Some(account))?;
    check_acts_as(caller, Some(account))
}

/// Reads a page of each account's valid tokens, by one statement. Those that expire last come
/// first. The caller's permission is checked before.
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn tokens_of(
    app: &App,
    call: &Call,
    accounts: &[i64],
    size: u64,
    after: Option<TokenPlace>,
) -> Result<HashMap<i64, TokenPage>, Error> {
    let beyond = after.map(|TokenPlace(expires_at, id)| {
        let same = Column::ExpiresAt.eq(expires_at).and(Column::Id.lt(id));
        Column::ExpiresAt.lt(expires_at).or(same)
    });
    let of_each = WindowStatement::partition_by(Column::UserId)
        .order_by(Column::ExpiresAt, Order::Desc)
        .order_by(Column::Id, Order::Desc)
        .take();
    let of_these = numbered_by(Column::UserId.as_str(), accounts, app.database.backend());
    let ranked = Query::select()
        .expr(Expr::cust("*"))
        .expr_window_as(Expr::cust("ROW_NUMBER()"), of_each, Alias::new("place"))
        .from(access_token::Entity)
        .cond_where(of_these.add(is_valid(app)).add_option(beyond))
        .take();
    let newest = Query::select()
        .expr(Expr::cust("*"))
        .from_subquery(ranked, "ranked")
        .and_where(Expr::col("place").lte(size + 1))
        .order_by(Column::ExpiresAt, Order::Desc)
        .order_by(Column::Id, Order::Desc)
        .take();
    let mut pages: HashMap<i64, TokenPage> =
        accounts.iter().map(|id| (*id, TokenPage::default())).collect();
    let permit = app.point_reader(call, accounts.len()).await?;
    for row in run(&*permit, &newest).await? {
        let row = access_token::Model::from_query_result(&row, "")?;
        let page = pages.entry(row.user_id).or_default();
        if (page.tokens.len() as u64) < size {
            let token = IssuedToken::from(row);
            app.spend_read(call, bytes(&token))?;
            page.tokens.push(token);
        } else {
            page.more = true
        }
    }
    Ok(pages)
}

/// The condition that a token is neither revoked nor expired.
pub(super) fn is_valid(app: &App) -> Condition {
    let now = app.clock.now();
    // A link that nobody opened in time is no token.
    let lasts = Column::LinkEndsAt.is_null().or(Column::LinkEndsAt.gt(now));
    Condition::all().add(Column::RevokedAt.is_null()).add(Column::ExpiresAt.gt(now)).add(lasts)
}
