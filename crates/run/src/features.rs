//! Which instruction set extensions this CPU has, in LLVM's names.

/// The features of this CPU among those that Isotope's x86 targets use, ascending by generation.
pub fn host_features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! detected {
            ($($feature:tt = $name:literal),* $(,)?) => {
                [$(($name, std::arch::is_x86_feature_detected!($feature))),*]
            };
        }
        let found = detected![
            "sse2" = "sse2",
            "sse3" = "sse3",
            "ssse3" = "ssse3",
            "sse4.1" = "sse4.1",
            "sse4.2" = "sse4.2",
            "avx" = "avx",
            "avx2" = "avx2",
            "avx512f" = "avx512f",
            "avx512bw" = "avx512bw",
            "avx512dq" = "avx512dq",
            "avx512vl" = "avx512vl",
            "avx512cd" = "avx512cd",
            "avx512ifma" = "avx512ifma",
            "avx512vbmi" = "avx512vbmi",
            "avx512vbmi2" = "avx512vbmi2",
            "avx512vnni" = "avx512vnni",
            "avx512bitalg" = "avx512bitalg",
            "avx512vpopcntdq" = "avx512vpopcntdq",
            "avxvnni" = "avxvnni",
            "avxifma" = "avxifma",
            "gfni" = "gfni",
            "avx512bf16" = "avx512bf16",
            "avx512fp16" = "avx512fp16",
        ];
        found.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
    }
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}
