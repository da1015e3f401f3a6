//! Which rows of an application's tables are those of an account.

use sea_orm::{ConnectionTrait, DbErr, Statement};

use crate::{
    coverage::{NOTHING_KEPT, must_be_adopted},
    kinds::Owner,
    own::{Own, lower},
    present::Shown,
    sql,
};

/// An account may own rows by so many keys; of one that has more the first count.
const MOST: usize = 100;

/// The rows of a kind that an account with this address owns.
///
/// # Errors
/// When the database can't be reached, or the address can't be looked up in it.
pub async fn own_rows(
    database: &impl ConnectionTrait,
    kind: &str,
    owner: &Owner,
    address: &str,
) -> Result<Own, DbErr> {
    let values = match &owner.of {
        None => vec![address.to_owned()],
        Some((kind, column)) => keys(database, kind, column, address).await?,
    };
    let (kind, column) = (kind.to_owned(), owner.column.clone());
    Ok(Own { kind, column, values, are_addresses: owner.of.is_none() })
}

/// The keys of the rows of a kind with an address, as text.
async fn keys(
    database: &impl ConnectionTrait,
    kind: &str,
    column: &str,
    address: &str,
) -> Result<Vec<String>, DbErr> {
    match must_be_adopted(database).await {
        Err(DbErr::Custom(text)) if text == NOTHING_KEPT => return Ok(Vec::new()),
        is_adopted => is_adopted?,
    }
    let backend = database.get_database_backend();
    let Some(table) = Shown::of(database, kind).await? else { return Ok(Vec::new()) };
    let [key] = &table.key[..] else { return Ok(Vec::new()) };
    let sql = format!(
        "SELECT CAST(r.{} AS text) FROM {} r WHERE {} = {} ORDER BY 1 LIMIT {MOST}",
        sql::name(key),
        table.table,
        lower(backend, &format!("r.{}", sql::name(column))),
        lower(backend, "$1")
    );
    let statement = Statement::from_sql_and_values(backend, sql, [address.into()]);
    let rows = database.query_all_raw(statement).await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}
