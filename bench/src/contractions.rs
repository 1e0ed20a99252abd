//! The table of contractions on docs/contractions.md, as the recorded times make it.

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

/// The page that shows it.
pub const PAGE: &str = "docs/contractions.md";

/// Cases, as bench/contractions/cases.toml has them.
#[derive(Deserialize)]
pub struct Cases {
    /// Each of them.
    pub case: Vec<Case>,
}

/// One of them.
#[derive(Deserialize)]
pub struct Case {
    /// Its name in commands and results.
    pub name: String,
    /// Its heading on the page.
    pub title: String,
    /// `i32 C[i,j] += u8 A[i,k] * s8 B[k,j]`
    pub statement: String,
    /// `i=1024,j=1024,k=1024`
    pub sizes: String,
    /// Floats may be added in any order.
    #[serde(default)]
    pub fast: bool,
    /// A library that computes the same, by the file in `bench/contractions` that calls it.
    pub library: Option<String>,
    /// How many times as fast as the best compiler it is to be.
    pub wanted: Option<f64>,
    /// Why it is not, where it is not.
    pub short: Option<String>,
    /// The same of code for processors with AVX2 and without VNNI, where that is looked at; and over the library.
    pub avx2: Option<Wanted>,
}

/// Options of code for another processor.
#[derive(Deserialize)]
pub struct Wanted {
    /// How many times as fast as the best compiler.
    pub wanted: Option<f64>,
    /// How many times as fast as the library.
    pub over_library: Option<f64>,
    /// Why it is not.
    pub short: Option<String>,
}

/// The times of one case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Its name.
    pub case: String,
    /// Milliseconds of the kernel, and of the best compiler's loops.
    pub isotope_ms: f64,
    /// The second.
    pub compiler_ms: f64,
    /// Which compiler and order that was.
    pub compiler: String,
    /// How many times as fast the kernel is.
    pub ratio: f64,
    /// Its products.
    pub gmac_per_s: f64,
    /// Seconds of the command that makes the kernel.
    pub compile_s: f64,
    /// A library beside it, and how often as fast as that the kernel is.
    pub library: Option<String>,
    /// Its milliseconds.
    pub library_ms: Option<f64>,
    /// The ratio.
    pub over_library: Option<f64>,
}

/// A plan of a case, and what it takes by the model and by the clock.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// The case's name.
    pub case: String,
    /// Its line of `--explain`: 1 is the chosen one.
    pub line: usize,
    /// By the model.
    pub million_cycles: f64,
    /// By the clock.
    pub ms: f64,
    /// In words.
    pub plan: String,
}

/// The time of a kernel before it is called, and the gain by threads.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cost {
    /// The case's name.
    pub case: String,
    /// Seconds of the command with an empty cache.
    pub cold_s: f64,
    /// Milliseconds of a call of `Compile` to a daemon that has the kernel.
    pub warm_ms: f64,
    /// Seconds of processors that `isotope check` takes for the kernel, and for the kernel with its answers.
    pub check_s: f64,
    /// Milliseconds by the clock on the wall: of the kernel, and of the kernel in parts on two threads.
    pub one_thread_ms: f64,
    /// The second.
    pub two_threads_ms: f64,
}

/// Results in CSV.
pub struct Recorded {
    /// Kernels beside compilers.
    pub times: String,
    /// The same of code for a processor without VNNI.
    pub avx2: String,
    /// Plans by the model and by the clock.
    pub plans: String,
    /// The times of kernels.
    pub costs: String,
}

/// The files of these.
pub const RECORDED: [&str; 4] = ["contractions", "contractions-znver3", "plans", "costs"];

impl From<[String; 4]> for Recorded {
    fn from([times, avx2, plans, costs]: [String; 4]) -> Self {
        Recorded { times, avx2, plans, costs }
    }
}

