//! The accounts that last did something to records, such as deleting them.

use entity::record_event::{Column, Entity};
use sea_orm::{
    ExprTrait, IdenStatic,
    sea_query::{Alias, Condition, Expr, Order, OverStatement, Query, WindowStatement},
};
use std::collections::HashMap;

use crate::{
    app::App,
    error::Error,
    kinds,
    operations::{
        audit::action::Action,
        records::{read::numbered_by, run},
    },
    resources::Resource,
};

/// An action on a record: the kind index and the id of the record, and the action.
pub type LastAction = (usize, i64, Action);

/// Who last did something to a record, and why.
#[derive(Clone, Debug)]
pub struct LastActor {
    /// The account.
    pub account: i64,
    /// The reason that it gave.
    pub reason: Option<String>,
}

/// The accounts that last did these actions, read in one statement. Actions that
/// nobody or the system itself did are left out.
///
/// # Errors
/// When the database can't be reached.
pub async fn last_actors(
    app: &App,
    actions: &[LastAction],
) -> Result<HashMap<LastAction, LastActor>, Error> {
    let mut wanted = Condition::any();
    for action in Action::ALL {
        for (kind_index, resource) in kinds::registered().iter().enumerate() {
            let same = actions.iter().filter(|it| (it.0, it.2) == (kind_index, action));
            let ids: Vec<i64> = same.map(|(_, id, _)| *id).collect();
            if !ids.is_empty() {
                wanted = wanted.add(is_action(app, resource, action, &ids));
            }
        }
    }
    let of_record = [Column::Kind, Column::RecordId, Column::Action];
    let columns = of_record.into_iter().chain([Column::ActorId, Column::Reason]);
    let mut of_each = WindowStatement::new();
    of_each.partition_by_columns(of_record).order_by(Column::Id, Order::Desc);
    let ranked = Query::select()
        .columns(columns.clone())
        .expr_window_as(Expr::cust("ROW_NUMBER()"), of_each, Alias::new("place"))
        .from(Entity)
        .cond_where(wanted)
        .take();
    let statement = Query::select()
        .columns(columns)
        .from_subquery(ranked, "ranked")
        .and_where(Expr::col("place").eq(1))
        .take();
    let mut last_actors = HashMap::new();
    for row in run(&app.database.reader, &statement).await? {
        let (kind, action): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(2)?);
        let actor: Option<i64> = row.try_get_by_index(3)?;
        if let (Some(resource), Some(action), Some(actor)) =
            (kinds::named(&kind), Action::named(&action), actor)
        {
            let last_action = (resource.kind_index(), row.try_get_by_index(1)?, action);
            let reason = row.try_get_by_index(4)?;
            last_actors.insert(last_action, LastActor { account: actor, reason });
        }
    }
    Ok(last_actors)
}

fn is_action(app: &App, resource: &Resource, action: Action, ids: &[i64]) -> Condition {
    Condition::all()
        .add(Expr::col(Column::Kind).eq(resource.name))
        .add(numbered_by(Column::RecordId.as_str(), ids, app.database.backend()))
        .add(Expr::col(Column::Action).eq(action.name()))
}
