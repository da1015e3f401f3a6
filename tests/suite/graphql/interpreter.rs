//! Prepared operations against an interpreter of the specification, on random valid documents.
//!
//! A first document reads everything once. The interpreter (apollo-compiler's) then executes random
//! documents over what was read: with aliases, merged and conditional selections, fragments on
//! objects and interfaces, and fields that fail. The server must answer each byte for byte.

use apollo_compiler::{
    ExecutableDocument, Schema,
    resolvers::{Execution, FieldError, ObjectValue, ResolveInfo, ResolvedValue},
    response::{GraphQLError, JsonValue, ResponseDataPathSegment},
    schema::ExtendedType,
    validation::Valid,
};
use reinstate::api::graphql::{Settings, guard::Limits};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

use crate::support::{TestApp, apply, each_engine, fixture, from_now, global_id, uuid};

/// The documents of each engine.
const DOCUMENTS: u64 = 150;

/// An object as it was read, or a field that failed.
struct Read<'a>(&'a JsonValue);

impl ObjectValue for Read<'_> {
    fn type_name(&self) -> &str {
        self.0.get("__typename").and_then(JsonValue::as_str).unwrap_or("Query")
    }

    fn resolve_field<'a>(
        &'a self,
        info: &'a ResolveInfo<'a>,
    ) -> Result<ResolvedValue<'a>, FieldError> {
        match &self.0[info.field_name()] {
            JsonValue::Object(object) if object.contains_key("failed") => {
                Err(FieldError { message: String::new() })
            }
            value => Ok(resolved(value)),
        }
    }
}

fn resolved(value: &JsonValue) -> ResolvedValue<'_> {
    match value {
        JsonValue::Object(object) if object.contains_key("__typename") => {
            ResolvedValue::Object(Box::new(Read(value)))
        }
        JsonValue::Array(items) => {
            ResolvedValue::List(Box::new(items.iter().map(|item| Ok(resolved(item)))))
        }
        leaf => ResolvedValue::Leaf(leaf.clone()),
    }
}

/// The arguments with which a field is selected; always the same, so that selections merge.
fn arguments(parent: &str, field: &str) -> String {
    let ids = || {
        let ids = ["Notification", "Locale", "User", "Report"].map(|name| global_id(name, 1));
        format!("{:?}", [ids.as_slice(), &[global_id("Locale", 2), "none".to_owned()]].concat())
    };
    match (parent, field) {
        ("Query", "notifications") => "(first: $first, orderBy: {field: DATABASE_ID})".to_owned(),
        ("Query", "locales") => "(first: 3, trashed: WITH)".to_owned(),
        ("Query", "trash") => "(first: 4)".to_owned(),
        ("Query", "recordEvents") => "(first: 3)".to_owned(),
        ("Query", "nodes") => format!("(ids: {})", ids()),
        ("Query", "node") => format!("(id: {:?})", global_id("Notification", 2)),
        ("Query", "locale") => "(code: \"l1\")".to_owned(),
        ("Query", "notification") => format!("(uuid: {:?})", uuid(1)),
        ("Viewer", "notifications") => "(unreadOnly: true, first: $first)".to_owned(),
        ("User", "reports") | ("Locale", "translations") | (_, "history") => {
            "(first: 2)".to_owned()
        }
        _ => String::new(),
    }
}

/// The root fields that documents select.
const ROOTS: &str =
    "viewer notifications locales trash trashSummary recordEvents nodes node locale notification";

/// The fields of an object or an interface.
fn fields<'s>(schema: &'s Schema, parent: &str) -> Vec<(&'s str, &'s str)> {
    let fields = match schema.types.get(parent) {
        Some(ExtendedType::Object(object)) => &object.fields,
        Some(ExtendedType::Interface(interface)) => &interface.fields,
        _ => return Vec::new(),
    };
    let fields = fields.iter().map(|(name, field)| (name.as_str(), field.ty.inner_named_type()));
    // A record has events, which have a record; and one list of an account stands for all.
    let known = |name: &str, ty: &str| match parent {
        "Query" => ROOTS.split(' ').any(|it| it == name),
        "RecordEvent" => name != "record",
        "Role" => name != "members",
        "User" => name == "reports" || name == "history" || !ty.ends_with("Connection"),
        _ => true,
    };
    fields.map(|(name, ty)| (name, ty.as_str())).filter(|(name, ty)| known(name, ty)).collect()
}

/// The object types that an object of this type can have. Accounts that records show are read by the
/// fields of their interface alone: their own fields show accounts again.
fn objects(schema: &Schema, parent: &str) -> Vec<String> {
    let implementers = schema.implementers_map();
    match implementers.get(parent) {
        Some(found) if !["UserSummary", "Actor"].contains(&parent) => {
            found.objects.iter().map(ToString::to_string).collect()
        }
        _ => vec![parent.to_owned()],
    }
}

/// Separates type and field in the aliases of [`everything`].
const OF: &str = "_of_";