/// The page with its tables between their markers, made of results in CSV.
///
/// # Errors
///
/// A marker is missing, or results do not read.
pub fn written(page: &str, cases: &Cases, recorded: &Recorded) -> Result<String> {
    let page = between(page, "contractions", &speeds(cases, &rows(&recorded.times)?))?;
    let page = between(&page, "avx2", &without_vnni(cases, &rows(&recorded.avx2)?))?;
    let page = between(&page, "costs", &costs(cases, &rows(&recorded.costs)?))?;
    between(&page, "plans", &model(cases, &rows(&recorded.plans)?))
}

fn rows<T: serde::de::DeserializeOwned>(text: &str) -> Result<Vec<T>> {
    Ok(csv::Reader::from_reader(text.as_bytes()).deserialize().collect::<Result<Vec<T>, _>>()?)
}

fn between(page: &str, name: &str, text: &str) -> Result<String> {
    let (begin, end) = (format!("<!-- generated: {name} -->\n"), "<!-- end -->\n");
    let (before, rest) = page.split_once(&begin).with_context(|| format!("{PAGE} lacks the line {}", begin.trim()))?;
    let (_, after) = rest.split_once(end).with_context(|| format!("{PAGE} lacks the line {}", end.trim()))?;
    Ok(format!("{before}{begin}{text}{end}{after}"))
}

/// A row for each case in the order of the results, and a sentence for each that is short of what is wanted.
fn speeds(cases: &Cases, rows: &[Row]) -> String {
    let mut text =
        "| Zen 4 | ms | best compiler, ms | faster | wanted | compile, s | library, ms | faster |\n".to_owned();
    text += "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
    let mut short = String::new();
    for row in rows {
        let case = cases.case.iter().find(|case| case.name == row.case);
        let title = case.map_or(row.case.as_str(), |case| &case.title);
        let wanted = case.and_then(|case| case.wanted);
        let library = row.library.as_ref().zip(row.library_ms).zip(row.over_library);
        let library =
            library.map_or("|".to_owned(), |((name, ms), over)| format!("{ms:.3} ({}) | {over:.2}", called(name)));
        text += &format!(
            "| {title} | {:.3} | {:.3} ({}) | {:.2} | {} | {:.0} | {library} |\n",
            row.isotope_ms,
            row.compiler_ms,
            row.compiler,
            row.ratio,
            wanted.map_or(String::new(), |wanted| format!("{wanted:.1}")),
            row.compile_s
        );
        if let Some(wanted) = wanted.filter(|wanted| row.ratio < *wanted) {
            let why = case.and_then(|case| case.short.as_deref()).unwrap_or("the reason is not known");
            short += &format!("- {title}: {:.2} in place of {wanted:.1}. {why}.\n", row.ratio);
        }
    }
    if short.is_empty() { text } else { format!("{text}\nShort of what is wanted:\n\n{short}") }
}

/// Code for processors with AVX2 and without VNNI, by the cases that say something of it.
fn without_vnni(cases: &Cases, rows: &[Row]) -> String {
    let mut text = "| `--mcpu znver3`, run on a Zen 4 | ms | best compiler, ms | faster | wanted | library, ms | faster | wanted |\n".to_owned();
    text += "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
    let mut short = String::new();
    let number = |of: Option<f64>| of.map_or(String::new(), |of| format!("{of:.2}"));
    for row in rows {
        let Some(case) = cases.case.iter().find(|case| case.name == row.case) else { continue };
        let wanted = case.avx2.as_ref();
        let (compiler, library) = (wanted.and_then(|of| of.wanted), wanted.and_then(|of| of.over_library));
        let beside = match (&row.library, row.library_ms) {
            (Some(name), Some(ms)) => format!("{ms:.3} ({})", called(name)),
            (Some(name), None) => format!("{}: other results", called(name)),
            (None, _) => String::new(),
        };
        text += &format!(
            "| {} | {:.3} | {:.3} ({}) | {:.2} | {} | {beside} | {} | {} |\n",
            case.title,
            row.isotope_ms,
            row.compiler_ms,
            row.compiler,
            row.ratio,
            number(compiler),
            number(row.over_library),
            number(library)
        );
        let is_short = |wanted: Option<f64>, of: Option<f64>| wanted.zip(of).is_some_and(|(wanted, of)| of < wanted);
        if is_short(compiler, Some(row.ratio)) || is_short(library, row.over_library) {
            let why = wanted.and_then(|of| of.short.as_deref()).unwrap_or("The reason is not known");
            short += &format!("- {}: {why}.\n", case.title);
        }
    }
    if short.is_empty() { text } else { format!("{text}\nShort of what is wanted:\n\n{short}") }
}

