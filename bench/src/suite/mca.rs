//! How long `llvm-mca` takes executed blocks to run on a CPU that LLVM has a model of.

use super::blocks::{Block, Executed};
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::AddAssign;
use std::process::{Command, Stdio};

/// How often a block is simulated in a row: its cycles are the mean.
const ITERATIONS: u32 = 100;

/// Sequences of blocks that are simulated in one run of the tool.
const AT_ONCE: usize = 64;

/// Cycles by LLVM's model.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Cycles {
    /// Simulated: instructions wait for each other, in a block and in the next iteration of its loop.
    pub simulated: f64,
    /// The cycles of the busiest unit: nothing waits.
    pub throughput: f64,
}

impl AddAssign for Cycles {
    fn add_assign(&mut self, other: Self) {
        self.simulated += other.simulated;
        self.throughput += other.throughput;
    }
}

impl Cycles {
    fn times(self, count: u64) -> Self {
        Cycles { simulated: self.simulated * count as f64, throughput: self.throughput * count as f64 }
    }
}

/// Which model is asked, and how.
pub struct Model<'a> {
    /// The architecture, as LLVM's triples have it.
    pub triple: &'a str,
    /// The CPU, in LLVM's names.
    pub cpu: &'a str,
    /// The beginning of comments that cut a text into regions.
    pub comment: &'a str,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Report {
    code_regions: Vec<Region>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Region {
    name: String,
    summary_view: Summary,
}

#[derive(Deserialize)]
struct Summary {
    #[serde(rename = "Iterations")]
    iterations: f64,
    #[serde(rename = "TotalCycles")]
    cycles: f64,
    #[serde(rename = "BlockRThroughput")]
    throughput: f64,
}

impl Model<'_> {
    /// The cycles of each block times how often it was executed.
    ///
    /// A block that is a loop by itself is simulated as that loop, and so is one that is in none. Before a block of a larger loop runs again
    /// the others have run, so that it does not wait for itself: it takes what one pass through all blocks of its innermost loop takes longer
    /// than a pass without it, and no less than its throughput.
    ///
    /// # Errors
    ///
    /// The tool is not there, or knows an instruction not: its own message.
    pub fn cycles(&self, executed: &Executed) -> Result<Cycles> {
        let alone: Vec<Vec<&Block>> = executed.blocks.iter().map(|block| vec![block]).collect();
        let (mut places, mut passes) = (Vec::new(), Vec::new());
        for at in 0..executed.blocks.len() {
            if let Some(beside) = executed.beside(at) {
                places.push(at);
                passes.push(beside.clone().map(|other| &executed.blocks[other]).collect());
                passes.push(beside.filter(|other| *other != at).map(|other| &executed.blocks[other]).collect());
            }
        }
        let mut cycles = self.of_sequences(&alone)?;
        for (at, passes) in places.into_iter().zip(self.of_sequences(&passes)?.chunks(2)) {
            let longer = passes[0].simulated - passes[1].simulated;
            cycles[at].simulated = longer.max(cycles[at].throughput);
        }
        let mut total = Cycles::default();
        cycles.into_iter().zip(&executed.blocks).for_each(|(cycles, block)| total += cycles.times(block.count));
        Ok(total)
    }

    fn of_sequences(&self, sequences: &[Vec<&Block>]) -> Result<Vec<Cycles>> {
        let all = sequences.chunks(AT_ONCE).map(|some| self.of_some(some));
        Ok(all.collect::<Result<Vec<_>>>()?.concat())
    }

    /// The cycles of blocks that run one after the other, again and again.
    fn of_some(&self, sequences: &[Vec<&Block>]) -> Result<Vec<Cycles>> {
        let Model { triple, cpu, comment } = self;
        let mut text = String::new();
        for (at, blocks) in sequences.iter().enumerate() {
            let code =
                blocks.iter().flat_map(|block| &block.lines).map(String::as_str).collect::<Vec<_>>().join("\n\t");
            writeln!(text, "{comment} LLVM-MCA-BEGIN {at}\n\t{code}\n{comment} LLVM-MCA-END {at}")?;
        }
        let mut child = Command::new("llvm-mca-19")
            .args([format!("-mtriple={triple}"), format!("-mcpu={cpu}"), format!("-iterations={ITERATIONS}")])
            .args(["-json", "-instruction-info=false", "-resource-pressure=false"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("running llvm-mca-19; `make setup` installs it")?;
        // It reads all of its input before it writes.
        child.stdin.take().context("no way into llvm-mca-19")?.write_all(text.as_bytes())?;
        let output = child.wait_with_output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "llvm-mca-19 for {cpu}: {}", said.trim_end());
        read(&output.stdout, sequences.len()).with_context(|| format!("what llvm-mca-19 printed for {cpu}"))
    }
}

