//! Regroupings: what are translates, that regrouped forms have the values of what they regroup, and that programs made of
//! them compute their windows.

use crate::dictionary::targets;
use crate::support::{agree, bare, unbounded};
use isotope_ir::parse::parse_window;
use isotope_ir::window::Window;
use isotope_program::concrete::{ByTerms, NoInstructions};
use isotope_program::{Generic, Origin, Program, Step, StepOp};
use isotope_search::form::{Form, Id};
use isotope_search::propose;
use isotope_search::streams::{LaneProgram, read};
use isotope_smt::concrete::Samples;
use std::collections::{BTreeMap, BTreeSet};

/// Loads of a stencil of bytes: `rows` rows, and columns as far to the left as to the right.
fn loads(rows: usize, columns: i64, lanes: u32) -> (String, Vec<String>) {
    let (mut text, mut names) = (String::new(), vec![]);
    for row in 0..rows {
        for column in 0..columns {
            let place = column - columns / 2;
            text += &format!("let v{row}_{column} : uint8x{lanes} = load B[t{row} + {place}, stride 1]\n");
            names.push(format!("(uint8x{lanes})v{row}_{column}"));
        }
    }
    (text, names)
}

/// The greatest of a square of bytes.
fn dilated(side: usize, lanes: u32) -> Window {
    let (text, names) = loads(side, side as i64, lanes);
    let greatest = names.into_iter().reduce(|a, b| format!("(uint8x{lanes})max({a}, {b})")).unwrap();
    parse_window(&format!("{text}uint8x{lanes} {greatest}\n")).unwrap()
}

/// A square of bytes times weights, rounded down to a byte.
fn weighted(weights: &[&[u32]], divisor: u32, lanes: u32) -> Window {
    let (text, names) = loads(weights.len(), weights[0].len() as i64, lanes);
    let product = |(name, weight): (String, &u32)| format!("uint16x{lanes}({name})*x{lanes}((uint16){weight})");
    let products = names.into_iter().zip(weights.iter().copied().flatten()).map(product);
    let sum = products.reduce(|a, b| format!("({a} + {b})")).unwrap();
    parse_window(&format!("{text}uint8x{lanes} uint8x{lanes}({sum} / x{lanes}((uint16){divisor}))\n")).unwrap()
}

fn gaussian5(lanes: u32) -> Window {
    weighted(
        &[&[1, 4, 6, 4, 1], &[4, 16, 24, 16, 4], &[6, 24, 36, 24, 6], &[4, 16, 24, 16, 4], &[1, 4, 6, 4, 1]],
        8,
        lanes,
    )
}

fn box3(lanes: u32) -> Window {
    weighted(&[&[1, 1, 1], &[1, 1, 1], &[1, 1, 1]], 9, lanes)
}

/// The greatest or the sum of neighbours in a row.
fn row(sums: bool, columns: i64, lanes: u32) -> Window {
    let (text, names) = loads(1, columns, lanes);
    let wide = |name: String| if sums { format!("uint16x{lanes}({name})") } else { name };
    let join = |a, b| if sums { format!("({a} + {b})") } else { format!("(uint8x{lanes})max({a}, {b})") };
    let value = names.into_iter().map(wide).reduce(join).unwrap();
    parse_window(&format!("{text}uint{}x{lanes} {value}\n", if sums { 16 } else { 8 })).unwrap()
}

fn lane_program(window: &Window) -> LaneProgram {
    read(&window.graph, window.root, &[], &unbounded()).unwrap()
}

/// Where the forms of each class of computed translates begin to read.
fn places(program: &LaneProgram) -> Vec<BTreeSet<i64>> {
    let mut classes = BTreeMap::<u32, BTreeSet<i64>>::new();
    for id in program.forms.all() {
        let translate = program.translates.of(id).unwrap();
        if let Some(at) = translate.at.filter(|_| program.stream(id).is_none()) {
            classes.entry(translate.class).or_default().insert(at);
        }
    }
    classes.into_values().collect()
}

#[test]
fn regrouped_forms_have_the_values_of_what_they_regroup() {
    let mut made = 0;
    let squares =
        [dilated(3, 16), dilated(5, 16), gaussian5(16), box3(16), weighted(&[&[1, 2, 1], &[3, 7, 5]], 21, 16)];
    let rows = (4..10).flat_map(|columns| [row(true, columns, 16), row(false, columns, 16)]);
    for window in squares.into_iter().chain(rows) {
        let program = lane_program(&window);
        for (id, found) in &program.regrouped {
            for other in found {
                assert_eq!(program.forms.values(*other), program.forms.values(*id), "{:?}", program.forms.form(*id));
                made += 1;
            }
        }
    }
    assert!(made >= 6 + 12, "{made}");
}

