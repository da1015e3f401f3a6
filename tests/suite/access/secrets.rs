//! D3: the format of credentials, and what is stored of them.

use data_encoding::HEXLOWER;
use sea_orm::{ConnectionTrait, Statement};
use sha2::{Digest, Sha256};

use crate::{
    keys,
    support::{Engine, TestApp, apply, each_engine},
};

/// Everything the database contains: the rows of every table as text, or SQLite's files as bytes.
pub async fn stored(app: &TestApp) -> Vec<u8> {
    let database = &app.state.database;
    if app.engine == Engine::Sqlite {
        let path = app.url.trim_start_matches("sqlite://").trim_end_matches("?mode=rwc");
        let mut bytes = std::fs::read(path).unwrap();
        bytes.extend(std::fs::read(format!("{path}-wal")).unwrap_or_default());
        return bytes;
    }
    let query = |sql: String| Statement::from_string(database.backend(), sql);
    let tables = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = \
         current_schema()";
    let tables = database.operator().reader.query_all_raw(query(tables.to_owned())).await.unwrap();
    assert!(tables.len() > 15, "{} tables", tables.len());
    let mut bytes = Vec::new();
    for table in tables {
        let table: String = table.try_get_by_index(0).unwrap();
        let rows = query(format!("SELECT CAST(rows AS TEXT) FROM \"{table}\" AS rows"));
        for row in database.operator().reader.query_all_raw(rows).await.unwrap() {
            bytes.extend(row.try_get_by_index::<String>(0).unwrap().into_bytes());
        }
    }
    bytes
}

pub fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// D3, D4: of tokens and API keys, created and rotated ones too, only the SHA-256 is stored, even after
/// they were used; and the prefix and suffix shown of a key.
#[apply(each_engine!)]
async fn only_the_hash_of_a_credential_is_stored(app: TestApp, token: String) {
    let (uuid, first) = keys::create_key(&app, &token, &["*"]).await;
    let second = keys::value(&keys::rotate(&app, &token, &uuid, Some("PT1H")).await);
    for credential in [&token, &first, &second] {
        app.query(credential, "{ viewer { user { email } } }").await.data();
        let bytes = stored(&app).await;
        for piece in
            [credential, &credential[5..], &credential[..13], &credential[61..], &credential[9..41]]
        {
            assert!(!contains(&bytes, piece), "{credential}: {piece} is stored");
        }
        let hash = HEXLOWER.encode(&Sha256::digest(credential));
        assert!(contains(&bytes, &hash), "{credential}: its hash is not stored");
    }
}

/// D3: 256 random bits after a prefix.
#[apply(each_engine!)]
async fn tokens_are_random_and_have_a_prefix(app: TestApp) {
    let first = app.caller(1, &[]).await;
    let second = app.token("caller1@example.com", None).await;
    for token in [&first, &second] {
        let secret = token.strip_prefix("rsat_").unwrap();
        // 256 bits are 64 hexadecimal digits, or 43 characters of base 64.
        assert!(secret.len() >= 43, "{token}");
        assert!(secret.bytes().all(|byte| byte.is_ascii_graphic()), "{token}");
    }
    let same = first.bytes().zip(second.bytes()).skip(5).filter(|(one, two)| one == two);
    assert!(same.count() < 24, "{first} {second}");
}
