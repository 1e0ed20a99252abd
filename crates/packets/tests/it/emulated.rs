//! Witnesses of a difference: which executions are some, by an emulator whose programs are closures.

use isotope_packets::check::{Emulator, Executed, executed};
use isotope_packets::mir::read;

/// A program on its memory; `false` where it ends by a fault.
type Body = fn(&mut [u8]) -> bool;

struct Fake {
    bodies: [Body; 2],
    modules: Vec<String>,
}

impl Emulator for Fake {
    type Program = Body;

    fn linked(&mut self, is_after: bool, module: &str) -> Result<Body, String> {
        self.modules.push(module.to_owned());
        Ok(self.bodies[usize::from(is_after)])
    }

    fn run(&mut self, emulator: &[&str], body: &Body, mut memory: Vec<u8>) -> Result<Option<Vec<u8>>, String> {
        assert!(emulator[0].starts_with("qemu-"), "{emulator:?}");
        Ok(body(&mut memory).then_some(memory))
    }
}

/// The place that an argument, of 256 bytes each, says.
fn place(memory: &[u8], argument: usize) -> usize {
    u32::from_le_bytes(memory[256 * argument..][..4].try_into().unwrap()) as usize
}

fn outcome(define: &str, bodies: [Body; 2]) -> (Result<Executed, String>, Vec<String>) {
    let text = format!("--- |\n  {define} {{\n  }}\n...\n---\nname: f\nbody: |\n  bb.0:\n...\n");
    let mut fake = Fake { bodies, modules: Vec::new() };
    let outcome = executed([&read(&text).unwrap(), &read(&text).unwrap()], "f", &mut fake);
    (outcome, fake.modules)
}

const ARRAYS: &str =
    "define dso_local void @f(ptr noalias readonly captures(none) %a, ptr noalias %b, i32 noundef %n) #0";

/// `b[i] = a[i] + add` for the first `n & 63` bytes.
fn sums(memory: &mut [u8], add: u8) -> bool {
    let (a, b, n) = (place(memory, 0), place(memory, 1), place(memory, 2) & 63);
    (0..n).for_each(|at| memory[b + at] = memory[a + at].wrapping_add(add));
    true
}

#[test]
fn programs_that_write_other_bytes_differ() {
    let (found, modules) = outcome(ARRAYS, [|memory| sums(memory, 1), |memory| sums(memory, 2)]);
    let witness = found.unwrap().unwrap();
    assert_eq!((witness.place.as_str(), witness.arguments.len()), ("byte 0 of %b", 1));
    assert!(witness.arguments[0].starts_with("%n = ") && witness.values[0] != witness.values[1], "{witness:?}");
    assert!(modules[0].contains("declare void @f(ptr, ptr, i32)"), "{}", modules[0]);
    assert!(modules[0].contains("call void @f(ptr %arg0, ptr %arg1, i32 %arg2)"), "{}", modules[0]);
    let holes = ["{bytes}", "{word}", "{declaration}", "{call}"];
    assert!(holes.iter().all(|hole| !modules[0].contains(hole)), "{}", modules[0]);
    let (same, _) = outcome(ARRAYS, [|memory| sums(memory, 1), |memory| sums(memory, 1)]);
    assert_eq!(same, Ok(Err(12)));
}

#[test]
fn a_fault_is_a_difference_of_the_second_alone() {
    let (found, _) = outcome(ARRAYS, [|memory| sums(memory, 1), |_| false]);
    let witness = found.unwrap().unwrap();
    assert_eq!((witness.place.as_str(), witness.values), ("its end", ["a return", "a fault"].map(str::to_owned)));
    // No arguments on which the first runs are left.
    assert_eq!(outcome(ARRAYS, [|_| false, |memory| sums(memory, 1)]).0, Ok(Err(0)));
}

#[test]
fn memory_that_is_not_the_functions_own_makes_no_witness() {
    // The first reads what is before its array, writes there, depends on where its arrays are, or on registers.
    let outside: [Body; 4] = [
        |memory| {
            let (a, b) = (place(memory, 0), place(memory, 1));
            memory[b] = memory[a - 8192];
            true
        },
        |memory| {
            let b = place(memory, 1);
            memory[b - 8192] = 1;
            true
        },
        |memory| {
            let (a, b) = (place(memory, 0), place(memory, 1));
            memory[b] = u8::from(a < b);
            true
        },
        |memory| {
            let b = place(memory, 1);
            memory[b] = memory[8188];
            true
        },
    ];
    for first in outside {
        assert_eq!(outcome(ARRAYS, [first, |memory| sums(memory, 1)]).0, Ok(Err(0)));
    }
    // The second does so.
    let (found, _) = outcome(ARRAYS, [|_| true, outside[1]]);
    assert_eq!(found.unwrap().unwrap().place, "memory outside of its arrays");
    // It depends on registers, and is right with some: that is no difference for sure.
    let second: Body = |memory| memory[8188] != 0x3c || sums(memory, 1);
    assert_eq!(outcome(ARRAYS, [|_| true, second]).0, Ok(Err(12)));
}

