//! A selector that does what a test tells it to. It stands in for the engine in tests of the service only.

use isotope_ir::Window;
use isotope_ir::canon::Canonical;
use isotope_ir::expr::{LeafId, LoadAddress, Op};
use isotope_proto::v1;
use isotope_server::search::selector::Listing;
use isotope_server::search::selector::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

static RUNS: LazyLock<Runs> = LazyLock::new(|| Runs::new(1, Confinement::of_this_machine()));

/// The program that holds when it is proved again; any other does not.
pub(crate) const PROGRAM: &[u8] = b"the double's";

/// Another program, which every answer carries along: by other prices than the first it is the cheaper one.
pub(crate) const OTHER: &[u8] = b"another of the double's";

/// The behaviour of the next searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Act {
    #[default]
    Prove,
    Baseline,
    /// Goes on until stopped, and offers an answer meanwhile.
    UntilStopped,
    /// The same, and takes a processor all the while.
    Hog,
    /// Takes this many milliseconds, whatever happens.
    Slow(u64),
    /// The same, and so does the plain lowering.
    SlowThroughout(u64),
    Panic,
    LackTool,
}

#[derive(Default)]
pub(crate) struct Double {
    pub(crate) act: Mutex<Act>,
    pub(crate) searches: AtomicUsize,
    /// Listings.
    pub(crate) priced: AtomicUsize,
    pub(crate) running: AtomicUsize,
    pub(crate) cancelled: AtomicUsize,
    pub(crate) epoch: Option<&'static str>,
    /// Bytes that answers are made longer by.
    pub(crate) padding: AtomicUsize,
    pub(crate) prover: Option<&'static str>,
    /// The program of every answer, [`PROGRAM`] by default.
    pub(crate) program: Option<&'static [u8]>,
    /// Phrasings tied, and whether none is.
    pub(crate) phrasings: AtomicUsize,
    pub(crate) refuses_ties: AtomicBool,
    /// The freezings that were looked at.
    pub(crate) freezings: AtomicUsize,
    /// Programs proved again, and the milliseconds that each takes.
    pub(crate) checks: AtomicUsize,
    pub(crate) check_ms: AtomicUsize,
    /// Part of the cost model.
    pub(crate) prices: Option<&'static str>,
    /// Records ranked anew.
    pub(crate) ranked: AtomicUsize,
    /// Programs of MLIR compared. Those that end in `?` stay undecided.
    pub(crate) compared: AtomicUsize,
    /// Programs of MLIR changed. The search for one that ends in `...` has no end.
    pub(crate) changed: AtomicUsize,
    /// Machine code scheduled. That which ends in `stays` stays as it is.
    pub(crate) scheduled: AtomicUsize,
    /// There is no tool to compile with.
    pub(crate) has_no_tools: AtomicBool,
    /// A search that hogs a processor comes to its end.
    pub(crate) hogs_end: AtomicBool,
}

impl Double {
    pub(crate) fn set(&self, act: Act) {
        *self.act.lock().unwrap() = act;
    }

    pub(crate) fn searched(&self) -> usize {
        self.searches.load(Ordering::SeqCst)
    }

    /// Waits until this many searches are on a thread.
    pub(crate) async fn until_running(&self, count: usize) {
        until(|| self.running.load(Ordering::SeqCst) == count).await;
    }

    pub(crate) async fn until_cancelled(&self, count: usize) {
        until(|| self.cancelled.load(Ordering::SeqCst) >= count).await;
    }
}

/// Waits for something that must happen soon.
pub(crate) async fn until(happened: impl Fn() -> bool) {
    let waiting = async {
        while !happened() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waiting).await.expect("it did not happen");
}

impl Selector for Double {
    fn epoch(&self) -> &str {
        self.epoch.unwrap_or("e0")
    }

    fn target(&self, arch: &str, mcpu: &str, mattr: &str) -> Result<Target, TargetError> {
        isotope_server::sets::target(arch, mcpu, mattr)
    }

    fn cost_model(&self, target: &Target) -> String {
        format!("double-{}{}", target.mcpu(), self.prices.unwrap_or_default())
    }

    fn producer(&self) -> &str {
        "double 1"
    }

    fn prover(&self) -> &str {
        self.prover.unwrap_or("p0")
    }

    fn prove_phrasing(&self, _: &Window, _: &Canonical, _: &Target, _: &Control) -> Result<Checked, SelectError> {
        self.phrasings.fetch_add(1, Ordering::SeqCst);
        let refuses = self.refuses_ties.load(Ordering::SeqCst);
        Ok(if refuses { Checked::Fails("lane 0 differs".to_owned()) } else { Checked::Holds(vec![]) })
    }

