//! Who removed what when, in pages.

use adopt::{Listed, Wanted, removals, removed_rows};

use crate::support::Store;

const TABLES: &str = "
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT);
    CREATE TABLE lines (order_id INTEGER REFERENCES orders ON DELETE CASCADE, place INTEGER, PRIMARY KEY (order_id, place));
    INSERT INTO orders VALUES (1, 'Harbour'), (2, 'Quay'), (3, 'Pier');
    INSERT INTO lines VALUES (1, 1), (1, 2), (3, 1)";

#[tokio::test]
async fn removals_are_listed_by_transaction() {
    let stores = [Some(Store::sqlite().await), Store::postgres().await];
    for store in stores.into_iter().flatten() {
        store.run(TABLES).await;
        let (database, kinds) = (&store.database, ["orders", "lines"].map(str::to_owned));
        let all_of = Listed { kinds: &kinds, changes: false, own: &[] };
        let nothing = removals(database, all_of, None, 10).await.unwrap_err();
        assert!(nothing.to_string().contains(adopt::NOTHING_KEPT), "{nothing}");
        store.adopt(&[]).await;
        assert_eq!(removals(database, all_of, None, 10).await.unwrap(), []);
        for which in ["id = 1", "id = 2", "id = 3"] {
            store.run(&format!("DELETE FROM orders WHERE {which}")).await;
            // SQLite's statements have the time, in milliseconds, in place of a number.
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
        let all = removals(database, all_of, None, 10).await.unwrap();
        let parts = |it: &adopt::Removed| {
            it.parts.iter().map(|it| (it.kind.clone(), it.rows, it.undone)).collect::<Vec<_>>()
        };
        let (orders, lines) =
            (|rows, undone| ("orders".to_owned(), rows, undone), "lines".to_owned());
        let shown: Vec<_> = all.iter().map(parts).collect();
        assert_eq!(
            shown,
            [
                vec![(lines.clone(), 1, 0), orders(1, 0)],
                vec![orders(1, 0)],
                vec![(lines, 2, 0), orders(1, 0)],
            ],
            "the newest first"
        );
        let mut paged = Vec::new();
        while let [found] =
            &removals(database, all_of, paged.last().map(|it: &adopt::Removed| it.id.as_str()), 1)
                .await
                .unwrap()[..]
        {
            paged.push(found.clone());
        }
        assert_eq!(paged, all);
        assert_eq!(removals(database, all_of, Some("none"), 0).await.unwrap(), []);
        let only =
            removals(database, Listed { kinds: &kinds[1..], changes: false, own: &[] }, None, 10)
                .await
                .unwrap();
        assert_eq!(only.len(), 2, "of one table");

        let first = &all[2].id;
        let rows = removed_rows(database, first, all_of, 0, 2).await.unwrap();
        let more = removed_rows(database, first, all_of, rows[1].id, 2).await.unwrap();
        assert_eq!((rows.len(), more.len()), (2, 1));
        let of_order = rows.iter().chain(&more).find(|it| it.kind == "orders").unwrap();
        let values = of_order.values.as_ref().unwrap().replace(' ', "");
        assert!(values.contains(r#""id":1"#) && values.contains("Harbour"), "{values}");
        assert_eq!(removed_rows(database, "none", all_of, 0, 9).await.unwrap(), []);

        let wanted = Wanted {
            removals: Some(vec![first.clone(), "none".to_owned()]),
            by: Some("account 7".to_owned()),
            ..Wanted::default()
        };
        let undone = adopt::undo(database, &wanted, false).await.unwrap();
        assert_eq!(undone.outcomes.iter().map(|it| it.rows).sum::<i64>(), 3);
        let after = removals(database, all_of, None, 10).await.unwrap();
        let back: Vec<_> = after.iter().flat_map(|it| &it.parts).map(|it| it.undone).collect();
        assert_eq!(back, [0, 0, 0, 2, 1], "only that one");
        assert_eq!(after[2].parts[0].undone_by.as_deref(), Some("account 7"));
        store.drop().await;
    }
}