#[test]
fn results_and_arguments_have_their_types() {
    let define =
        "define dso_local zeroext i8 @f(i8 zeroext %x, <32 x i32> %v, float %s, i1 %c, i64 %w) local_unnamed_addr";
    let (found, modules) = outcome(
        define,
        [
            |memory| {
                memory[4096] = memory[0];
                true
            },
            |memory| {
                memory[4096] = memory[0] ^ 1;
                true
            },
        ],
    );
    let witness = found.unwrap().unwrap();
    assert_eq!((witness.place.as_str(), witness.arguments.len()), ("its result", 5));
    assert!(witness.arguments[1].starts_with("%v = 0x") && witness.arguments[2].ends_with(".5"), "{witness:?}");
    for part in [
        "declare zeroext i8 @f(i8 zeroext, <32 x i32>, float, i1, i64)",
        "%result = call zeroext i8 @f(i8 zeroext %arg0, <32 x i32> %arg1,",
        "store i8 %result, ptr getelementptr (i8, ptr @memory, i32 4096)",
    ] {
        assert!(modules[0].contains(part), "{}", modules[0]);
    }
    let (_, modules) = outcome("define noundef ptr @f(ptr %a)", [|_| true, |_| true]);
    assert!(modules[0].contains("call ptr @f(ptr %arg0)") && !modules[0].contains("store ptr"), "{}", modules[0]);
}

#[test]
fn functions_that_are_not_called_say_why() {
    let refused = |define: &str| outcome(define, [|_| true, |_| true]).0.unwrap_err();
    for (define, why) in [
        ("define internal void @f()", "no other file can call it"),
        ("define void @g()", "no LLVM IR"),
        ("define void @f(ptr byval(i32) %a)", "is `byval(i32)`"),
        ("define void @f(i32 range(i32 0, 4) %a)", "is `range(i32`"),
        ("define range(i32 0, 4) i32 @f()", "is `range(i32`"),
        ("define void @f(i24 %a)", "are not drawn"),
        ("define void @f(<4 x i1> %a)", "are not drawn"),
        ("define void @f(<99999 x i32> %a)", "are not drawn"),
        ("define void @f(<vscale x 4 x i32> %a)", "are not drawn"),
        ("define { i32, i32 } @f()", "are not drawn"),
        ("define void @f([2 x i32] %a)", "are not drawn"),
        ("define void @f(i32 %a, ...)", "are not drawn"),
        ("define void @f(", "is not understood"),
    ] {
        let said = refused(define);
        assert!(said.contains(why), "{define}: {said}");
    }
    let many = (0..17).map(|at| format!("i32 %a{at}")).collect::<Vec<_>>().join(", ");
    assert!(refused(&format!("define void @f({many})")).contains("MAX_PARAMETERS"));
}

/// Beside globals and arrays of the stack may lie whatever a linker puts there.
#[test]
fn functions_with_other_memory_are_not_executed() {
    let program = |stack: &str, line: &str| {
        let head = "--- |\n  define void @f(i32 %n) {\n  }\n...\n---\nname: f\n";
        read(&format!(
            "{head}stack:\n  - {{ id: 0, name: '', {stack}, size: 64 }}\nbody: |\n  bb.0:\n    {line}\n...\n"
        ))
        .unwrap()
    };
    let idle: Body = |_| true;
    let executed = |before: &str, after: &str| {
        let programs = [program("type: spill-slot", before), program("type: spill-slot", after)];
        executed([&programs[0], &programs[1]], "f", &mut Fake { bodies: [idle, idle], modules: Vec::new() })
    };
    let plain = "$r2 = A2_tfrsi 1";
    assert_eq!(executed(plain, plain), Ok(Err(12)));
    for place in
        ["$r2 = A2_tfrsi @table", "$r2 = A2_tfrsi target-flags(hexagon-ext) @table", "$r2 = A2_tfrsi %jump-table.0"]
    {
        assert!(executed(place, plain).unwrap_err().contains("which is not an argument's"), "{place}");
        assert!(executed(plain, place).unwrap_err().contains("which is not an argument's"), "{place}");
    }
    for stack in ["type: default", "type: variable-sized"] {
        let programs = [program("type: spill-slot", plain), program(stack, plain)];
        let found = isotope_packets::check::executed(
            [&programs[0], &programs[1]],
            "f",
            &mut Fake { bodies: [idle, idle], modules: Vec::new() },
        );
        assert!(found.unwrap_err().contains("an array on the stack"), "{stack}");
    }
}