/// The columns of this square count once, twice and once: a quarter of a constant may be in each, if it has quarters.
#[test]
fn a_constant_is_beside_columns_or_in_them() {
    let (text, names) = loads(3, 3, 16);
    let weights = [1, 2, 1, 2, 4, 2, 1, 2, 1];
    let product = |(name, weight): (String, i32)| format!("uint16x16({name})*x16((uint16){weight})");
    let sum = names.into_iter().zip(weights).map(product).reduce(|a, b| format!("({a} + {b})")).unwrap();
    for (constant, ways) in [(24i128, 2), (32, 2), (6, 1), (0, 1)] {
        let window = parse_window(&format!("{text}uint16x16 {sum} + x16((uint16){constant})\n")).unwrap();
        let program = lane_program(&window);
        let as_sum = |id: &Id| match program.forms.form(*id) {
            Form::Sum(terms, k) => Some((terms.clone(), *k)),
            _ => None,
        };
        let (_, ways_found) = program
            .regrouped
            .iter()
            .find(|(id, _)| as_sum(id).is_some_and(|s| s.0.len() == 9 && s.1 == constant))
            .unwrap();
        // A sum of columns has sums where others have loads.
        let by_columns =
            |(terms, k): (Vec<(i128, Id)>, i128)| terms.iter().all(|t| program.stream(t.1).is_none()).then_some(k);
        let found: BTreeSet<i128> = ways_found.iter().filter_map(as_sum).filter_map(by_columns).collect();
        let expected: BTreeSet<i128> = [constant, if ways == 2 { 0 } else { constant }].into();
        assert_eq!(found, expected, "{constant}");
        for (id, others) in &program.regrouped {
            assert!(others.iter().all(|other| program.forms.values(*other) == program.forms.values(*id)));
        }
    }
}

#[test]
fn columns_of_a_square_are_translates() {
    for (window, side) in [(dilated(5, 32), 5), (gaussian5(32), 5), (dilated(3, 32), 3)] {
        let program = lane_program(&window);
        let most = places(&program).into_iter().max_by_key(BTreeSet::len).unwrap();
        let first = most.first().copied().unwrap();
        assert_eq!(most.len(), side, "{most:?}");
        assert!(most.iter().copied().eq(first..first + side as i64), "{most:?}");
        assert!(program.translates.is_any_between());
    }
}

/// Of six neighbours three pairs begin two places after one another; of five, four begin one place after four.
#[test]
fn neighbours_are_pairs_that_are_translates() {
    for (window, columns) in [(row(true, 6, 32), 6), (row(false, 5, 32), 5)] {
        let program = lane_program(&window);
        let pairs = places(&program).into_iter().max_by_key(BTreeSet::len).unwrap();
        assert!(pairs.len() >= columns / 2, "{pairs:?}");
    }
    let of_three = lane_program(&row(true, 3, 32));
    assert!(of_three.regrouped.values().flatten().all(|other| of_three.forms.values(*other).len() > 1));
    assert!(places(&of_three).iter().all(|places| places.len() < 2), "a pair of three neighbours helps nobody");
}

#[test]
fn operands_in_other_roles_are_no_translates() {
    // a - b and b' - a' read the same places, and a - b and a' - c' do not.
    let text = "let a : uint8x16 = load B[t, stride 1]\nlet b : uint8x16 = load B[t + 3, stride 1]\n\
                let c : uint8x16 = load B[t + 1, stride 1]\nlet d : uint8x16 = load B[t + 4, stride 1]\n\
                let e : uint8x16 = load B[t + 5, stride 1]\n";
    let differences = |other: &str| {
        let first = "absd(uint16x16((uint8x16)a) - uint16x16((uint8x16)b), x16((uint16)7))";
        let second = format!("absd({other}, x16((uint16)7))");
        let window = parse_window(&format!("{text}uint16x16 (uint16x16){first} * (uint16x16){second}\n")).unwrap();
        places(&lane_program(&window)).into_iter().filter(|places| places.len() > 1).count()
    };
    let as_it_is = differences("uint16x16((uint8x16)c) - uint16x16((uint8x16)d)");
    let turned = differences("uint16x16((uint8x16)d) - uint16x16((uint8x16)c)");
    let further = differences("uint16x16((uint8x16)c) - uint16x16((uint8x16)e)");
    assert!(as_it_is > 0, "the control has translates");
    assert_eq!((turned, further), (0, 0));
}

#[test]
fn what_is_the_same_in_every_lane_stays_where_it_is() {
    let (text, names) = loads(1, 3, 16);
    let shared = |name: &String| format!("(uint16x16({name}) * uint16x16(x16((uint8)k)))");
    let sum = names.iter().map(shared).reduce(|a, b| format!("({a} + {b})")).unwrap();
    let program = lane_program(&parse_window(&format!("{text}uint16x16 {sum}\n")).unwrap());
    let uniform = program.forms.all().into_iter().filter(|id| program.is_uniform(*id));
    assert!(uniform.map(|id| program.translates.of(id).unwrap().at).all(|at| at.is_none()));
}

