//! Reads the translations for a frontend, by locale and group.

use entity::{SoftDelete, translation};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Condition};
use std::sync::Arc;

use crate::{app::App, auth::Call, error::Error, operations::rows::Fields};

const TRANSLATIONS: &str = "translations";
/// Most bytes of the names of a locale and a group together.
const LONGEST: usize = 2 * 4 * 255;

/// The live, active translations of a locale and group: texts by key. Of several with the same key
/// the newest counts.
///
/// # Errors
/// `Forbidden` for a deleted caller; `TooExpensive`.
pub async fn translation_bundle(
    app: &App,
    call: &Call,
    locale: String,
    group: String,
) -> Result<Arc<Fields>, Error> {
    call.refuse_deleted()?;
    // No record has longer names. No engine stores NUL, and PostgreSQL rejects it as a parameter.
    let is_long = locale.len() + group.len() > LONGEST;
    if is_long || locale.contains('\0') || group.contains('\0') {
        return Ok(Arc::default());
    }
    let key = (locale.clone(), group.clone());
    app.caches.translations.get_or_read(key, || read(app, call, locale, group)).await
}

async fn read(app: &App, call: &Call, locale: String, group: String) -> Result<Arc<Fields>, Error> {
    let of_group = Condition::all()
        .add(translation::Column::Locale.eq(locale))
        .add(translation::Column::Group.eq(group));
    let condition = || of_group.clone();
    let (rows, _) = app.rows_found(call, TRANSLATIONS, condition).await?;
    let permit = app.reader(call, rows).await?;
    let texts: Vec<(String, String)> = translation::Entity::find_live()
        .select_only()
        .columns([translation::Column::Key, translation::Column::Value])
        .filter(of_group)
        .filter(translation::Column::IsActive.eq(true))
        .order_by_asc(translation::Column::Id)
        .into_tuple()
        .all(&*permit)
        .await?;
    app.spend_read(call, texts.iter().map(|(key, text)| key.len() + text.len()).sum())?;
    let bundle: Fields = texts.into_iter().map(|(key, text)| (key, text.into())).collect();
    Ok(Arc::new(bundle))
}
