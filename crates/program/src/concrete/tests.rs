//! Generic operations at the corners that LLVM's reference names, and on random values against the terms that are proved.

use super::*;
use crate::program::{Draft, Origin, Param, Value};
use crate::symbolic;
use isotope_ir::expr::LeafId;
use isotope_ir::lanes::var_leaf;
use isotope_ir::parse::parse_window;
use isotope_ir::term::Terms;
use isotope_ir::window::Window;
use isotope_smt::concrete::Samples;

/// An operation on bytes, its operands, and its result: none where LLVM has poison or undefined behaviour.
const BYTES: &[(Generic, &[u128], Option<u128>)] = &[
    (Generic::Add, &[200, 100], Some(44)),
    (Generic::Sub, &[1, 2], Some(255)),
    (Generic::Mul, &[16, 17], Some(16)),
    (Generic::UDiv, &[7, 2], Some(3)),
    (Generic::UDiv, &[7, 0], None),
    (Generic::SDiv, &[0xf9, 2], Some(0xfd)),
    (Generic::SDiv, &[0x80, 0xff], None),
    (Generic::SDiv, &[0x80, 0], None),
    (Generic::URem, &[7, 0], None),
    (Generic::SRem, &[0xf9, 2], Some(0xff)),
    (Generic::SRem, &[0x80, 0xff], None),
    (Generic::Shl, &[0x81, 1], Some(2)),
    (Generic::Shl, &[1, 7], Some(0x80)),
    (Generic::Shl, &[1, 8], None),
    (Generic::LShr, &[0x81, 7], Some(1)),
    (Generic::LShr, &[0x81, 255], None),
    (Generic::AShr, &[0x81, 7], Some(0xff)),
    (Generic::AShr, &[0x81, 8], None),
    (Generic::UMin, &[0x80, 0x7f], Some(0x7f)),
    (Generic::SMin, &[0x80, 0x7f], Some(0x80)),
    (Generic::UMax, &[0x80, 0x7f], Some(0x80)),
    (Generic::SMax, &[0x80, 0x7f], Some(0x7f)),
    (Generic::UAddSat, &[200, 100], Some(255)),
    (Generic::SAddSat, &[100, 100], Some(127)),
    (Generic::SAddSat, &[0x80, 0xff], Some(0x80)),
    (Generic::USubSat, &[1, 2], Some(0)),
    (Generic::SSubSat, &[0x80, 1], Some(0x80)),
    (Generic::SSubSat, &[0x7f, 0xff], Some(0x7f)),
    (Generic::Abs, &[0x80], Some(0x80)),
    (Generic::Abs, &[0xff], Some(1)),
    (Generic::Ctlz, &[0], Some(8)),
    (Generic::Ctlz, &[1], Some(7)),
    (Generic::Cttz, &[0], Some(8)),
    (Generic::Cttz, &[0x80], Some(7)),
    (Generic::Ctpop, &[0xff], Some(8)),
    (Generic::Xor, &[0xf0, 0xff], Some(0x0f)),
];

#[test]
fn operations_at_their_corners() {
    for (op, args, want) in BYTES {
        assert_eq!(element(op, args, 8, 8), *want, "{op:?} of {args:x?}");
    }
    assert_eq!(element(&Generic::SExt, &[0x80], 8, 16), Some(0xff80));
    assert_eq!(element(&Generic::ZExt, &[0x80], 8, 16), Some(0x80));
    assert_eq!(element(&Generic::Trunc, &[0x1234], 16, 8), Some(0x34));
    for (predicate, signed_less, unsigned_less) in [
        (Predicate::Slt, true, false),
        (Predicate::Sle, true, false),
        (Predicate::Ult, false, true),
        (Predicate::Sgt, false, true),
        (Predicate::Uge, true, false),
        (Predicate::Ne, true, true),
        (Predicate::Eq, false, false),
    ] {
        let holds = |a, b| element(&Generic::Compare(predicate), &[a, b], 8, 1) == Some(1);
        assert_eq!((holds(0x80, 0x7f), holds(0x7f, 0x80)), (signed_less, unsigned_less), "{predicate:?}");
    }
}

