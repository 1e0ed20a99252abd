//! Loads are one leaf, or neighbours, only where their indices say so: of two random indices with one base the
//! interpreter gives values that differ by the difference of their offsets, whatever the variables are.

#![allow(clippy::unwrap_used)]

use isotope_ir::interp::eval;
use isotope_ir::types::Type;
use isotope_ir::{Window, parse};
use proptest::prelude::*;
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::collections::BTreeMap;

/// Types that parts of an index have, narrow, unsigned and floating ones among them.
const TYPES: [&str; 8] = ["int32", "int32", "int64", "uint32", "uint8", "int8", "int16", "float32"];

/// Text of an expression of a type, from random choices; when they run out, it ends in leaves.
fn text(ty: &str, choices: &mut dyn Iterator<Item = u8>, depth: u32) -> String {
    let mut pick = |n: u8| choices.next().unwrap_or(0) % n;
    let choice = if depth == 0 { pick(3) } else { pick(12) };
    let name = ["x", "y", "z"][usize::from(pick(3))];
    let (one, two, other) = (pick(5), pick(6), TYPES[usize::from(pick(8))]);
    let mut part = |ty: &str| text(ty, choices, depth.saturating_sub(1));
    let whole = ty != "float32";
    match choice {
        // One name has one type.
        0 if ty == "int32" => name.to_owned(),
        0 => format!("({ty}){name}_{ty}"),
        1 if ty == "float32" => format!("{one}.5f"),
        1 => format!("({ty}){one}"),
        2 => format!("({ty})b_{ty}[{}]", if depth == 0 { "t".to_owned() } else { part("int32") }),
        3..=5 => format!("({} {} {})", part(ty), ["+", "-", "*"][usize::from(choice - 3)], part(ty)),
        6 if whole => format!("({} {} {})", part(ty), ["/", "%"][usize::from(one % 2)], part(ty)),
        7 if whole => format!("{ty}({})", part(other)),
        8 if whole && other != "float32" => format!("({ty})saturating_cast({})", part(other)),
        9 => format!("{}({}, {})", ["min", "max"][usize::from(one % 2)], part(ty), part(ty)),
        10 => format!("select({} < {}, {}, {})", part(other), part(other), part(ty), part(ty)),
        11 => {
            let value = part(ty);
            format!("(let k{two} = {value} in (k{two} + {}))", part(ty))
        }
        _ => format!("({} + {})", part(ty), part(ty)),
    }
}

/// The value of a window's root under values that depend on the leaf alone: its name, or what it loads.
fn value(window: &Window, seed: u64) -> Option<i128> {
    let leaf_values = |leaf: &isotope_ir::expr::Leaf| {
        // Gathers get names of their own; without an address nothing can be said of two texts.
        let key = leaf.load.as_ref().map_or(leaf.name.clone(), |l| format!("{}[{}", l.buffer, l.index()));
        let hash = blake3::hash(format!("{seed} {key}").as_bytes());
        let mut rng = StdRng::from_seed(*hash.as_bytes());
        let corner = [0, 1, 127, 128, 200, 255, 32768, 65535, 0x7fff_ffff, 0xffff_ffff][rng.random_range(0..10)];
        let bits: u64 = match rng.random_range(0..3) {
            0 => rng.random(),
            1 if leaf.ty.is_float() => u64::from((rng.random_range(-1000..1000) as f32 * 1e17f32).to_bits()),
            _ => corner,
        };
        vec![bits & isotope_ir::interp::mask(leaf.ty)]
    };
    let inputs: Vec<Vec<u64>> = window.graph.leaves.iter().map(leaf_values).collect();
    let bits = eval(window, &inputs).unwrap()[0].bits()?;
    Some(isotope_ir::interp::integer::value(bits, window.ty()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn one_base_is_one_value(first: [u8; 24], second: [u8; 24], wide: bool, change in 0usize..24, to: u8) {
        let ty = if wide { "int64" } else { "int32" };
        // Half of the pairs differ in one choice only.
        let mut near = first;
        near[change] = to;
        let second = if to % 2 == 0 { near } else { second };
        let texts = [first, second].map(|choices| text(ty, &mut choices.into_iter(), 3));
        let loads = texts.each_ref().map(|t| format!("(uint8x8)A[ramp({t}, ({ty})1, 8)]"));
        let Ok(window) = parse::parse_window(&format!("uint8x8 {} - {}", loads[0], loads[1])) else {
            return Err(TestCaseError::reject("two types of one name"));
        };
        let mut found = BTreeMap::new();
        let alone = texts.each_ref().map(|t| parse::parse_window(&format!("{ty} {t}")).unwrap());
        for (text, load) in texts.iter().zip(&loads) {
            let one = parse::parse_window(&format!("uint8x8 {load}")).unwrap();
            found.insert(text.clone(), one.graph.leaves[0].load.clone());
        }
        let [Some(a), Some(b)] = texts.each_ref().map(|t| found[t].clone()) else { return Ok(()) };
        prop_assert_eq!(window.graph.leaves.len() == 1, a == b, "{:?}", texts);
        // Names that are made for odd loads are of one text only.
        let made = alone.iter().any(|w| w.graph.leaves.iter().any(|l| l.name.starts_with('l') && l.load.is_none()));
        if a.base != b.base || made {
            return Ok(());
        }
        let modulus = 1i128 << Type::parse(ty).unwrap().bits;
        for seed in 0..24 {
            if let (Some(x), Some(y)) = (value(&alone[0], seed), value(&alone[1], seed)) {
                let difference = i128::from(a.offset) - i128::from(b.offset);
                prop_assert_eq!((x - y - difference).rem_euclid(modulus), 0, "{:?}: {} {}", texts, a.index(), b.index());
            }
        }
    }

    /// A window's text reads back to the same addresses.
    #[test]
    fn addresses_read_back(choices: [u8; 24], wide: bool, offset in any::<i32>()) {
        let ty = if wide { "int64" } else { "int32" };
        let text = text(ty, &mut choices.into_iter(), 3);
        let window = parse::parse_window(&format!("uint8x8 (uint8x8)A[ramp({text} + ({ty}){offset}, ({ty})1, 8)]"));
        let window = window.unwrap();
        let printed = isotope_ir::print::print(&window);
        let again = parse::parse_window(&printed).map_err(|e| TestCaseError::fail(format!("{e}\n{printed}")))?;
        prop_assert_eq!(window, again, "{}", printed);
    }
}
