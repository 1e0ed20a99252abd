//! Halide with Isotope, end to end: kernels stay equal bit for bit, in every way of linking, and no fault of the server
//! fails or delays a compile. Needs `client/halide/setup.sh`; what it did not fetch is skipped by name.

#![allow(clippy::unwrap_used)]

mod building;
#[path = "../../tests/daemon/mod.rs"]
mod daemon;
mod halide {
    pub mod build;
    pub mod emulated;
    pub mod faults;
    pub mod kernels;
    pub mod packets;
    pub mod required;
    pub mod sharing;
}

use halide::build::{Built, installed};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::sync::{Arc, OnceLock};

type Test = fn(&Built) -> Result<(), Failed>;

/// Of the kernels, what is quick to search for.
const TESTS: &[(&str, Test)] = &[
    ("kernels_are_equal", halide::kernels::some_kernels),
    ("two_threads_compile_at_once", halide::kernels::two_threads),
    ("a_linked_program_uses_answers", halide::kernels::linked),
    ("a_preloaded_program_uses_answers", halide::kernels::preloaded),
    ("a_preloaded_python_program_uses_answers", halide::kernels::python),
    ("what_halide_says_is_understood", halide::kernels::spoken),
    ("sums_that_were_unrolled_are_found", halide::kernels::chained),
    ("iterations_of_a_stencil_are_done_as_one", halide::kernels::iterations),
    ("several_lines_are_done_at_once", halide::kernels::lines),
    ("parts_of_lines_are_stored_by_registers", halide::kernels::slices),
    ("stores_that_share_work_are_asked_as_one", halide::kernels::results),
    ("rows_are_reduced_in_lanes", halide::kernels::rows),
    ("vectors_of_any_number_of_lanes_use_answers", halide::kernels::odd_lanes),
    ("reductions_to_a_scalar_are_asked", halide::kernels::scalars),
    ("halides_own_code_stays_where_it_is_as_good", halide::kernels::own_code),
    ("what_is_compared_has_a_name_of_its_own", halide::kernels::outlined),
    ("one_window_for_several_or_one_for_each_is_compared_where_it_is_close", halide::kernels::rivals),
    ("work_in_a_process_of_its_own_ends_alone", halide::kernels::apart),
    ("a_store_and_its_lets_are_asked_as_one", halide::kernels::whole_stores),
    ("graphs_are_walked_as_graphs_and_answers_are_checked", halide::sharing::graphs),
    ("arm_objects_are_equal", halide::emulated::arm_objects_are_equal),
    ("hexagon_objects_are_equal", halide::emulated::hexagon_objects_are_equal),
    ("no_kernel_executes_more_packets", halide::packets::no_kernel_executes_more),
    ("an_abort_of_llvm_is_none_of_the_compile", halide::emulated::an_abort_of_llvm_is_none_of_the_compile),
    ("shared_expressions_are_equal", halide::sharing::equal),
    ("an_output_that_is_an_input_is_equal", halide::sharing::in_place),
    ("it_says_what_was_used_and_why_not", halide::sharing::told),
    ("absent_server", halide::faults::absent),
    ("hung_server", halide::faults::hung),
    ("killed_server", halide::faults::killed),
    ("other_protocol", halide::faults::other_protocol),
    ("other_version", halide::faults::other_version),
    ("wrong_answers", halide::faults::wrong_answers),
    ("switched_off", halide::faults::switched_off),
    ("no_llvm_library", halide::faults::no_llvm_library),
    ("misconfigured", halide::faults::misconfigured),
    ("another_halide", halide::faults::another_halide),
    ("unwritable_report", halide::faults::unwritable_report),
    ("a_compile_without_what_it_requires_fails_or_says_so", halide::required::missing),
    ("searched_on", halide::faults::searched_on),
];

const SLOW: &[(&str, Test)] = &[
    ("all_kernels_are_equal", halide::kernels::all_kernels),
    ("random_pipelines_are_equal", halide::kernels::random),
    ("drawn_pipelines_of_lines_are_equal", halide::kernels::drawn_lines),
    ("shared_expressions_compile_soon", halide::sharing::soon),
    ("a_window_that_is_slow_to_compile_keeps_no_other_from_its_answer", halide::sharing::slow_window),
    ("objects_that_require_all_answers_are_the_same_whatever_the_daemon_knows", halide::required::same_object),
    (HALIDES_OWN, halide::kernels::halides_own),
    ("the_third_compile_uses_everything", halide::sharing::third_time),
    ("a_generator_of_a_cmake_project_uses_answers", halide::required::generator),
];

/// Needs Halide's sources, too.
const HALIDES_OWN: &str = "halides_own_tests_are_equal";

/// The Halide that `make test` fetches: what the other one has in common with it is tested once.
const OF_MAKE_TEST: u32 = 21;

fn main() {
    // The engine in this process starts this executable again for its proofs.
    if isotope_server::search::worker::is_worker() {
        isotope_server::search::worker::run_worker();
        return;
    }
    let mut trials = Vec::new();
    for version in [19, 21] {
        // Built by the first test that needs it.
        let built = Arc::new(OnceLock::new());
        for (name, test) in TESTS.iter().chain(SLOW) {
            let (built, test) = (Arc::clone(&built), *test);
            let slow = version != OF_MAKE_TEST || SLOW.iter().any(|(slow, _)| slow == name);
            let (name, full_name) = (*name, format!("halide_{version}::{name}"));
            let run = move || {
                if !installed(version) {
                    return Ok(Completion::ignored_with("client/halide/setup.sh fetches what it needs"));
                }
                if name == HALIDES_OWN && halide::build::source(version).is_none() {
                    return Ok(Completion::ignored_with(
                        "scripts/setup halide-source fetches Halide's tests, of one version",
                    ));
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
