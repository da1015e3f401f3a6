//! More distinct documents than the cache holds, of the shapes that take most memory (D23).
//!
//! `DOCUMENTS=1000 cargo test --test cli hostile::documents -- --nocapture` sends that many of each
//! shape, and prints how much the memory has grown.

use std::env;

use super::Target;
use crate::support::graphql;

/// What the documents may take beside the cache, which has 32 MiB.
const GROWTH: u64 = 64 * 1024 * 1024;

fn repeated(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

/// Documents near the limits of tokens, aliases and fields, distinct by their number.
fn shapes(number: usize) -> [(&'static str, String); 4] {
    let fields =
        "id databaseId code name nativeName sortOrder isActive createdAt updatedAt deletedAt ";
    let fragments = repeated(20, |it| format!("fragment F{it} on Locale {{ {fields} }} "));
    let spreads = repeated(20, |it| format!("a{it}: locale(code: \"{number}\") {{ ...F{it} }} "));
    let tests = repeated(60, |it| format!("{{ title: {{ contains: \"{number} {it}\" }} }} "));
    [
        (
            "aliases",
            format!("{{ {} }}", repeated(190, |it| format!("a{number}x{it}: __typename "))),
        ),
        (
            "fields",
            format!(
                "{{ {} }}",
                repeated(20, |it| format!("a{number}x{it}: locale(code: \"en\") {{ {fields} }} "))
            ),
        ),
        ("fragments", format!("{{ {spreads} }} {fragments}")),
        (
            "filters",
            format!("{{ reports(first: 1, where: {{ or: [{tests}] }}) {{ totalCount }} }}"),
        ),
    ]
}

#[test]
fn distinct_documents_take_the_memory_of_the_cache() {
    let count = env::var("DOCUMENTS").map_or(150, |it| it.parse().unwrap());
    for shape in 0..shapes(0).len() {
        let target = Target::new(&[]);
        let mut name = "";
        for number in 0..count {
            let (shape, document) = shapes(number)[shape].clone();
            name = shape;
            let response = graphql(target.server.address, &target.token, &document).expect(200);
            assert_eq!(response.json().get("errors"), None, "{shape}: {}", response.text);
        }
        let growth = target.growth();
        println!("{count} documents of {name}: {} KiB more", growth / 1024);
        assert!(growth < GROWTH, "{name}: {growth}");
    }
}
