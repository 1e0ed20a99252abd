//! Every plan's kernel is what the statement says.

#![allow(clippy::unwrap_used)]

use isotope_contraction::{Contraction, Machine, Plan, candidates, kernel, plain, recognise, statement};
use isotope_kernel::check::{CheckError, Options, Verdict, check};
use isotope_mlir::read;
use std::collections::BTreeMap;

/// A processor with few registers and small caches, so that small sizes have blocks.
pub const SMALL: Machine = Machine { register_bits: 128, registers: 16, caches: [1, 2] };

/// `i=8,j=12`
pub fn sizes(text: &str) -> BTreeMap<String, u64> {
    let each = text.split(',').map(|one| one.split_once('=').unwrap());
    each.map(|(name, size)| (name.to_owned(), size.parse().unwrap())).collect()
}

pub fn contraction(text: &str, of: &str) -> Contraction {
    statement(text, "f", &sizes(of), true).unwrap_or_else(|error| panic!("{error}"))
}

pub fn tested(before: &str, after: &str) -> Result<Verdict, CheckError> {
    let [before, after] = [before, after].map(|text| read(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
    check(&before, &after, &Options::default())
}

/// Statements with the sizes of their dimensions.
pub const STATEMENTS: [(&str, &str); 39] = [
    ("i32 C[i,j] += s16 A[i,k] * s16 B[k,j]", "i=31,j=67,k=63"),
    ("i32 C[i,j] += u8 A[i,k] * s8 B[k,j]", "i=7,j=13,k=21"),
    ("i32 C[i,j] += u8 A[i,k] * s8 B[k,j]", "i=12,j=16,k=32"),
    ("i32 C[i,j] += s16 A[i,k] * s16 B[k,j]", "i=9,j=22,k=35"),
    ("i32 C[i,j] += s8 A[k,i] * s8 B[j,k]", "i=5,j=9,k=10"),
    ("f32 C[i,j] += f32 A[i,k] * f32 B[k,j]", "i=9,j=23,k=17"),
    ("f64 C[i,j] += f64 A[i,k] * f64 B[k,j]", "i=4,j=7,k=5"),
    ("i32 C[i,j] += u8 A[i,k] * s8 B[k,j]", "i=1,j=32,k=16"),
    ("i32 O[y,x,o] += u8 I[y+dy,x+dx,c] * s8 W[dy,dx,c,o]", "y=3,x=6,o=9,dy=3,dx=3,c=4"),
    ("i32 O[y,x,c] += u8 I[2*y+dy,x+dx,c] * s8 W[dy,dx,c]", "y=3,x=6,c=8,dy=3,dx=2"),
    ("i32 O[b,i,j] += s16 A[b,i,k] * s16 B[b,k,j]", "b=3,i=5,j=8,k=6"),
    ("i32 Y[i] += s8 A[i,k] * s8 X[k]", "i=11,k=12"),
    ("i16 C[i,j] += u8 A[i,k] * u8 B[k,j]", "i=6,j=17,k=9"),
    ("i32 C[i,j] = u8 A[i,k] * s8 B[k,j]", "i=7,j=13,k=121"),
    ("f32 C[i,j] = f32 A[i,k] * f32 B[k,j]", "i=9,j=23,k=17"),
    ("i32 O[y,x,o] = u8 I[y+dy,x+dx,c] * s8 W[dy,dx,c,o]", "y=3,x=6,o=9,dy=3,dx=3,c=4"),
    ("i32 C[i,j] += (u8 A[i,k] - 128) * s8 B[k,j]", "i=7,j=21,k=13"),
    ("i32 O[y,x,c] = (u8 I[y+dy,x+dx,c] - 255) * (s8 W[dy,dx,c] + 128)", "y=3,x=6,c=9,dy=3,dx=2"),
    ("i16 C[i,j] += (u8 A[i,k] - 3) * (u8 B[j,k] - 200)", "i=6,j=17,k=9"),
    ("i32 C[i,j] += s8 A[i,k] * s8 B[k,j]", "i=7,j=21,k=27"),
    ("i32 C[i,j] = (s8 A[i,k] + 7) * (s8 B[k,j] - 9)", "i=7,j=21,k=27"),
    ("i32 O[y,x,o] += (u8 I[y+dy,x+dx,c] - 128) * s8 W[dy,dx,c,o]", "y=3,x=6,o=9,dy=3,dx=3,c=9"),
    ("i16 C[a] += (u8 A[b+2*c,a] - 90) * (s8 B[2*b,a] + 99)", "a=10,b=10,c=4"),
    ("i32 C[b,i,j] += u8 A[b,i,k] * u8 B[b,k,j]", "b=3,i=5,j=8,k=6"),
    ("i32 C[i+2,j+3] = s16 A[i,k] * s16 B[k,j]", "i=5,j=11,k=6"),
    ("i32 M[i,j] += s16 T[i,k,l] * s16 A[k,j] * s16 B[l,j]", "i=7,j=21,k=5,l=27"),
    ("i32 M[i,j] = s16 T[i,k,l] * s16 A[k,j] * s16 B[l,j]", "i=12,j=16,k=3,l=130"),
    ("i64 M[i,j] += s16 A[k,j] * s16 B[l,j] * s16 T[i,k,l]", "i=5,j=9,k=3,l=7"),
    ("i32 Q[y,x,c] = (u8 I[y+dy,x,c] - 9) * s8 V[dy,c] * (s8 S[y] + 100)", "y=3,x=5,c=9,dy=3"),
    ("i32 C[i] += s16 A[i,k] * s16 B[k,i] * u8 D[k]", "i=13,k=21"),
    ("i32 C[i,j] += s8 A[i,k] * s8 B[k,j] * (u8 D[m,j] - 200)", "i=6,j=13,k=22,m=3"),
    ("f32 M[i,j] += f32 T[i,k,l] * f32 A[k,j] * f32 B[l,j]", "i=5,j=9,k=4,l=6"),
    ("i32 C[b,i,j] += u8 A[b,i,k] * s8 B[b,k,j] * s16 D[i,m]", "b=2,i=5,j=8,k=24,m=3"),
    ("i32 C[i,j] += u8 A[i,k] in 0..127 * s8 B[k,j]", "i=7,j=21,k=27"),
    ("i32 C[i,j] = s8 A[k,i] * u8 B[j,k] in 0..100", "i=5,j=9,k=18"),
    ("i32 O[y,x,o] += (u8 I[y+dy,x+dx,c] in 0..127 - 3) * s8 W[dy,dx,c,o]", "y=3,x=6,o=9,dy=3,dx=3,c=9"),
    ("i32 C[i,j] += u8 A[i,k] * s8 B[k,j] in -64..63", "i=7,j=21,k=27"),
    ("i32 C[i,j] += s8 A[k,i] in -90..-1 * s8 B[k,j] in -100..99", "i=9,j=13,k=16"),
    ("i64 M[i,j] += s16 T[i,k,l] in 0..4095 * s16 A[k,j] * s16 B[l,j]", "i=5,j=9,k=3,l=7"),
];

/// All statements, and those with ranges that begin at 0 with masks in place of them.
fn contractions() -> Vec<(String, Contraction)> {
    let mut all: Vec<_> =
        STATEMENTS.iter().map(|(text, of)| (format!("{text}, {of}"), contraction(text, of))).collect();
    for (text, ranged) in all.clone() {
        let mut masked = ranged.clone();
        for array in masked.arrays.iter_mut().filter(|array| array.range.is_some_and(|(low, _)| low == 0)) {
            array.used = array.range.take().map(|(_, high)| high.ilog2() + 1);
        }
        if masked != ranged {
            all.push((format!("{text}, masked"), masked));
        }
    }
    all
}

#[test]
fn plans_are_equal_to_their_statements() {
    plans_are_equal(20);
}

#[test]
#[ignore = "slow: three hundred plans of each statement"]
fn many_plans_are_equal_to_their_statements() {
    plans_are_equal(300);
}

/// Compares so many plans of each statement with it.
fn plans_are_equal(most: usize) {
    let (mut count, mut scaled, mut pairs, mut beside) = (0, 0, [0; 2], [0; 3]);
    for (text, contraction) in contractions() {
        let plans = candidates(&contraction, SMALL);
        assert!(!plans.is_empty(), "{text}");
        let before = plain(&contraction);
        // Spread evenly.
        for plan in plans.iter().step_by(plans.len().div_ceil(most)) {
            let after = kernel(&contraction, plan).text;
            let verdict = tested(&before, &after);
            let is_equal = matches!(verdict, Ok(Verdict::Identity(_)));
            assert!(is_equal, "{text}: {}\n{verdict:?}\n{after}", plan.describe(&contraction));
            count += 1;
            scaled += usize::from(plan.scales(&plan.arranged(&contraction)));
            let has_masks = contraction.arrays.iter().any(|array| array.used.is_some());
            pairs[usize::from(has_masks)] += usize::from(plan.has_pairs);
            beside[(0..2).filter(|at| plan.taken_out(&contraction, *at).is_some()).count()] += 1;
        }
    }
    assert!(count > 100, "{count}");
    // A third factor multiplies sums.
    assert!(scaled > 100, "{scaled}");
    // Products of bytes are added in pairs where their ranges, or masks, allow it.
    assert!(pairs[0] > 3 && pairs[1] > 1, "{pairs:?}");
    // Offsets of one factor and of both are taken out by sums beside the other one's panels.
    assert!(beside[1] > 20 && beside[2] > 4, "{beside:?}");
}

/// Kernels in parts: what is equal has no two parts that touch one cell, and parts that do are a race.
#[test]
fn parts_of_kernels_are_equal_and_apart() {
    let (mut parts, mut races) = (0, 0);
    for (text, of) in STATEMENTS {
        let contraction = Contraction { is_parallel: true, ..contraction(text, of) };
        let plans = candidates(&contraction, SMALL);
        let before = plain(&contraction);
        for plan in plans.iter().step_by(plans.len().div_ceil(8)) {
            let after = kernel(&contraction, plan).text;
            let verdict = tested(&before, &after);
            let is_equal = matches!(verdict, Ok(Verdict::Identity(_)));
            assert!(is_equal, "{text}, {of}: {}\n{verdict:?}\n{after}", plan.describe(&contraction));
            let Some((head, tail)) = after.split_once("\"affine.parallel\"") else { continue };
            parts += 1;
            // One part more than there are, which begins where the first does.
            let (_, counter) = tail.split_once("^bb0(").unwrap();
            let (counter, _) = counter.split_once(':').unwrap();
            let (bounds, body) = tail.split_once("({\n").unwrap();
            let (block, body) = body.split_once('\n').unwrap();
            let same = format!(
                "\"affine.apply\"({counter}x) <{{map = affine_map<(d0) -> (d0 floordiv 2)>}}> : (index) -> index"
            );
            let block = block.replace(counter, &format!("{counter}x"));
            let overlapping = format!("{head}\"affine.parallel\"{bounds}({{\n{block}\n{counter} = {same}\n{body}");
            races += match tested(&before, &overlapping) {
                Ok(Verdict::Different(found)) if found.cell.contains("a race for arg") => 1,
                other => panic!("{text}: {other:?}"),
            };
        }
    }
    assert!(parts > 50 && races == parts, "{races} of {parts}");
}

#[test]
fn floats_are_added_in_the_order_of_the_loops_unless_they_may_be_in_any() {
    let statements = [
        ("f32 C[i,j] += f32 A[i,k] * f32 B[k,j]", "i=9,j=23,k=47"),
        ("f32 C[i,j] = f32 A[k,i] * f32 B[j,k]", "i=5,j=9,k=10"),
        ("f64 O[y,x,o] += f64 I[y+dy,x+dx,c] * f64 W[dy,dx,c,o]", "y=2,x=5,o=6,dy=3,dx=3,c=20"),
    ];
    let (mut ordered, mut free) = (0, 0);
    for (text, of) in statements {
        let in_order = statement(text, "f", &sizes(of), false).unwrap();
        let before = plain(&in_order);
        let is_shown = |plan: &Plan| matches!(tested(&before, &kernel(&in_order, plan).text), Ok(Verdict::Identity(_)));
        for plan in candidates(&in_order, SMALL) {
            assert!(is_shown(&plan), "{text}: {}", plan.describe(&in_order));
            ordered += 1;
        }
        // A program that goes through its dimensions in another order is another program.
        let any = candidates(&contraction(text, of), SMALL);
        free += any.iter().filter(|plan| !is_shown(plan)).count();
    }
    assert!(ordered > 20 && free > 20, "{ordered} in order, {free} in another");
}

#[test]
fn a_statement_is_read_from_its_own_loops() {
    // A dimension of one iteration is no loop.
    for (text, contraction) in contractions().into_iter().filter(|(text, _)| !text.contains("=1,")) {
        let read =
            recognise(&read(&plain(&contraction)).unwrap(), None).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((&read.factors, &read.result), (&contraction.factors, &contraction.result), "{text}");
        assert_eq!(read.third, contraction.third, "{text}");
        let sizes = |of: &Contraction| of.dims.iter().map(|dim| dim.size).collect::<Vec<_>>();
        let arrays = |of: &Contraction| {
            of.arrays.iter().map(|of| (of.number, of.used, of.range, of.shape.clone())).collect::<Vec<_>>()
        };
        assert_eq!((sizes(&read), arrays(&read)), (sizes(&contraction), arrays(&contraction)), "{text}");
        assert_eq!((read.sets, read.zeros), (contraction.sets, contraction.zeros), "{text}");
    }
}
