//! The pricer with LLVM's real tools.

use super::*;
use isotope_codegen::llvm::NoForms;
use isotope_ir::parse::parse_window;
use isotope_program::baseline;
use isotope_program::{Step, StepOp, Value};
use isotope_tools::limits::TOOL_LIMIT;

fn program(text: &str) -> Program {
    let window = parse_window(text).unwrap_or_else(|e| panic!("{e}"));
    baseline::lower(&window.graph, window.root)
}

fn pricer() -> LlvmPricer {
    LlvmPricer::new(isotope_grammars::embedded())
}

const ADD: &str = "uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)";
const SCALED: &str = "int16x32 (int16x32)a*x32((int16)s) + (int16x32)b";

fn znver4() -> Target {
    Target::cpu("x86_64", "znver4")
}

#[test]
fn a_saturating_add_is_a_load_an_add_and_a_store() {
    let cost = pricer().cost(&program(ADD), &znver4()).unwrap();
    assert_eq!(cost.instructions, ["vmovdqu64", "vpaddusb", "vmovdqu64"]);
    // Two 64-byte loads and a store, each two halves on Zen 4: a load takes both pipes, and a store two cycles.
    assert_eq!((cost.centicycles, cost.uops), (210, 4));
}

#[test]
fn programs_are_priced_together_and_each_as_if_alone() {
    let (pricer, target) = (pricer(), znver4());
    let programs = [program(ADD), program(SCALED), program(ADD)];
    let together = pricer.costs(&programs.iter().collect::<Vec<_>>(), &target, &|| false);
    let alone: Vec<_> = programs.iter().map(|p| pricer.cost(p, &target)).collect();
    assert_eq!(together, alone);
    assert_eq!(together[0], together[2]);
    assert!(together[1].as_ref().unwrap().instructions.contains(&"vpmullw".to_owned()));
}

#[test]
fn the_cpu_decides() {
    let program = program(ADD);
    let with = pricer().cost(&program, &znver4()).unwrap();
    let without = isotope_grammars::embedded()
        .target("x86_64", "znver4", "-avx512bw", &isotope_dictionary::Host::default())
        .unwrap();
    let without = pricer().cost(&program, &without).unwrap();
    assert!(without.instructions.len() > with.instructions.len(), "{:?}", without.instructions);
}

#[test]
fn what_llvm_refuses_costs_no_other_its_answer() {
    let function = |p: &Program, name| llvm::function(p, name, &NoForms).unwrap();
    let good = function(&program(ADD), "good");
    let mut bad = function(&program(ADD), "bad");
    bad.lines.push("%x = no such instruction".to_owned());
    let costs = pricer().price(&[good, bad], &znver4());
    assert!(costs[0].is_ok());
    let Err(PriceError::Refused { tool, name, message }) = &costs[1] else { panic!("{:?}", costs[1]) };
    assert_eq!((tool.as_str(), name.as_str()), ("llc-19", "bad"));
    assert!(message.contains("no such instruction"), "{message}");
}

#[test]
fn what_llvm_has_no_memory_for_costs_no_other_its_answer() {
    let function = |p: &Program, name| llvm::function(p, name, &NoForms).unwrap();
    let (good, mut large) = (function(&program(ADD), "good"), function(&program(ADD), "large"));
    // LLVM has no memory for it as soon as it has read it. Code that it would have to compile first took half a minute.
    large.lines.extend((0..300_000).map(|at| format!("%x{at} = add i8 0, 0")));
    let runs = Runs::new(1, Confinement::of_this_machine()).with_large(48 << 20);
    let pricer = pricer().running(runs);
    let costs = pricer.price(&[good, large], &znver4());
    assert!(costs[0].is_ok(), "{:?}", costs[0]);
    let Err(PriceError::TooLarge { tool, mebibytes }) = &costs[1] else { panic!("{:?}", costs[1]) };
    assert_eq!((tool.as_str(), *mebibytes), ("llc-19", 48));
}

/// Windows with vectors of bools that LLVM for Hexagon selects no code for as they are.
const BOOLS: [&str; 6] = [
    "uint1x128 (((uint8x128)a < (uint8x128)b) && ((uint8x128)c < (uint8x128)b))",
    "uint8x128 select((uint1x128)m, (uint8x128)a, (uint8x128)b)",
    "uint1x32 select((uint1x32)m, (uint1x32)a, (uint1x32)b)",
    "uint1x4 select((uint1)m, (uint1x4)a, (uint1x4)b)",
    "uint1x64 uint1x64((uint16x64)a)",
    "uint1x32 uint1x32((float32x32)a)",
];

