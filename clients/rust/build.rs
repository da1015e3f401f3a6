//! Makes the schema known to the derives, and writes the enums that callers see.

use std::{env, error::Error, fmt::Write, fs, path::Path};

use cynic_parser::type_system::{Definition, EnumDefinition, TypeDefinition};

const SCHEMA: &str = "schema.graphql";
const ENUMS: [&str; 5] = ["BulkPolicy", "ErrorCode", "Kind", "NotificationType", "RecordAction"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={SCHEMA}");
    cynic_codegen::register_schema("reinstate").from_sdl_file(SCHEMA)?.as_default()?;

    let sdl = fs::read_to_string(SCHEMA)?;
    let schema =
        cynic_parser::parse_type_system_document(&sdl).map_err(|error| error.to_string())?;
    let mut code = String::new();
    for definition in schema.definitions() {
        if let Definition::Type(TypeDefinition::Enum(definition)) = definition
            && ENUMS.contains(&definition.name())
        {
            write_enum(&mut code, definition)?;
        }
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("enums.rs"), code)?;
    Ok(())
}

fn write_enum(code: &mut String, definition: EnumDefinition<'_>) -> Result<(), std::fmt::Error> {
    let doc = definition.description().map(|text| text.to_cow()).unwrap_or_default();
    writeln!(code, "#[doc = {doc:?}]")?;
    writeln!(code, "#[derive(cynic::Enum, Clone, Debug, PartialEq, Eq)]")?;
    writeln!(code, "pub enum {} {{", definition.name())?;
    for value in definition.values() {
        let doc = value.description().map(|text| text.to_cow()).unwrap_or_default();
        writeln!(code, "#[doc = {doc:?}]\n{},", pascal(value.value()))?;
    }
    writeln!(code, "/// A value of a later server.\n#[cynic(fallback)]\nUnknown(String),\n}}")
}

/// `NOT_FOUND` as `NotFound`.
fn pascal(value: &str) -> String {
    value
        .split('_')
        .flat_map(|word| {
            word.chars().take(1).chain(word[1..].chars().map(|c| c.to_ascii_lowercase()))
        })
        .collect()
}