    fn check(&self, held: &Held<'_>, _: Way, _: &Control) -> Result<Checked, SelectError> {
        std::thread::sleep(Duration::from_millis(self.check_ms.load(Ordering::SeqCst) as u64));
        self.checks.fetch_add(1, Ordering::SeqCst);
        Ok(if held.program == PROGRAM { Checked::Holds(vec![]) } else { Checked::Fails("lane 0 differs".to_owned()) })
    }

    /// Of a cast all, of the other program nothing.
    fn freezing(&self, held: &Held<'_>, asked: &Window, leaf_map: &[LeafId]) -> Freezing {
        self.freezings.fetch_add(1, Ordering::SeqCst);
        let is_cast = asked.graph.nodes.iter().any(|node| node.op == Op::Cast);
        let freeze = match held.program {
            PROGRAM if is_cast => Freeze::Always,
            PROGRAM => Freeze::UnlessAddedUp,
            _ => Freeze::Never,
        };
        Freezing { parameters: vec![freeze; leaf_map.len()], one_load_a_byte: !is_cast }
    }

    fn lower(&self, _: &Held<'_>) -> Result<Lowered, SelectError> {
        Ok(Lowered { autollvm: "lowered again".to_owned(), llvm_ir: "define void @f() { ret void }".to_owned() })
    }

    fn select(&self, window: &Window, _: &Target, _: &Options, control: &Control) -> Result<Selection, SelectError> {
        self.searches.fetch_add(1, Ordering::SeqCst);
        self.running.fetch_add(1, Ordering::SeqCst);
        let act = *self.act.lock().unwrap();
        let done = self.perform(act, window, control);
        self.running.fetch_sub(1, Ordering::SeqCst);
        done
    }

    /// By the prices called `other` [`OTHER`] is cheapest, by all else what is not.
    fn rank(
        &self,
        window: &Window,
        _: &Target,
        _: &Options,
        held: &[Remembered],
        _: &Control,
    ) -> Result<Selection, SelectError> {
        self.ranked.fetch_add(1, Ordering::SeqCst);
        if *self.act.lock().unwrap() == Act::LackTool {
            return Err(SelectError::Tool("llc-19 failed".to_owned()));
        }
        let wanted = if self.prices == Some("other") { OTHER } else { PROGRAM };
        let best = held.iter().find(|one| one.program == wanted).unwrap_or(&held[0]);
        if !best.proved && ![PROGRAM, OTHER].contains(&&best.program[..]) {
            return Ok(selection(window, Verdict::Baseline, Found::Baseline));
        }
        let answer = selection(window, Verdict::Proved, Found::Search);
        let proof = if best.proved { vec![] } else { answer.proof };
        Ok(Selection { program: best.program.clone(), proved_before: best.proved, proof, cost: 90, ..answer })
    }

    fn plain(&self, window: &Window, _: &Target) -> Result<Selection, SelectError> {
        if let Act::SlowThroughout(ms) = *self.act.lock().unwrap() {
            std::thread::sleep(Duration::from_millis(ms));
        }
        Ok(Selection {
            truncated: true,
            cost: 0,
            baseline_cost: 0,
            ..selection(window, Verdict::Baseline, Found::Baseline)
        })
    }

    /// As many cycles as lines; what has no line has no price. Code with a line `measured` was, and takes a thousand cycles less.
    fn price(&self, listings: &[Listing], _: &Target, control: &Control) -> Result<Vec<Option<Cost>>, SelectError> {
        self.priced.fetch_add(listings.len(), Ordering::SeqCst);
        self.take_time(control)?;
        // LLVM's tools are paid for, as they are by the real one.
        if let Act::Slow(ms) = *self.act.lock().unwrap() {
            control.add_used(Duration::from_millis(ms));
        }
        let cost = |listing: &Listing| {
            let lines: Vec<&str> = listing.lines().collect();
            let model = 100 * lines.len() as u64;
            let measured = lines.contains(&"measured");
            let basis = if measured { Basis::Measured { model } } else { Basis::Model };
            cost(if measured { 100_000 - model } else { model }, basis, &lines.join("\n"))
        };
        Ok(listings.iter().map(|listing| Some(cost(listing)).filter(|cost| cost.model() > 0)).collect())
    }