#[test]
fn vectors_of_bools_have_code_on_every_target() {
    for (arch, cpu) in [("hexagon", "hexagonv66"), ("aarch64", "neoverse-v2"), ("x86_64", "znver4")] {
        let target = isotope_grammars::embedded().target(arch, cpu, "", &isotope_dictionary::Host::default()).unwrap();
        for text in BOOLS {
            let cost = pricer().cost(&program(text), &target);
            assert!(cost.as_ref().is_ok_and(|cost| cost.centicycles > 0), "{text} on {cpu}: {cost:?}");
        }
    }
}

#[test]
fn missing_tools_are_named() {
    let tool = |program: &str| Tool { program: program.into(), package: "llvm-19", limit: TOOL_LIMIT };
    let pricer = pricer().with_tools(tool("llc-of-nowhere"), tool("llvm-mca-19"));
    let error = pricer.cost(&program(ADD), &znver4()).unwrap_err();
    assert_eq!(error.to_string(), "llc-of-nowhere was not found: install it with `apt-get install llvm-19`");
}

#[test]
fn an_instruction_without_a_form_is_told() {
    let mut program = program(ADD);
    let shape = program.shape(program.result);
    let op = StepOp::Instruction { name: "_mm512_nothing".to_owned(), immediates: vec![] };
    program.steps.push(Step { op, args: vec![program.result], shape });
    program.result = Value(program.steps.len() as u32 - 1);
    let error = pricer().cost(&program, &znver4()).unwrap_err();
    assert!(matches!(&error, PriceError::NoCode { message, .. } if message.contains("_mm512_nothing")), "{error}");
}

/// Casts from and to every type, with a float on one side, plain and saturating; remainders, which round to integers.
fn casts(lanes: u32) -> Vec<String> {
    let types = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "uint1"];
    let floats = ["float16", "bfloat16", "float32", "float64"];
    let of = |ty: &str| if lanes == 1 { ty.to_owned() } else { format!("{ty}x{lanes}") };
    let mut texts: Vec<String> = floats.map(|f| format!("{0} (({0})a % ({0})b)", of(f))).into();
    for from in types.iter().chain(&floats) {
        for to in types.iter().chain(&floats).filter(|to| floats.contains(to) || floats.contains(from)) {
            texts.push(format!("{0} {0}(({1})a)", of(to), of(from)));
            if *to != "uint1" {
                texts.push(format!("{0} ({0})saturating_cast(({1})a)", of(to), of(from)));
            }
        }
    }
    texts
}

