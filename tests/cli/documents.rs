//! `schema`, `openapi`, `man` and `completions` print documents, without a database.

use std::{collections::BTreeSet, fs, path::Path};

use crate::support::Folder;

#[test]
fn the_committed_documents_are_printed() {
    let folder = Folder::new();
    for (command, file) in [("schema", "schema.graphql"), ("openapi", "openapi.json")] {
        let run = folder.run_with(&[command], &[("DATABASE_URL", "nonsense")]).expect(0);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        assert!(run.stdout == fs::read_to_string(path).unwrap(), "{file} is not what is printed");
        assert_eq!(run.stderr, "", "{file}");
    }
    let subgraph = folder.line("schema --federation").expect(0).stdout;
    assert_eq!(subgraph.trim_end(), reinstate::api::graphql::subgraph_sdl().trim_end());
    assert!(!folder.path().join("data.db").exists());
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
    let secret = [("DATABASE_URL", "postgres://a:hunter2@127.0.0.1/none")];
    let run = folder.run_with(&["man", "share/man1"], &secret).expect(0);
    assert_eq!((&*run.stdout, &*run.stderr), ("", ""));
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
    let example = serve.contains("reinstate serve \\-\\-demo");
    assert!(example && serve.contains("DATABASE_URL"), "{serve}");
    let printed = folder.line("man").expect(0).stdout;
    assert!(printed.contains(".TH reinstate 1"), "{printed}");
    folder.write("file", "");
    folder.line("man file").expect(1).says("FOLDER file can't be written");
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
    folder.line("completions tcsh").expect(2).says("[possible values: bash");
}
