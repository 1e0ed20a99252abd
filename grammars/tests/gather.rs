//! Instructions that look bytes up put them into any order.

use isotope_dictionary::Gather;
use isotope_semantics::interp::{Bits, run};

/// Bytes of two registers by look-ups, as code generation joins them: `wanted` names a register and a byte.
fn looked_up(
    gather: &Gather,
    dictionary: &isotope_dictionary::Dictionary,
    tables: [&[u8]; 2],
    wanted: &[(usize, usize)],
) -> Vec<u8> {
    let semantics = |name: &str| dictionary.member(name).expect("it is named").semantics().expect("it reads");
    let (first, more) = (semantics(&gather.first), semantics(&gather.more));
    let bits = first.result.bits;
    let numbers: Vec<u8> = wanted.iter().map(|&(table, byte)| gather.banks[table].places[byte].number).collect();
    let mut joined: Option<Bits> = None;
    for (bank, table) in gather.banks.iter().zip(tables) {
        let mut selectors: Vec<u64> = bank.places.iter().map(|place| place.selector).collect();
        selectors.sort_unstable();
        selectors.dedup();
        for selector in selectors {
            let own = [Bits::from_bytes(&numbers, bits), Bits::from_bytes(table, bits), Bits::from_u64(selector, 32)];
            let operands: Vec<Bits> = joined.iter().cloned().chain(own).collect();
            let semantics = if joined.is_some() { &more } else { &first };
            joined = Some(run(semantics, &operands).expect("it runs"));
        }
    }
    joined.expect("there is a bank").to_bytes()
}

#[test]
fn bytes_of_two_registers_are_looked_up_in_any_order() {
    let mut seen = 0;
    for set in isotope_grammars::embedded().iter() {
        let Some(gather) = set.dictionary().gather() else { continue };
        seen += 1;
        assert_eq!(gather.banks.len(), 2, "{}", set.manifest().title);
        for bank in &gather.banks {
            assert!(bank.places.iter().all(|place| place.number != bank.nowhere));
        }
        let tables =
            [3u8, 91].map(|by| (0..gather.bytes).map(|at| (at as u8).wrapping_mul(by) ^ by).collect::<Vec<u8>>());
        for by in [1, 5, 37, 120] {
            let source = |at: usize| (at * by / 3 % 2, at * by * by % gather.bytes);
            let wanted: Vec<(usize, usize)> = (0..gather.bytes).map(source).collect();
            let expected: Vec<u8> = wanted.iter().map(|&(table, byte)| tables[table][byte]).collect();
            assert_eq!(looked_up(gather, set.dictionary(), [&tables[0], &tables[1]], &wanted), expected, "by {by}");
        }
    }
    assert!(seen > 0, "no set names what looks bytes up");
}
