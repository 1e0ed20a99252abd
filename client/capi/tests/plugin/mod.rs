//! Tests of a plug-in, for each version of the compiler that loads it.

use crate::building::Ended;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::sync::{Arc, OnceLock};

/// The version whose quick tests are not slow, and the others: one source is built for each.
const VERSIONS: [u32; 2] = [19, 22];

pub type Test<Built> = fn(&Built) -> Result<(), Failed>;

/// A plug-in and its tests. `missing` names what the tests of a version need and is not there; `build` is called by the first test that
/// needs the plug-in.
pub struct Plugin<Built: 'static> {
    pub name: &'static str,
    pub tests: &'static [(&'static str, Test<Built>)],
    pub slow: &'static [(&'static str, Test<Built>)],
    pub missing: fn(u32) -> Option<String>,
    pub build: fn(u32) -> Built,
}

impl<Built: Send + Sync> Plugin<Built> {
    /// Runs what the arguments say, and ends.
    pub fn run(&self) -> ! {
        let mut trials = Vec::new();
        for version in VERSIONS {
            let built = Arc::new(OnceLock::new());
            for (name, test) in self.tests.iter().chain(self.slow) {
                let (built, test, missing, build) = (Arc::clone(&built), *test, self.missing, self.build);
                let slow = version != VERSIONS[0] || self.slow.iter().any(|(slow, _)| slow == name);
                let full_name = format!("{}_{version}::{name}", self.name);
                let said = full_name.clone();
                let run = move || {
                    if let Some(lacking) = missing(version) {
                        println!("skipped: {said}: {lacking}");
                        return Ok(Completion::ignored_with(lacking));
                    }
                    test(built.get_or_init(|| build(version))).map(|()| Completion::Completed)
                };
                trials.push(Trial::ignorable_test(full_name, run).with_ignored_flag(slow));
            }
        }
        let mut arguments = Arguments::from_args();
        // They measure times, and two cores are few.
        arguments.test_threads = Some(1);
        libtest_mimic::run(&arguments, trials).exit()
    }
}

#[cfg(target_arch = "x86_64")]
pub fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
pub fn has_avx2() -> bool {
    false
}

impl Ended {
    /// Everything, for whoever looks at a failure.
    pub fn told(&self) -> String {
        format!("{:?}\n{}{}{}", self.output.status, self.stdout(), self.stderr(), self.report)
    }
}
