//! What this CPU is: its extensions and its name in LLVM's words, and what the system calls it.

use std::process::Command;

use crate::RunError;
use crate::program::checked;

/// The CPUs with FP16 that LLVM 19 knows, the oldest first.
const WITH_FP16: [&str; 4] = ["sapphirerapids", "emeraldrapids", "graniterapids", "graniterapids-d"];

/// LLVM's name of this machine's CPU: `znver3`. LLVM goes by the model number, and a hypervisor may give that of an older CPU than
/// the features are of.
pub fn host_cpu() -> Result<String, RunError> {
    let said = checked(Command::new("llc-19").arg("--version"))?;
    let said = String::from_utf8_lossy(&said);
    let name = said.lines().find_map(|line| line.trim().strip_prefix("Host CPU:")).map(str::trim);
    let name = name.ok_or_else(|| RunError::Refused {
        tool: "llc-19".to_owned(),
        message: "it does not say `Host CPU`".to_owned(),
    })?;
    let older = host_features().contains(&"avx512fp16") && !WITH_FP16.contains(&name);
    Ok(if older { WITH_FP16[0] } else { name }.to_owned())
}

/// What the system says the processor is.
pub fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = text.lines().find(|line| line.split(':').next().is_some_and(|n| n.trim() == name));
        line.and_then(|line| line.split_once(':')).map_or("?", |(_, value)| value.trim()).to_owned()
    };
    format!("{}, family {}, model {}", field("model name"), field("cpu family"), field("model"))
}

/// The features of this CPU besides those that every CPU of its architecture has.
pub fn host_features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    {
        use std::is_x86_feature_detected as has;
        // Rust's name on the left, LLVM's on the right.
        macro_rules! detected {
            ($($rust:tt => $llvm:literal),* $(,)?) => {
                [$((has!($rust), $llvm)),*].into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect()
            };
        }
        detected! {
            "adx" => "adx", "aes" => "aes", "avx" => "avx", "avx2" => "avx2", "avx512bf16" => "avx512bf16",
            "avx512bitalg" => "avx512bitalg", "avx512bw" => "avx512bw", "avx512cd" => "avx512cd",
            "avx512dq" => "avx512dq", "avx512f" => "avx512f", "avx512f" => "evex512", "avx512fp16" => "avx512fp16",
            "avx512ifma" => "avx512ifma", "avx512vbmi" => "avx512vbmi", "avx512vbmi2" => "avx512vbmi2",
            "avx512vl" => "avx512vl", "avx512vnni" => "avx512vnni", "avx512vp2intersect" => "avx512vp2intersect",
            "avx512vpopcntdq" => "avx512vpopcntdq", "avxifma" => "avxifma", "avxneconvert" => "avxneconvert",
            "avxvnni" => "avxvnni", "avxvnniint16" => "avxvnniint16", "avxvnniint8" => "avxvnniint8",
            "bmi1" => "bmi", "bmi2" => "bmi2", "cmpxchg16b" => "cx16", "f16c" => "f16c", "fma" => "fma",
            "fxsr" => "fxsr", "gfni" => "gfni", "lzcnt" => "lzcnt", "movbe" => "movbe", "pclmulqdq" => "pclmul",
            "popcnt" => "popcnt", "rdrand" => "rdrnd", "rdseed" => "rdseed", "sha" => "sha", "sse" => "sse", "sse" => "mmx", "sse2" => "sse2",
            "sse3" => "sse3", "sse4.1" => "sse4.1", "sse4.2" => "sse4.2", "sse4.2" => "crc32", "sse4a" => "sse4a",
            "ssse3" => "ssse3", "vaes" => "vaes", "vpclmulqdq" => "vpclmulqdq", "xsave" => "xsave",
            "xsavec" => "xsavec", "xsaveopt" => "xsaveopt", "xsaves" => "xsaves",
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}
