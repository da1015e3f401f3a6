//! What an account may do that may use its own rows only: others aren't there.

use adopt::{
    Listed, Owner, Wanted, Writing, Written, own_rows, present_row, present_rows, removals,
    removed_rows, row_history, write_row,
};
use serde_json::json;

use crate::support::Store;

/// Keys of each type that owners may have, and rows of several accounts.
const KEYS: [(&str, [&str; 3]); 3] = [
    ("INTEGER", ["1", "2", "3"]),
    ("TEXT", ["'it''s'", "'2'", "'3'"]),
    (
        "UUID",
        [
            "'00000000-0000-4000-8000-00000000000a'",
            "'00000000-0000-4000-8000-00000000000b'",
            "'00000000-0000-4000-8000-00000000000c'",
        ],
    ),
];

/// The order 1 is Ann's by the first key, 2 is Bob's, 3 is Ann's by another key, and 4 is nobody's.
fn tables(of: &str, [ann, bob, again]: [&str; 3]) -> String {
    format!(
        "CREATE TABLE customers (id {of} PRIMARY KEY, email TEXT);
         CREATE TABLE orders (id INTEGER PRIMARY KEY, \"Customer\" {of}, author TEXT, n INTEGER);
         INSERT INTO customers VALUES ({ann}, 'Ann@x.example'), ({bob}, 'bob@x.example'), ({again}, 'ann@X.example');
         INSERT INTO orders VALUES (1, {ann}, 'ann@x.example', 1), (2, {bob}, 'bob@x.example', 1),
           (3, {again}, 'ANN@x.example', 1), (4, NULL, 'kim@x.example', 1)"
    )
}

/// Orders of owners who are customers, or named by their addresses.
fn owners() -> [(Owner, &'static str); 2] {
    let of = Some(("customers".to_owned(), "email".to_owned()));
    let by_key = "[orders]\nowner = \"Customer\"\nowners = \"customers\"";
    [
        (Owner { column: "Customer".to_owned(), of }, by_key),
        (Owner { column: "author".to_owned(), of: None }, "[orders]\nowner = \"author\""),
    ]
}

#[tokio::test]
async fn only_own_rows_are_there() {
    for (of, keys) in KEYS {
        for (owner, section) in owners() {
            for store in
                [Some(Store::sqlite().await), Store::postgres().await].into_iter().flatten()
            {
                store.run(&tables(of, keys)).await;
                let replaced = [
                    ("[orders]", section),
                    ("[customers]", "[customers]\naddress = \"email\""),
                    ("record = \"deletes\"", "record = \"all\""),
                ];
                store.adopt(&replaced).await;
                let name = format!("{of} {}", owner.column);
                check(&store, &owner, keys, &name).await;
                store.drop().await;
            }
        }
    }
}

async fn check(store: &Store, owner: &Owner, [_, bob, _]: [&str; 3], name: &str) {
    let database = &store.database;
    let own = async |address| own_rows(database, "orders", owner, address).await.unwrap();
    let [ann, nobody] = [own("ann@x.EXAMPLE").await, own("nobody@x.example").await];
    let ids =
        |rows: Vec<adopt::PresentRow>| rows.into_iter().flat_map(|it| it.key).collect::<Vec<_>>();
    // The sign of Kelvin is no `k`, though it is one in lower case.
    let kelvin = own("\u{212A}im@x.example").await;
    for (own, expected) in [(&ann, vec!["1", "3"]), (&nobody, Vec::new()), (&kelvin, Vec::new())] {
        let rows = present_rows(database, ("orders", Some(own)), None, None, 9).await.unwrap();
        assert_eq!(ids(rows), expected, "{name}");
    }
    let key = |id: &str| [id.to_owned()];
    let row = present_row(database, ("orders", Some(&ann)), &key("2")).await.unwrap();
    assert_eq!(row, None, "{name}: it is Bob's");

    // What is written is the account's before and after.
    let (mut bobs, mut anns) = (serde_json::Map::new(), serde_json::Map::new());
    let of_bob = if owner.of.is_some() { bob.trim_matches('\'') } else { "bob@x.example" };
    bobs.insert(owner.column.clone(), of_bob.into());
    anns.insert("n".to_owned(), json!(2));
    let mut new = bobs.clone();
    new.insert("id".to_owned(), json!(5));
    let none = None::<[String; 1]>;
    for (id, values, expected) in [
        (Some(key("1")), &anns, "Row"),
        (Some(key("2")), &anns, "Gone"),
        (Some(key("4")), &anns, "Gone"),
        (Some(key("1")), &bobs, "Foreign"),
        (none, &new, "Foreign"),
    ] {
        let key = id.as_ref().map(<[String; 1]>::as_slice);
        let by = "account 7";
        let writing = Writing { kind: "orders", key, values, expects: None, by, own: Some(&ann) };
        let written = write_row(database, writing).await.unwrap();
        assert!(format!("{written:?}").starts_with(expected), "{name}: {id:?} {written:?}");
        assert!(
            matches!(written, Written::Row(_))
                || written == Written::Gone
                || written == Written::Foreign
        );
    }
    let state = "SELECT id || ':' || n FROM orders ORDER BY id";
    assert_eq!(store.rows(state).await, ["1:2", "2:1", "3:1", "4:1"], "{name}");

    // A row that goes from one account to another is a matter of neither.
    store
        .run(&format!(
            "UPDATE orders SET \"Customer\" = {bob}, author = 'bob@x.example' WHERE id = 1"
        ))
        .await;
    let bobs = own("bob@x.example").await;
    for (own, expected) in [(&ann, vec!["change"]), (&bobs, Vec::new())] {
        let of = ("orders", &["id".to_owned()][..], Some(own));
        let rows = row_history(database, of, &key("1"), i64::MAX, 9).await.unwrap();
        let actions: Vec<_> = rows.iter().map(|it| it.action.as_str()).collect();
        assert_eq!(actions, expected, "{name}: {}", own.values.join(", "));
    }

    // Of what somebody deletes each sees the own, and brings that back.
    store.run("DELETE FROM orders").await;
    for (own, gone) in [(&ann, "3"), (&bobs, "1,2"), (&nobody, "")] {
        let own = [own.clone()];
        let listed = Listed { kinds: &["orders".to_owned()], changes: false, own: &own };
        let page = removals(database, listed, None, 9).await.unwrap();
        let count: i64 = page.iter().flat_map(|it| &it.parts).map(|it| it.rows).sum();
        let ids: Vec<_> = gone.split(',').filter(|it| !it.is_empty()).collect();
        assert_eq!(count, i64::try_from(ids.len()).unwrap(), "{name} {gone}");
        for removal in &page {
            let rows = removed_rows(database, &removal.id, listed, 0, 9).await.unwrap();
            let mut shown: Vec<_> =
                rows.iter().map(|it| it.values.clone().unwrap().replace(' ', "")).collect();
            shown.sort_unstable();
            let is_it = |(row, id): (&String, &&str)| row.starts_with(&format!("{{\"id\":{id},"));
            assert!(
                shown.iter().zip(&ids).all(is_it) && shown.len() == ids.len(),
                "{name}: {shown:?}"
            );
        }
    }
    let wanted = Wanted { own: vec![ann], kinds: vec!["orders".to_owned()], ..Wanted::default() };
    let undone = adopt::undo(database, &wanted, false).await.unwrap();
    assert_eq!(undone.outcomes.iter().map(|it| it.rows).sum::<i64>(), 1, "{name}: {undone:?}");
    assert_eq!(store.rows(state).await, ["3:1"], "{name}");
}

#[test]
fn owners_that_do_not_fit_are_refused() {
    let kinds = |orders: &str, customers: &str| {
        format!(
            "[orders]\ntable = \"orders\"\nkey = [\"id\"]\n{orders}\n[customers]\ntable = \"customers\"\n{customers}\n"
        )
    };
    for (orders, customers, expected) in [
        ("owner = \"customer\"\nowners = \"customers\"", "key = [\"id\"]\naddress = \"email\"", ""),
        ("owner = \"author\"", "key = [\"id\"]", ""),
        (
            "owners = \"customers\"",
            "key = [\"id\"]\naddress = \"email\"",
            "orders.owners: name the column",
        ),
        (
            "owner = \"customer\"\nowners = \"people\"",
            "key = [\"id\"]",
            "orders.owners: there is no kind \"people\"",
        ),
        (
            "owner = \"customer\"\nowners = \"customers\"",
            "key = [\"id\"]",
            "orders.owners: customers has no `address`",
        ),
        (
            "owner = \"customer\"\nowners = \"customers\"",
            "key = [\"a\", \"b\"]\naddress = \"email\"",
            "orders.owners: the key of customers",
        ),
    ] {
        let said = adopt::parse(&kinds(orders, customers)).err().unwrap_or_default();
        assert!(
            said.starts_with(expected) && said.is_empty() == expected.is_empty(),
            "{orders}: {said}"
        );
    }
}