    /// The plain lowering, of two lines; what is held is of one.
    fn alternatives(
        &self,
        window: &Window,
        _: &Target,
        held: &[Remembered],
        control: &Control,
    ) -> Result<Vec<(Selection, Cost)>, SelectError> {
        self.take_time(control)?;
        let plain = (selection(window, Verdict::Baseline, Found::Baseline), cost(450, Basis::Model, "nop\nnop"));
        let one = |one: &Remembered| {
            let program = one.program.clone();
            let measured = cost(140, Basis::Measured { model: 150 }, "nop");
            (Selection { program, ..selection(window, Verdict::Proved, Found::Search) }, measured)
        };
        Ok(std::iter::once(plain).chain(held.iter().map(one)).collect())
    }

    fn compare(&self, pair: &Compared, control: &Control) -> Result<Result<v1::CheckResponse, Misplaced>, SelectError> {
        self.compared.fetch_add(1, Ordering::SeqCst);
        self.take_time(control)?;
        if pair.texts[1].trim_end().ends_with("stalls") {
            return Err(SelectError::Unsupported("60 s of CPU are used (JOB_CPU)".to_owned()));
        }
        let verdict = match pair.texts[1].trim_end().ends_with('?') {
            true => v1::check_response::Verdict::Undecided(v1::Undecided { why: "of this".to_owned(), executed: 1 }),
            false => v1::check_response::Verdict::Identity(v1::Identity { error_log2: -50.0, ..Default::default() }),
        };
        Ok(Ok(v1::CheckResponse { verdict: Some(verdict), source: v1::Source::Search as i32 }))
    }

    fn change(&self, of: &Nested, control: &Control) -> Result<Result<Box<Changed>, Unchanged>, SelectError> {
        self.changed.fetch_add(1, Ordering::SeqCst);
        self.take_time(control)?;
        if of.text == "large" {
            return Ok(Err(Unchanged::Cells(usize::MAX)));
        }
        if of.text.is_empty() {
            return Ok(Err(Unchanged::At(Misplaced { message: "it is empty".to_owned(), line: 3, column: 4 })));
        }
        let (text, table) = (format!("{}\n", of.text), "all of it\n".to_owned());
        let limit = of.text.ends_with("...").then(|| "MAX_NODES".to_owned());
        // Each choice has another loop.
        let form = include_str!("loop.mlir").replace("1xf32", &format!("{}xf32", of.prices.len() + 1));
        let unpriced = if of.text == "rounds" { vec![form] } else { Vec::new() };
        Ok(Ok(Box::new(Changed { text, changes: 1, table, note: None, unpriced, limit })))
    }

    fn schedule(&self, of: &Unscheduled, _: &[String], control: &Control) -> Rescheduling {
        self.scheduled.fetch_add(1, Ordering::SeqCst);
        self.take_time(control)?;
        if of.code.ends_with('?') {
            return Ok(Err("7: `?` is no operand".to_owned()));
        }
        if of.code.ends_with("gone") {
            return Err(SelectError::Tool("llc-19 is gone".to_owned()));
        }
        let cost = |packets| Some(v1::LoopCost { packets, waits: 0, iterations: 1 });
        let after = cost(2).filter(|_| !of.code.ends_with("stays"));
        let one = v1::ScheduledLoop { function: "f".to_owned(), before: cost(3), after, ..Default::default() };
        let code = format!("{} for {}", of.code, of.cpu);
        Ok(Ok((code, v1::ScheduleResponse { loops: vec![one], ..Default::default() })))
    }

    fn llvm_version(&self) -> Result<String, SelectError> {
        Ok("a double".to_owned())
    }

    fn toolchain(&self) -> Result<Toolchain<'_>, SelectError> {
        if self.has_no_tools.load(Ordering::SeqCst) {
            return Err(SelectError::Tool("mlir-opt-19 is gone".to_owned()));
        }
        let sets = isotope_server::sets::load(None).map_err(|error| SelectError::Internal(error.to_string()))?;
        Ok(Toolchain { sets, runs: &RUNS })
    }

    fn explain(
        &self,
        _: &Window,
        target: &Target,
        _: &Options,
        wanted: &Wanted,
        control: &Control,
    ) -> Result<Explanation, SelectError> {
        if wanted.why_not.as_deref() == Some("vnone") {
            return Err(SelectError::Instruction("x86_64 has no instruction `vnone`; did you mean `vpor`?".to_owned()));
        }
        self.take_time(control)?;
        let sections = vec![("Grammar".to_owned(), format!("everything of {}", target.mcpu()))];
        let why_not = wanted.why_not.as_ref().map(|name| WhyNot {
            instruction: name.clone(),
            intrinsics: vec![format!("_{name}")],
            finding: Finding::Differs,
            reason: "it was tried".to_owned(),
            candidate: None,
            input: Some("lane 0 at a[0] = 1: the window is 0, the program 1".to_owned()),
        });
        let left_out = if wanted.all { 0 } else { 3 };
        Ok(Explanation { sections, candidates: vec![], left_out, why_not })
    }
}

