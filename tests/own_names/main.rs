//! A table that another program made, as a kind: `parts`, found by `part_number`, deleted by `removed_at`.

mod entity;
mod migration;
mod part;

#[test]
fn a_table_with_names_of_its_own_keeps_the_contract() {
    reinstate::testing::contract(part::kind());
}