/// What was read, by the names of the fields.
fn named(value: JsonValue) -> JsonValue {
    match value {
        JsonValue::Object(fields) => {
            let fields = fields.into_iter().map(|(key, value)| {
                let name = key.as_str().rsplit(OF).next().unwrap_or_default().to_owned();
                (name.into(), named(value))
            });
            JsonValue::Object(fields.collect())
        }
        JsonValue::Array(items) => JsonValue::Array(items.into_iter().map(named).collect()),
        leaf => leaf,
    }
}

/// A selection of everything.
fn everything(schema: &Schema, parent: &str) -> String {
    let whole = |parent: &str| {
        let fields = fields(schema, parent).into_iter().map(|(name, ty)| {
            let selection = match fields(schema, ty).is_empty() {
                true => String::new(),
                false => everything(schema, ty),
            };
            // Fields of different types can have the same name.
            format!("{parent}{OF}{name}: {name}{} {selection}", arguments(parent, name))
        });
        fields.collect::<Vec<_>>().join(" ")
    };
    match objects(schema, parent).as_slice() {
        [only] if only == parent => format!("{{ __typename {} }}", whole(parent)),
        types => {
            let each = types.iter().map(|name| format!("... on {name} {{ {} }}", whole(name)));
            format!("{{ __typename {} }}", each.collect::<Vec<_>>().join(" "))
        }
    }
}

/// A random document.
struct Random<'s> {
    schema: &'s Schema,
    state: u64,
    fragments: Vec<String>,
}

impl Random<'_> {
    fn below(&mut self, limit: usize) -> usize {
        // Numbers of Knuth's MMIX generator; only the upper bits are random enough.
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % limit
    }

    fn directives(&mut self) -> &'static str {
        const CHOICES: [&str; 6] = [
            "@include(if: $yes)",
            "@include(if: $no)",
            "@skip(if: $no)",
            "@skip(if: true)",
            "@include(if: true)",
            "@skip(if: $no) @include(if: $yes)",
        ];
        match self.below(4) {
            0 => CHOICES[self.below(CHOICES.len())],
            _ => "",
        }
    }

    fn selection(&mut self, parent: &str, depth: usize) -> String {
        let items: Vec<String> = (0..=self.below(5)).map(|_| self.item(parent, depth)).collect();
        format!("{{ {} }}", items.join(" "))
    }

    fn item(&mut self, parent: &str, depth: usize) -> String {
        let directives = self.directives();
        let (schema, choice) = (self.schema, self.below(10));
        if choice < 2 && depth < 7 {
            let mut conditions = objects(schema, parent);
            conditions.push(parent.to_owned());
            if kinds(parent) {
                conditions.extend(["Node", "Record"].map(str::to_owned));
            }
            let on = conditions[self.below(conditions.len())].clone();
            let inner = self.selection(&on, depth + 1);
            if choice == 0 {
                return format!("... on {on} {directives} {inner}");
            }
            let name = format!("F{}", self.fragments.len());
            self.fragments.push(format!("fragment {name} on {on} {inner}"));
            return format!("...{name} {directives} ...{name}");
        }
        let fields = fields(schema, parent);
        if choice == 2 || fields.is_empty() {
            return format!("__typename {directives}");
        }
        let (name, ty) = fields[self.below(fields.len())];
        let selection = match self::fields(schema, ty).is_empty() {
            true => String::new(),
            false if depth > 7 => "{ __typename }".to_owned(),
            false => self.selection(ty, depth + 1),
        };
        let alias = match self.below(3) {
            0 => format!("its_{name}: "),
            _ => String::new(),
        };
        format!("{alias}{name}{} {directives} {selection}", arguments(parent, name))
    }
}

/// Whether the objects of a type are records.
fn kinds(parent: &str) -> bool {
    reinstate::kinds::named(parent).is_some() || ["Record", "Restorable"].contains(&parent)
}

async fn load_and_change_records(app: &TestApp) -> (String, String) {
    let notification = |id: i64| {
        json!({ "id": id, "uuid": uuid(id), "user_id": 1 + id % 2, "sender_id": (id % 3 == 0).then_some(2),
            "type": "warning", "title": format!("\u{e9}\"{id}"), "message": "m\n", "is_read": id % 4 == 0,
            "metadata": { "b": [1, 2.5, null], "a": { "x": "\u{1f980}" } },
            "deleted_at": (id % 5 == 0).then(|| from_now(-id).to_string()) })
    };
    let users = [1, 2].map(
        |id| json!({ "id": id, "email": format!("user{id}@example.com"), "permissions": ["*"] }),
    );
    app.load(fixture("users", users)).await;
    app.load(fixture("notifications", (1..=9).map(notification))).await;
    let locale =
        |id: i64| json!({ "id": id, "code": format!("l{id}"), "name": "L", "native_name": "L" });
    app.load(fixture("locales", (1..=3).map(locale))).await;
    let all = app.token("user1@example.com", None).await;
    for mutation in [
        r#"deleteLocale(code: "l2") { locale { id } }"#,
        r#"deleteLocale(code: "l3") { locale { id } }"#,
        r#"restoreLocale(code: "l3") { restored }"#,
        r#"updateLocale(code: "l1", changes: { name: "New" }) { locale { id } }"#,
    ] {
        app.query(&all, &format!("mutation {{ {mutation} }}")).await.data();
    }
    let some = [
        "notifications.view",
        "locales.view",
        "locales.restore",
        "notifications.restore.own",
        "audit.view.own",
    ];
    let narrow = app.token("user1@example.com", Some(&some)).await;
    (all, narrow)
}

