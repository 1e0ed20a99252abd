//! Scheduled loops run on an emulator beside those that they were made of, and faults in them that the check has to refuse.

use isotope_packets::check::{Verdict, functions};
use isotope_packets::machine::{Machine, Mode};
use isotope_packets::mir::{Instruction, Operand, Program, read};
use isotope_packets::schedule::{Cost, Referee, Scheduled, schedule};
use isotope_run::programs::lacking;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const TOOLS: [&str; 5] = ["clang-19", "llc-19", "llvm-mc-19", "ld.lld-19", "qemu-hexagon"];

/// The functions of `loops.c`, in the order in which the driver runs them.
const LOOPS: usize = 12;

struct Bench {
    machine: Machine,
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Bench {
        Bench::of("hexagonv66")
    }

    fn of(cpu: &str) -> Bench {
        Bench { machine: Machine::named(cpu).unwrap(), folder: tempfile::tempdir().unwrap() }
    }

    fn run(&self, program: &str, args: &[&str]) -> Result<Vec<u8>, String> {
        let output = Command::new(program).args(args).current_dir(self.folder.path()).output().unwrap();
        if output.status.success() {
            Ok(output.stdout)
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    fn llc(&self, args: &[&str]) -> Result<Vec<u8>, String> {
        let own: Vec<&str> = self.machine.llc.iter().map(String::as_str).collect();
        self.run("llc-19", &[&own[..], &["-O3"], args].concat())
    }

    /// Whether LLVM's assembler takes the packets of machine code.
    fn assembled(&self, file: &str) -> Result<(), String> {
        self.llc(&["-start-before=hexagon-packetizer", "-filetype=asm", "-o", "code.s", file])?;
        let own: Vec<String> = self.machine.llc.iter().map(|option| option.replace("-mtriple", "-triple")).collect();
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        self.run("llvm-mc-19", &[&own[..], &["-filetype=obj", "-o", "assembled.o", "code.s"]].concat()).map(drop)
    }

    fn source(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/programs").join(name)
    }

    /// The machine code of the loops, vectorised or not.
    fn machine_code(&self, options: &[&str]) -> String {
        let source = Self::source("loops.c");
        let cpu = format!("-mcpu={}", self.machine.cpu);
        let target =
            ["--target=hexagon-unknown-linux-musl", &cpu, "-mhvx", "-mhvx-length=128b", "-O3", "-G0", "-ffreestanding"];
        let ends = ["-S", "-emit-llvm", "-o", "loops.ll", source.to_str().unwrap()];
        self.run("clang-19", &[&target[..], options, &ends].concat()).unwrap();
        String::from_utf8(self.llc(&["-stop-before=hexagon-packetizer", "-o", "-", "loops.ll"]).unwrap()).unwrap()
    }

    fn scheduled(&self, text: &str) -> Scheduled {
        schedule(&self.machine, text, None, &mut Llvm(self)).unwrap()
    }

    /// The driver's output for machine code, a line for each function; an error where LLVM does not take it.
    fn executed(&self, text: &str) -> Result<Vec<String>, String> {
        std::fs::write(self.folder.path().join("code.mir"), text).unwrap();
        self.assembled("code.mir")?;
        self.llc(&["-start-before=hexagon-packetizer", "-filetype=obj", "-o", "code.o", "code.mir"])?;
        let driver = Self::source("driver.c");
        if !self.folder.path().join("driver.o").exists() {
            let target = [
                "--target=hexagon-unknown-linux-musl",
                "-mcpu=hexagonv66",
                "-O1",
                "-G0",
                "-ffreestanding",
                "-c",
                "-o",
                "driver.o",
            ];
            self.run("clang-19", &[&target[..], &[driver.to_str().unwrap()]].concat())?;
        }
        self.run("ld.lld-19", &["-o", "program", "driver.o", "code.o"])?;
        // The emulator of Debian 12 runs programs of later processors if it is told of the last one that it knows.
        let emulated = ["20", "qemu-hexagon", "-cpu", "v67", "./program"];
        let out = self.run("timeout", &emulated).unwrap_or_else(|_| b"it does not end".to_vec());
        Ok(String::from_utf8_lossy(&out).lines().map(str::to_owned).collect())
    }
}

struct Llvm<'a>(&'a Bench);

impl Referee for Llvm<'_> {
    fn packets(&mut self, text: &str) -> Result<String, String> {
        std::fs::write(self.0.folder.path().join("try.mir"), text).unwrap();
        Ok(String::from_utf8(self.0.llc(&["-run-pass=hexagon-packetizer", "-o", "-", "try.mir"])?).unwrap())
    }