fn no_cast_calls_a_library(cpus: &[&str], lanes: &[u32]) {
    let mut functions = Vec::new();
    for text in lanes.iter().flat_map(|&lanes| casts(lanes)) {
        let window = parse_window(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let other = baseline::lower_without_calls(&window.graph, window.root);
        let own = baseline::lower(&window.graph, window.root);
        let name = |which: char| format!("{which}{}", functions.len());
        let write = |p: &Program, name: &str| llvm::function(p, name, &NoForms).unwrap_or_else(|e| panic!("{e}"));
        let both = (write(&own, &name('a')), other.map(|p| write(&p, &name('b'))));
        functions.push((text, both));
    }
    let all = || functions.iter().flat_map(|(_, (own, other))| [Some(own), other.as_ref()]).flatten();
    let definitions: Vec<String> = all().map(Function::by_value).collect();
    let declares: BTreeSet<String> = all().flat_map(|f| f.declares.iter().cloned()).collect();
    for cpu in cpus {
        let target = Target::cpu("x86_64", cpu);
        let module = llvm::module(&definitions, &declares, "nounwind", &target);
        let tool = |program: &str| Tool { program: program.into(), package: "llvm-19", limit: 60 * TOOL_LIMIT };
        let assembly = pricer().with_tools(tool("llc-19"), tool("llvm-mca-19")).assembly(&module, &target).unwrap();
        let blocks: BTreeMap<String, Block> =
            assembly::blocks(&assembly, &isotope_grammars::embedded().get("x86_64").unwrap().manifest().assembly)
                .into_iter()
                .map(|b| (b.name.clone(), b))
                .collect();
        for (text, (own, other)) in &functions {
            let calls = |f: &Function| blocks[&f.name].called.clone();
            let least = [Some(own), other.as_ref()].into_iter().flatten().map(calls).min_by_key(Vec::len);
            assert_eq!(least, Some(vec![]), "{text} on {cpu}");
        }
    }
}

#[test]
fn no_cast_of_floats_needs_a_library() {
    no_cast_calls_a_library(&["x86-64", "haswell", "sapphirerapids"], &[1, 7]);
}

#[test]
#[ignore = "slow: every width on every CPU"]
fn no_cast_of_floats_at_any_width_needs_a_library() {
    let cpus = ["x86-64", "x86-64-v2", "x86-64-v3", "skylake-avx512", "icelake-server", "znver4", "sapphirerapids"];
    no_cast_calls_a_library(&cpus, &[2, 3, 4, 5, 8, 16, 31, 32, 64]);
}

#[test]
fn code_that_calls_a_library_is_refused_with_the_function() {
    let window = parse_window("float32x8 ((float32x8)a % (float32x8)b)").unwrap();
    let target = Target::cpu("x86_64", "x86-64");
    let error = pricer().cost(&baseline::lower(&window.graph, window.root), &target).unwrap_err();
    assert!(matches!(&error, PriceError::NoCode { message, .. } if message == "it would call floorf"), "{error}");
    let other = baseline::lower_without_calls(&window.graph, window.root).unwrap();
    assert!(pricer().cost(&other, &target).is_ok());
}

#[test]
fn listings_are_priced_by_their_loops_and_what_the_model_does_not_know_alone_has_no_price() {
    let listing = |text: &str| Listing::read(text).unwrap();
    let iterations = "\taddq\t$64, %rax\n\tcmpq\t%rax, %rcx\n\tjne\t.L1\n";
    let add =
        "\tvmovdqu64\t(%rdi,%rax), %zmm0\n\tvpaddusb\t(%rsi,%rax), %zmm0, %zmm0\n\tvmovdqu64\t%zmm0, (%rdx,%rax)\n";
    let in_loop = listing(&format!("\tvpxord\t%zmm1, %zmm1, %zmm1\n.L1:\n{add}{iterations}\tretq\n"));
    let unknown = listing(&format!(".L1:\n\tvpfrobnicate\t%zmm0\n{iterations}"));
    let all = [in_loop.clone(), unknown, listing(""), listing(add)];
    let prices = pricer().price_listings(&all, &znver4(), &|| false).unwrap();
    assert_eq!(prices, [Some(210), None, None, Some(210)]);
    assert_eq!(pricer().price_listings(&[], &znver4(), &|| false), Ok(vec![]));
}

#[test]
fn one_unknown_instruction_among_many_listings_takes_few_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (count, script) = (folder.path().join("runs"), folder.path().join("mca"));
    std::fs::write(&script, format!("#!/bin/sh\necho >>{}\nexec llvm-mca-19 \"$@\"\n", count.display())).unwrap();
    let executable = <std::fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o755);
    std::fs::set_permissions(&script, executable).unwrap();
    let tool = |program: &std::path::Path| Tool { program: program.into(), package: "llvm-19", limit: TOOL_LIMIT };
    let pricer = pricer().confined(Confinement::off()).with_tools(tool("llc-19".as_ref()), tool(&script));
    let listing = |at| if at == 77 { "\tvpfrobnicate\t%zmm0\n" } else { "\tvpaddd\t%zmm0, %zmm1, %zmm2\n" };
    let listings: Vec<Listing> = (0..200).map(|at| Listing::read(listing(at)).unwrap()).collect();
    let prices = pricer.price_listings(&listings, &znver4(), &|| false).unwrap();
    assert!(prices.iter().enumerate().all(|(at, price)| price.is_some() == (at != 77)));
    let runs = std::fs::read_to_string(&count).unwrap().lines().count();
    assert!(runs <= 17, "{runs} runs");
}

/// Instructions that load, and those that store a whole register or its halves.
const LOADS: [&str; 9] = [
    "vmovdqu64 (%rdi), %zmm1",
    "vmovups (%rdi), %zmm1",
    "vpaddb (%rdi), %zmm1, %zmm2",
    "vpsubusb (%rdi), %zmm1, %zmm2",
    "vpdpbusd (%rdi), %zmm1, %zmm2",
    "vpmulld (%rdi), %zmm1, %zmm2",
    "vpermb (%rdi), %zmm1, %zmm2",
    "vaddps (%rdi), %zmm1, %zmm2",
    "vpternlogd $150, (%rdi), %zmm1, %zmm2",
];
const STORES: [&[&str]; 4] = [
    &["vmovdqu64 %zmm1, (%rsi)"],
    &["vmovups %zmm1, (%rsi)"],
    &["vmovdqu %ymm1, (%rsi)", "vextracti64x4 $1, %zmm1, 32(%rsi)"],
    &["vpmovwb %zmm1, (%rsi)", "vpmovwb %zmm2, 32(%rsi)"],
];