/// Marks the fields that failed in what was read.
fn mark(mut data: JsonValue, errors: &Json) -> JsonValue {
    for error in errors.as_array().into_iter().flatten() {
        let mut at = &mut data;
        for step in error["path"].as_array().unwrap() {
            at = match step {
                Json::String(key) => &mut at[key.as_str()],
                index => &mut at[index.as_u64().unwrap() as usize],
            };
        }
        *at = json_bytes(json!({ "failed": true }));
    }
    data
}

fn json_bytes(value: Json) -> JsonValue {
    value.into()
}

fn path(error: &GraphQLError) -> Json {
    let path = error.path.iter().map(|step| match step {
        ResponseDataPathSegment::Field(name) => json!(name.as_str()),
        ResponseDataPathSegment::ListIndex(index) => json!(index),
    });
    path.collect()
}

/// The data of a response as it was sent.
fn data(text: &str) -> &str {
    let start = text.find("\"data\":").unwrap_or_else(|| panic!("{text:.500}")) + "\"data\":".len();
    text[start..].strip_suffix('}').unwrap()
}

/// The specification, 6: execution.
#[apply(each_engine!)]
async fn random_documents_are_executed_as_the_specification_says(app: TestApp) {
    let mut app = app;
    // The first document selects everything.
    let most = Limits {
        fields: 100_000,
        aliases: 100_000,
        directives: 100_000,
        definitions: 10_000,
        records: 100_000_000,
        tokens: 500_000,
        bytes: 1_000_000,
        ..Limits::default()
    };
    app.configure(&Settings { limits: most, ..Settings::default() });
    let sdl = reinstate::api::graphql::sdl();
    let schema: Valid<Schema> = Schema::parse_and_validate(sdl, "schema.graphql").unwrap();
    let (all, narrow) = load_and_change_records(&app).await;
    let variables = json!({ "first": 3, "yes": true, "no": false });
    let mut compared = 0;
    for token in [all, narrow] {
        let whole = format!("query($first: Int) {}", everything(&schema, "Query"));
        let response = app.graphql(Some(&token), &whole, variables.clone()).await;
        let read: JsonValue = serde_json::from_str(data(&response.text)).unwrap();
        let read = named(mark(read, &response.body["errors"]));
        for seed in 0..DOCUMENTS {
            let mut random = Random { schema: &schema, state: seed, fragments: Vec::new() };
            let selection = random.selection("Query", 0);
            let body = format!("{selection} {}", random.fragments.join(" "));
            let used = [("$first", "Int"), ("$yes", "Boolean!"), ("$no", "Boolean!")]
                .into_iter()
                .filter(|(name, _)| body.contains(name))
                .map(|(name, ty)| format!("{name}: {ty}"))
                .collect::<Vec<_>>();
            let used = used.join(", ");
            let head = if used.is_empty() { used } else { format!("query({used}) ") };
            let document = head + &body;
            let parsed = ExecutableDocument::parse_and_validate(&schema, &document, "d.graphql");
            // Fields of different types conflict by chance.
            let Ok(parsed) = parsed else { continue };
            let JsonValue::Object(values) = json_bytes(variables.clone()) else { unreachable!() };
            let expected = Execution::new(&schema, &parsed)
                .raw_variable_values(&values)
                .execute_sync(&Read(&read))
                .unwrap();
            let response = app.graphql(Some(&token), &document, variables.clone()).await;
            // Stored JSON keeps the spaces of its engine; the order of fields counts.
            let found: JsonValue = serde_json::from_str(data(&response.text)).unwrap();
            let found = serde_json::to_string(&found).unwrap();
            let wanted = serde_json::to_string(&expected.data).unwrap();
            assert!(found == wanted, "{document}\n{found:.9000}\n{wanted:.9000}");
            let errors = response.body["errors"].as_array().into_iter().flatten();
            // The interpreter's locations are those of names, not of aliases.
            let found: BTreeSet<String> = errors.map(|it| it["path"].to_string()).collect();
            let wanted: BTreeSet<String> =
                expected.errors.iter().map(|error| path(error).to_string()).collect();
            assert_eq!(found, wanted, "{document}");
            compared += 1;
        }
    }
    assert!(compared > DOCUMENTS, "only {compared} documents were valid");
}
