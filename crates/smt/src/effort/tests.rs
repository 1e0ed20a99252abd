use super::*;

#[test]
fn a_budget_is_spent_to_its_last_unit_and_not_further() {
    let effort = Effort::new(10, &|| false);
    assert_eq!((effort.spend(10), effort.left()), (Ok(()), 0));
    assert_eq!(effort.spend(1), Err(Ended::Budget));
    assert_eq!(effort.spend(0), Err(Ended::Budget), "what has ended stays so");
}

#[test]
fn looks_are_so_many_units_apart() {
    let looks = Cell::new(0);
    let stopped = || {
        looks.set(looks.get() + 1);
        looks.get() > 3
    };
    let effort = Effort::new(u64::MAX, &stopped);
    while effort.spend(7).is_ok() {}
    assert_eq!(effort.ended(), Some(Ended::Stopped));
    assert!(effort.spent() <= 3 * (BETWEEN_LOOKS + 7) + 7, "{}", effort.spent());
}

#[test]
fn a_part_that_is_used_up_leaves_the_rest() {
    let effort = Effort::new(100, &|| false);
    let part = effort.part(40);
    while part.spend(1).is_ok() {}
    effort.joined(&part);
    assert_eq!((effort.spent(), effort.ended()), (41, None));
    assert_eq!(effort.part(1000).left(), 59);
}
