//! Functions of one byte by tables, shifts of bytes by products, divisions by floats, and extrema by the instruction that gives them:
//! found with the real dictionary's instructions by what these do, and proved.

use isotope_ir::expr::LeafId;
use isotope_ir::interp::{LaneValue, eval};
use isotope_ir::parse::parse_window;
use isotope_ir::types::Type;
use isotope_ir::window::Window;
use isotope_program::concrete::{ByTerms, run};
use isotope_program::proof::{Verdict, prove};
use isotope_program::{FloatOp, Generic, Origin, Program, StepOp};
use isotope_search::instructions::TargetInstructions;
use isotope_search::propose;
use isotope_smt::InProcess;
use isotope_smt::concrete::Samples;
use isotope_smt::effort::Effort;
use std::collections::BTreeSet;
use std::sync::OnceLock;

const AVX2: &str = "sse,sse2,sse3,ssse3,sse4.1,sse4.2,avx,avx2";
const AVX512: &str =
    "sse,sse2,sse3,ssse3,sse4.1,sse4.2,avx,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vbmi";

/// Targets without and with tables of more than sixteen bytes.
fn targets() -> &'static [TargetInstructions; 2] {
    static TARGETS: OnceLock<[TargetInstructions; 2]> = OnceLock::new();
    let set = isotope_grammars::embedded().get("x86_64").expect("the set is built in");
    let of = |features: &str, cpu| {
        let features: BTreeSet<String> = features.split(',').map(str::to_owned).collect();
        TargetInstructions::of(set, &features, cpu)
    };
    TARGETS.get_or_init(|| [of(AVX2, "znver3"), of(AVX512, "znver4")])
}

