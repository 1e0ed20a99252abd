//! mlir-opt with Isotope, end to end: kernels stay equal byte by byte, and no module and no server fails a compile. Needs MLIR's headers
//! (`scripts/setup mlir`, `mlir-22`) and CMake; what is not there is skipped by name.

#![allow(clippy::unwrap_used)]

mod building;
#[path = "../../tests/daemon/mod.rs"]
mod daemon;
mod mlir {
    pub mod build;
    pub mod checks;
    pub mod contract;
    pub mod equal;
    pub mod modules;
    pub mod nest;
    pub mod random;
    pub mod servers;
    pub mod upstream;
}
mod plugin;

use mlir::build::{Built, missing};
use plugin::{Plugin, Test};

const TESTS: &[(&str, Test<Built>)] = &[
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
    ("remarks_stand_where_values_are", mlir::modules::remarks),
    ("a_module_that_cannot_be_read_stays_as_it_is", mlir::modules::too_deep),
    ("right_passes_are_shown_equal_and_wrong_ones_fail", mlir::checks::passes),
    ("a_module_is_compared_with_a_file", mlir::checks::files),
    ("modules_that_nobody_checks_say_so", mlir::checks::nobody),
    ("contractions_become_kernels_and_others_stay", mlir::contract::kernels),
    ("contractions_become_kernels_in_parts", mlir::contract::parts),
    ("without_a_daemon_contractions_stay", mlir::contract::nobody),
    ("nests_are_packed_and_tiled_and_others_stay", mlir::nest::nests),
    ("options_of_other_passes_are_refused", mlir::nest::options),
    ("small_functions_become_vectors", mlir::nest::vectors),
];

const SLOW: &[(&str, Test<Built>)] = &[
    ("many_random_modules_are_equal", mlir::random::many),
    ("integration_tests_of_mlir_are_equal", mlir::upstream::integration),
];

fn main() {
    // The engine in this process starts this executable again for its proofs.
    if isotope_server::search::worker::is_worker() {
        isotope_server::search::worker::run_worker();
        return;
    }
    Plugin { name: "mlir", tests: TESTS, slow: SLOW, missing, build: Built::new }.run()
}