    fn assembles(&mut self, text: &str) -> Result<(), String> {
        std::fs::write(self.0.folder.path().join("try.mir"), text).unwrap();
        self.0.assembled("try.mir")
    }
}

/// LLVM's tools, which refuse code with more blocks than there were.
struct Strict<'a>(Llvm<'a>, usize);

impl Referee for Strict<'_> {
    fn packets(&mut self, text: &str) -> Result<String, String> {
        if blocks(text) > self.1 { Err("it has more blocks".to_owned()) } else { self.0.packets(text) }
    }

    fn assembles(&mut self, text: &str) -> Result<(), String> {
        self.0.assembles(text)
    }
}

fn blocks(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("  bb.")).count()
}

fn is_possible() -> bool {
    let lacking = lacking(&[&TOOLS[..], &["timeout"]].concat());
    lacking.iter().for_each(|why| println!("skipped: {why}"));
    lacking.is_none()
}

#[test]
fn scheduled_loops_compute_what_they_did() {
    same_when_scheduled(&[&["-mllvm", "-hexagon-autohvx"]]);
}

#[test]
#[ignore = "slow: every processor's"]
fn loops_of_every_processor_are_scheduled() {
    if !is_possible() {
        return;
    }
    for cpu in Machine::names() {
        let bench = Bench::of(cpu);
        let before = bench.machine_code(&["-mllvm", "-hexagon-autohvx"]);
        let Scheduled { text, loops, .. } = bench.scheduled(&before);
        let scheduled = loops.iter().filter(|of| of.after.is_some()).count();
        assert!(scheduled >= 4, "{cpu}: {scheduled} of {} loops are scheduled", loops.len());
        std::fs::write(bench.folder.path().join("code.mir"), &text).unwrap();
        bench.assembled("code.mir").unwrap();
        let (expected, found) = (bench.executed(&before).unwrap(), bench.executed(&text).unwrap());
        assert_eq!((expected.len(), &expected), (LOOPS, &found), "{cpu}");
    }
}

#[test]
#[ignore = "slow: scalar loops, unrolled and not"]
fn scheduled_scalar_loops_compute_what_they_did() {
    same_when_scheduled(&[&["-fno-vectorize"], &["-fno-vectorize", "-fno-unroll-loops"]]);
}

/// Runs the loops as clang compiles them with each of these options, before they are scheduled and after.
fn same_when_scheduled(all: &[&[&str]]) {
    if !is_possible() {
        return;
    }
    let bench = Bench::new();
    for options in all {
        let before = bench.machine_code(options);
        let Scheduled { text, loops, .. } = bench.scheduled(&before);
        assert!(text.contains("    BUNDLE ") && !before.contains("    BUNDLE "), "no loop has packets of its own");
        let better: Vec<_> = loops.iter().filter_map(|of| Some((of.before?, of.after?.2))).collect();
        assert!(better.len() >= 4, "{options:?}: {} of {} loops are scheduled", better.len(), loops.len());
        for (before, after) in better {
            assert!(after.is_less(before) && !after.has_more_packets(before), "{before:?} {after:?}");
        }
        for of in &loops {
            assert!(of.after.is_some() != of.stayed.is_some(), "{of:?}");
            let Some(bound) = &of.bound else { continue };
            for cost in of.before.into_iter().chain(of.after.map(|after| after.2)) {
                let (least, total) =
                    (i64::from(bound.least) * cost.iterations, cost.total() * i64::from(bound.iterations));
                assert!(least <= total, "the bound is none: {of:?}");
            }
            let single = of.after.map(|after| after.2).filter(|cost| cost.iterations == 1);
            if let Some((cost, least)) = single.zip(of.single) {
                assert!(least <= cost.total(), "one iteration takes fewer: {of:?}");
            }
        }
        assert!(loops.iter().any(|of| of.is_least()) && !loops.iter().all(|of| of.is_least()), "{loops:?}");
        let (expected, found) = (bench.executed(&before).unwrap(), bench.executed(&text).unwrap());
        assert_eq!(expected.len(), LOOPS, "{expected:?}");
        assert_eq!(expected, found, "{options:?}");
    }
}

