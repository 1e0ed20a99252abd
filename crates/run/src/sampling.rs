//! How long slow tests draw random samples.

use std::time::{Duration, Instant};

/// Minutes of one test, unless `ISOTOPE_SAMPLING_MINUTES` says otherwise.
const MINUTES: u64 = 5;

/// When a slow test takes no more samples. Samples are others each time, so that time and not their number bounds a test.
///
/// # Panics
/// Where the variable is no number.
pub fn sampling_ends() -> Instant {
    let told = std::env::var("ISOTOPE_SAMPLING_MINUTES").ok();
    let minutes = told.map_or(MINUTES, |told| told.parse().expect("ISOTOPE_SAMPLING_MINUTES is a number of minutes"));
    Instant::now() + Duration::from_secs(60 * minutes)
}
