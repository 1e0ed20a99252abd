//! Invariants of the fast engine: forms mean what they are made from, candidates compute their windows.

use crate::support::{SAMPLES, agree, bare, unbounded, windows};
use isotope_ir::expr::LeafId;
use isotope_program::concrete::NoInstructions;
use isotope_program::proof::{Verdict, prove};
use isotope_search::form::{Bitwise, Forms, Id, Test, type_range};
use isotope_smt::InProcess;
use isotope_smt::concrete::Samples;
/// One random step on forms, and on their values without any simplification.
fn step(f: &mut Forms, made: &mut Vec<(Id, Vec<i128>)>, random: &mut Samples) {
    let mut pick = |n: usize| random.bits() as usize % n;
    let (a, b) = (made[pick(made.len())].clone(), made[pick(made.len())].clone());
    let (k, c) = (pick(9) as u32 + 1, pick(600) as i128 - 300);
    let (signed, bits) = (pick(2) == 0, [8, 16, 32][pick(3)]);
    let zip = |g: &dyn Fn(i128, i128) -> i128| a.1.iter().zip(&b.1).map(|(&x, &y)| g(x, y)).collect::<Vec<_>>();
    let (lo, hi) = type_range(bits, signed);
    let made_now = match pick(18) {
        0 => (f.add(a.0, b.0), zip(&|x, y| x + y)),
        1 => (f.sub(a.0, b.0), zip(&|x, y| x - y)),
        2 => (f.sum(&[(c, a.0), (3, b.0)], c), zip(&|x, y| c * x + 3 * y + c)),
        3 => (f.mul(a.0, b.0), zip(&|x, y| x * y)),
        4 => (f.shr(a.0, k), zip(&|x, _| x >> k)),
        5 => (f.div(a.0, k as i128 + 2), zip(&|x, _| x.div_euclid(k as i128 + 2))),
        6 => (f.clamp(a.0, lo, hi), zip(&|x, _| x.clamp(lo, hi))),
        7 => (f.min(a.0, b.0), zip(&i128::min)),
        8 => (f.max(a.0, b.0), zip(&i128::max)),
        9 => (f.abs(a.0), zip(&|x, _| x.abs())),
        10 => (
            f.wrap(a.0, bits, signed),
            zip(&|x, _| {
                let low = x & ((1 << bits) - 1);
                if signed && low >> (bits - 1) == 1 { low - (1 << bits) } else { low }
            }),
        ),
        11 => (f.bits(Bitwise::Xor, a.0, b.0), zip(&|x, y| x ^ y)),
        12 => {
            let t = f.test(Test::Less, a.0, b.0);
            (f.select(t, a.0, b.0), zip(&|x, y| if x < y { x } else { y }))
        }
        13 => {
            let (common, differing) = (f.bits(Bitwise::And, a.0, b.0), f.bits(Bitwise::Xor, a.0, b.0));
            let half = f.shr(differing, 1);
            (f.sum(&[(c, common), (c, half), (1, a.0)], 0), zip(&|x, y| c * ((x & y) + ((x ^ y) >> 1)) + x))
        }
        14 => {
            let (any, differing) = (f.bits(Bitwise::Or, a.0, b.0), f.bits(Bitwise::Xor, a.0, b.0));
            let half = f.shr(differing, 1);
            (f.sub(any, half), zip(&|x, y| (x | y) - ((x ^ y) >> 1)))
        }
        15 => {
            let (most, least) = (f.max(a.0, b.0), f.min(a.0, b.0));
            (f.sum(&[(c, most), (-c, least)], c), zip(&|x, y| c * (x - y).abs() + c))
        }
        16 => {
            let (t, difference, zero) = (f.test(Test::Less, a.0, b.0), f.sub(b.0, a.0), f.constant(0));
            let wrapped = f.wrap(difference, bits, signed);
            let (made, kept) = (f.select(t, wrapped, zero), f.values(wrapped).to_vec());
            (made, a.1.iter().zip(&b.1).zip(kept).map(|((x, y), kept)| if x < y { kept } else { 0 }).collect())
        }
        _ => {
            let t = f.test(Test::Equal, a.0, b.0);
            let t = f.not(t);
            (f.select(t, b.0, a.0), zip(&|_, y| y))
        }
    };
    // Products of products leave what the engine meets; such values are not taken further.
    if made_now.1.iter().all(|v| v.abs() < 1 << 60) {
        made.push(made_now);
    }
}

