//! Who last did something to records: deleted them, or brought them back.

use sea_orm::{
    ExprTrait,
    sea_query::{Alias, Condition, Expr, Order, OverStatement, Query, WindowStatement},
};
use std::collections::HashMap;

use super::writer::Action;
use crate::{
    app::App,
    error::Error,
    kinds,
    operations::records::{read::numbered_by, run},
    resources::Resource,
};

/// Something that was done to a record: its kind by its place among all kinds, its number, and what.
pub type LastAction = (usize, i64, Action);

/// The accounts that did these things last, in one statement. What nobody did, or the system itself,
/// is left out.
///
/// # Errors
/// When the database can't be reached.
pub async fn last_actors(
    app: &App,
    deeds: &[LastAction],
) -> Result<HashMap<LastAction, i64>, Error> {
    let mut wanted = Condition::any();
    for action in Action::ALL {
        for (kind_index, resource) in kinds::all().iter().enumerate() {
            let of_these = deeds.iter().filter(|it| (it.0, it.2) == (kind_index, action));
            let ids: Vec<i64> = of_these.map(|(_, id, _)| *id).collect();
            if !ids.is_empty() {
                wanted = wanted.add(done(app, resource, action, &ids));
            }
        }
    }
    let names = ["kind", "record_id", "action", "actor_id"];
    let mut of_each = WindowStatement::new();
    of_each.partition_by_columns(["kind", "record_id", "action"]).order_by("id", Order::Desc);
    let ranked = Query::select()
        .columns(names)
        .expr_window_as(Expr::cust("ROW_NUMBER()"), of_each, Alias::new("place"))
        .from("record_events")
        .cond_where(wanted)
        .take();
    let statement = Query::select()
        .columns(names)
        .from_subquery(ranked, "ranked")
        .and_where(Expr::col("place").eq(1))
        .take();
    let mut last_actors = HashMap::new();
    for row in run(&app.database.reader, &statement).await? {
        let (kind, action): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(2)?);
        let action = Action::named(&action);
        if let (Some(resource), Some(action)) = (kinds::named(&kind), action) {
            let deed = (resource.kind_index(), row.try_get_by_index(1)?, action);
            last_actors.insert(deed, row.try_get_by_index::<Option<i64>>(3)?);
        }
    }
    Ok(last_actors.into_iter().filter_map(|(deed, actor)| Some((deed, actor?))).collect())
}

fn done(app: &App, resource: &Resource, action: Action, ids: &[i64]) -> Condition {
    Condition::all()
        .add(Expr::col("kind").eq(resource.name))
        .add(numbered_by("record_id", ids, app.database.backend()))
        .add(Expr::col("action").eq(action.name()))
}
