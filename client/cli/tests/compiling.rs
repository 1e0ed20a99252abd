//! `isotope compile`: kernels that are executed beside the loops that they are made of, what is printed, and refusals.

#![allow(clippy::unwrap_used)]

use crate::command::{Shipped, stderr, stdout};
use crate::selecting::has_tools;
use isotope_run::programs::lacking;
use isotope_run::{Executor, Language, QEMU_AARCH64, QEMU_HEXAGON, Unit};
use std::path::Path;
use std::process::Command;

/// LLVM's runtime of OpenMP.
const OPENMP: &str = "/usr/lib/llvm-19/lib/libomp.so";

#[test]
fn kernels_in_parts_compute_what_their_loops_compute() {
    in_parts(&STATEMENTS[..1]);
}

#[test]
#[ignore = "slow: all other statements in parts"]
fn more_kernels_in_parts_compute_what_their_loops_compute() {
    in_parts(&STATEMENTS[1..]);
}

/// Compiles statements for several threads, and executes each beside its loops.
fn in_parts(statements: &[Statement]) {
    if let Some(why) = lacking(&["clang-19", OPENMP]) {
        println!("skipped: kernels in parts: {why}");
        return;
    }
    if !has_tools() {
        return;
    }
    let daemon = Shipped::start();
    for Statement { text: [statement, sizes], flags, types, loops } in statements {
        let folder = tempfile::tempdir().unwrap();
        let object = folder.path().join("kernel.o");
        let arguments = ["compile", statement, "--sizes", sizes, "--parallel", "-o", object.to_str().unwrap()];
        let output = daemon.run(&[&arguments[..], flags].concat());
        assert!(output.status.success(), "{statement}: {}", stderr(&output));
        let code = std::fs::read(&object).unwrap();
        let calls = b"__kmpc_fork_call";
        assert!(code.windows(calls.len()).any(|bytes| bytes == calls), "{statement} has no parts");
        linked(folder.path(), *types, loops, &["clang-19", "-fopenmp"]);
    }
}

