//! Instructions of all sets as programs, executed beside the vendors' own texts.

use super::meant;
use isotope_kernel::execute::{Execution, execute};
use isotope_mlir::read;
use isotope_undefined::{Instruction, Intrinsics, Shape};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

/// `vector<4xi32>` or `i32`
fn vector(of: Shape) -> String {
    if of.lanes == 1 { format!("i{}", of.bits) } else { format!("vector<{}xi{}>", of.lanes, of.bits) }
}

/// A function that calls an intrinsic with what its memory holds.
fn program(name: &str, of: &Instruction<'_>) -> String {
    let memory = |of: Shape| format!("memref<{}xi{}>", of.lanes, of.bits);
    let all: Vec<Shape> = of.taken.iter().copied().chain([of.given]).collect();
    let types = all.iter().map(|of| memory(*of)).collect::<Vec<_>>().join(", ");
    let arguments: Vec<String> = all.iter().enumerate().map(|(at, of)| format!("%m{at}: {}", memory(*of))).collect();
    let mut lines = vec![
        format!("\"func.func\"() <{{function_type = ({types}) -> (), sym_name = \"f\"}}> ({{"),
        format!("^bb0({}):", arguments.join(", ")),
        "%z = \"arith.constant\"() <{value = 0 : index}> : () -> index".to_owned(),
    ];
    for (at, of) in of.taken.iter().enumerate() {
        let load = if of.lanes == 1 { "memref.load" } else { "vector.load" };
        lines.push(format!("%v{at} = \"{load}\"(%m{at}, %z) : ({}, index) -> {}", memory(*of), vector(*of)));
    }
    let operands: Vec<String> = (0..of.taken.len()).map(|at| format!("%v{at}")).collect();
    let taken: Vec<String> = of.taken.iter().map(|of| vector(*of)).collect();
    lines.push(format!(
        "%r = \"llvm.call_intrinsic\"({}) <{{intrin = \"{name}\"}}> : ({}) -> {}",
        operands.join(", "),
        taken.join(", "),
        vector(of.given)
    ));
    let store = if of.given.lanes == 1 { "memref.store" } else { "vector.store" };
    let last = of.taken.len();
    lines.push(format!("\"{store}\"(%r, %m{last}, %z) : ({}, {}, index) -> ()", vector(of.given), memory(of.given)));
    lines.push("\"func.return\"() : () -> ()\n}) : () -> ()".to_owned());
    lines.join("\n")
}

/// Numbers of a shape as text, from bytes.
fn numbers(bytes: &[u8], of: Shape) -> Vec<String> {
    let lane = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte));
    bytes.chunks(of.bits / 8).map(|bytes| lane(bytes).to_string()).collect()
}

/// Lanes as they are printed: with a sign.
fn printed(bytes: &[u8], of: Shape) -> String {
    let signed = |text: String| {
        let (value, unused) = (text.parse::<u64>().unwrap(), 64 - of.bits);
        ((value << unused) as i64 >> unused).to_string()
    };
    format!("[{}]", numbers(bytes, of).into_iter().map(signed).collect::<Vec<_>>().join(", "))
}

/// Instructions of a set that are read, and those that are not, each with the reason.
fn executed(arch: &str, rounds: usize) -> (usize, Vec<String>) {
    let dictionary = isotope_grammars::embedded().get(arch).unwrap().dictionary();
    let intrinsics = Intrinsics::new(dictionary);
    let mut rng = StdRng::seed_from_u64(1);
    let (mut read_back, mut left) = (0, Vec::new());
    let names: Vec<String> = intrinsics.names().map(str::to_owned).collect();
    for name in names {
        let count = intrinsics.row(&name).unwrap().operands.len();
        // Those with immediates have others of these tests.
        let Some(of) = intrinsics.instruction(&name, &vec![None; count]) else { continue };
        let is_whole = |of: &Shape| of.bits.is_multiple_of(8) && (8..=64).contains(&of.bits);
        if !of.taken.iter().chain([&of.given]).all(is_whole) {
            continue;
        }
        let text = match meant(&program(&name, &of)) {
            Ok(text) => text,
            Err(why) => {
                left.push(why);
                continue;
            }
        };
        let module = read(&text).unwrap();
        let member = dictionary.member(of.name()).unwrap();
        for round in 0..rounds {
            let own: Vec<Vec<u8>> =
                of.taken.iter().map(|shape| (0..shape.all() / 8).map(|_| extreme(&mut rng, round)).collect()).collect();
            let mut operands: Vec<Vec<u8>> =
                member.operands.iter().map(|of| vec![0; of.bits.div_ceil(8) as usize]).collect();
            for (bytes, at) in own.iter().zip(&of.operands) {
                operands[at.unwrap()].clone_from(bytes);
            }
            let Some(wanted) = member.run(&operands) else { continue };
            let mut execution = Execution::default();
            for (at, (bytes, shape)) in own.iter().zip(&of.taken).enumerate() {
                execution.inputs.insert(at, numbers(bytes, *shape));
            }
            execution.inputs.insert(own.len(), vec!["0".to_owned()]);
            let ended = execute(&module, &execution).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            let found = &ended.memory.last().unwrap().1;
            assert_eq!(*found, printed(&wanted, of.given), "{name} on {operands:?}\n{text}");
        }
        read_back += 1;
    }
    (read_back, left)
}

/// A byte: any, and in every second round one of those at which instructions saturate.
fn extreme(rng: &mut StdRng, round: usize) -> u8 {
    match round % 2 {
        0 => rng.random(),
        _ => [0x00, 0x01, 0x7F, 0x80, 0xFF][rng.random_range(0..5)],
    }
}

#[test]
fn instructions_mean_what_their_vendors_say() {
    for (arch, least) in [("x86_64", 265), ("aarch64", 350), ("hexagon", 265)] {
        let (read_back, left) = executed(arch, 2);
        assert!(read_back >= least, "{arch}: {read_back}, {left:#?}");
    }
}