impl Double {
    fn perform(&self, act: Act, window: &Window, control: &Control) -> Result<Selection, SelectError> {
        let program = self.program.unwrap_or(PROGRAM).to_vec();
        let answer = |verdict, found| Ok(Selection { program, ..selection(window, verdict, found) });
        match act {
            Act::Prove => {
                let padding = " ".repeat(self.padding.load(Ordering::SeqCst));
                answer(Verdict::Proved, Found::Search).map(|s| Selection { llvm_ir: s.llvm_ir + &padding, ..s })
            }
            Act::Baseline => answer(Verdict::Baseline, Found::Baseline),
            Act::Slow(ms) | Act::SlowThroughout(ms) => {
                std::thread::sleep(Duration::from_millis(ms));
                answer(Verdict::Proved, Found::Search)
            }
            Act::Panic => {
                self.running.fetch_sub(1, Ordering::SeqCst);
                panic!("an invariant of the double")
            }
            Act::LackTool => Err(SelectError::Tool("llc-19 failed".to_owned())),
            Act::Hog => {
                self.hog(control)?;
                self.perform(Act::Prove, window, control)
            }
            Act::UntilStopped => {
                control.offer(Selection { truncated: true, ..selection(window, Verdict::Baseline, Found::Baseline) });
                self.wait_for_stop(control);
                Err(SelectError::Cancelled)
            }
        }
    }

    /// As long as any work but a search takes.
    fn take_time(&self, control: &Control) -> Result<(), SelectError> {
        self.running.fetch_add(1, Ordering::SeqCst);
        let act = *self.act.lock().unwrap();
        let taken = match act {
            Act::Slow(ms) | Act::SlowThroughout(ms) => {
                std::thread::sleep(Duration::from_millis(ms));
                Ok(())
            }
            Act::UntilStopped => {
                self.wait_for_stop(control);
                Err(SelectError::Cancelled)
            }
            Act::Hog => self.hog(control),
            _ => Ok(()),
        };
        self.running.fetch_sub(1, Ordering::SeqCst);
        taken
    }

    fn hog(&self, control: &Control) -> Result<(), SelectError> {
        while !control.stopped() {
            if self.hogs_end.load(Ordering::SeqCst) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(2));
            control.add_used(Duration::from_millis(2));
        }
        self.cancelled.fetch_add(1, Ordering::SeqCst);
        Err(SelectError::Cancelled)
    }

    fn wait_for_stop(&self, control: &Control) {
        while !control.stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.cancelled.fetch_add(1, Ordering::SeqCst);
    }
}

fn cost(centicycles: u64, basis: Basis, asm: &str) -> Cost {
    Cost { centicycles, basis, uops: 1, instructions: vec![], asm: asm.to_owned() }
}

/// An answer that shows which window it is for. Each load is passed as another load, one element further.
fn selection(window: &Window, verdict: Verdict, found: Found) -> Selection {
    let leaves = window.graph.leaves.iter().enumerate();
    let parameters = leaves.map(|(at, leaf)| Parameter {
        name: format!("p{at}"),
        ty: leaf.ty,
        origin: match &leaf.load {
            None => Origin::Leaf(LeafId(at as u32)),
            Some(load) => Origin::Load(LoadAddress { offset: load.offset + 1, ..load.clone() }),
        },
    });
    Selection {
        verdict,
        found,
        cost: 150,
        baseline_cost: 450,
        is_better: found == Found::Search,
        instructions: vec!["vpavgb".to_owned(), "vpaddb".to_owned()],
        autollvm: format!("autollvm of {}", isotope_ir::print::expression(window)),
        llvm_ir: "define void @f() { ret void }".to_owned(),
        function: "f".to_owned(),
        parameters: parameters.collect(),
        result: window.ty(),
        program: PROGRAM.to_vec(),
        alternatives: vec![OTHER.to_vec()],
        proved_before: false,
        prover: "double".to_owned(),
        proof: vec![ProofStep { methods: vec![Method::Solver], claim: "lane 0 .. 63".to_owned(), lanes: 64, work: 9 }],
        work: 1234,
        truncated: false,
        notes: vec![],
    }
}
