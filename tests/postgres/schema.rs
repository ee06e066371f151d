//! Either engine's schema has what the other's has.

use cydonia_tests::{Outside, Process, TestDatabase};

/// Every column of every table, in the order in which they are kept, and whether it may be empty.
async fn columns(data: &TestDatabase) -> Vec<(String, String, bool)> {
    Process::start(data, 0).await.kill().await;
    let columns = match data.open().await {
        Outside::Sqlite(mut connection) => {
            // What is a row's number there is never empty, though it does not say so.
            sqlx::query_as(
                "SELECT tables.name, columns.name, columns.\"notnull\" = 0 AND columns.pk = 0
                 FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
                 WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' AND tables.name NOT LIKE '_sqlx_%'
                 ORDER BY tables.name, columns.cid",
            )
            .fetch_all(&mut connection)
            .await
        }
        Outside::Postgres(mut connection) => sqlx::query_as(
            "SELECT table_name::text, column_name::text, is_nullable = 'YES' FROM information_schema.columns
                 WHERE table_schema = 'public' AND table_name NOT LIKE '_sqlx_%'
                 ORDER BY table_name::text COLLATE \"C\", ordinal_position",
        )
        .fetch_all(&mut connection)
        .await,
    };
    columns.expect("a schema")
}

#[tokio::test]
async fn both_schemas_have_the_same_tables_and_columns() {
    let (sqlite, postgres) = (TestDatabase::in_sqlite(), TestDatabase::empty().await);
    let of_sqlite = columns(&sqlite).await;
    assert!(postgres.url().is_some() && of_sqlite.len() > 20);
    assert_eq!(of_sqlite, columns(&postgres).await);
}

#[tokio::test]
async fn what_waits_to_be_sorted_in_is_compressed_by_lz4_where_the_server_can() {
    let data = TestDatabase::empty().await;
    Process::start(&data, 0).await.kill().await;
    let mut outside = data.open().await;
    let can = "SELECT count(*) FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)";
    let does = "SELECT count(*) FROM pg_attribute
                WHERE attrelid = 'intake'::regclass AND attname = 'body' AND to_jsonb(pg_attribute) ->> 'attcompression' = 'l'";
    assert_eq!(outside.number(does, None).await, outside.number(can, None).await);
}