/// A table of the times of kernels.
fn costs(cases: &Cases, costs: &[Cost]) -> String {
    let mut text = "| Zen 4 | first compile, s | warm `Compile`, ms | both comparisons, processor s | one thread, ms | two, ms | faster |\n"
        .to_owned();
    text += "| --- | --- | --- | --- | --- | --- | --- |\n";
    for cost in costs {
        let title =
            cases.case.iter().find(|case| case.name == cost.case).map_or(cost.case.as_str(), |case| &case.title);
        text += &format!(
            "| {title} | {:.1} | {:.2} | {:.1} | {:.3} | {:.3} | {:.2} |\n",
            cost.cold_s,
            cost.warm_ms,
            cost.check_s,
            cost.one_thread_ms,
            cost.two_threads_ms,
            cost.one_thread_ms / cost.two_threads_ms
        );
    }
    text
}

fn called(library: &str) -> &str {
    match library {
        "onednn" => "oneDNN",
        "openblas" => "OpenBLAS",
        other => other,
    }
}

/// A row for each case whose plans were measured.
fn model(cases: &Cases, plans: &[Measured]) -> String {
    let mut text = "| Zen 4 | plans | chosen, ms | best, ms | chosen over best | rank correlation |\n".to_owned();
    text += "| --- | --- | --- | --- | --- | --- |\n";
    for case in &cases.case {
        let own: Vec<&Measured> = plans.iter().filter(|plan| plan.case == case.name).collect();
        let Some(chosen) = own.iter().find(|plan| plan.line == 1) else { continue };
        let best = own.iter().map(|plan| plan.ms).fold(f64::INFINITY, f64::min);
        let pairs: Vec<(f64, f64)> = own.iter().map(|plan| (plan.million_cycles, plan.ms)).collect();
        let correlation = crate::measure::rank_correlation(&pairs);
        text += &format!(
            "| {} | {} | {:.3} | {best:.3} | {:.2} | {} |\n",
            case.title,
            own.len(),
            chosen.ms,
            chosen.ms / best,
            correlation.map_or(String::new(), |of| format!("{of:.2}"))
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The page shows the recorded results: `contractions --page` writes it.
    #[test]
    fn the_page_has_the_recorded_results() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let read =
            |file: &str| std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let cases: Cases = toml::from_str(&read("bench/contractions/cases.toml")).unwrap();
        let recorded = RECORDED.map(|name| read(&format!("bench/results/znver4/{name}.csv")));
        let page = read(PAGE);
        assert_eq!(written(&page, &cases, &recorded.into()).unwrap(), page, "run contractions --page");
    }

    #[test]
    fn what_is_short_says_why() {
        let cases: Cases = toml::from_str(
            "[[case]]\nname = \"a\"\ntitle = \"A\"\nstatement = \"\"\nsizes = \"\"\nwanted = 3.0\nshort = \"memory bounds it\"\n",
        )
        .unwrap();
        let row = |ratio| Row {
            case: "a".into(),
            isotope_ms: 1.0,
            compiler_ms: ratio,
            compiler: "cc".into(),
            ratio,
            gmac_per_s: 1.0,
            compile_s: 2.0,
            library: None,
            library_ms: None,
            over_library: None,
        };
        assert!(speeds(&cases, &[row(2.0)]).contains("- A: 2.00 in place of 3.0. memory bounds it.\n"));
        assert!(!speeds(&cases, &[row(4.0)]).contains("Short"));
    }
}
