//! Erases the personal data of an account, and keeps the trail.

use entity::{access_token, record_event, user};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, ExprTrait,
    IdenStatic, IntoSimpleExpr, PaginatorTrait, QueryFilter,
    sea_query::{Condition, Expr, Func, Order, Query},
};
use std::sync::Arc;
use tokio::time::{Instant, sleep};

use crate::{
    app::App,
    error::{Error, Refusal},
    kinds,
    operations::{
        accounts::account_id,
        audit::{AuditWriter, Change, forget_values},
        records::{holds, is_held},
        rows::{
            Assignment, Lock, Rows, Value,
            read::{numbered_by, with_ids},
            run, run_count, to_completion,
        },
    },
    resources::{Key, Resource},
};

/// Records that one transaction erases.
const BATCH: u64 = 500;
/// The reason in the events of an erasure.
pub const ERASURE: &str = "Erasure of personal data";
/// What takes the place of a text.
const ERASED: &str = "Erased";

/// What an erasure concerns.
#[derive(Clone, Debug)]
pub struct Erasure {
    /// The id of the account.
    pub account: i64,
    /// The address that takes the place of its own.
    pub pseudonym: String,
    /// The number of access tokens.
    pub tokens: u64,
    /// The number of records of each kind whose texts are erased.
    pub records: Vec<(&'static Resource, u64)>,
    /// The number of other records, which are on hold and left alone.
    pub held: u64,
}

/// Finds what the erasure of an account concerns; writes nothing.
///
/// # Errors
/// `NotFound` when no account has the address, and `Kept` for one that is on hold.
pub async fn erasable(app: &App, email: &str) -> Result<Erasure, Error> {
    let reader = app.database.operator().reader;
    let account = account_id(app, email).await?;
    check_free(reader, account).await?;
    let tokens = access_token::Entity::find().filter(access_token::Column::UserId.eq(account));
    let tokens = tokens.count(reader).await?;
    let (mut records, mut held) = (Vec::new(), 0);
    for resource in owned() {
        let count = async |these: Condition| -> Result<u64, Error> {
            Ok(run_count(reader, &resource.count(these)).await?.unsigned_abs())
        };
        let all = count(personal(resource, account)).await?;
        let free = count(not_erased(resource, account)).await?;
        records.push((resource, free));
        held += all - free;
    }
    // In a domain that never exists (RFC 2606). Another account may have the address nevertheless.
    let mut pseudonym = format!("erased-{account}@erased.invalid");
    let same = Func::lower(Expr::col(user::Column::Email)).eq(pseudonym.as_str());
    let same = user::Entity::find().filter(same).filter(user::Column::Id.ne(account));
    if same.count(reader).await? > 0 {
        pseudonym = format!("erased-{account}-{}@erased.invalid", app.clock.uuid().simple());
    }
    Ok(Erasure { account, pseudonym, tokens, records, held })
}

/// Erases the personal data of an account in batches. The account itself comes last: interrupted,
/// it is run again. `progress` learns of each batch.
///
/// The account keeps its id, and events who did what to which record and when. The values are removed
/// from the events of the account and of the erased records, and each erasure is an event.
///
/// # Errors
/// `NotFound` when no account has the address, and when the database can't be reached.
pub async fn erase(app: &Arc<App>, email: &str, progress: impl Fn(u64)) -> Result<Erasure, Error> {
    let erasure = erasable(app, email).await?;
    let writer = Arc::new(AuditWriter::of_the_system_because(app, ERASURE));
    let account = erasure.account;
    for resource in owned() {
        loop {
            let (app, writer) = (Arc::clone(app), Arc::clone(&writer));
            let (batch, started) =
                (async move { batch(&app, &writer, resource, account).await }, Instant::now());
            match to_completion(batch).await? {
                0 => break,
                erased => progress(erased),
            }
            // The writer is left to others for as long.
            sleep(started.elapsed()).await;
        }
    }
    let (of_app, pseudonym) = (Arc::clone(app), erasure.pseudonym.clone());
    let last = async move { self::account(&of_app, &writer, account, pseudonym).await };
    to_completion(last).await?;
    progress(1);
    Ok(erasure)
}

/// Checks that an account is not on hold.
async fn check_free(connection: &impl ConnectionTrait, account: i64) -> Result<(), Error> {
    match holds(connection, &[(kinds::accounts(), account)]).await?.into_values().next() {
        None => Ok(()),
        Some(hold) => Err(Error::Refused(Refusal::AccountOnHold { why: hold.reason })),
    }
}

/// Erases a batch of an account's records of a kind. Returns how many.
async fn batch(
    app: &Arc<App>,
    writer: &AuditWriter,
    resource: &'static Resource,
    account: i64,
) -> Result<u64, Error> {
    let id = resource.columns.id;
    let mut select = Query::select()
        .column(id)
        .from(resource.table.name)
        .cond_where(not_erased(resource, account))
        .order_by(id, Order::Asc)
        .limit(BATCH)
        .take();
    let transaction = app.database.operator().begin().await?;
    if app.database.backend() == DbBackend::Postgres {
        select.lock_exclusive();
    }
    let rows = run(&transaction, &select).await?;
    let ids = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<i64>, _>>()?;
    let these: Vec<_> = ids.iter().map(|id| (resource, *id)).collect();
    // One may have been put on hold until it was locked.
    let held = holds(&transaction, &these).await?;
    let ids: Vec<i64> = ids.into_iter().filter(|id| !held.contains_key(&(resource, *id))).collect();
    if ids.is_empty() {
        transaction.rollback().await?;
        return Ok(0);
    }
    change(app, writer, &transaction, resource, &ids, erased(resource)).await?;
    transaction.commit().await?;
    app.written(resource.stale);
    Ok(ids.len() as u64)
}

/// Pseudonymizes and deactivates the account, and revokes its access tokens.
async fn account(
    app: &Arc<App>,
    writer: &AuditWriter,
    account: i64,
    pseudonym: String,
) -> Result<(), Error> {
    use access_token::Column::{Name, RevokedAt, UpdatedAt, UserId, Version};
    let (accounts, at) = (kinds::accounts(), app.clock.now());
    let transaction = app.database.operator().begin().await?;
    let row = Rows::of(&Key::Id(account));
    row.read(&transaction, accounts, &accounts.projection(&[]), Lock::Locked).await?;
    check_free(&transaction, account).await?;
    let assignments = vec![
        (user::Column::Email.as_str(), Value::Text(pseudonym)),
        (accounts.columns.is_active, Value::Bool(false)),
    ];
    change(app, writer, &transaction, accounts, &[account], assignments).await?;
    access_token::Entity::update_many()
        .col_expr(RevokedAt, Expr::col(RevokedAt).if_null(at))
        .col_expr(Name, Expr::value(None::<String>))
        .col_expr(UpdatedAt, Expr::value(at))
        .col_expr(Version, Version.into_simple_expr().add(1))
        .filter(UserId.eq(account))
        .exec(&transaction)
        .await?;
    transaction.commit().await?;
    app.written(accounts.stale);
    Ok(())
}

/// Changes records, and removes the values from all their events.
async fn change(
    app: &Arc<App>,
    writer: &AuditWriter,
    transaction: &DatabaseTransaction,
    resource: &'static Resource,
    ids: &[i64],
    assignments: Vec<Assignment>,
) -> Result<(), DbErr> {
    let rows = Rows::matching(with_ids(resource, ids, app.database.backend()));
    let change = Change::update(resource, app.clock.now(), assignments, rows);
    writer.change_many(transaction, change, None).await?;
    forget_values(transaction, resource, ids).await?;
    // What others said about it is personal too.
    record_event::Entity::update_many()
        .col_expr(record_event::Column::Reason, Expr::value(None::<String>))
        .filter(record_event::Column::Kind.eq(resource.name))
        .filter(numbered_by(record_event::Column::RecordId.as_str(), ids, app.database.backend()))
        .filter(record_event::Column::OperationId.ne(writer.operation))
        .exec(transaction)
        .await?;
    Ok(())
}

/// The kinds that accounts own and whose records have personal fields.
fn owned() -> impl Iterator<Item = &'static Resource> {
    kinds::registered().iter().filter(|it| {
        it.owner.is_some() && !it.is_account() && it.fields.iter().any(|field| field.personal)
    })
}

/// The values that take the place of personal ones.
fn erased(resource: &Resource) -> Vec<Assignment> {
    let personal = resource.fields.iter().filter(|field| field.personal);
    let value = |nullable| if nullable { Value::Null } else { Value::Text(ERASED.to_owned()) };
    personal.map(|field| (field.name, value(field.nullable))).collect()
}

/// The condition that a row is to be erased: it has personal values, and nothing holds it.
fn not_erased(resource: &'static Resource, account: i64) -> Condition {
    personal(resource, account).add(is_held(resource).not())
}

/// The condition that the account owns a row that has personal values.
fn personal(resource: &'static Resource, account: i64) -> Condition {
    let has = erased(resource).into_iter().map(|(name, value)| match value {
        Value::Null => Expr::col(name).is_not_null(),
        value => Expr::col(name).ne(resource.bind(name, value)),
    });
    let any = has.fold(Condition::any(), Condition::add);
    let owner = resource.owner.map(|owner| Expr::col(owner).eq(account));
    Condition::all().add_option(owner).add(any)
}