#[test]
fn bitcasts_keep_bits_and_lose_what_is_partly_undefined() {
    let bytes: Elements = vec![Some(0x11), Some(0x22), Some(0x33), Some(0x44)];
    assert_eq!(bitcast(&bytes, 8, 16), [Some(0x2211), Some(0x4433)]);
    assert_eq!(bitcast(&bytes, 8, 32), [Some(0x4433_2211)]);
    assert_eq!(bitcast(&bitcast(&bytes, 8, 32), 32, 8), bytes);
    let holed = vec![Some(0x11), None, Some(0x33), Some(0x44)];
    assert_eq!(bitcast(&holed, 8, 16), [None, Some(0x4433)]);
    assert_eq!(bitcast(&vec![None], 32, 8), [None; 4]);
    assert_eq!(bitcast(&vec![Some(1), Some(2)], 64, 128), [Some(1 | 2 << 64)]);
}

/// A program of two vectors of `lanes` elements, and what it gives on them.
fn on_pair(
    bits: u32,
    lanes: u32,
    a: &[u128],
    b: &[u128],
    make: impl Fn(&mut Draft, Value, Value) -> Value,
) -> Elements {
    let window = pair(bits, lanes);
    let program = of_pair(&window, make);
    let of = |p: &Param| if p.origin == Origin::Leaf(LeafId(0)) { a.to_vec() } else { b.to_vec() };
    run(&program, &program.params.iter().map(of).collect::<Vec<_>>(), &NoInstructions).unwrap()
}

fn pair(bits: u32, lanes: u32) -> Window {
    let ty = format!("uint{bits}x{lanes}");
    parse_window(&format!("{ty} ({ty})a + ({ty})b")).unwrap()
}

fn of_pair(window: &Window, make: impl Fn(&mut Draft, Value, Value) -> Value) -> Program {
    let mut draft = Draft::new(Param::leaves(&window.graph), window.ty());
    let shape = Shape::new(window.ty().bits, window.ty().lanes);
    let [a, b] = [0, 1].map(|n| draft.push(StepOp::Param(n), vec![], shape));
    let result = make(&mut draft, a, b);
    draft.finish(result)
}

#[test]
fn what_is_undefined_spoils_only_what_picks_it() {
    let shape = Shape::new(8, 4);
    let divided = |d: &mut Draft, a, b| d.generic(Generic::UDiv, vec![a, b], shape);
    let (a, b) = ([9, 9, 9, 9], [3, 0, 9, 0]);
    assert_eq!(on_pair(8, 4, &a, &b, divided), [Some(3), None, Some(1), None]);
    let shuffled = on_pair(8, 4, &a, &b, |d, a, b| {
        let q = divided(d, a, b);
        d.generic(Generic::Shuffle(vec![0, 2, 4, 5]), vec![q, a], shape)
    });
    assert_eq!(shuffled, [Some(3), Some(1), Some(9), Some(9)]);
    let selected = on_pair(8, 4, &a, &b, |d, a, b| {
        let (q, zero) = (divided(d, a, b), d.splat(0, shape));
        let mask = d.generic(Generic::Compare(Predicate::Ne), vec![b, zero], Shape::new(1, 4));
        d.generic(Generic::Select, vec![mask, q, a], shape)
    });
    assert_eq!(selected, [Some(3), Some(9), Some(1), Some(9)], "the arm that is not taken may be anything");
    let summed = on_pair(8, 4, &a, &b, |d, a, b| {
        let q = divided(d, a, b);
        d.generic(Generic::Add, vec![q, a], shape)
    });
    assert_eq!(summed, [Some(12), None, Some(10), None]);
}

