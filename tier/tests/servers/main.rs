//! The tiers as they are used: a real Redis, a real S3 server, a folder. A server that is not installed is skipped by name.

#![allow(clippy::unwrap_used)]

mod any;
mod faults;
mod processes;
mod proxy;
mod redis;
mod tls;
mod warm_up;
mod warm_up_model;

use libtest_mimic::{Arguments, Completion, Trial};
use processes::{ObjectServer, RedisServer};
use std::future::Future;
use std::pin::Pin;

type Test = Pin<Box<dyn Future<Output = ()>>>;

/// Runs on threads as the daemon does.
fn run(test: impl FnOnce() -> Test) -> Completion {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(test());
    runtime.shutdown_background();
    Completion::Completed
}

fn trial(name: &str, missing: Option<&'static str>, test: impl FnOnce() -> Test + Send + 'static) -> Trial {
    let run = move || Ok(missing.map_or_else(|| run(test), Completion::ignored_with));
    Trial::ignorable_test(name.to_owned(), run)
}

macro_rules! of_any {
    ($trials:ident, $($test:ident),*) => {$(
        let name = |server: &str| format!("{server}::{}", stringify!($test));
        $trials.push(trial(&name("folder"), None, || Box::pin(async {
            let folder = tempfile::tempdir().unwrap();
            any::$test(&format!("file://{}", folder.path().display())).await;
        })));
        $trials.push(trial(&name("redis"), RedisServer::missing(), || Box::pin(async {
            let server = RedisServer::start(&[]);
            any::$test(&server.url()).await;
        })));
        $trials.push(trial(&name("s3"), ObjectServer::missing(), || Box::pin(async {
            any::$test(&ObjectServer::shared().bucket()).await;
        })));
    )*};
}

macro_rules! of_redis {
    ($trials:ident, $($module:ident::$test:ident),*) => {$(
        let name = concat!("redis::", stringify!($test));
        $trials.push(trial(name, RedisServer::missing(), || Box::pin($module::$test())));
    )*};
}

fn main() {
    ObjectServer::announce();
    let mut trials = Vec::new();
    of_any!(trials, bytes_come_back, one_daemon_finds_and_the_other_has_it, what_a_journal_held_before_is_written_once);
    of_any!(trials, garbage_is_refused);
    of_redis!(trials, redis::a_lease_is_one_daemons, redis::a_lease_runs_out, redis::a_late_write_is_fenced_off);
    of_redis!(trials, redis::a_user_without_rights_is_told_which);
    of_redis!(trials, redis::a_lease_that_nobody_renews_costs_one_lease_time);
    let secured = "redis::a_server_with_tls_is_believed_by_its_root_alone";
    trials.push(trial(secured, RedisServer::missing_tls(), || {
        Box::pin(tls::a_server_with_tls_is_believed_by_its_root_alone())
    }));
    of_redis!(trials, redis::a_password_is_asked_for, redis::a_full_server_still_answers, redis::looks_at_many_keys);
    of_redis!(trials, faults::delays_cost_the_named_time, faults::cuts_and_corruption_change_no_record);
    of_redis!(trials, faults::a_server_that_hangs_and_comes_back, faults::a_server_that_is_started_again);
    of_redis!(
        trials,
        warm_up::a_window_is_queued_once_and_done_once,
        warm_up::what_is_given_back_or_withdrawn_is_nobodys
    );
    of_redis!(trials, warm_up::what_a_dead_worker_took_another_takes_and_a_held_one_stays);
    of_redis!(trials, warm_up::a_queue_of_another_version_is_refused_with_a_sentence);
    of_redis!(trials, warm_up::foreign_entries_and_large_items_do_no_harm);
    of_redis!(trials, warm_up::a_redis_that_goes_away_and_forgets_is_said_and_asked_again);
    of_redis!(trials, redis::a_server_that_lost_its_memory_is_filled_again);
    of_redis!(trials, redis::what_a_server_lost_while_nobody_was_there_is_noticed_at_the_next_start);
    of_redis!(trials, warm_up_model::every_answer_of_every_schedule_is_the_oracles);
    let slow = "redis::warm_up_model::five_thousand_schedules";
    let all = || Box::pin(warm_up_model::five_thousand_schedules()) as Test;
    trials.push(trial(slow, RedisServer::missing(), all).with_ignored_flag(true));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