#[test]
fn no_instruction_that_loads_or_stores_goes_below_the_least_price() {
    let set = isotope_grammars::embedded().get("x86_64").unwrap();
    let form = |name: &str, bits| set.prices().generic_form(name, bits).unwrap();
    let forms = [128, 256, 512].map(|bits| [form("load", bits), form("store", bits)]);
    let loops = LOADS.iter().flat_map(|load| STORES.iter().map(move |store| (load, store)));
    let pairs: Vec<(String, u32)> = loops
        .flat_map(|(load, store)| {
            [1, 2, 4].map(|count| ([vec![*load; count as usize].join("\n"), store.join("\n")].join("\n"), count))
        })
        .collect();
    for cpu in ["znver3", "znver4", "znver5", "sapphirerapids", "icelake-server", "skylake-avx512"] {
        let listings: Vec<Listing> = pairs.iter().map(|(text, _)| Listing::read(text.as_str()).unwrap()).collect();
        let costs = pricer().price_listings(&listings, &Target::cpu("x86_64", cpu), &|| false).unwrap();
        let table = set.prices().of(cpu);
        for ((text, loads), cost) in pairs.iter().zip(costs) {
            let moves = isotope_cost::Moves {
                bits: 512,
                forms: &forms,
                pairs: None,
                loads: *loads,
                stores: 1,
                is_part_left: false,
            };
            let (least, cost) = (table.least(&moves, &|_| true), cost.unwrap());
            assert!(least > 0 && least <= cost, "{cpu}: {least} for {cost}\n{text}");
        }
    }
}

/// The instructions of the plain lowerings of a folder of windows, compiled for a CPU together.
fn instructions(pricer: &LlvmPricer, folder: &str, target: &Target) -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/windows").join(folder);
    let mut functions = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for window in isotope_ir::parse::parse_file(&text).unwrap_or_else(|e| panic!("{e}")).windows {
            let program = baseline::lower(&window.graph, window.root);
            functions.push(llvm::function(&program, &format!("f{}", functions.len()), &NoForms).unwrap());
        }
    }
    let definitions: Vec<String> = functions.iter().map(|function| function.in_loop(1)).collect();
    let declares: BTreeSet<String> = functions.iter().flat_map(|f| f.declares.iter().cloned()).collect();
    let assembly = pricer.assembly(&llvm::module(&definitions, &declares, "nounwind", target), target).unwrap();
    let like = &pricer.set(target).unwrap().manifest().assembly;
    assembly::blocks(&assembly, like).into_iter().flat_map(|block| block.lines).collect()
}

/// The usage that is kept of one instruction is the model's for every other that is taken for the same.
fn one_usage_a_shape(arch: &str, folder: &str, cpu: &str) {
    let (pricer, target) = (pricer(), Target::cpu(arch, cpu));
    let set = pricer.set(&target).unwrap();
    let table = set.prices().of(target.tune());
    let lines = instructions(&pricer, folder, &target);
    let known = pricer.usages.of("lines", &None, table.syntax());
    let block = Block { name: String::new(), lines, centipackets: 0, is_loop: true, calls: 0, called: vec![] };
    let mut kept = 0;
    for run in assembly::runs(std::slice::from_ref(&block), MAX_RUN_LINES) {
        for (piece, said) in run.iter().zip(pricer.usages(&run, set, table.llvm_cpu(), &|| false).unwrap()) {
            assert_eq!(piece.lines.len(), said.len());
            for (line, usage) in piece.lines.iter().zip(said) {
                match known.get(line) {
                    Some(before) => assert_eq!(before, usage, "{line} on {cpu}"),
                    None => known.keep(line, &usage),
                }
                kept += 1;
            }
        }
    }
    assert!(kept > 500, "{kept} instructions on {cpu}");
}

#[test]
fn instructions_of_one_shape_have_one_usage() {
    one_usage_a_shape("x86_64", "x86", "znver4");
    one_usage_a_shape("x86_64", "x86", "haswell");
    one_usage_a_shape("aarch64", "arm", "neoverse-v2");
}

