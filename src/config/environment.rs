//! Reads settings from the environment. Empty variables are unset, secrets can be in files, and
//! messages name the source of a setting.

use clap::{
    Arg, ArgMatches, Command, CommandFactory, Error, FromArgMatches,
    builder::Resettable,
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};
use std::{env, fs};

/// The sources of settings' values, for messages that name them.
pub struct Names(Vec<(String, String)>);

impl Names {
    /// Names each setting in the message as it was given. That is the flag or `NAME_FILE` in place
    /// of the variable.
    pub fn apply(&self, message: &str) -> String {
        let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let mut named = String::new();
        let mut rest = message;
        while let Some(start) = rest.find(is_name) {
            let end = rest[start..].find(|c| !is_name(c)).map_or(rest.len(), |end| start + end);
            let word = &rest[start..end];
            let given = self.0.iter().find(|(variable, _)| variable == word);
            named.push_str(&rest[..start]);
            named.push_str(given.map_or(word, |(_, given)| given));
            rest = &rest[end..];
        }
        named + rest
    }
}

/// A setting that is given in a file.
struct Secret {
    /// The id of its argument.
    id: String,
    variable: String,
    /// The content, or why the file can't be used.
    content: Result<&'static str, String>,
}

impl Secret {
    /// Reads the file that `NAME_FILE` names, if it is set.
    fn read(id: &str, variable: &str) -> Option<Self> {
        let name = file_variable(variable);
        let path = env::var_os(&name).filter(|path| !path.is_empty())?;
        let content = match fs::read_to_string(&path) {
            _ if env::var_os(variable).is_some_and(|value| !value.is_empty()) => {
                Err(format!("{variable} and {name} can't both be set"))
            }
            Err(error) => Err(format!("{name} {} can't be read: {error}", path.display())),
            Ok(content) => match content.trim_end_matches(['\r', '\n']) {
                "" => Err(format!("{name} {} is empty", path.display())),
                // The value is needed for as long as the process runs.
                content => Ok(&*content.to_owned().leak()),
            },
        };
        Some(Self { id: id.to_owned(), variable: variable.to_owned(), content })
    }
}

fn file_variable(variable: &str) -> String {
    format!("{variable}_FILE")
}

/// Parses arguments and environment. Ends the process with a message when they are not valid.
pub fn parse<C: CommandFactory + FromArgMatches>() -> (C, Names) {
    let (mut command, mut secrets) = (C::command(), Vec::new());
    let first = env::args_os().nth(1);
    if first.is_some_and(|name| command.find_subcommand(name).is_some()) {
        // The settings of the default command don't matter then.
        command = command.mut_args(|arg| arg.env(Resettable::Reset));
    }
    let mut command = with_environment(command, &mut secrets);
    let parsed = command
        .try_get_matches_from_mut(env::args_os())
        .and_then(|matches| check_secrets(&mut command, &matches, &secrets).map(|()| matches))
        .and_then(|mut matches| {
            let names = names(&command, &matches, &secrets);
            C::from_arg_matches_mut(&mut matches).map(|parsed| (parsed, names))
        });
    parsed.unwrap_or_else(|error| name_variable(&command, error).exit())
}

/// The command with the environment as it counts. Empty variables are unset, and secrets are read
/// from their files.
fn with_environment(command: Command, secrets: &mut Vec<Secret>) -> Command {
    let command = command.mut_args(|arg| {
        let Some(variable) = arg.get_env().map(|name| name.to_string_lossy().into_owned()) else {
            return arg;
        };
        let arg = if env::var_os(&variable).is_some_and(|value| value.is_empty()) {
            arg.env(Resettable::Reset)
        } else {
            arg
        };
        if arg.is_hide_env_values_set() { with_file(arg, &variable, secrets) } else { arg }
    });
    let names: Vec<String> = command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    names.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |subcommand| with_environment(subcommand, secrets))
    })
}

/// The argument with the file that `NAME_FILE` names as its default.
fn with_file(arg: Arg, variable: &str, secrets: &mut Vec<Secret>) -> Arg {
    let id = arg.get_id().as_str();
    // Several commands take the argument, and a pipe can be read only once.
    if !secrets.iter().any(|secret| secret.id == id) {
        secrets.extend(Secret::read(id, variable));
    }
    match secrets.iter().find(|secret| secret.id == id) {
        Some(secret) => {
            let content = *secret.content.as_ref().unwrap_or(&"");
            arg.default_value(content).hide_default_value(true)
        }
        None => arg,
    }
}

/// Fails when the command takes a secret from an unusable file. A flag counts more.
fn check_secrets(
    command: &mut Command,
    matches: &ArgMatches,
    secrets: &[Secret],
) -> Result<(), Error> {
    let (_, matches) = invoked(command, matches);
    for secret in secrets {
        let is_used = source(matches, &secret.id).is_some_and(|it| it != ValueSource::CommandLine);
        if let (true, Err(problem)) = (is_used, &secret.content) {
            return Err(command.error(ErrorKind::ValueValidation, problem));
        }
    }
    Ok(())
}

/// The settings whose values don't come from their variable.
fn names(command: &Command, matches: &ArgMatches, secrets: &[Secret]) -> Names {
    let (command, matches) = invoked(command, matches);
    let named = |arg: &Arg| {
        let id = arg.get_id().as_str();
        let variable = arg.get_env()?.to_string_lossy().into_owned();
        let given = match source(matches, id)? {
            ValueSource::CommandLine => format!("--{}", arg.get_long()?),
            ValueSource::DefaultValue => {
                file_variable(&secrets.iter().find(|secret| secret.id == id)?.variable)
            }
            _ => return None,
        };
        Some((variable, given))
    };
    Names(command.get_arguments().filter_map(named).collect())
}

/// The innermost subcommand that was invoked, and its matches.
fn invoked<'a>(command: &'a Command, matches: &'a ArgMatches) -> (&'a Command, &'a ArgMatches) {
    let subcommand = matches
        .subcommand()
        .and_then(|(name, matches)| Some(invoked(command.find_subcommand(name)?, matches)));
    subcommand.unwrap_or((command, matches))
}

/// The source of an argument's value; `None` without a value or argument.
fn source(matches: &ArgMatches, id: &str) -> Option<ValueSource> {
    matches.try_contains_id(id).ok().filter(|has_value| *has_value)?;
    matches.value_source(id)
}

/// The error about a value. It names the variable instead of the flag if the value came from there.
fn name_variable(command: &Command, mut error: Error) -> Error {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let flag = argument.split(' ').next().unwrap_or_default().to_owned();
    let is_given = env::args_os().any(|argument| {
        let argument = argument.to_string_lossy();
        argument.split_once('=').map_or(&*argument, |(name, _)| name) == flag
    });
    if let (false, Some(variable)) = (is_given, variable(command, &flag)) {
        error.insert(ContextKind::InvalidArg, ContextValue::String(variable));
    }
    error
}

/// The variable of a flag, if it is set.
fn variable(command: &Command, flag: &str) -> Option<String> {
    let mut commands = std::iter::once(command).chain(command.get_subcommands());
    let variable = commands.find_map(|command| {
        let named = |arg: &&Arg| arg.get_long() == flag.strip_prefix("--");
        command.get_arguments().find(named)?.get_env()
    })?;
    env::var_os(variable).map(|_| variable.to_string_lossy().into_owned())
}
