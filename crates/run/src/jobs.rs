//! Many functions in one program: each is called on its inputs, and what it gives comes back.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::executor::Executor;
use crate::program::scratch;
use crate::{Language, RunError, Unit};

/// A parameter or a result in memory.
#[derive(Clone, Debug)]
pub struct Slot {
    /// LLVM's type of it.
    pub ty: String,
    /// Its bytes. A vector of bools with a byte for each lies there as bytes, which every target has code for.
    pub bytes: usize,
}

impl Slot {
    /// The type of the bytes that a vector of bools is in memory; `None` of what lies there as it is.
    fn bytes_of_bools(&self) -> Option<String> {
        let lanes = self.ty.strip_prefix('<')?.strip_suffix(" x i1>")?;
        (lanes.parse() == Ok(self.bytes)).then(|| format!("<{lanes} x i8>"))
    }
}

/// A function with its inputs.
#[derive(Clone, Debug)]
pub struct Job {
    /// An LLVM module that defines the function with everything by value, its attributes in group 0.
    pub module: String,
    /// The function.
    pub function: String,
    /// Its parameters.
    pub parameters: Vec<Slot>,
    /// Its result.
    pub result: Slot,
    /// For each trial the parameters, packed.
    pub input: Vec<u8>,
    /// How often it is called.
    pub trials: usize,
}

impl Job {
    fn input_bytes(&self) -> usize {
        self.parameters.iter().map(|p| p.bytes).sum()
    }

    /// Bytes of all its results.
    pub fn output_bytes(&self) -> usize {
        self.result.bytes * self.trials
    }
}

/// The name of what executed a job, and what it gave; `None` where no executor has its instructions.
pub type Outcome = Option<(&'static str, Vec<u8>)>;

/// Runs every job, compiled with `-O` of `level`: each executor runs what it can, the next one the rest.
pub fn run_jobs(executors: &[&'static dyn Executor], jobs: &[Job], level: u32) -> Result<Vec<Outcome>, RunError> {
    let mut done = vec![None; jobs.len()];
    let mut left = (0..jobs.len()).collect();
    for executor in executors {
        left = run_by_halves(*executor, jobs, left, level, &mut done)?;
    }
    Ok(done)
}

/// Runs what a machine can run; the others, which are found by halving.
fn run_by_halves(
    executor: &dyn Executor,
    jobs: &[Job],
    all: Vec<usize>,
    level: u32,
    done: &mut [Outcome],
) -> Result<Vec<usize>, RunError> {
    let (mut left, mut open) = (Vec::new(), vec![all]);
    while let Some(some) = open.pop() {
        match run_together(executor, jobs, &some, level) {
            Ok(outputs) => some.iter().zip(outputs).for_each(|(&at, out)| done[at] = Some((executor.name(), out))),
            Err(RunError::IllegalInstruction { .. }) if some.len() > 1 => {
                let (low, high) = some.split_at(some.len() / 2);
                open.extend([low.to_vec(), high.to_vec()]);
            }
            Err(RunError::IllegalInstruction { .. }) => left.extend(some),
            Err(error) => return Err(error),
        }
    }
    left.sort_unstable();
    Ok(left)
}

/// The jobs of these indices in one program; their results, in order.
fn run_together(executor: &dyn Executor, jobs: &[Job], some: &[usize], level: u32) -> Result<Vec<Vec<u8>>, RunError> {
    if some.is_empty() {
        return Ok(vec![]);
    }
    let folder = scratch()?;
    let text = module(jobs, some);
    let unit = Unit { name: "jobs".to_owned(), language: Language::Llvm, text, features: Vec::new() };
    let objects =
        [executor.compile_at(&unit, level, folder.path())?, executor.compile(&caller(jobs, some), folder.path())?];
    let input: Vec<u8> = some.iter().flat_map(|&at| jobs[at].input.iter().copied()).collect();
    let output = executor.run(&objects, &input, some.iter().map(|&at| jobs[at].output_bytes()).sum())?;
    let mut rest = output.as_slice();
    let mut outputs = Vec::new();
    for &at in some {
        let short = || RunError::Failed { machine: "a machine", message: "its output is short".to_owned() };
        let (own, others) = rest.split_at_checked(jobs[at].output_bytes()).ok_or_else(short)?;
        outputs.push(own.to_vec());
        rest = others;
    }
    Ok(outputs)
}

/// All functions under names of their own, and for each one that works on memory.
fn module(jobs: &[Job], some: &[usize]) -> String {
    let (mut text, mut declares) = (String::new(), BTreeSet::new());
    for &at in some {
        let job = &jobs[at];
        let (own, renamed) = (format!("@{}(", job.function), format!("@body{at}("));
        for line in job.module.lines() {
            let line = line.replace(&own, &renamed).replace("#0", &format!("#{at}"));
            match line.strip_prefix("define ") {
                _ if line.starts_with("declare ") => drop(declares.insert(line)),
                // Inlined into the caller, as a client does it.
                Some(rest) => text += &format!("define internal {rest}\n"),
                None => text += &format!("{line}\n"),
            }
        }
        on_memory(&mut text, at, job);
    }
    declares.into_iter().for_each(|line| text += &format!("{line}\n"));
    text
}

/// A function that takes its parameters packed at `in` and writes its result to `out`.
fn on_memory(text: &mut String, at: usize, job: &Job) {
    let (mut arguments, mut offset) = (Vec::new(), 0);
    *text += &format!("define void @job{at}(ptr %in, ptr %out) #{at} {{\n");
    for (n, slot) in job.parameters.iter().enumerate() {
        let Slot { ty, bytes } = slot;
        *text += &format!("  %at{n} = getelementptr i8, ptr %in, i64 {offset}\n");
        *text += &match slot.bytes_of_bools() {
            Some(bytes) => format!(
                "  %bytes{n} = load {bytes}, ptr %at{n}, align 1\n  %arg{n} = icmp ne {bytes} %bytes{n}, zeroinitializer\n"
            ),
            None => format!("  %arg{n} = load {ty}, ptr %at{n}, align 1\n"),
        };
        arguments.push(format!("{ty} %arg{n}"));
        offset += bytes;
    }
    let result = &job.result.ty;
    *text += &format!("  %result = call {result} @body{at}({})\n", arguments.join(", "));
    *text += &match job.result.bytes_of_bools() {
        Some(bytes) => format!("  %bytes = zext {result} %result to {bytes}\n  store {bytes} %bytes"),
        None => format!("  store {result} %result"),
    };
    *text += ", ptr %out, align 1\n  ret void\n}\n";
}

/// The loop over all inputs of all jobs.
fn caller(jobs: &[Job], some: &[usize]) -> Unit {
    let (mut text, mut body) = (String::new(), String::new());
    for &at in some {
        let (job, input) = (&jobs[at], jobs[at].input_bytes());
        text += &format!("void job{at}(const unsigned char *in, unsigned char *out);\n");
        let (trials, output) = (job.trials, job.result.bytes);
        // Writing to a string cannot fail.
        let _ = writeln!(body, "  for (int i = 0; i < {trials}; i++, in += {input}, to += {output}) job{at}(in, to);");
    }
    text += "unsigned long isotope_main(const unsigned char *in, unsigned long bytes, unsigned char *out) {\n";
    text += &format!("  unsigned char *to = out;\n  (void)bytes;\n{body}  return to - out;\n}}\n");
    Unit { name: "loop".to_owned(), language: Language::C, text, features: Vec::new() }
}
