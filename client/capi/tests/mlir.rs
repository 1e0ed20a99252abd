//! mlir-opt with Isotope, end to end: kernels stay equal byte by byte, and no module and no server fails a compile. Needs MLIR's headers
//! (`scripts/setup mlir`, `mlir-22`) and CMake; what is not there is skipped by name.

#![allow(clippy::unwrap_used)]

mod building;
#[path = "../../tests/daemon/mod.rs"]
mod daemon;
mod mlir {
    pub mod build;
    pub mod equal;
    pub mod modules;
    pub mod random;
    pub mod servers;
    pub mod upstream;
}

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use mlir::build::{Built, missing};
use std::sync::{Arc, OnceLock};

type Test = fn(&Built) -> Result<(), Failed>;

const TESTS: &[(&str, Test)] = &[
    ("kernels_are_equal_and_use_answers", mlir::equal::kernels),
    ("random_kernels_are_equal", mlir::random::some),
    ("without_a_daemon_the_module_is_the_same", mlir::servers::absent),
    ("switched_off_the_module_is_the_same", mlir::servers::switched_off),
    ("a_server_that_says_nothing_delays_no_compile", mlir::servers::hung),
    ("wrong_answers_are_not_used", mlir::servers::wrong_answers),
    ("a_compile_without_what_it_requires_fails_or_says_so", mlir::servers::required),
    ("modules_that_it_leaves_alone_stay_as_they_are", mlir::modules::left_alone),
    ("loads_are_joined_where_memory_stays_as_it_is", mlir::modules::joined_loads),
    ("functions_are_compiled_for_what_was_asked", mlir::modules::targets),
    ("a_pass_asked_for_twice_does_it_once", mlir::modules::twice),
];

const SLOW: &[(&str, Test)] = &[
    ("many_random_modules_are_equal", mlir::random::many),
    ("integration_tests_of_mlir_are_equal", mlir::upstream::integration),
];

/// The MLIR whose quick tests are not slow: one source is built for each.
const FIRST: u32 = 19;

fn main() {
    // The engine in this process starts this executable again for its proofs.
    if isotope_server::search::worker::is_worker() {
        isotope_server::search::worker::run_worker();
        return;
    }
    let mut trials = Vec::new();
    for version in [FIRST, 22] {
        // Built by the first test that needs it.
        let built = Arc::new(OnceLock::new());
        for (name, test) in TESTS.iter().chain(SLOW) {
            let (built, test) = (Arc::clone(&built), *test);
            let slow = version != FIRST || SLOW.iter().any(|(slow, _)| slow == name);
            let full_name = format!("mlir_{version}::{name}");
            let said = full_name.clone();
            let run = move || {
                if let Some(lacking) = missing(version) {
                    println!("skipped: {said}: {lacking}");
                    return Ok(Completion::ignored_with(lacking));
                }
                test(built.get_or_init(|| Built::new(version))).map(|()| Completion::Completed)
            };
            trials.push(Trial::ignorable_test(full_name, run).with_ignored_flag(slow));
        }
    }
    let mut arguments = Arguments::from_args();
    // They measure times, and two cores are few.
    arguments.test_threads = Some(1);
    libtest_mimic::run(&arguments, trials).exit();
}
