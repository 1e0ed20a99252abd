//! This CPU: its extensions and its name in LLVM's words, and the system's name for it.

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

/// The system's name for the processor.
pub fn processor() -> String {
    described(&std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default())
}

/// The same of a text of `/proc/cpuinfo`: x86 has a name there, Arm the numbers of the implementer and of its part.
fn described(text: &str) -> String {
    let field = |name: &str| {
        let line = text.lines().find(|line| line.split(':').next().is_some_and(|n| n.trim() == name));
        line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim())
    };
    let or_unknown = |name| field(name).unwrap_or("?");
    match field("CPU implementer") {
        Some(implementer) => {
            format!(
                "Arm's architecture, implementer {implementer}, part {}, variant {}",
                or_unknown("CPU part"),
                or_unknown("CPU variant")
            )
        }
        None => {
            let name = or_unknown("model name");
            format!("{name}, family {}, model {}", or_unknown("cpu family"), or_unknown("model"))
        }
    }
}

/// Whether this program is executed by an emulator of another machine's processor: the kernel is of another architecture.
pub(crate) fn is_emulated() -> bool {
    // Linux 6.1 or later; earlier ones have processors of one architecture alone in `/proc/cpuinfo`.
    match std::fs::read_to_string("/proc/sys/kernel/arch") {
        Ok(kernel) => kernel.trim() != std::env::consts::ARCH,
        Err(_) => {
            let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
            cfg!(target_arch = "aarch64") && text.contains("vendor_id")
        }
    }
}

/// Arm's extensions that the set's CPUs tell apart: Rust's name on the left, LLVM's on the right.
#[cfg(any(target_arch = "aarch64", test))]
macro_rules! of_arm {
    ($each:ident) => {
        $each! {
            "aes" => "aes", "bf16" => "bf16", "bti" => "bti", "crc" => "crc", "dit" => "dit", "dotprod" => "dotprod",
            "dpb2" => "ccdp", "fcma" => "complxnum", "fhm" => "fp16fml", "flagm" => "flagm", "fp16" => "fullfp16",
            "frintts" => "fptoint", "i8mm" => "i8mm", "jsconv" => "jsconv", "lse" => "lse", "mte" => "mte", "paca" => "pauth",
            "rand" => "rand", "rcpc" => "rcpc", "rdm" => "rdm", "sb" => "sb", "sha2" => "sha2", "sha3" => "sha3",
            "sm4" => "sm4", "ssbs" => "ssbs", "sve" => "sve", "sve2" => "sve2", "sve2-bitperm" => "sve2-bitperm",
        }
    };
}

/// The features of this CPU besides those that every CPU of its architecture has.
pub fn host_features() -> Vec<&'static str> {
    #[cfg(target_arch = "aarch64")]
    use std::arch::is_aarch64_feature_detected as has;
    #[cfg(target_arch = "x86_64")]
    use std::is_x86_feature_detected as has;
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    macro_rules! detected {
        ($($rust:tt => $llvm:literal),* $(,)?) => {
            [$((has!($rust), $llvm)),*].into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect()
        };
    }
    #[cfg(target_arch = "x86_64")]
    {
        // Rust's name on the left, LLVM's on the right.
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
    #[cfg(target_arch = "aarch64")]
    {
        of_arm!(detected)
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn llvm_knows_all_names_of_arms_extensions() {
        macro_rules! names {
            ($($rust:tt => $llvm:literal),* $(,)?) => { [$($llvm),*] };
        }
        let names = of_arm!(names);
        let output = Command::new("llc-19").args(["-mtriple=aarch64-linux-gnu", "-mattr=help"]).output();
        let output = output.expect("llc-19 is there");
        let help = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let known =
            |name: &str| help.lines().any(|line| line.trim().strip_prefix(name).is_some_and(|l| l.starts_with(' ')));
        let unknown: Vec<_> = names.into_iter().filter(|name| !known(name)).collect();
        assert!(unknown.is_empty() && !known("no-such-thing"), "{unknown:?}");
    }

    #[test]
    fn a_processor_is_described_by_what_its_system_has() {
        let arm = "processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\n";
        assert_eq!(described(arm), "Arm's architecture, implementer 0x41, part 0xd0c, variant 0x3");
        let x86 = "vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n";
        assert_eq!(described(x86), "AMD EPYC, family 25, model 1");
        assert_eq!(described(""), "?, family ?, model ?");
    }

    #[test]
    fn tests_run_on_no_emulator() {
        assert!(!is_emulated());
    }
}
