//! Why a member is in its class: what had to be done to its text before it was the class's, and how the two were shown to be equal.

use crate::body::Numbers;

/// Where the kind of a write mask stands among a member's numbers, after bits, lanes and zeros.
const MASKED: usize = 3;

/// Why a member with these numbers is in its class, in words.
///
/// `program` is whether the class's text is a program, `merged` the line that its own text was, and `proved` whether Z3 was needed.
pub fn reason(program: bool, numbers: &[Numbers], merged: Option<&str>, proved: bool) -> String {
    if program {
        return "the class's program with other numbers is its own".to_owned();
    }
    let Some(first) = numbers.first() else {
        return "its text is the class's, too large to be written out".to_owned();
    };
    let mut how = match (merged, proved) {
        (Some(_), _) => vec!["another text, equal by Z3"],
        (None, true) => vec!["the same text, equal by Z3"],
        (None, false) => vec!["the same text, the same terms"],
    };
    how.extend(steps(first));
    if numbers.len() > 1 {
        how.push("an immediate chooses numbers");
    }
    how.join("; ")
}

/// The canonical steps that its numbers tell of.
fn steps(numbers: &Numbers) -> Vec<&'static str> {
    let at = |place: usize| numbers.values.get(place).copied().unwrap_or(0);
    let mut found = Vec::new();
    if at(1) > 1 {
        found.push("rolled over lanes");
    }
    if at(2) > 0 {
        found.push("zeros above");
    }
    if let Some(kind) = at(MASKED).checked_sub(1) {
        found.push(match (kind & 4 == 4, kind & 2 == 2) {
            (false, false) => "mask taken off",
            (false, true) => "inverted mask taken off",
            (true, false) => "mask of pieces taken off",
            (true, true) => "inverted mask of pieces taken off",
        });
    }
    if !numbers.order.is_sorted() {
        found.push("operands in another order");
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(order: &[usize], values: &[u64]) -> Numbers {
        Numbers { order: order.to_vec(), values: values.to_vec(), ..Numbers::default() }
    }

    #[test]
    fn what_was_done_is_said() {
        let plain = [numbers(&[0, 1], &[16, 1, 0, 0, 1])];
        assert_eq!(reason(false, &plain, None, false), "the same text, the same terms");
        let wide = [numbers(&[1, 0], &[16, 4, 2, 2, 1, 0, 1])];
        assert_eq!(
            reason(false, &wide, None, true),
            "the same text, equal by Z3; rolled over lanes; zeros above; mask taken off; operands in another order"
        );
        let pieces = [numbers(&[0], &[16, 1, 0, 8, 1, 0, 2, 1]), numbers(&[0], &[16, 1, 0, 8, 1, 0, 2, 1])];
        let said = reason(false, &pieces, Some("x0 : x0"), true);
        assert_eq!(said, "another text, equal by Z3; inverted mask of pieces taken off; an immediate chooses numbers");
        assert!(reason(true, &plain, None, false).contains("program"));
        assert!(reason(false, &[], None, false).contains("too large"));
    }
}
