//! Suppliers keep the contract of all kinds.

#[test]
fn suppliers_keep_the_contract() {
    reinstate::testing::contract(thirteenth_kind::supplier::kind());
}