#[test]
fn a_loop_is_scheduled_or_says_why_it_stays() {
    if !is_possible() {
        return;
    }
    let bench = Bench::new();
    let before = bench.machine_code(&["-fno-vectorize", "-mllvm", "-unroll-count=8"]);
    let mut scheduled = Vec::new();
    for iterations in [2, 4, 8, 16] {
        let loops = schedule(&bench.machine, &before, Some(iterations), &mut Llvm(&bench)).unwrap().loops;
        assert!(loops.iter().all(|of| of.after.is_some() != of.stayed.is_some()), "{iterations}: {loops:?}");
        scheduled.push(loops.iter().filter(|of| of.after.is_some()).count());
    }
    // A prologue and an epilogue are worth it where the loop runs long.
    assert!(scheduled.is_sorted() && scheduled[0] < scheduled[3], "{scheduled:?}");
}

#[test]
fn a_plan_that_llvm_refuses_costs_that_plan() {
    if !is_possible() {
        return;
    }
    let bench = Bench::new();
    let before = bench.machine_code(&["-fno-vectorize", "-mllvm", "-unroll-count=8"]);
    let Scheduled { text, loops, .. } =
        schedule(&bench.machine, &before, None, &mut Strict(Llvm(&bench), blocks(&before))).unwrap();
    assert_eq!(blocks(&text), blocks(&before));
    assert!(loops.iter().any(|of| of.after.is_some_and(|(_, stages, _)| stages == 1)), "{loops:?}");
}

#[test]
fn long_loops_get_another_order_in_the_registers_that_there_are() {
    if !is_possible() {
        return;
    }
    let bench = Bench::new();
    let before = bench.machine_code(&["-fno-vectorize", "-mllvm", "-unroll-count=16"]);
    let Scheduled { text, loops, .. } = bench.scheduled(&before);
    let in_order = |(_, iterations, _): &(i64, i64, Cost)| *iterations == 1;
    let better: Vec<_> = loops.iter().filter_map(|of| Some((of, of.before?, of.after.filter(in_order)?.2))).collect();
    assert!(better.iter().filter(|(of, ..)| of.instructions > 64).count() >= 4, "{loops:?}");
    for (_, before, after) in better {
        assert!(after.is_less(before) && !after.has_more_packets(before), "{before:?} {after:?}");
    }
    // Accesses come before and after what moves their registers.
    let (old, new) = (constants(&before), constants(&text));
    assert!(new.iter().any(|constant| !old.contains(constant)), "{new:?}");
    let (expected, found) = (bench.executed(&before).unwrap(), bench.executed(&text).unwrap());
    assert_eq!(expected.len(), LOOPS, "{expected:?}");
    assert_eq!(expected, found);
}

/// The constants of accesses, with the instructions' names before packets were made.
fn constants(text: &str) -> BTreeSet<(String, i64)> {
    let machine = Machine::named("hexagonv66").unwrap();
    let program = read(text).unwrap();
    let all = program.functions.iter().flat_map(|of| &of.blocks).flat_map(|block| block.instructions());
    let of = |one: &Instruction| {
        let operation = machine.operation(&one.op)?;
        let constant = operation.access.and(operation.base).map(|base| one.results + base + 1)?;
        let name = operation.plain.as_deref().unwrap_or(&one.op).to_owned();
        match one.operands.get(constant)? {
            Operand::Immediate(number) if operation.access?.1 == Mode::Offset => Some((name, *number)),
            _ => None,
        }
    };
    all.filter_map(of).collect()
}

#[test]
fn llvm_takes_the_constants_that_vectors_have_room_for() {
    if !is_possible() {
        return;
    }
    let bench = Bench::new();
    let is_taken = |line: String| {
        let text = format!("---\nname: f\nbody: |\n  bb.0:\n    {line}\n    PS_jmpret $r31, implicit-def $pc\n...\n");
        std::fs::write(bench.folder.path().join("one.mir"), text).unwrap();
        bench.assembled("one.mir").is_ok()
    };
    for (op, line) in [("V6_vL32b_ai", "$v0 = V6_vL32b_ai $r2, AT"), ("V6_vS32Ub_ai", "V6_vS32Ub_ai $r2, AT, $v0")] {
        let (least, most, step) = bench.machine.room(bench.machine.operation(op).unwrap(), 1).unwrap();
        for (constant, is_room) in [(least, true), (most, true), (least - step, false), (most + step, false)] {
            assert_eq!(is_taken(line.replace("AT", &constant.to_string())), is_room, "{op} {constant}");
        }
    }
}

