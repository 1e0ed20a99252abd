//! Where answers stand, which of several is taken, and what is left because hotter code could suffer.

use super::build::{Built, source};
use super::equal::patient;
use libtest_mimic::Failed;

/// Bytes that several loads read are loaded at once where the last of them stands, if memory may be written between it and the store.
pub fn joined_loads(built: &Built) -> Result<(), Failed> {
    let ended = built.opt("isotope", &source("written_between.ll"), &patient());
    let code = ended.stdout();
    let at = |what: &str| code.find(what);
    let is_before = match (at("load <16 x i16>"), at("store i32 0, ptr %clobber")) {
        (Some(load), Some(write)) => load < write,
        _ => false,
    };
    if ended.used() == 1 && is_before { Ok(()) } else { Err(ended.told().into()) }
}

/// A sum is added to its accumulator apart where an instruction that does both takes longer from one iteration to the next.
pub fn sums_apart(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("sum.c");
    let text = "int sum(const signed char *a, int n) {\n\
                int s = 0;\n\
                for (int i = 0; i < n; i++) s += __builtin_abs(a[i]);\n\
                return s; }\n";
    std::fs::write(&file, text)?;
    let file = file.display().to_string();
    let ended = built.clang(&["-O3", "-march=sapphirerapids", "-c", "-o", "/dev/null", &file], &patient());
    let is_apart = |line: &str| line.contains("\"place\": \"terms of a sum in ") && line.contains("\"used\": true");
    if ended.report.lines().any(is_apart) { Ok(()) } else { Err(ended.told().into()) }
}

/// Iterations that store, or add up, less than a register are one, where the loop's count is known and that is cheaper; LLVM's own code is
/// what it was where it is not (`without_a_daemon_the_object_is_the_same`).
pub fn iterations(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("loops.c");
    let text = "void few(unsigned char *restrict o, const unsigned char *a, const signed char *b, const int *c) {\n\
                for (int i = 0; i < 128; i++) {\n\
                int s = c[i];\n\
                for (int k = 0; k < 9; k++) s += a[128 * k + i] * b[128 * k + i];\n\
                s = (int)((s * 1518500250l + (1l << 36)) >> 37);\n\
                o[i] = s < 0 ? 0 : s > 255 ? 255 : s; } }\n\
                void row(int *restrict o, const unsigned char *a, const signed char *b) {\n\
                for (int i = 0; i < 256; i++) o[i] = 0;\n\
                for (int k = 0; k < 256; k++)\n\
                for (int i = 0; i < 256; i++) o[i] += a[k] * b[256 * k + i]; }\n";
    std::fs::write(&file, text)?;
    let file = file.display().to_string();
    let ended = built.clang(&["-O3", "-march=znver5", "-c", "-o", "/dev/null", &file], &patient());
    let functions = ended.functions();
    if functions.contains("few") && functions.contains("row") {
        return Ok(());
    }
    Err(ended.told().into())
}

/// A loop that takes next to nothing of its function's time is changed where no vector is spilled in it, and then without a frame
/// pointer.
pub fn seldom(built: &Built) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("module.ll");
    // The registers for vectors are sixteen.
    for (sums, is_used) in [(2, true), (40, false)] {
        std::fs::write(&file, before_a_hot_loop(sums)?)?;
        let ended = built.opt("isotope", &file, &patient());
        let is_told = is_used || ended.told().contains("its block runs too seldom beside the rest of its function");
        if ended.used() != usize::from(is_used) || ended.stdout().contains("\"frame-pointer\"") || !is_told {
            return Err(ended.told().into());
        }
    }
    Ok(())
}

/// The loop of `read_once.ll`, and after it one that runs a million times, with so many sums.
fn before_a_hot_loop(sums: usize) -> std::io::Result<String> {
    let each = |line: &dyn Fn(usize) -> String| (0..sums).map(line).collect::<String>();
    let begun = each(&|i| format!("  %s{i} = phi <8 x float> [ zeroinitializer, %end ], [ %t{i}, %hot ]\n"));
    let added = each(&|i| {
        format!(
            "  %p{i} = getelementptr <8 x float>, ptr %also, i64 {i}\n  %l{i} = load <8 x float>, ptr %p{i}, align 4\n  \
             %t{i} = fadd <8 x float> %s{i}, %l{i}\n"
        )
    });
    let stored = each(&|i| {
        format!(
            "  %q{i} = getelementptr <8 x float>, ptr %to, i64 {i}\n  store <8 x float> %t{i}, ptr %q{i}, align 4\n"
        )
    });
    let hot = format!(
        "end:\n  br label %hot\n\nhot:\n  %j = phi i64 [ 0, %end ], [ %k, %hot ]\n{begun}{added}  %k = add nuw i64 %j, 1\n  \
         %over = icmp eq i64 %k, 1000000\n  br i1 %over, label %last, label %hot, !prof !0\n\n\
         last:\n{stored}  ret void\n"
    );
    let text = std::fs::read_to_string(source("read_once.ll"))?.replace("end:\n  ret void\n", &hot);
    Ok(format!("{text}\n!0 = !{{!\"branch_weights\", i32 1, i32 1000000}}\n"))
}
