//! Parts keep the contract of all kinds.

#[test]
fn parts_keep_the_contract() {
    reinstate::testing::contract(existing_table::part::kind());
}