#[test]
fn faults_in_scheduled_code_are_refused() {
    faults(30, 1);
}

#[test]
#[ignore = "slow: 400 faults"]
fn many_faults_in_scheduled_code_are_refused() {
    faults(400, 2);
}

/// Draws faults; one that the check does not refuse must not change what is computed.
fn faults(count: usize, seed: u64) {
    if !is_possible() {
        return;
    }
    let bench = Bench::new();
    let before = bench.machine_code(&["-fno-vectorize", "-fno-unroll-loops"]);
    let Scheduled { text: after, .. } = bench.scheduled(&before);
    let expected = bench.executed(&before).unwrap();
    let (before, after) = (read(&before).unwrap(), read(&after).unwrap());
    let mut random = StdRng::seed_from_u64(seed);
    let (mut refused, mut equal, mut invalid) = (0, 0, 0);
    for number in 0..count {
        let Some((text, what)) = fault(&before, &after, &mut random) else { continue };
        let is_shown = read(&text).is_ok_and(|faulty| {
            let pairs = before.functions.iter().zip(&faulty.functions);
            pairs.into_iter().all(|(a, b)| matches!(functions(&bench.machine, a, b), Verdict::Equal { .. }))
        });
        if !is_shown {
            refused += 1;
            continue;
        }
        match bench.executed(&text) {
            Ok(found) => assert_eq!(expected, found, "fault {number} is not refused: {what}"),
            Err(why) => {
                println!("INVALID {what} {}", why.chars().take(300).collect::<String>());
                invalid += 1
            }
        }
        equal += 1;
    }
    println!("{refused} refused; {equal} not, of which LLVM does not take {invalid}");
    assert!(refused * 3 > count, "only {refused} of {count} faults are refused");
}

/// A text with a fault in a block that scheduling has added.
fn fault(before: &Program, after: &Program, random: &mut StdRng) -> Option<(String, String)> {
    let mut lines: Vec<usize> = Vec::new();
    for (old, new) in before.functions.iter().zip(&after.functions) {
        for block in new.blocks.iter().filter(|block| old.block(block.id).is_none()) {
            lines.extend(block.instructions().map(|of| of.line));
        }
    }
    let at = lines[random.random_range(0..lines.len())];
    let mut text = after.lines.clone();
    let what = match random.random_range(0..5) {
        0 if lines.contains(&(at + 1)) => {
            text.swap(at, at + 1);
            "two instructions change places"
        }
        1 => {
            text.remove(at);
            "an instruction is lost"
        }
        2 => {
            let (code, tail) = text[at]
                .split_once(" :: ")
                .map_or((text[at].clone(), String::new()), |(code, tail)| (code.to_owned(), format!(" :: {tail}")));
            let words: Vec<String> = code.split(' ').map(str::to_owned).collect();
            let mut numbers =
                words.iter().enumerate().filter(|(_, word)| word.trim_end_matches(',').parse::<i64>().is_ok());
            let (place, word) = numbers.next_back()?;
            let number: i64 = word.trim_end_matches(',').parse().ok()?;
            let other = number + [-1, 1, 4, -4][random.random_range(0..4)];
            let mut words = words.clone();
            words[place] = word.replace(&number.to_string(), &other.to_string());
            text[at] = words.join(" ") + &tail;
            "a number differs"
        }
        3 => {
            let from = lines[random.random_range(0..lines.len())];
            let names = |line: &str| -> Vec<String> {
                line.split('$')
                    .skip(1)
                    .map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned())
                    .collect()
            };
            let (own, others) = (names(&text[at]), names(&text[from]));
            let own = &own[random.random_range(0..own.len().max(1)).min(own.len().checked_sub(1)?)];
            let kind = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
            let other = others.iter().find(|name| kind(name) == kind(own) && *name != own)?;
            text[at] = text[at].replacen(&format!("${own}"), &format!("${other}"), 1);
            "a register differs"
        }
        _ => {
            let other = lines[random.random_range(0..lines.len())];
            let line = text[other].clone();
            text.insert(at, line);
            "an instruction comes twice"
        }
    };
    let place = format!("{what}, line {}: {}", at + 1, after.lines[at].trim());
    Some((text.join("\n") + "\n", place))
}