/// A statement that is compiled, and the same in C.
struct Statement {
    /// The statement, and the sizes of its dimensions.
    text: [&'static str; 2],
    flags: &'static [&'static str],
    /// Of A, B and C.
    types: [&'static str; 3],
    loops: &'static str,
}

/// The range that loops state of their input.
const IN_RANGE: &str = "/* A is in 0..127 */";

const STATEMENTS: [Statement; 9] = [
    Statement {
        text: ["i32 C[i,j] += u8 A[i,k] * s8 B[k,j]", "i=37,j=83,k=70"],
        flags: &[],
        types: ["uint8_t", "int8_t", "int32_t"],
        loops: "D(i,37) D(j,83) D(k,70) C[i*83+j] += A[i*70+k] * B[k*83+j];",
    },
    Statement {
        text: ["i32 C[i,j] += s16 A[i,k] * s16 B[k,j]", "i=1,j=64,k=33"],
        flags: &[],
        types: ["int16_t", "int16_t", "int32_t"],
        loops: "D(j,64) D(k,33) C[j] += A[k] * B[k*64+j];",
    },
    Statement {
        text: ["f32 C[i,j] += f32 A[i,k] * f32 B[k,j]", "i=20,j=50,k=31"],
        flags: &["--fast"],
        types: ["float", "float", "float"],
        loops: "D(i,20) D(j,50) D(k,31) C[i*50+j] += A[i*31+k] * B[k*50+j];",
    },
    Statement {
        text: ["f32 C[i,j] += f32 A[i,k] * f32 B[k,j]", "i=11,j=30,k=29"],
        flags: &[],
        types: ["float", "float", "float"],
        loops: "D(i,11) D(j,30) D(k,29) C[i*30+j] += A[i*29+k] * B[k*30+j];",
    },
    Statement {
        text: ["i32 C[i,j] = u8 A[i,k] * s8 B[k,j]", "i=6,j=37,k=40"],
        flags: &[],
        types: ["uint8_t", "int8_t", "int32_t"],
        loops: "D(i,6) D(j,37) { C[i*37+j] = 0; D(k,40) C[i*37+j] += A[i*40+k] * B[k*37+j]; }",
    },
    Statement {
        text: ["i32 O[y,x,o] += u8 I[y+dy,x+dx,c] * s8 W[dy,dx,c,o]", "y=5,x=9,o=40,dy=3,dx=3,c=12"],
        flags: &[],
        types: ["uint8_t", "int8_t", "int32_t"],
        loops: "D(y,5) D(x,9) D(o,40) D(dy,3) D(dx,3) D(c,12) C[(y*9+x)*40+o] += A[((y+dy)*11+x+dx)*12+c] * B[((dy*3+dx)*12+c)*40+o];",
    },
    Statement {
        text: ["i32 C[i,j] += s8 A[k,i] * s8 B[j,k]", "i=18,j=21,k=24"],
        flags: &[],
        types: ["int8_t", "int8_t", "int32_t"],
        loops: "D(i,18) D(j,21) D(k,24) C[i*21+j] += A[k*18+i] * B[j*24+k];",
    },
    Statement {
        text: ["i32 C[i,j] += (s8 A[i,k] + 3) * (s8 B[k,j] - 100)", "i=13,j=40,k=37"],
        flags: &[],
        types: ["int8_t", "int8_t", "int32_t"],
        loops: "D(i,13) D(j,40) D(k,37) C[i*40+j] += (A[i*37+k] + 3) * (B[k*40+j] - 100);",
    },
    Statement {
        text: ["i32 C[i,j] += s16 A[i,k,l] * s16 B[k,j] * s16 B[l,j]", "i=9,j=37,k=5,l=26"],
        flags: &[],
        types: ["int16_t", "int16_t", "int32_t"],
        loops: "D(i,9) D(j,37) D(k,5) D(l,26) C[i*37+j] += A[(i*5+k)*26+l] * B[k*37+j] * B[l*37+j];",
    },
];

/// A program that calls the kernel and carries out the loops, on numbers that are small enough for floats to be exact.
fn driver([a, b, c]: [&str; 3], loops: &str) -> String {
    let of_a = if loops.contains(IN_RANGE) { "rand() % 128" } else { "rand() % 256 - 100" };
    format!(
        "#include \"kernel.h\"\n#include <stdio.h>\n#include <stdlib.h>\n#define N 65536\n#define D(d, n) for (int d = 0; d < n; d++)\n\
         static {a} A[N]; static {b} B[N]; static {c} C[N], K[N];\n\
         int main(void) {{\n  srand(7);\n\
         for (int i = 0; i < N; i++) {{ A[i] = ({a})({of_a}); B[i] = ({b})(rand() % 256 - 128); C[i] = K[i] = ({c})(rand() % 99); }}\n\
         contraction((void *)A, (void *)B, (void *)K);\n  {loops}\n\
         for (int i = 0; i < N; i++) if (C[i] != K[i]) {{ printf(\"cell %d\\n\", i); return 1; }}\n  return 0;\n}}\n"
    )
}

fn executed(folder: &Path, types: [&str; 3], loops: &str) {
    linked(folder, types, loops, &["cc"]);
}

/// Executes a kernel that a compiler has linked with its driver.
fn linked(folder: &Path, types: [&str; 3], loops: &str, compiler: &[&str]) {
    std::fs::write(folder.join("main.c"), driver(types, loops)).unwrap();
    let (program, flags) = compiler.split_first().unwrap();
    let files = ["-O1", "-o", "main", "main.c", "kernel.o"];
    let built = Command::new(program).args(flags).args(files).current_dir(folder).output().unwrap();
    assert!(built.status.success(), "{}", stderr(&built));
    let ran = Command::new(folder.join("main")).output().unwrap();
    assert!(ran.status.success(), "{loops}: {}", stdout(&ran));
}

#[test]
fn kernels_of_a_list_are_made_before_somebody_asks() {
    if !has_tools() {
        return;
    }
    let (daemon, folder) = (Shipped::start(), tempfile::tempdir().unwrap());
    let [statement, sizes] = STATEMENTS[1].text;
    let list = format!(
        "// of a network\ntarget x86_64 znver3\n{statement} --sizes {sizes}\n{statement} --sizes\n{statement} --sizes i=4\n"
    );
    std::fs::write(folder.path().join("all.kernels"), list).unwrap();
    let warmed = daemon.run(&["warm", folder.path().to_str().unwrap()]);
    let text = String::from_utf8_lossy(&warmed.stdout);
    assert_eq!(warmed.status.code(), Some(1), "a dimension has no size: {text}{}", stderr(&warmed));
    let said = ["kernels, shown to be equal", "2 of 2 windows answered", "dimension j has no size", "all.kernels:4"];
    assert!(said.iter().all(|part| text.contains(part)), "{text}");
    let asked = ["compile", statement, "--sizes", sizes, "--target", "x86_64", "--mcpu", "znver3"];
    let again = daemon.run(&asked);
    assert!(stderr(&again).contains("the daemon had this kernel already"), "{}", stderr(&again));
}

#[test]
fn kernels_compute_what_their_loops_compute() {
    computed(|number| number % 4 == 0);
}

#[test]
#[ignore = "slow: the other statements"]
fn more_kernels_compute_what_their_loops_compute() {
    computed(|number| number % 4 != 0);
}

/// Compiles the statements of these numbers, and executes each beside its loops.
fn computed(is_asked: fn(usize) -> bool) {
    if !has_tools() {
        return;
    }
    let daemon = Shipped::start();
    let asked = STATEMENTS.into_iter().enumerate().filter(|(number, _)| is_asked(*number));
    for (number, Statement { text: [statement, sizes], flags, types, loops }) in asked {
        let folder = tempfile::tempdir().unwrap();
        let object = folder.path().join("kernel.o");
        let arguments = ["compile", statement, "--sizes", sizes, "--mcpu", "host", "-o", object.to_str().unwrap()];
        let output = daemon.run(&[&arguments[..], flags].concat());
        assert!(output.status.success(), "{statement}: {}", stderr(&output));
        let said = stderr(&output);
        assert!(said.contains("equal to the statement for all inputs: identity"), "{said}");
        // The text with answers in it is what was compared.
        assert!(!said.contains("before its answers are placed"), "{said}");
        // Without leave, floats are added as the loops add them; what leave is worth is said.
        let is_ordered = types[0] == "float" && flags.is_empty();
        assert_eq!(said.contains("floats are added in this order") && said.contains("--fast"), is_ordered, "{said}");
        executed(folder.path(), types, loops);
        // That a kernel is remembered is the same for each.
        if number > 0 {
            continue;
        }
        let other = daemon.run(&[&arguments[..], flags, &["--plan", "2"]].concat());
        let plan = |said: &str| said.lines().find(|line| line.contains("are allocated")).map(str::to_owned);
        assert!(other.status.success() && plan(&stderr(&other)) != plan(&said), "{}", stderr(&other));
        executed(folder.path(), types, loops);
        let none = daemon.run(&[&arguments[..], flags, &["--plan", "64"]].concat());
        assert!(!none.status.success() && stderr(&none).contains("there is no plan 64"), "{}", stderr(&none));
        let again = daemon.run(&[&arguments[..], flags].concat());
        assert!(again.status.success() && stderr(&again).contains("had this kernel already"), "{}", stderr(&again));
        executed(folder.path(), types, loops);
    }
}

/// Without the range no instruction of these processors adds two products of bytes exactly in 16 bits.
#[test]
fn ranges_are_assumed_used_and_said() {
    if !has_tools() {
        return;
    }
    let (daemon, folder) = (Shipped::start(), tempfile::tempdir().unwrap());
    let (folder, stages) = (folder.path(), folder.path().join("stages"));
    let (statement, sizes) = ("i32 C[i,j] += u8 A[i,k] in 0..127 * s8 B[k,j]", "i=37,j=83,k=70");
    let object = folder.join("kernel.o");
    let haswell = ["compile", statement, "--sizes", sizes, "--target", "x86_64", "--mcpu", "haswell"];
    let files = ["-o", object.to_str().unwrap(), "--keep-stages", stages.to_str().unwrap()];
    let output = daemon.run(&[&haswell[..], &files].concat());
    let said = stderr(&output);
    assert!(output.status.success() && !said.contains("before its answers are placed"), "{said}");
    assert!(said.contains("equal to the statement for all inputs with arg0 in 0..127: identity"), "{said}");
    let assembly = stdout(&daemon.run(&[&haswell[..], &["--emit", "asm"]].concat()));
    assert!(assembly.contains("vpmaddubsw"), "{assembly}");
    let read = |name: &str| std::fs::read_to_string(stages.join(name)).unwrap();
    assert!(std::fs::read_to_string(folder.join("kernel.h")).unwrap().contains("A holds 0 to 127."));
    // The comparison by itself: with the range, and without it.
    let check = |before: &str, after: &str| {
        let [before, after] = [("before.mlir", before), ("after.mlir", after)].map(|(name, text)| {
            std::fs::write(folder.join(name), text).unwrap();
            folder.join(name).to_str().unwrap().to_owned()
        });
        Command::new(env!("CARGO_BIN_EXE_isotope")).args(["check", &before, &after]).output().unwrap()
    };
    let (plain, selected) = (read("plain.mlir"), read("selected.mlir"));
    let equal = check(&plain, &selected);
    let line = "assumed: elements of arg0 are in 0..127 (isotope.range)";
    assert!(equal.status.success() && stdout(&equal).contains(line), "{}{}", stdout(&equal), stderr(&equal));
    let without = |text: &str| text.replacen("isotope.range = array<i64: 0, 127>, ", "", 1);
    assert!(without(&plain) != plain && without(&selected) != selected);
    let said = stderr(&check(&without(&plain), &without(&selected)));
    assert!(said.contains("it is said to be in 0..127, and may be in"), "{said}");
    let nowhere = [&plain, &selected].map(|text| {
        let text = without(text).replace(" {isotope.range = array<i64: 0, 127>}", "");
        assert!(!text.contains("isotope.range"), "{text}");
        text
    });
    let output = check(&nowhere[0], &nowhere[1]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && !said.contains("equal for all"), "{said}");
    // The result, by those instructions where this processor has them, and else by its own.
    let loops = format!("{IN_RANGE} D(i,37) D(j,83) D(k,70) C[i*83+j] += A[i*70+k] * B[k*83+j];");
    let types = ["uint8_t", "int8_t", "int32_t"];
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("bmi2") {
        return executed(folder, types, &loops);
    }
    println!("skipped: code for haswell is executed: this processor has no AVX2");
    let here = ["compile", statement, "--sizes", sizes, "--mcpu", "host", "-o", object.to_str().unwrap()];
    let output = daemon.run(&here);
    assert!(output.status.success(), "{}", stderr(&output));
    executed(folder, types, &loops);
}

/// A product of small matrices of linalg. Its arguments have `attribute`.
fn product(attribute: &str) -> String {
    format!(
        "func.func @product(%a: memref<8x16xi8> {attribute}, %b: memref<16x32xi8> {attribute}, %c: memref<8x32xi32> {attribute}) {{\n  \
         %zero = arith.constant 0 : i32\n  linalg.fill ins(%zero : i32) outs(%c : memref<8x32xi32>)\n  \
         linalg.matmul ins(%a, %b : memref<8x16xi8>, memref<16x32xi8>) outs(%c : memref<8x32xi32>)\n  return\n}}\n"
    )
}

/// That arrays do not overlap.
const APART: &str = "{llvm.noalias}";

#[test]
fn loops_and_operations_of_linalg_are_compiled() {
    if !has_tools() {
        return;
    }
    let (folder, daemon) = (tempfile::tempdir().unwrap(), Shipped::start());
    let (folder, stages) = (folder.path(), folder.path().join("stages"));
    let file = folder.join("product.mlir");
    std::fs::write(&file, product(APART)).unwrap();
    let (file, kept) = (file.to_str().unwrap(), stages.to_str().unwrap());
    let arm = ["compile", file, "--target", "aarch64", "--mcpu", "neoverse-v2", "--emit", "asm", "--keep-stages", kept];
    let output = daemon.run(&arm);
    assert!(output.status.success() && stdout(&output).contains("\tsdot\t"), "{}{}", stdout(&output), stderr(&output));
    let caches = "note: the prices of neoverse-v2 have no rows for its caches: blocks are as for 32 and 512 KiB";
    assert!(stderr(&output).contains(caches), "{}", stderr(&output));
    let read = |name: &str| std::fs::read_to_string(stages.join(name)).unwrap();
    assert!(read("plain.mlir").contains("affine.for") && read("kernel.mlir").contains("vector.multi_reduction"));
    assert!(read("selected.mlir").contains("func.func @product") && read("kernel.ll").contains("define void @product"));
    // Without a promise that arrays are apart, nothing may be moved.
    let overlapping = folder.join("overlapping.mlir");
    std::fs::write(&overlapping, product("")).unwrap();
    let output = daemon.run(&["compile", overlapping.to_str().unwrap(), "--mcpu", "znver4"]);
    let said = stderr(&output);
    assert!(
        output.status.code() == Some(2)
            && said.contains("overlapping.mlir:1:1: `func.func`: its arguments may overlap"),
        "{said}"
    );
}

#[test]
#[ignore = "slow: searches for three processors"]
fn operations_of_linalg_and_statements_use_each_processor_s_products() {
    if !has_tools() {
        return;
    }
    let (folder, daemon) = (tempfile::tempdir().unwrap(), Shipped::start());
    let file = folder.path().join("product.mlir");
    std::fs::write(&file, product(APART)).unwrap();
    let file = file.to_str().unwrap();
    let [statement, sizes] = STATEMENTS[0].text;
    let mixed =
        ["compile", statement, "--sizes", sizes, "--target", "aarch64", "--mcpu", "neoverse-v2", "--emit", "asm"];
    let mixed = daemon.run(&mixed);
    assert!(mixed.status.success() && stdout(&mixed).contains("\tusdot\t"), "{}{}", stdout(&mixed), stderr(&mixed));
    // LLVM has to be told of HVX by name.
    let hexagon = daemon.run(&["compile", file, "--target", "hexagon", "--mcpu", "hexagonv66", "--emit", "asm"]);
    assert!(hexagon.status.success() && stdout(&hexagon).contains("vrmpy("), "{}", stderr(&hexagon));
    let explained = daemon.run(&["compile", file, "--target", "x86_64", "--mcpu", "znver4", "--explain"]);
    let text = stdout(&explained);
    assert!(
        text.contains("the cheapest first") && text.contains("products a lane along d2"),
        "{text}{}",
        stderr(&explained)
    );
}

#[test]
fn what_cannot_be_compiled_says_why() {
    let daemon = Shipped::start();
    let product = "i32 C[i,j] += u8 A[i,k] * s8 B[k,j]";
    for (arguments, why) in [
        (
            &["compile", "i32 C[i,j] += u8 A[i,k] * s8 B[k,j", "--sizes", "i=4"][..],
            "                                    ^",
        ),
        (&["compile", product, "--sizes", "i=4,j=4"], "dimension k has no size: give one, k=1024"),
        (&["compile", product, "--sizes", "i=4,j=4,k"], "--sizes k is no dimension with its size"),
        (&["compile", product, "--sizes", "i=4,i=5"], "dimension i has two sizes"),
        (&["compile", product, "--sizes", "i=6400,j=6400,k=6400"], "MAX_CHECK_CELLS is 25165824"),
        (&["compile", product, "--sizes", "i=4,j=4,k=4", "--entry", "f"], "--name names a statement's function"),
        (&["compile", product, "--sizes", "i=4,j=4,k=4", "--emit", "obj"], "name it with -o"),
        (&["compile", product, "--sizes", "i=4,j=4,k=4", "-o", "kernel.c"], "say what it is with --emit"),
        (&["compile", product, "--sizes", "i=4,j=4,k=4", "--mcpu", "znver99"], "znver99"),
        (&["compile", product, "--sizes", "i=4,j=4,k=4", "--plan", "65"], "MAX_PLANS"),
        (&["compile", "/nonexistent/file.mlir"], "cannot be read"),
    ] {
        let output = daemon.run(arguments);
        assert!(output.status.code() == Some(2) && stderr(&output).contains(why), "{arguments:?}: {}", stderr(&output));
    }
}

/// A program without a C library that calls a kernel on its input, and carries out the loops beside it: both results come out.
fn alone([a, b, c]: [&str; 3], loops: &str) -> String {
    format!(
        "typedef unsigned char uint8_t; typedef signed char int8_t; typedef short int16_t; typedef int int32_t;\n\
         #define N 8192\n#define D(d, n) for (int d = 0; d < n; d++)\n\
         static unsigned char heap[1 << 18] __attribute__((aligned(128)));\nstatic unsigned long used;\n\
         void *malloc(unsigned long n) {{ void *p = heap + used; used = (used + n + 127) & ~127ul; return p; }}\n\
         void free(void *p) {{}}\n\
         void *memcpy(void *to, const void *from, unsigned long n) {{ for (unsigned long i = 0; i < n; i++) ((volatile char *)to)[i] = ((const char *)from)[i]; return to; }}\n\
         void *memset(void *to, int c, unsigned long n) {{ for (unsigned long i = 0; i < n; i++) ((volatile char *)to)[i] = c; return to; }}\n\
         void contraction(const void *, const void *, void *);\n\
         static {a} A[N] __attribute__((aligned(128))); static {b} B[N] __attribute__((aligned(128)));\n\
         unsigned long isotope_main(const unsigned char *input, unsigned long n, unsigned char *output) {{\n  \
         {c} *C = ({c} *)output, *K = C + N;\n  \
         for (int i = 0; i < N; i++) {{ A[i] = ({a})input[i]; B[i] = ({b})input[i + N]; C[i] = K[i] = input[i] - 7; }}\n  \
         contraction(A, B, K);\n  {loops}\n  return 2 * N * sizeof({c});\n}}\n"
    )
}

/// Processors that are emulated here.
const MACHINES: [(&dyn Executor, [&str; 4]); 3] = [
    (QEMU_AARCH64, ["--target", "aarch64", "--mcpu", "neoverse-v2"]),
    (QEMU_AARCH64, ["--target", "aarch64", "--mcpu", "neoverse-n1"]),
    (QEMU_HEXAGON, ["--target", "hexagon", "--mcpu", "hexagonv66"]),
];

/// Compiles statements for emulated processors, and runs the kernels there.
fn emulated<'a>(pairs: impl IntoIterator<Item = (&'a Statement, (&'a dyn Executor, [&'a str; 4]))>) {
    let tools = ["qemu-aarch64", "qemu-hexagon", "clang-19", "ld.lld-19"];
    if let Some(why) = lacking(&tools) {
        println!("skipped: kernels for other processors: {why}");
        return;
    }
    if !has_tools() {
        return;
    }
    let daemon = Shipped::start();
    for (Statement { text: [statement, sizes], types, loops, .. }, (machine, target)) in pairs {
        let folder = tempfile::tempdir().unwrap();
        let object = folder.path().join("kernel.o");
        let arguments = ["compile", statement, "--sizes", sizes, "-o", object.to_str().unwrap()];
        let output = daemon.run(&[&arguments[..], &target].concat());
        assert!(output.status.success(), "{statement} {target:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("before its answers are placed"), "{statement}: {}", stderr(&output));
        let text = alone(*types, loops);
        let unit = Unit { name: "main".to_owned(), language: Language::C, text, features: Vec::new() };
        let main = machine.compile(&unit, folder.path()).unwrap();
        let input: Vec<u8> = (0..16_384u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as u8).collect();
        let made = machine.run(&[main, object], &input, 1 << 16).unwrap();
        let (loops, kernel) = made.split_at(made.len() / 2);
        assert!(loops == kernel && loops.iter().any(|byte| *byte > 7), "{statement} {target:?}");
    }
}

#[test]
fn kernels_for_other_processors_are_right_on_emulators() {
    emulated([(&STATEMENTS[0], MACHINES[2])]);
}

#[test]
#[ignore = "slow: each kernel of integers for each emulated processor"]
fn all_kernels_for_other_processors_are_right_on_emulators() {
    let integers = STATEMENTS.iter().filter(|of| of.types[0] != "float" && !of.loops.contains("D(dy"));
    emulated(integers.flat_map(|of| MACHINES.map(|machine| (of, machine))));
}
