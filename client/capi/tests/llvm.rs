//! clang and opt with Isotope, end to end: kernels stay equal byte by byte, and no module and no server fails a compile. Needs LLVM's
//! headers (`scripts/setup llvm-plugin`) and CMake; what is not there is skipped by name.

#![allow(clippy::unwrap_used)]

mod building;
#[path = "../../tests/daemon/mod.rs"]
mod daemon;
mod llvm {
    pub mod apart;
    pub mod arm;
    pub mod beds;
    pub mod build;
    pub mod certain;
    pub mod equal;
    pub mod functions;
    pub mod lanes;
    pub mod loops;
    pub mod modules;
    pub mod places;
    pub mod programs;
    pub mod random;
    pub mod refined;
    pub mod servers;
    pub mod stated;
    pub mod suite;
    pub mod undefined;
}
mod plugin;

use llvm::build::{Built, missing};
use plugin::{Plugin, Test};

const TESTS: &[(&str, Test<Built>)] = &[
    ("kernels_are_equal_and_use_answers", llvm::equal::kernels),
    ("random_kernels_are_equal", llvm::random::some),
    ("undefined_values_become_no_less_certain", llvm::certain::some),
    ("remarks_name_lines_and_reasons", llvm::equal::remarks),
    ("without_a_daemon_the_object_is_the_same", llvm::servers::absent),
    ("switched_off_the_object_is_the_same", llvm::servers::switched_off),
    ("with_a_daemon_of_another_epoch_the_object_is_the_same", llvm::servers::other_epoch),
    ("with_another_library_s_interface_the_object_is_the_same", llvm::servers::other_library),
    ("a_server_that_says_nothing_delays_no_compile", llvm::servers::hung),
    ("wrong_answers_are_not_used", llvm::servers::wrong_answers),
    ("a_compile_without_what_it_requires_fails_or_says_so", llvm::servers::required),
    ("what_reads_a_leaf_twice_reads_it_frozen", llvm::undefined::frozen),
    ("modules_that_it_leaves_alone_compile_and_say_why", llvm::modules::left_alone),
    ("another_llvm_s_module_and_plug_in_end_no_compiler", llvm::modules::other_llvm),
    ("wide_answers_spill_to_an_aligned_stack", llvm::modules::aligns_spills),
    ("arrays_of_wide_answers_begin_at_a_line", llvm::modules::aligns_arrays),
    ("loads_are_joined_where_they_stood", llvm::places::joined_loads),
    ("sums_are_added_apart_where_that_is_shorter", llvm::places::sums_apart),
    ("iterations_of_less_than_a_register_are_one", llvm::places::iterations),
    ("what_runs_seldom_is_changed_where_nothing_is_spilled", llvm::places::seldom),
    ("loops_over_rows_do_the_same_where_arrays_overlap", llvm::apart::overlapping),
    ("switched_off_loops_over_rows_have_no_copies", llvm::apart::off),
    ("vector_bodies_do_in_each_lane_what_functions_do", llvm::functions::kernels),
    ("functions_without_a_body_say_why", llvm::functions::refused),
    ("loops_in_groups_of_iterations_do_the_same", llvm::loops::kinds),
    ("drawn_loops_in_groups_of_iterations_do_the_same", llvm::loops::some),
    ("variants_of_a_vector_library_are_called", llvm::stated::called),
    ("variants_that_the_front_end_does_not_name_are_not", llvm::stated::elsewhere),
    ("variants_of_libmvec_are_called", llvm::stated::of_libmvec),
    ("switched_off_functions_get_no_bodies", llvm::functions::off),
    ("functions_that_are_used_stay", llvm::functions::used),
    ("vector_bodies_of_drawn_functions_do_the_same", llvm::functions::some),
    ("a_compile_that_ends_at_once_ends_well", llvm::modules::ends_well),
    ("a_pass_asked_for_twice_does_it_once", llvm::modules::twice),
];

const SLOW: &[(&str, Test<Built>)] = &[
    ("debug_information_changes_no_cost", llvm::equal::debug_information),
    ("kernels_for_arm_are_equal_and_use_answers", llvm::arm::kernels),
    ("a_thousand_random_kernels_are_equal", llvm::random::many),
    ("undefined_values_of_many_functions_become_no_less_certain", llvm::certain::many),
    ("vector_bodies_of_twenty_thousand_drawn_functions_do_the_same", llvm::functions::many),
    ("two_thousand_drawn_loops_in_groups_do_the_same", llvm::loops::many),
    ("vector_bodies_pass_tests_of_others", llvm::functions::beds),
    ("answers_refine_what_was_there_by_alive_tv", llvm::refined::many),
    ("functions_of_llvm_s_own_tests_do_the_same", llvm::beds::all),
    ("vector_bodies_of_llvm_s_own_tests_do_the_same", llvm::lanes::all),
    ("programs_of_llvm_s_test_suite_do_the_same", llvm::suite::all),
];

fn main() {
    // The engine in this process starts this executable again for its proofs.
    if isotope_server::search::worker::is_worker() {
        isotope_server::search::worker::run_worker();
        return;
    }
    Plugin { name: "llvm", tests: TESTS, slow: SLOW, missing, build: Built::new }.run()
}
