//! The list of the service's kinds, the demo data, and registering the kinds that a process serves.

use std::{collections::BTreeSet, fmt, sync::OnceLock};

use crate::{
    kinds::{
        application, content, currency, customer, integration, locale, notification, organization,
        people::{api_key, role, user},
        report, translation,
    },
    resources::Resource,
};

/// The demo data, with records of every kind. `serve --demo` and `seed` without a file load it.
pub const DEMO: &str = include_str!("demo.json");
/// The day on which the demo data says that its records were deleted.
pub const DEMO_DAY: &str = "2026-11-18";
/// Email address of the demo account that has every permission.
pub const DEMO_ACCOUNT: &str = "admin@example.com";

/// The kinds that the service brings, in the order of docs/reference/rest-api.md.
pub fn all() -> Vec<Resource> {
    vec![
        locale::resource(),
        currency::resource(),
        organization::resource(),
        application::resource(),
        customer::resource(),
        content::resource(),
        report::resource(),
        translation::resource(),
        user::resource(),
        notification::resource(),
        integration::resource(),
        api_key::resource(),
        role::resource(),
    ]
}

static REGISTERED: OnceLock<Vec<Resource>> = OnceLock::new();

/// All kinds that the process serves, in the schema's order.
pub fn registered() -> &'static [Resource] {
    REGISTERED.get_or_init(all)
}

/// Why kinds can't be registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindError(String);

impl fmt::Display for KindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for KindError {}

/// Makes these the kinds that the process serves. The same kinds can be registered again.
///
/// # Errors
/// When a kind doesn't fit its table or the others, when one that the service needs is missing, and
/// when the process serves other kinds already.
pub fn register(kinds: Vec<Resource>) -> Result<(), KindError> {
    for (index, kind) in kinds.iter().enumerate() {
        fits(kind, &kinds[..index])
            .map_err(|problem| KindError(format!("the kind {}: {problem}", kind.name)))?;
    }
    let names = |kinds: &[Resource]| kinds.iter().map(|kind| kind.name).collect::<Vec<_>>();
    // Accounts sign in, API keys too, roles permit it, and what is sent to accounts are notifications.
    let needs = |kind: &&Resource| {
        kind.is_account() || kind.permits || kind.inbox.is_some() || kind.credential.is_some()
    };
    if let Some(missing) =
        all().iter().filter(needs).find(|kind| !names(&kinds).contains(&kind.name))
    {
        return Err(KindError(format!("the service needs the kind {}", missing.name)));
    }
    let registered = names(&kinds);
    let migrations = kinds.iter().filter_map(|kind| kind.migrations).collect();
    let kinds = REGISTERED.get_or_init(|| {
        migration::add(migrations);
        kinds
    });
    if names(kinds) == registered {
        Ok(())
    } else {
        Err(KindError("the process serves other kinds already".to_owned()))
    }
}

/// Checks a kind against its table and the kinds before it.
fn fits(kind: &Resource, others: &[Resource]) -> Result<(), String> {
    let is_name = kind.name.starts_with(|letter: char| letter.is_ascii_uppercase())
        && kind.name.chars().all(|letter| letter.is_ascii_alphanumeric());
    if !is_name {
        return Err("its name must be letters and digits and begin with an uppercase one".into());
    }
    for other in others {
        for (what, same) in [
            ("name", kind.name == other.name),
            ("table", kind.table.name == other.table.name),
            ("path", kind.path == other.path),
        ] {
            if same {
                return Err(format!("{} has its {what} already", other.name));
            }
        }
    }
    if !kind.path.starts_with("/api/v1/") || kind.path.ends_with('/') || kind.path.contains('{') {
        return Err(format!("its path {} must be one below /api/v1/", kind.path));
    }
    let inputs = kind.create.iter().flat_map(|create| &create.inputs);
    let inputs = inputs.chain(kind.update.iter().flat_map(|update| &update.changes));
    let named: BTreeSet<&str> =
        [kind.key_column, kind.label].into_iter().chain(inputs.map(|input| input.name)).collect();
    match named.iter().find(|name| kind.table.column(name).is_none()) {
        Some(name) => Err(format!("its table {} has no column {name}", kind.table.name)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{all, fits, register};
    use crate::resources::Resource;

    #[test]
    fn kinds_that_do_not_fit_are_refused() {
        let report = || all().into_iter().find(|kind| kind.name == "Report");
        let changed = |change: fn(Resource) -> Resource| report().map(change).unwrap();
        for (kind, problem) in [
            (changed(|it| it), "Report has its name already"),
            (changed(|it| Resource { name: "Study", ..it }), "Report has its table already"),
            (changed(|it| Resource { name: "a report", ..it }), "its name must be"),
            (changed(|it| Resource { label: "subject", ..it }), "has no column subject"),
        ] {
            let others = if problem.contains("subject") { vec![] } else { all() };
            let found = fits(&kind, &others).unwrap_err();
            assert!(found.contains(problem), "{found}");
        }
    }

    #[test]
    fn the_service_needs_accounts() {
        let others: Vec<_> = all().into_iter().filter(|it| !it.is_account()).collect();
        let error = register(others).unwrap_err().to_string();
        assert_eq!(error, "the service needs the kind User");
    }
}
