//! Which instruction set extensions this CPU has, in LLVM's names.

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
            "popcnt" => "popcnt", "rdrand" => "rdrnd", "rdseed" => "rdseed", "sha" => "sha", "sse2" => "sse2",
            "sse3" => "sse3", "sse4.1" => "sse4.1", "sse4.2" => "sse4.2", "sse4.2" => "crc32", "sse4a" => "sse4a",
            "ssse3" => "ssse3", "vaes" => "vaes", "vpclmulqdq" => "vpclmulqdq", "xsave" => "xsave",
            "xsavec" => "xsavec", "xsaveopt" => "xsaveopt", "xsaves" => "xsaves",
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}
