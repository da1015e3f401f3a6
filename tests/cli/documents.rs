//! `schema`, `openapi`, `man` and `completions` print documents, without a database.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value as Json;

use crate::support::Folder;

fn committed(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn the_committed_documents_are_printed() {
    let folder = Folder::new();
    for (command, file) in [("schema", "schema.graphql"), ("openapi", "openapi.json")] {
        let mut command = folder.command(&[command]);
        let run = folder.run_command(command.env("DATABASE_URL", "nonsense")).expect(0);
        assert!(run.stdout == committed(file), "{file} is not what is printed");
        assert_eq!(run.stderr, "", "{file}");
    }
    let subgraph = folder.run(&["schema", "--federation"]).expect(0).stdout;
    assert_eq!(subgraph.trim_end(), reinstate::api::graphql::subgraph_sdl().trim_end());
    let openapi: Json = serde_json::from_str(&committed("openapi.json")).unwrap();
    assert!(openapi["openapi"].as_str().unwrap().starts_with("3.1"), "{}", openapi["openapi"]);
    let left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().contains(".db"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// The commands that `--help` lists.
fn commands(folder: &Folder) -> BTreeSet<String> {
    let help = folder.run(&["--help"]).expect(0).stdout;
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned);
    names.filter(|name| name != "help").collect()
}

#[test]
fn each_command_has_a_man_page() {
    let folder = Folder::new();
    let pages = folder.path().join("share/man1");
    let mut command = folder.command(&["man", pages.to_str().unwrap()]);
    let secret = "postgres://a:hunter2@127.0.0.1/none";
    let run = folder.run_command(command.env("DATABASE_URL", secret)).expect(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""));
    let commands = commands(&folder);
    assert!(commands.contains("serve") && commands.contains("man"), "{commands:?}");
    for command in &commands {
        let page = fs::read_to_string(pages.join(format!("reinstate-{command}.1"))).unwrap();
        assert!(page.contains(".TH reinstate-"), "{page}");
    }
    for page in fs::read_dir(&pages).unwrap().map(|entry| entry.unwrap().path()) {
        let text = fs::read_to_string(&page).unwrap();
        assert!(!text.contains("hunter2"), "{} shows a secret", page.display());
    }
    let serve = fs::read_to_string(pages.join("reinstate-serve.1")).unwrap();
    assert!(
        serve.contains("DATABASE_URL") && serve.contains("reinstate serve \\-\\-demo"),
        "{serve}"
    );
    let printed = folder.run(&["man"]).expect(0).stdout;
    assert!(printed.contains(".TH reinstate 1"), "{printed}");
    let file = folder.write("file", "");
    let run = folder.run(&["man", &file]).expect(1);
    assert!(run.stderr.contains(&format!("FOLDER {file} can't be written")), "{}", run.stderr);
}

#[test]
fn each_shell_has_completions() {
    let folder = Folder::new();
    let commands = commands(&folder);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = folder.run(&["completions", shell]).expect(0).stdout;
        for name in commands.iter().map(String::as_str).chain(["sqlite-synchronous"]) {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
    let run = folder.run(&["completions", "tcsh"]).expect(2);
    assert!(run.stderr.contains("[possible values: bash"), "{}", run.stderr);
}
