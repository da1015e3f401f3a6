//! The contract finds what a kind lacks.

#[test]
#[should_panic(expected = "nobody owns what lacks the owner's column")]
fn records_that_nobody_owns_break_the_contract() {
    let mut kind = thirteenth_kind::supplier::kind();
    if let Some(create) = &mut kind.create {
        create.inputs.retain(|input| input.name != "user_id");
    }
    reinstate::testing::contract(kind);
}
