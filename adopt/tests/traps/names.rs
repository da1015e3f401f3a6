//! Columns that are called as rows, columns and variables of our own statements are.

use adopt::{
    Having, Place, Wanted, Writing, Written, present_row, present_rows, row_history, write_row,
};
use serde_json::{Map, json};

use super::{
    Store,
    all::{AGAIN, ALL},
};

/// What our statements call things, and their triggers; reserved words aside.
const NAMES: &str = "a action after at b before c d deleted differ f first g h hidden i image is_left k kept key keys kind \
    l label last m most n name names net number o old_ p page part place plain q r relation removed role rows s source \
    statement t transaction transaction_ u undone_at v value version w was written x xmin_ y z";

/// Each is found, shown, written, recorded and taken back like any other.
#[tokio::test]
async fn columns_may_have_the_names_of_ours() {
    // Rows with JSON are recorded by other triggers.
    let stores = [
        (Store::postgres().await, ""),
        (Store::postgres().await, ", \"json\" json"),
        (Some(Store::sqlite().await), ""),
    ];
    for (store, further) in stores {
        let Some(store) = store else { continue };
        let names: Vec<&str> = NAMES.split_whitespace().collect();
        let columns: Vec<_> = names.iter().map(|it| format!("\"{it}\" INT")).collect();
        // The key too, so that both are compared by each other's names.
        let values = vec!["7"; names.len()].join(", ");
        store
            .run(&format!(
                "CREATE TABLE x ({}{further}, PRIMARY KEY (\"v\", \"r\")); INSERT INTO x VALUES ({values})",
                columns.join(", ")
            ))
            .await;
        store.adopt(ALL).await;
        let key = ["7".to_owned(), "7".to_owned()];
        let row = present_row(&store.database, ("x", None), &key).await.unwrap().unwrap();
        for column in &names {
            let having = Some(Having { column, value: Some("7") });
            let found = present_rows(&store.database, ("x", None), having, None, 5).await.unwrap();
            assert_eq!(found, std::slice::from_ref(&row), "{column}");
        }
        let after = Some(Place::parse(&row.place.to_string()).unwrap());
        assert_eq!(
            present_rows(&store.database, ("x", None), None, after.as_ref(), 5).await.unwrap(),
            []
        );
        let values: Map<_, _> = names.iter().map(|it| ((*it).to_owned(), json!(7))).collect();
        let others: Map<_, _> = values
            .iter()
            .filter(|(it, _)| !["v", "r"].contains(&&***it))
            .map(|(it, _)| (it.clone(), json!(8)))
            .collect();
        let change = Writing {
            kind: "x",
            key: Some(&key),
            values: &others,
            expects: None,
            by: "account 7",
            own: None,
        };
        assert!(matches!(write_row(&store.database, change).await.unwrap(), Written::Row(_)));
        let mut new = values.clone();
        new.insert("v".to_owned(), json!(9));
        let create = Writing {
            kind: "x",
            key: None,
            values: &new,
            expects: None,
            by: "account 7",
            own: None,
        };
        assert!(matches!(write_row(&store.database, create).await.unwrap(), Written::Row(_)));
        store.run("DELETE FROM x WHERE \"v\" = 7").await;
        let of = ("x", &["v", "r"].map(str::to_owned)[..], None);
        let history = row_history(&store.database, of, &key, i64::MAX, 9).await.unwrap();
        assert_eq!(history.len(), 2, "{history:?}");
        let wanted = Wanted { changes: true, ..Wanted::default() };
        let undone = adopt::undo(&store.database, &wanted, false).await.unwrap();
        for outcome in &undone.outcomes {
            assert!(
                outcome.reason.as_ref().is_none_or(|it| it.to_string() == AGAIN),
                "{outcome:?}"
            );
            assert_eq!(outcome.remark, None);
        }
        let rows = present_rows(&store.database, ("x", None), None, None, 5).await.unwrap();
        assert_eq!(rows.iter().map(|it| &it.values).collect::<Vec<_>>(), [&row.values]);
        store.drop().await;
    }
}