#[test]
fn programs_that_do_not_fit_are_refused() {
    let window = pair(8, 4);
    let program = of_pair(&window, |d, a, b| d.generic(Generic::Add, vec![a, b], Shape::new(8, 4)));
    let short = run(&program, &[vec![1, 2, 3], vec![0; 4]], &NoInstructions).unwrap_err();
    assert_eq!(short.to_string(), "parameter 0 needs 4 lanes of input, not 3");
    let missing = run(&program, &[vec![0; 4]], &NoInstructions).unwrap_err();
    assert_eq!(missing, RunError::Input { index: 1, lanes: 4, got: 0 });
    let far = of_pair(&window, |d, a, _| d.generic(Generic::Shuffle(vec![0, 1, 2, 4]), vec![a], Shape::new(8, 4)));
    assert!(matches!(run(&far, &[vec![0; 4]], &NoInstructions), Err(RunError::Malformed { step: 1, .. })));
    let unknown = of_pair(&window, |d, a, b| {
        let op = StepOp::Instruction { name: "_mm_none".into(), immediates: vec![] };
        d.push(op, vec![a, b], Shape::new(8, 4))
    });
    let refused = run(&unknown, &[vec![0; 4], vec![0; 4]], &NoInstructions).unwrap_err();
    assert_eq!(refused.to_string(), "instruction _mm_none cannot be run: there is no dictionary here");
}

struct NoLanes;

impl InstructionLanes for NoLanes {
    fn lanes(&self, _: &str, _: &[u64]) -> Option<symbolic::InstructionTerms<'_>> {
        None
    }
}

/// The operations of two operands.
fn binaries() -> Vec<Generic> {
    use Generic::*;
    let plain = [
        Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor, Shl, LShr, AShr, UMin, UMax, SMin, SMax, UAddSat, SAddSat,
        USubSat, SSubSat,
    ];
    plain.to_vec()
}

#[test]
fn what_runs_is_what_is_proved() {
    let (mut random, mut undefined) = (Samples::new(31), 0);
    for bits in [8, 16, 32, 64] {
        let (window, shape) = (pair(bits, 2), Shape::new(bits, 2));
        let two = |op: Generic| of_pair(&window, |d, a, b| d.generic(op.clone(), vec![a, b], shape));
        let one = |op: Generic| of_pair(&window, |d, a, _| d.generic(op.clone(), vec![a], shape));
        let compared = [Predicate::Eq, Predicate::Ne, Predicate::Ult, Predicate::Ule, Predicate::Ugt, Predicate::Uge]
            .into_iter()
            .chain([Predicate::Slt, Predicate::Sle, Predicate::Sgt, Predicate::Sge])
            .map(|p| {
                of_pair(&window, |d, a, b| {
                    let mask = d.generic(Generic::Compare(p), vec![a, b], Shape::new(1, 2));
                    d.generic(Generic::Select, vec![mask, b, a], shape)
                })
            });
        let unary = [Generic::Abs, Generic::Ctlz, Generic::Cttz, Generic::Ctpop].map(one);
        for program in binaries().into_iter().map(two).chain(unary).chain(compared) {
            let mut terms = Terms::new();
            let lanes = symbolic::lanes(&program, &window.graph, &NoLanes, &mut terms).unwrap();
            for _ in 0..60 {
                let inputs: Vec<Vec<u128>> = (0..2).map(|_| (0..2).map(|_| random.value(bits)).collect()).collect();
                let leaf = |p: &Param| match p.origin {
                    Origin::Leaf(leaf) => inputs[leaf.0 as usize].clone(),
                    Origin::Load(_) => unreachable!("all parameters are leaves"),
                };
                let got = run(&program, &program.params.iter().map(leaf).collect::<Vec<_>>(), &NoInstructions).unwrap();
                let value = |n: u32| {
                    let (leaf, lane) = var_leaf(n);
                    inputs[leaf.0 as usize][lane as usize]
                };
                for (lane, got) in lanes.iter().zip(got) {
                    let defined = terms.eval(lane.defined, &value) == Some(1);
                    let want = if defined { terms.eval(lane.value, &value) } else { None };
                    assert_eq!(got, want, "{:?} of {inputs:x?}", program.steps.last());
                    undefined += u32::from(!defined);
                }
            }
        }
    }
    assert!(undefined > 100, "shifts too far and divisions by zero are among them: {undefined}");
}