fn window(text: &str) -> Window {
    parse_window(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn programs(window: &Window, target: &TargetInstructions) -> Vec<Program> {
    let proposal = propose(&window.graph, window.root, target, &[], &Effort::new(1 << 24, &|| false));
    proposal.map_or_else(|_| Vec::new(), |found| found.candidates.into_iter().map(|c| c.program).collect())
}

/// How often a program uses an instruction of such a name.
fn uses(program: &Program, word: &str) -> usize {
    let named = |op: &StepOp| matches!(op, StepOp::Instruction { name, .. } if name.contains(word));
    program.steps.iter().filter(|step| named(&step.op)).count()
}

fn is_proved(window: &Window, program: &Program, target: &TargetInstructions) -> bool {
    matches!(prove(window, program, target, &InProcess), Verdict::Proved(_))
}

/// A program and the interpreter agree on all values of a byte, and on some others, wherever the window is defined.
fn agree(window: &Window, program: &Program, target: &TargetInstructions) {
    let mut random = Samples::new(9);
    for round in 0..8u64 {
        let mut leaf = |ty: Type, first: bool| -> Vec<u64> {
            let mask = u64::MAX >> (64 - ty.bits);
            // Wider elements are their ends, what is near zero, or anything.
            let own = |n: u32, random: &mut Samples| match (ty.bits, random.bits() % 8) {
                (8, _) if first => (u64::from(n) + round * 32) % 256,
                (8, other) => (random.bits() ^ other) & mask,
                (bits, corner @ 0..4) => [1, u64::MAX, 1 << (bits - 1), mask >> 1][corner as usize] & mask,
                (_, 4) => random.bits() % 64,
                _ => random.bits() & mask,
            };
            (0..ty.lanes).map(|n| own(n, &mut random)).collect()
        };
        let leaves: Vec<Vec<u64>> = window.graph.leaves.iter().enumerate().map(|(n, l)| leaf(l.ty, n == 0)).collect();
        let want = eval(window, &leaves).expect("the inputs fit");
        let input = |origin: &Origin| match origin {
            Origin::Leaf(LeafId(at)) => leaves[*at as usize].iter().map(|&v| v.into()).collect(),
            Origin::Load(_) => panic!("nothing is loaded"),
        };
        let inputs: Vec<Vec<u128>> = program.params.iter().map(|p| input(&p.origin)).collect();
        let got = run(program, &inputs, &ByTerms(target)).expect("the program runs");
        for (lane, (want, got)) in want.iter().zip(&got).enumerate() {
            let LaneValue::Defined(want) = want else { continue };
            assert_eq!(*got, Some((*want).into()), "lane {lane} of {}", isotope_ir::print::print(window));
        }
    }
}

#[test]
fn a_function_of_one_byte_is_one_table_where_it_fits_and_else_a_few() {
    // The window, and how many look-ups its shortest program has: without long tables, and with them.
    let cases = [
        // Sixteen values are asked for, whatever the rest of the byte's range would give.
        ("let a : uint8x32 in [0, 15]\nuint8x32 (x32((uint8)200) / ((uint8x32)a + x32((uint8)3)))", [1, 1]),
        // Half of the bits beside the other half.
        ("uint8x32 (uint8x32)popcount((uint8x32)a)", [2, 2]),
        ("uint8x32 (uint8x32)count_leading_zeros((uint8x32)a)", [2, 2]),
        // Nothing to see in it.
        ("uint8x32 (((uint8x32)a % x32((uint8)11)) * ((uint8x32)a / x32((uint8)7)))", [16, 4]),
    ];
    for ((text, expected), (at, target)) in
        cases.iter().flat_map(|case| targets().iter().enumerate().map(move |t| (case, t)))
    {
        let file = isotope_ir::parse::parse_file(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let window = &file.windows[0];
        let found = programs(window, target);
        let looking = |p: &&Program| uses(p, "shuffle_epi8") + uses(p, "permutex") > 0;
        let fewest = found.iter().filter(looking).min_by_key(|p| uses(p, "shuffle_epi8") + uses(p, "permutex"));
        let program = fewest.unwrap_or_else(|| panic!("{text} is not looked up"));
        let count = uses(program, "shuffle_epi8") + uses(program, "permutex");
        assert!(count <= expected[at], "{count} look-ups, not {}: {text}", expected[at]);
        assert!(is_proved(window, program, target), "{text}");
        if !text.contains("let") {
            agree(window, program, target);
        }
    }
}

#[test]
fn results_of_several_bytes_and_few_lanes_are_looked_up() {
    let texts = [
        "uint16x16 (x16((uint16)65535) / uint16x16((uint8x16)a))",
        "int16x16 int16x16(int8x16((uint8x16)a / x16((uint8)3)) - int8x16((uint8x16)a % x16((uint8)5)))",
        "uint8x8 (x8((uint8)255) / (uint8x8)a)",
    ];
    for (text, target) in texts.iter().flat_map(|text| targets().iter().map(move |t| (text, t))) {
        let window = window(text);
        let found = programs(&window, target);
        let program = found.iter().find(|p| uses(p, "shuffle_epi8") + uses(p, "permutex") > 0);
        let program = program.unwrap_or_else(|| panic!("{text} is not looked up"));
        agree(&window, program, target);
        assert!(is_proved(&window, program, target), "{text}");
    }
}

#[test]
fn what_is_no_function_of_one_byte_or_little_work_is_not_looked_up() {
    let texts = [
        "uint8x32 ((uint8x32)a + x32((uint8)3))",
        "uint8x32 ((((uint8x32)a % x32((uint8)10)) + (uint8x32)b) % x32((uint8)10))",
        "uint16x16 ((uint16x16)a % x16((uint16)10))",
    ];
    for text in texts {
        let window = window(text);
        assert!(programs(&window, &targets()[0]).iter().all(|p| uses(p, "shuffle_epi8") == 0), "{text}");
    }
}

#[test]
fn shifts_of_bytes_by_variables_are_products_with_powers_that_are_looked_up() {
    let windows = [
        "uint8x32 (uint8x32)shift_left((uint8x32)a, (uint8x32)b)",
        "int8x32 (int8x32)shift_left((int8x32)a, (uint8x32)b)",
        "uint8x32 (uint8x32)shift_right((uint8x32)a, (uint8x32)b)",
        "int8x32 (int8x32)shift_right((int8x32)a, (uint8x32)b)",
        "uint8x32 (uint8x32)rounding_shift_right((uint8x32)a, (uint8x32)b)",
        "int8x32 (int8x32)rounding_shift_right((int8x32)a, (uint8x32)b)",
    ];
    for (text, target) in windows.iter().flat_map(|text| targets().iter().map(move |t| (text, t))) {
        let window = window(text);
        let found = programs(&window, target);
        let looked_up = |p: &&Program| uses(p, "shuffle_epi8") + uses(p, "permutex") > 0;
        // Bytes by amounts that are no constants are what LLVM takes apart.
        let varies = |p: &Program, at: usize| !matches!(p.step(p.steps[at].args[1]).op, StepOp::Constant(_));
        let is_shift = |op: &StepOp| matches!(op, StepOp::Generic(Generic::Shl | Generic::LShr | Generic::AShr));
        let shifts = |p: &&Program| (0..p.steps.len()).any(|at| is_shift(&p.steps[at].op) && varies(p, at));
        let program =
            found.iter().find(|p| looked_up(p) && !shifts(p)).unwrap_or_else(|| panic!("no product for {text}"));
        agree(&window, program, target);
        assert!(is_proved(&window, program, target), "{text}");
    }
    // An amount of either sign shifts the other way as well.
    let window = window("int8x32 (int8x32)shift_right((int8x32)a, (int8x32)b)");
    assert!(programs(&window, &targets()[0]).iter().all(|p| uses(p, "shuffle_epi8") == 0));
}

#[test]
fn extrema_of_words_and_bytes_end_in_the_instruction_that_gives_them_and_are_proved() {
    for (ty, op) in ["uint16", "int16", "uint8", "int8"].into_iter().flat_map(|ty| [(ty, "min"), (ty, "max")]) {
        let text = format!("{ty} ({ty})vector_reduce_{op}(({ty}x64)a)");
        let window = window(&text);
        let found = programs(&window, &targets()[0]);
        let program =
            found.iter().find(|p| uses(p, "minpos") > 0).unwrap_or_else(|| panic!("no such instruction for {text}"));
        if text.contains("int8") {
            agree(&window, program, &targets()[0]);
        }
        assert!(is_proved(&window, program, &targets()[0]), "{text}");
    }
}

#[test]
fn a_sum_of_as_many_bytes_as_a_normal_form_holds_is_proved() {
    for lanes in [128, 256] {
        let window = window(&format!("uint32 (uint32)vector_reduce_add(uint32x{lanes}((uint8x{lanes})a))"));
        let found = programs(&window, &targets()[0]);
        let program =
            found.iter().find(|p| uses(p, "sad_epu8") > 0).expect("bytes are summed by the instruction for it");
        assert!(is_proved(&window, program, &targets()[0]), "{lanes} bytes");
    }
}

/// Whether a program divides floats, and no integers.
fn divides_floats(program: &Program) -> bool {
    let is = |wanted: fn(&Generic) -> bool| {
        program.steps.iter().any(|step| matches!(&step.op, StepOp::Generic(op) if wanted(op)))
    };
    let integers = |op: &Generic| matches!(op, Generic::UDiv | Generic::URem | Generic::SDiv | Generic::SRem);
    is(|op| matches!(op, Generic::Float(FloatOp::Div, _))) && !is(integers)
}

#[test]
fn divisions_by_variables_go_through_floats_whichever_way_they_round_and_are_proved() {
    let types = ["int8x32", "int16x16", "int32x8", "uint8x32", "uint16x16", "uint32x8"];
    for (ty, target) in types.iter().flat_map(|ty| targets().iter().map(move |t| (ty, t))) {
        for division in ["({ty})a / ({ty})b", "({ty})a % ({ty})b"]
            .into_iter()
            .chain(["({ty})div_round_to_zero(({ty})a, ({ty})b)", "({ty})mod_round_to_zero(({ty})a, ({ty})b)"])
        {
            let text = format!("{ty} {}", division.replace("{ty}", ty));
            let window = window(&text);
            let found = programs(&window, target);
            let program = found.iter().find(|p| divides_floats(p));
            let program = program.unwrap_or_else(|| panic!("{text} is not divided by floats"));
            agree(&window, program, target);
            assert!(is_proved(&window, program, target), "{text}");
        }
    }
}