#[test]
fn forms_have_the_values_and_lie_in_the_ranges_of_what_they_are_made_from() {
    for seed in 0..300 {
        let mut random = Samples::new(seed);
        let mut f = Forms::new(SAMPLES);
        let mut made = Vec::new();
        for (number, (bits, signed)) in [(8, false), (8, true), (16, true), (16, false)].into_iter().enumerate() {
            let (lo, hi) = type_range(bits, signed);
            let values: Vec<i128> =
                (0..SAMPLES).map(|_| lo + (random.bits() as i128 & 0xffff) % (hi - lo + 1)).collect();
            made.push((f.stream(number as u32, (lo, hi), values.clone()), values));
        }
        for _ in 0..25 {
            step(&mut f, &mut made, &mut random);
            let (id, values) = &made[made.len() - 1];
            assert_eq!(f.values(*id), values, "seed {seed}: {:?}", f.form(*id));
            let (lo, hi) = f.range(*id);
            assert!(values.iter().all(|v| (lo..=hi).contains(v)), "seed {seed}: {:?} in {lo}..={hi}", f.form(*id));
        }
    }
}

#[test]
fn two_shifts_and_three_saturations_are_one_floor_and_one_clamp() {
    let requant = &windows("requant_i32_u8")[0];
    let read = isotope_search::streams::read(&requant.graph, requant.root, &[], &unbounded()).unwrap();
    let isotope_search::form::Form::Clamp(inner, 0, 255) = *read.forms.form(read.root()) else { panic!("no clamp") };
    let isotope_search::form::Form::Shr(scaled, 36) = *read.forms.form(inner) else { panic!("no floor") };
    // Half of the divisor and the zero point, 12, in one constant.
    assert_eq!(read.forms.linear(scaled).1, (1 << 35) + (12 << 36));
}

#[test]
fn every_candidate_in_every_layout_computes_its_window() {
    let mut random = Samples::new(3);
    for name in
        ["add_q_u8", "avgpool2x2", "blend_u8", "demosaic", "l2norm", "maxpool2x2", "mul_q_u8", "sad8", "sobel3x3"]
    {
        for window in windows(name) {
            let proposal = isotope_search::propose(&window.graph, window.root, &bare(), &[], &unbounded()).unwrap();
            assert!(!proposal.candidates.is_empty(), "{name} has no candidate");
            for candidate in &proposal.candidates {
                agree(&window, &candidate.program, &NoInstructions, &mut random);
            }
        }
    }
}

#[test]
fn a_candidate_is_proved_and_a_wrong_one_is_refuted() {
    let window = &windows("blend_u8")[0];
    let changed = isotope_ir::print::print(window).replace("(uint8)77", "(uint8)78");
    let other = &isotope_ir::parse::parse_file(&changed).unwrap().windows[0];
    let program =
        &isotope_search::propose(&window.graph, window.root, &bare(), &[], &unbounded()).unwrap().candidates[0].program;
    assert!(matches!(prove(window, program, &bare(), &InProcess), Verdict::Proved(_)));
    assert!(matches!(prove(other, program, &bare(), &InProcess), Verdict::Refuted { .. }));
}

#[test]
fn counterexamples_are_samples_of_the_next_round() {
    let window = &windows("add_sat_u8")[0];
    let var = |leaf| isotope_ir::lanes::leaf_var(LeafId(leaf), 7);
    let wrong = [(7, vec![(var(0), 3), (var(1), 4)])];
    let read = isotope_search::streams::read(&window.graph, window.root, &wrong, &unbounded()).unwrap();
    assert_eq!(read.forms.values(read.root()).last(), Some(&7));
}

#[test]
fn what_has_no_integer_form_is_refused_with_its_reason() {
    let file = isotope_ir::parse::parse_file("float32x2 (float32x2)vector_reduce_add((float32x16)a)").unwrap();
    let refused =
        isotope_search::propose(&file.windows[0].graph, file.windows[0].root, &bare(), &[], &unbounded()).unwrap_err();
    assert!(refused.to_string().contains("float32"), "{refused}");
}

/// A sum of two overlapping loads whose program reads the second one elsewhere.
fn with_second_load_at(offset: i64) -> Verdict {
    use isotope_ir::expr::{LeafId, LoadAddress};
    use isotope_program::{Draft, Generic, Param, Shape, StepOp};
    let text = "let a : uint8x16 = load B[t, stride 1]\nlet b : uint8x16 = load B[t + 1, stride 1]\n\
                uint8x16 (uint8x16)a + (uint8x16)b\n";
    let window = isotope_ir::parse::parse_file(text).unwrap().windows.remove(0);
    let address = LoadAddress { buffer: "B".into(), base: "t".into(), offset, stride: 1 };
    let params = vec![Param::leaf(&window.graph, LeafId(0)), Param::load(window.ty(), address)];
    let mut program = Draft::new(params, window.ty());
    let shape = Shape::new(8, 16);
    let args = [0, 1].map(|n| program.push(StepOp::Param(n), vec![], shape)).to_vec();
    let sum = program.generic(Generic::Add, args, shape);
    prove(&window, &program.finish(sum), &bare(), &InProcess)
}

#[test]
fn loads_are_read_from_the_memory_that_leaves_share() {
    assert!(matches!(with_second_load_at(1), Verdict::Proved(_)));
    assert!(matches!(with_second_load_at(0), Verdict::Refuted { .. }));
    assert!(matches!(with_second_load_at(2), Verdict::Unknown(_)), "a byte that the window does not read");
}