/// The cycles of regions that are called by their place.
fn read(json: &[u8], regions: usize) -> Result<Vec<Cycles>> {
    let report: Report = serde_json::from_slice(json)?;
    let mut found = vec![None; regions];
    for Region { name, summary_view: of } in report.code_regions {
        if let Some(region) = name.parse().ok().and_then(|at: usize| found.get_mut(at)) {
            *region = Some(Cycles { simulated: of.cycles / of.iterations, throughput: of.throughput });
        }
    }
    found
        .into_iter()
        .enumerate()
        .map(|(at, cycles)| cycles.with_context(|| format!("region {at} is missing")))
        .collect()
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a loop is a range of blocks")]
mod tests {
    use super::*;

    const MODEL: Model<'_> = Model { triple: "aarch64-linux-gnu", cpu: "neoverse-v2", comment: "#" };

    fn block(code: &str, count: u64) -> Block {
        Block { lines: code.lines().map(str::to_owned).collect(), count }
    }

    #[test]
    fn what_waits_for_itself_is_simulated_and_no_throughput() {
        let executed =
            Executed { blocks: vec![block("add v0.8h, v0.8h, v1.8h", 10)], instructions: 10, loops: vec![0..1] };
        let cycles = MODEL.cycles(&executed).unwrap();
        // Latency 2; four units.
        assert_eq!(cycles.throughput, 2.5);
        assert!((20.0..21.0).contains(&cycles.simulated), "{cycles:?}");
    }

    #[test]
    fn a_block_does_not_wait_for_itself_where_others_run_in_between() {
        let of = |loops| {
            // A sum from zero, and its root in the same register.
            let blocks = vec![
                block("movi v0.16b, #1", 10),
                block("add v0.8h, v0.8h, v1.8h\nsubs x8, x8, #1", 100),
                block("fsqrt v0.4s, v0.4s\nstr q0, [x1], #16", 10),
            ];
            MODEL.cycles(&Executed { blocks, instructions: 0, loops }).unwrap()
        };
        let (apart, nested) = (of(vec![1..2]), of(vec![1..2, 0..3]));
        assert_eq!(apart.throughput, nested.throughput);
        assert!(
            nested.throughput <= nested.simulated && nested.simulated < 0.9 * apart.simulated,
            "{nested:?} {apart:?}"
        );
    }

    #[test]
    fn instructions_of_other_processors_are_refused() {
        let executed = Executed { blocks: vec![block("vpaddb %zmm0, %zmm1, %zmm2", 1)], ..Executed::default() };
        let error = MODEL.cycles(&executed).unwrap_err().to_string();
        assert!(error.starts_with("llvm-mca-19 for neoverse-v2: "), "{error}");
    }

    #[test]
    fn every_region_must_be_there() {
        let json = br#"{"CodeRegions": [{"Name": "1",
            "SummaryView": {"Iterations": 100, "TotalCycles": 250, "BlockRThroughput": 2.0}}]}"#;
        assert_eq!(format!("{:#}", read(json, 2).unwrap_err()), "region 0 is missing");
    }
}
