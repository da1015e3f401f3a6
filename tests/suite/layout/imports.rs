//! The imports between the files of `src` and of the crates below it, read from their text.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::LazyLock,
};

/// The path of a module below `crate`; those of the crate `database` begin with its name.
pub type Module = Vec<String>;

/// Files, and what each names.
pub type Graph = BTreeMap<Module, BTreeSet<Module>>;

/// The imports between the files; those of a crate below are in a room of its name.
pub static IMPORTS: LazyLock<Graph> = LazyLock::new(|| graph(&Tree::read()));

/// The crates below `src`, each of which is a room.
pub const CRATES: [&str; 3] = ["database", "engine", "adopt"];

/// The modules of all crates, each with its code.
struct Tree(BTreeMap<Module, String>);

impl Tree {
    fn read() -> Self {
        let mut found = BTreeMap::new();
        for crate_name in CRATES.map(Some).into_iter().chain([None]) {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(crate_name.unwrap_or("."));
            let root = root.join("src");
            let mut folders = vec![root.clone()];
            while let Some(folder) = folders.pop() {
                for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
                    if path.is_dir() {
                        folders.push(path);
                    } else if path.extension().is_some_and(|it| it == "rs") {
                        let first = crate_name.map(str::to_owned).into_iter();
                        let module = first.chain(module(&root, &path)).collect();
                        found.insert(module, code(&fs::read_to_string(&path).unwrap()));
                    }
                }
            }
        }
        Self(found)
    }

    /// The paths that a file names.
    fn paths(&self, from: &Module) -> Vec<Module> {
        let code = &self.0[from];
        let mut paths = Vec::new();
        let crates = CRATES.map(|name| [name.to_owned()]);
        let root = crates.iter().find(|it| from.starts_with(&it[..]));
        let root = root.map_or(&[][..], |it| &it[..]);
        let own = [
            ("crate::".to_owned(), root),
            ("super::".to_owned(), &from[..from.len().saturating_sub(1)]),
        ];
        let others = crates.iter().map(|it| (format!("{}::", it[0]), &it[..]));
        for (start, parent) in own.into_iter().chain(others) {
            for (place, it) in code.match_indices(&start) {
                if !code[..place].ends_with([':', '_'])
                    && !code[..place].ends_with(char::is_alphanumeric)
                {
                    flatten(&mut parent.to_vec(), &code[place + it.len()..], &mut paths);
                }
            }
        }
        paths
    }

    /// The files that a file names, with what it takes from each.
    fn imports(&self, from: &Module) -> BTreeSet<Module> {
        let code = &self.0[from];
        let mut named = BTreeSet::new();
        for path in self.paths(from) {
            match self.definition(&path) {
                // A module is imported: what is taken from it follows its name.
                (found, None) => named.extend(self.qualified(code, &found)),
                (found, Some(_)) => drop(named.insert(found)),
            }
        }
        named.remove(from);
        named
    }

    /// The file that defines what a path names, and the item; no item for a path to a module.
    fn definition(&self, path: &[String]) -> (Module, Option<String>) {
        let depth =
            (0..=path.len()).rev().find(|depth| self.0.contains_key(&path[..*depth])).unwrap_or(0);
        let (module, Some(item)) = (path[..depth].to_vec(), path.get(depth)) else {
            return (path.to_vec(), self.namesake(path));
        };
        let reexported = self.exports(&module).into_iter().find(|path| path.last() == Some(item));
        match reexported {
            Some(path) if path != [module.clone(), vec![item.clone()]].concat() => {
                self.definition(&path)
            }
            _ => (module, Some(item.clone())),
        }
    }

    /// The item with the name of its module, if the folder re-exports it: a path to both leads there.
    fn namesake(&self, module: &[String]) -> Option<String> {
        let (name, folder) = module.split_last()?;
        let item = [module, std::slice::from_ref(name)].concat();
        let folder = folder.to_vec();
        let is_exported = self.0.contains_key(&folder) && self.exports(&folder).contains(&item);
        is_exported.then(|| name.clone())
    }

    /// What a folder's `mod.rs` re-exports, to its own files at least, as paths.
    fn exports(&self, module: &Module) -> Vec<Module> {
        let mut paths = Vec::new();
        for statement in self.0[module].split(';') {
            let Some((_, tree)) = statement.split_once("use ") else { continue };
            let mut found = Vec::new();
            flatten(&mut Vec::new(), tree, &mut found);
            let is_here =
                |name: &String| self.0.contains_key(&[module.clone(), vec![name.clone()]].concat());
            let child = |path: &Module| path.first().is_some_and(is_here);
            paths.extend(
                found.into_iter().filter(child).map(|path| [module.clone(), path].concat()),
            );
        }
        paths
    }

    /// The files of what a file takes from a module that it imported as a whole.
    fn qualified(&self, code: &str, module: &Module) -> BTreeSet<Module> {
        let Some(name) = module.last() else { return BTreeSet::new() };
        let mut found = BTreeSet::new();
        for (place, it) in code.match_indices(&format!("{name}::")) {
            if code[..place].ends_with(|c: char| c.is_alphanumeric() || "_:".contains(c)) {
                continue;
            }
            let mut paths = Vec::new();
            flatten(&mut module.clone(), &code[place + it.len()..], &mut paths);
            found.extend(
                paths
                    .iter()
                    .map(|path| self.definition(path))
                    .filter_map(|(file, item)| item.map(|_| file)),
            );
        }
        found
    }
}