#[test]
#[ignore = "slow: every model"]
fn instructions_of_one_shape_have_one_usage_on_every_cpu() {
    for cpu in ["x86-64", "skylake-avx512", "icelake-server", "znver3", "znver4", "znver5", "sapphirerapids"] {
        one_usage_a_shape("x86_64", "x86", cpu);
    }
    for cpu in ["ampere1", "apple-m1", "cortex-a510", "cortex-a55", "neoverse-n1", "neoverse-n2", "neoverse-v1"] {
        one_usage_a_shape("aarch64", "arm", cpu);
    }
}

#[test]
fn the_model_is_asked_once_for_an_instruction() {
    let pricer = pricer();
    let costs = [ADD, ADD].map(|text| pricer.cost(&program(text), &znver4()).unwrap());
    let nobody = Tool { program: "llvm-mca-of-nowhere".into(), package: "llvm-19", limit: TOOL_LIMIT };
    let without = pricer.clone().with_tools(Tool::llc(), nobody);
    assert!(matches!(without.cost(&program(ADD), &znver4()), Err(PriceError::Missing { .. })), "another tool is asked");
    assert_eq!(costs[0], costs[1]);
    let table = pricer.set(&znver4()).unwrap().prices().of("znver4");
    let known = pricer.usages.of("x86_64-unknown-linux-gnu znver4", &pricer.mca.stamp(), table.syntax());
    assert!(costs[0].asm.lines().all(|line| known.get(line).is_some()), "{}", costs[0].asm);
}

/// The cost of a compiler's loop of these instructions.
fn looped(cpu: &Target, lines: &str, ends: &str) -> u64 {
    let text = format!("f:\n.L1:\n\t{}\n\t{ends}\t.L1\n\tret\n", lines.replace('\n', "\n\t"));
    let listing = Listing::read(text).unwrap();
    pricer().price_listings(&[listing], cpu, &|| false).unwrap()[0].expect("it has a price")
}

#[test]
fn a_sum_in_one_register_waits_for_itself_and_sums_in_several_do_not() {
    let price = |lines: &str| looped(&znver4(), lines, "jne");
    let one = "vmovdqu\t(%rdi), %ymm1\nvpdpbusd\t(%rsi), %ymm1, %ymm0";
    let four = "\nvpdpbusd\t(%rsi), %ymm1, %ymm2\nvpdpbusd\t(%rsi), %ymm1, %ymm3\nvpdpbusd\t(%rsi), %ymm1, %ymm4";
    assert_eq!((price(one), price(&format!("{one}{four}"))), (400, 400), "latency 4, and its load does not wait");
    assert_eq!(price(&one.replace("vpdpbusd", "vpmaddwd")), 100, "a product is no sum");
    let arm = |lines: &str| looped(&Target::cpu("aarch64", "neoverse-v2"), lines, "b.ne");
    let sum = "ldr\tq1, [x8], #16\nudot\tv0.4s, v1.16b, v2.16b\nudot\tv0.4s, v3.16b, v2.16b";
    assert_eq!((arm(sum), arm(&sum.replace("v0.4s, v3", "v4.4s, v3"))), (600, 300));
}

#[test]
fn the_front_end_takes_what_counts_iterations_where_it_counts_instructions() {
    let add = "add\tv0.16b, v1.16b, v2.16b";
    let arm = |lines: &str| looped(&Target::cpu("aarch64", "neoverse-n1"), lines, "b.ne");
    // Four a cycle, the jump back included.
    assert_eq!((arm(&format!("{add}\nadd\tx8, x8, #16\nsubs\tx9, x9, #1")), arm(add)), (100, 50));
}

#[test]
fn what_may_only_stand_behind_another_instruction_is_asked_with_it() {
    let (pricer, target) = (pricer(), Target::cpu("aarch64", "neoverse-v2"));
    let looped =
        |lines: &[&str]| Listing::read(format!("f:\n.L1:\n\t{}\n\tb.ne\t.L1\n\tret\n", lines.join("\n\t"))).unwrap();
    let [first, second] = ["udivr\tz6.s, p0/m, z6.s, z24.s", "udivr\tz7.s, p0/m, z7.s, z25.s"];
    let price = |lines: &[&str]| pricer.price_listings(&[looped(lines)], &target, &|| false).unwrap()[0];
    assert!(price(&[first]).is_some());
    // One division is known now, and the copy before it is not: alone it would stand before another copy.
    let both = price(&["movprfx\tz6, z17", first, "movprfx\tz7, z18", second]);
    let one = price(&["movprfx\tz6, z17", first]).expect("it has a price");
    assert!(both.is_some_and(|both| both >= 2 * one), "{both:?} and {one}");
}