#[test]
fn carry_save_sums_have_fewer_terms_to_widen() {
    let program = lane_program(&box3(16));
    let terms = |id: Id| match program.forms.form(id) {
        Form::Sum(terms, _) => Some(terms.len()),
        _ => None,
    };
    let (id, found) = program.regrouped.iter().find(|(id, _)| terms(**id) == Some(9)).expect("a sum of nine");
    let fewest = found.iter().filter_map(|other| terms(*other)).min();
    // Nine ones are three and three twos, these are one, three and a four, and these a one, a two and two fours.
    assert!(fewest.is_some_and(|n| n <= 4), "{fewest:?} of {id:?}");
}

/// Nine bytes as four that are widened: two instructions for each of five additions, of which two add what the others gave.
#[test]
fn carry_save_additions_are_truth_tables_where_there_are_such() {
    for (name, target) in targets() {
        let window = box3(64);
        let proposal = propose(&window.graph, window.root, target, &[], &unbounded()).unwrap();
        let counted = |program: &Program, part: &str| {
            let is = |step: &&Step| matches!(&step.op, StepOp::Instruction { name, .. } if name.contains(part));
            program.steps.iter().filter(is).count()
        };
        let tables =
            proposal.candidates.iter().map(|c| (counted(&c.program, "ternarylogic"), counted(&c.program, "maddubs")));
        let found: BTreeSet<(usize, usize)> = tables.collect();
        let is_there = target.registers().bits == 512;
        assert_eq!(found.contains(&(10, 4)), is_there, "{name}: {found:?}");
    }
}

/// The loads that a program makes.
fn loads_of(program: &Program) -> usize {
    program.params.iter().filter(|param| matches!(param.origin, Origin::Load(_) | Origin::Leaf(_))).count()
}

#[test]
fn programs_of_regroupings_compute_their_windows() {
    let mut random = Samples::new(21);
    for lanes in [64, 16, 4] {
        for window in [dilated(5, lanes), gaussian5(lanes), box3(lanes), row(true, 7, lanes), row(false, 7, lanes)] {
            let of_bare = propose(&window.graph, window.root, &bare(), &[], &unbounded()).unwrap();
            for candidate in &of_bare.candidates {
                agree(&window, &candidate.program, &NoInstructions, &mut random);
            }
            let (_, target) = &targets()[1];
            let proposal = propose(&window.graph, window.root, target, &[], &unbounded()).unwrap();
            for candidate in &proposal.candidates {
                agree(&window, &candidate.program, &ByTerms(target), &mut random);
            }
        }
    }
}

/// The maxima that a program computes.
fn maxima(program: &Program) -> usize {
    let is_maximum = |step: &&Step| match &step.op {
        StepOp::Generic(op) => *op == Generic::UMax,
        StepOp::Instruction { name, .. } => name == "_mm256_max_epu8" || name == "_mm512_max_epu8",
        _ => false,
    };
    program.steps.iter().filter(is_maximum).count()
}

/// In four registers only five of the eight of the outer columns are computed: all of the first column, and the last of the second.
#[test]
fn what_registers_share_is_computed_once() {
    let (_, target) = &targets()[2];
    let window = dilated(3, 128);
    let proposal = propose(&window.graph, window.root, target, &[], &unbounded()).unwrap();
    // Two for each register of a column, and two for each of the result.
    let fewest = proposal.candidates.iter().map(|candidate| maxima(&candidate.program)).min();
    assert_eq!(fewest, Some(2 * 5 + 2 * 4));
}

/// Of four registers a pair for each and one past the end, and two maxima more for each: 16 where all are computed.
#[test]
fn pairs_of_neighbours_are_computed_once() {
    let fewest = |columns| {
        let window = row(false, columns, 256);
        let (_, target) = &targets()[0];
        let proposal = propose(&window.graph, window.root, target, &[], &unbounded()).unwrap();
        proposal.candidates.iter().map(|candidate| maxima(&candidate.program)).min()
    };
    assert_eq!(fewest(5), Some(5 + 2 * 4));
}

#[test]
fn a_square_of_five_loads_its_outer_columns_only() {
    let window = dilated(5, 64);
    let proposal = propose(&window.graph, window.root, &bare(), &[], &unbounded()).unwrap();
    let fewest = proposal.candidates.iter().map(|candidate| loads_of(&candidate.program)).min();
    assert_eq!(fewest, Some(10), "five rows at either end, where 25 are written");
    let is_maximum = |step: &&Step| step.op == StepOp::Generic(Generic::UMax);
    let maxima = |program: &Program| program.steps.iter().filter(is_maximum).count();
    let mut of_ten = proposal.candidates.iter().filter(|candidate| loads_of(&candidate.program) == 10);
    assert!(of_ten.any(|candidate| maxima(&candidate.program) == 12), "four for either column, and four for the row");
}
