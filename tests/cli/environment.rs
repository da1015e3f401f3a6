//! Settings from the environment, and their table in docs/reference/configuration.md.

use std::{fmt::Write, fs, path::Path};

use clap::{Args, Command};
use reinstate::config::Settings;

use crate::support::{Folder, Server};

const START: &str = "<!-- settings: generated, UPDATE=1 cargo test --test cli table -->\n";
const END: &str = "<!-- end of settings -->\n";

/// The settings as a table for each group.
fn tables() -> String {
    let command = Settings::augment_args(Command::new("serve"));
    let (mut tables, mut group) = (String::new(), String::new());
    for arg in command.get_arguments() {
        let heading = arg.get_help_heading().unwrap();
        if heading != group {
            heading.clone_into(&mut group);
            let columns = "| variable | flag | default | meaning |\n| --- | --- | --- | --- |";
            writeln!(tables, "\n### {heading}\n\n{columns}").unwrap();
        }
        let variable = arg.get_env().unwrap().to_str().unwrap();
        let is_secret = arg.is_hide_env_values_set();
        let file = if is_secret { format!(", `{variable}_FILE`") } else { String::new() };
        let defaults = arg.get_default_values().iter().map(|value| value.to_str().unwrap());
        let is_flag = !arg.get_action().takes_values();
        let default = match defaults.collect::<Vec<_>>().join(",") {
            none if none.is_empty() || is_flag => String::new(),
            default => format!("`{default}`"),
        };
        let help = arg.get_long_help().or(arg.get_help()).unwrap().to_string();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
        let flag = arg.get_long().unwrap();
        writeln!(tables, "| `{variable}`{file} | `--{flag}` | {default} | {help} |").unwrap();
    }
    tables + "\n"
}

#[test]
fn the_table_of_settings_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/configuration.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(START).unwrap();
    let (tables_in_document, after) = rest.split_once(END).unwrap();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, format!("{before}{START}{}{END}{after}", tables())).unwrap();
    } else {
        assert_eq!(tables_in_document, tables(), "run this test with UPDATE=1 to write the table");
    }
}

#[test]
fn empty_variables_are_unset() {
    let folder = Folder::new();
    let command = Settings::augment_args(Command::new("serve"));
    let variables = command.get_arguments().map(|arg| arg.get_env().unwrap());
    let empty = variables.filter(|name| *name != "DATABASE_URL").map(|name| (name, ""));
    Server::start_command(&folder, folder.serve(&[]).envs(empty)).stop();
}

#[test]
fn a_secret_can_be_read_from_a_file() {
    let folder = Folder::new();
    let url = folder.url();
    for (name, text) in [
        ("url", format!("{url}\n")),
        ("empty", "\n".to_owned()),
        ("bad", "mysql://user:hunter2@127.0.0.1/data\n".to_owned()),
    ] {
        folder.write(name, &text);
    }
    // The file, the variable, and what the message names.
    for (file, variable, problem) in [
        ("url", None, None),
        ("url", Some(""), None),
        ("none", None, Some("DATABASE_URL_FILE")),
        ("empty", None, Some("is empty")),
        ("bad", None, Some("DATABASE_URL_FILE must")),
        ("url", Some("nonsense"), Some("DATABASE_URL and DATABASE_URL_FILE")),
    ] {
        let mut command = folder.command(&["migrate"]);
        command.env_remove("DATABASE_URL").env("DATABASE_URL_FILE", file);
        let run = folder.run_command(command.envs(variable.map(|it| ("DATABASE_URL", it))));
        match problem {
            None => drop(run.expect(0)),
            Some(problem) => {
                let run = run.expect_failure(file).says(problem);
                assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
            }
        }
    }
    // The flag wins, and a command without the setting ignores the file.
    for arguments in [&["migrate", "--database-url", &url][..], &["schema"]] {
        let mut command = folder.command(arguments);
        command.env_remove("DATABASE_URL").env("DATABASE_URL_FILE", "none");
        folder.run_command(command.env("LOG_FORMAT", "xml")).expect(0);
    }
    let help = folder.run_with(&["--help"], &[("DATABASE_URL_FILE", "bad")]).expect(0);
    assert!(!help.stdout.contains("hunter2"));
}

/// A message names what the user wrote: the variable or the flag.
#[test]
fn messages_name_the_variable_or_the_flag() {
    let folder = Folder::with_url("postgres://user@127.0.0.1:1/data".to_owned());
    for (variable, flag, value) in [
        ("LOG_FORMAT", "--log-format", "xml"),
        ("MAX_CONNECTIONS", "--max-connections", "0"),
        ("GRACE", "--grace", "soon"),
        ("LISTEN", "--listen", "nonsense"),
        ("BROKER_URL", "--broker-url", "nonsense"),
        ("DATABASE_READ_URL", "--database-read-url", "nonsense"),
        ("GRAPHQL_TRUSTED_DOCUMENTS", "--trusted-documents", "none.json"),
        ("DATABASE_URL", "--database-url", "nonsense"),
    ] {
        let by_variable = folder.run_with(&["serve"], &[(variable, value)]);
        let mut by_flag = folder.command(&["serve", flag, value]);
        let by_flag = folder.run_command(by_flag.env_remove(variable));
        for (run, named, other) in [(by_variable, variable, flag), (by_flag, flag, variable)] {
            let run = run.expect_failure(named);
            let is_message =
                |line: &&str| line.starts_with("reinstate: ") || line.starts_with("error: ");
            let line = run.stderr.lines().find(is_message).unwrap();
            assert!(line.contains(named) && !line.contains(other), "{named}: {line}");
        }
    }
}