/// `src/api/http/mod.rs` is `["api", "http"]`, `engine/src/lib.rs` is `["engine"]`.
pub fn module(root: &Path, path: &Path) -> Module {
    let path = path.strip_prefix(root).unwrap().with_extension("");
    let names = path.iter().map(|name| name.to_str().unwrap().to_owned());
    names.filter(|name| !["src", "mod", "lib", "main"].contains(&name.as_str())).collect()
}

/// The code of a file: no comments, and no unit tests, which are at its end.
pub fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Collects the paths of one use tree; returns the text behind it.
pub fn flatten<'t>(prefix: &mut Module, tree: &'t str, found: &mut Vec<Module>) -> &'t str {
    let mut tree = tree.trim_start();
    if let Some(group) = tree.strip_prefix('{') {
        tree = group;
        loop {
            tree = tree.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
            match tree.strip_prefix('}') {
                Some(rest) => return rest,
                None if tree.is_empty() => return tree,
                // What follows a path, as in `A as B`, names nothing.
                None => {
                    tree = flatten(prefix, tree, found).trim_start_matches(|c| c != ',' && c != '}')
                }
            }
        }
    }
    let name: String = tree.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let rest = &tree[name.len()..];
    let Some(last) = (!name.is_empty()).then_some(name) else {
        return tree.get(1..).unwrap_or_default();
    };
    match last.as_str() {
        "self" => found.push(prefix.clone()),
        "super" => {
            let mut parent = prefix[..prefix.len().saturating_sub(1)].to_vec();
            return match rest.strip_prefix("::") {
                Some(rest) => flatten(&mut parent, rest, found),
                None => rest,
            };
        }
        _ => {
            prefix.push(last);
            let rest = match rest.strip_prefix("::") {
                Some(rest) => flatten(prefix, rest, found),
                None => {
                    found.push(prefix.clone());
                    rest
                }
            };
            prefix.pop();
            return rest;
        }
    }
    rest
}

fn graph(tree: &Tree) -> Graph {
    tree.0.keys().map(|file| (file.clone(), tree.imports(file))).collect()
}

/// The files to which imports lead from a file.
fn reachable(graph: &Graph, from: &Module) -> BTreeSet<Module> {
    let (mut found, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(file) = next.pop() {
        next.extend(graph.get(file).into_iter().flatten().filter(|to| found.insert((*to).clone())));
    }
    found
}

/// The circles of a graph: groups of files each of which leads to all others of its group.
pub fn circles(graph: &Graph) -> BTreeSet<BTreeSet<Module>> {
    let reach: BTreeMap<&Module, BTreeSet<Module>> =
        graph.keys().map(|file| (file, reachable(graph, file))).collect();
    let circle =
        |file: &Module| reach[file].iter().filter(|to| reach[to].contains(file)).cloned().collect();
    graph.keys().filter(|file| reach[file].contains(*file)).map(circle).collect()
}

pub fn name(module: &Module) -> String {
    module.join("::")
}

/// The tests above can fail: what they look for is found where it is.
#[test]
fn imports_lead_to_the_file_that_defines_them() {
    let file = |path: &str, code: &str| {
        (path.split("::").map(str::to_owned).collect::<Module>(), code.to_owned())
    };
    let tree = Tree(BTreeMap::from([
        file("a", "mod b;\nmod c;\npub mod d;\npub use b::{B, other};\npub use f::f;\nuse g::h;"),
        file("a::b", "use super::c::C;\nuse crate::e;\npub struct B;\nfn f() { e::g() }"),
        file("a::c", "use crate::a::d::{D, self};\nfn f() { x::y(); super::b::other(); }"),
        file("a::d", "use crate::{a::{B as Other}, e::g};"),
        file("a::f", "use super::{B, h::I};\npub fn f() {}"),
        file("a::g", ""),
        file("a::g::h", "pub struct I;"),
        file("e", "use crate::a::f;\npub fn g() {}"),
        file("i", "use database::K;"),
        file("database", "mod k;\nmod l;\npub use k::K;"),
        file("database::k", "use crate::l::L;\npub struct K;"),
        file("database::l", "pub struct L;"),
    ]));
    let graph = graph(&tree);
    let of = |from: &str| {
        graph[&from.split("::").map(str::to_owned).collect::<Module>()]
            .iter()
            .map(name)
            .collect::<Vec<_>>()
    };
    assert_eq!(of("a::b"), ["a::c", "e"]);
    assert_eq!(of("a::c"), ["a::b", "a::d"]);
    assert_eq!(of("a::d"), ["a::b", "e"]);
    let circle: Vec<Vec<String>> =
        circles(&graph).iter().map(|it| it.iter().map(name).collect()).collect();
    assert_eq!(circle, [["a::b", "a::c", "a::d", "a::f", "e"]]);
    // A function that is named as its module, and a module that is named by a folder.
    assert_eq!(of("e"), ["a::f"]);
    assert_eq!(of("a::f"), ["a::b", "a::g::h"]);
    // The crate of its own.
    assert_eq!(of("i"), ["database::k"]);
    assert_eq!(of("database::k"), ["database::l"]);
}
