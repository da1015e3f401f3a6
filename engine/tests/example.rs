//! The example answers its documents.

#![allow(dead_code, clippy::unwrap_used, reason = "the example has a main function")]

#[path = "../examples/books.rs"]
mod books;

#[tokio::test]
async fn books_have_their_authors() {
    let documents = books::documents().unwrap();
    let expected = r#"{"data":{"a":[{"by":{"name":"Jane Austen"},"title":"Emma"},"#;
    let found = books::respond(&documents, "{ a: books { by: author { name } title } }").await;
    assert!(found.starts_with(expected), "{found}");
    let refused = books::respond(&documents, "{ books { titel } }").await;
    assert!(refused.contains("Did you mean `title`?"), "{refused}");
}
