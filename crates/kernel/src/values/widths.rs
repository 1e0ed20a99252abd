//! Functions compiled for several widths of vectors.

/// The widest vectors that this machine and these functions know.
#[derive(Clone, Copy)]
pub enum Width {
    /// None is known.
    Any,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Bits256,
    /// AVX-512.
    #[cfg(target_arch = "x86_64")]
    Bits512,
}

/// The widest vectors of this machine.
pub fn width() -> Width {
    #[cfg(target_arch = "x86_64")]
    {
        static WIDTH: std::sync::OnceLock<Width> = std::sync::OnceLock::new();
        *WIDTH.get_or_init(|| {
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                Width::Bits512
            } else if is_x86_feature_detected!("avx2") {
                Width::Bits256
            } else {
                Width::Any
            }
        })
    }
    #[cfg(not(target_arch = "x86_64"))]
    Width::Any
}

/// Whether this machine multiplies lanes of 52 bits and adds each half of the products.
#[cfg(target_arch = "x86_64")]
pub fn has_products() -> bool {
    static HAS: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *HAS.get_or_init(|| matches!(width(), Width::Bits512) && is_x86_feature_detected!("avx512ifma"))
}

/// One function compiled for several widths of vectors: equal results, whatever runs.
macro_rules! widths {
    ($(#[$doc:meta])* $name:ident, $of:ident, ($($argument:ident: $ty:ty),*) -> $result:ty) => {
        $(#[$doc])*
        pub fn $name($($argument: $ty),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
            fn bits512($($argument: $ty),*) -> $result {
                $of::<$crate::values::mersenne::Halves>($($argument),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn bits256($($argument: $ty),*) -> $result {
                $of::<$crate::values::mersenne::Halves>($($argument),*)
            }
            match $crate::values::widths::width() {
                // SAFETY: `width` found that this machine has the instructions.
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                $crate::values::widths::Width::Bits512 => unsafe { bits512($($argument),*) },
                // SAFETY: the same.
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                $crate::values::widths::Width::Bits256 => unsafe { bits256($($argument),*) },
                $crate::values::widths::Width::Any => $of::<$crate::values::mersenne::Words>($($argument),*),
            }
        }
    };
}

pub(crate) use widths;
