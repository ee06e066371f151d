//! What both engines have in common.

use super::{postgres, sqlite};

/// A step of the schema is written once for each engine, under the same number and the same name.
#[test]
fn both_engines_know_the_same_steps() {
    let [sqlite, postgres] = [&sqlite::MIGRATIONS, &postgres::MIGRATIONS].map(|migrations| {
        migrations.iter().map(|step| (step.version, step.description.clone())).collect::<Vec<_>>()
    });
    assert_eq!(sqlite, postgres);
    assert!(sqlite.iter().map(|(version, _)| *version).eq(1..=sqlite.len() as i64), "numbered without gaps");
}
