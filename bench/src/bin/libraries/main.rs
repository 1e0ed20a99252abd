//! The C paths of libraries that nobody here wrote, by clang with Isotope's plug-in: how many of the places that it asks for become cheaper,
//! and whether the libraries' own programs still write the same. `bench/libraries/libraries.toml` has what is compiled.
//!
//! A place is a store, or some side by side, or a sum, on one line of one function. The plug-in asks for several windows there; the place is
//! better if one of them is used and its block costs less by a tenth, by the CPU's table.

mod times;

use anyhow::{Context, Result, bail};
use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::daemon::Daemon;
use isotope_bench::saved;
use isotope_bench::turns::run;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use times::{NOBODY, Times};

/// Compiles libraries with the plug-in for clang, and counts what it changes.
#[derive(Parser)]
struct Arguments {
    /// The LLVM whose clang compiles.
    #[arg(long, default_value_t = 19)]
    llvm: u32,
    /// The folder that `client/llvm/build.sh` was given.
    #[arg(long, value_name = "FOLDER")]
    prefix: PathBuf,
    /// For which processor, as clang's -march. Programs run only where it is `native`.
    #[arg(long, default_value = "native")]
    march: String,
    /// Where `scripts/setup libraries` put the sources.
    #[arg(long, value_name = "FOLDER", default_value = "third_party/libraries")]
    sources: PathBuf,
    /// How often each file that has a window is compiled in each way, to compare compile times; 0 for no such table.
    #[arg(long, default_value_t = 0)]
    times: usize,
    /// A daemon that is there already, by its address. Without it one is started on an empty memo.
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Where results are written; the processor has a folder of its own in it.
    #[arg(long, value_name = "FOLDER", default_value = "bench/results")]
    results: PathBuf,
}

/// `bench/libraries/libraries.toml`.
#[derive(Deserialize)]
struct Libraries {
    library: Vec<Library>,
}

#[derive(Deserialize)]
struct Library {
    name: String,
    #[serde(default)]
    config: String,
    include: Vec<String>,
    #[serde(default)]
    flags: Vec<String>,
    sources: Vec<String>,
    without: Vec<String>,
    #[serde(default)]
    own: Vec<String>,
    copy: Option<Copied>,
    link: Vec<String>,
    #[serde(default)]
    program: Vec<Program>,
}

/// A file of the library under another name.
#[derive(Deserialize)]
struct Copied {
    from: String,
    to: String,
}

/// A program of the library's own, linked with it. `{folder}` in an argument is the library's folder.
#[derive(Deserialize)]
struct Program {
    name: String,
    sources: Vec<String>,
    #[serde(default)]
    flags: Vec<String>,
    arguments: Vec<String>,
    /// The file that it writes, compared byte by byte; empty: its exit status says all.
    writes: String,
}

/// The fields of a report's line that count here.
#[derive(Deserialize)]
struct Line {
    place: String,
    used: bool,
    /// None where nobody answered.
    milliseconds: Option<f64>,
    llvm_cost: f64,
    llvm_cost_with_answer: f64,
}

/// The figures of one library.
#[derive(Default, Serialize)]
struct Row {
    library: String,
    files: usize,
    windows: usize,
    places: usize,
    used: usize,
    better_by_a_tenth: usize,
    programs_equal: usize,
}

/// With what a file is compiled.
#[derive(Clone, Copy)]
enum With<'a> {
    /// clang alone.
    Nothing,
    /// The plug-in, switched off.
    Off,
    /// The plug-in, and nobody at the daemon's address.
    NoDaemon,
    /// The plug-in and a daemon.
    Daemon,
    /// The same, with a report.
    Report(&'a Path),
}

/// Cheaper by a tenth.
const BETTER: f64 = 1.1;

/// The longest that a compile waits for answers, in milliseconds.
const PATIENCE_MS: &str = "1800000";

const DATA: &str = "bench/libraries";

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let text =
        std::fs::read_to_string(format!("{DATA}/libraries.toml")).context("this runs in the project's folder")?;
    let libraries: Libraries = toml::from_str(&text)?;
    let folder = tempfile::tempdir()?;
    let started = match &arguments.server {
        Some(_) => None,
        None => Some(Daemon::start(folder.path()).await?),
    };
    let server = arguments.server.clone().or_else(|| started.as_ref().map(|daemon| daemon.url.clone()));
    let server = server.context("there is no daemon")?;
    let (mut rows, mut times) = (Vec::new(), Times::default());
    for library in &libraries.library {
        let built = folder.path().join(&library.name);
        std::fs::create_dir_all(&built)?;
        rows.push(Building { arguments: &arguments, library, built: &built, server: &server }.row(&mut times)?);
    }
    print(&rows);
    times.print();
    write(&arguments, "", &rows)?;
    if arguments.times > 0 { write(&arguments, "_compile", &times.ways()) } else { Ok(()) }
}

/// A library that is compiled twice.
struct Building<'a> {
    arguments: &'a Arguments,
    library: &'a Library,
    built: &'a Path,
    server: &'a str,
}

impl Building<'_> {
    fn row(&self, times: &mut Times) -> Result<Row> {
        let folder = self.folder()?;
        if let Some(Copied { from, to }) = &self.library.copy {
            std::fs::copy(folder.join(from), self.built.join(to))?;
        }
        let sources = self.sources(&folder)?;
        let report = self.built.join("report.json");
        let (mut objects, mut lines) = ([Vec::new(), Vec::new()], Vec::new());
        for (number, source) in sources.iter().enumerate() {
            for (side, with) in [With::Nothing, With::Report(&report)].into_iter().enumerate() {
                let object = self.built.join(format!("{number}.{side}.o"));
                self.compile(source, &object, &[], with)?;
                objects[side].push(object);
            }
            let before = lines.len();
            let written = std::fs::read_to_string(&report).unwrap_or_default();
            lines.extend(written.lines().map(serde_json::from_str::<Line>).collect::<Result<Vec<_>, _>>()?);
            let _ = std::fs::remove_file(&report);
            if lines.len() > before {
                times.add(self.arguments.times, |with| self.compile(source, &self.built.join("timed.o"), &[], with))?;
            }
        }
        times.cold.extend(lines.iter().filter_map(|line| line.milliseconds));
        let mut places: BTreeMap<&str, Vec<&Line>> = BTreeMap::new();
        for line in &lines {
            // "store of 16 lanes of i8 in NAME line 3": width and lanes differ from window to window.
            let kind_and_place = line.place.split_once(" in ").map_or("", |(_, place)| place);
            let place = kind_and_place.rsplit_once(" in ").map_or(kind_and_place, |(_, place)| place);
            places.entry(place).or_default().push(line);
        }
        let count = |is: fn(&Line) -> bool| places.values().filter(|all| all.iter().any(|line| is(line))).count();
        let mut programs_equal = 0;
        // Code that is compiled for another processor may not run on this one.
        let is_native = self.arguments.march == "native";
        if !is_native && !self.library.program.is_empty() {
            eprintln!(
                "libraries: programs of {} are not run: they are not compiled for this processor",
                self.library.name
            );
        }
        for program in self.library.program.iter().filter(|_| is_native) {
            self.compare(program, &folder, &objects)?;
            programs_equal += 1;
        }
        Ok(Row {
            library: self.library.name.clone(),
            files: sources.len(),
            windows: lines.len(),
            places: places.len(),
            used: count(|line| line.used),
            better_by_a_tenth: count(|line| line.used && line.llvm_cost >= BETTER * line.llvm_cost_with_answer),
            programs_equal,
        })
    }

    fn folder(&self) -> Result<PathBuf> {
        let folder = self.arguments.sources.join(&self.library.name);
        folder
            .canonicalize()
            .with_context(|| format!("{} is not there; scripts/setup libraries fetches it", folder.display()))
    }

    /// The files that are compiled, in their order.
    fn sources(&self, folder: &Path) -> Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for pattern in &self.library.sources {
            let (inner, name) = pattern.rsplit_once('/').unwrap_or((".", pattern));
            let (begin, end) = name.split_once('*').unwrap_or((name, ""));
            let fits = |name: &str| match name.strip_prefix(begin) {
                Some(rest) => {
                    if pattern.contains('*') {
                        rest.ends_with(end)
                    } else {
                        rest.is_empty()
                    }
                }
                None => false,
            };
            for entry in std::fs::read_dir(folder.join(inner))? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                if fits(&name) && !self.library.without.contains(&name) {
                    found.push(folder.join(inner).join(name));
                }
            }
        }
        found.extend(self.library.own.iter().map(|name| Path::new(DATA).join(&self.library.config).join(name)));
        found.sort();
        found.dedup();
        if found.is_empty() {
            bail!("{} has none of its sources", folder.display());
        }
        Ok(found)
    }

    fn compile(&self, source: &Path, object: &Path, flags: &[String], with: With) -> Result<()> {
        let Arguments { llvm, march, prefix, .. } = self.arguments;
        let folder = self.folder()?;
        let mut command = Command::new(format!("clang-{llvm}"));
        // Lines tell places apart.
        command.args(["-O3", "-w", "-gline-tables-only", "-c"]).arg(format!("-march={march}"));
        command.arg(format!("-I{}", self.built.display()));
        if !self.library.config.is_empty() {
            command.arg(format!("-I{DATA}/{}", self.library.config));
        }
        command.args(self.library.include.iter().map(|inner| format!("-I{}", folder.join(inner).display())));
        command.args(&self.library.flags).args(flags).arg(source).arg("-o").arg(object);
        if matches!(with, With::Nothing) {
            return run(&mut command).map(|_| ());
        }
        let plugin = prefix.join(format!("lib/libisotope_llvm-{llvm}.so"));
        let plugin = plugin
            .canonicalize()
            .with_context(|| format!("{} is not there; client/llvm/build.sh makes it", plugin.display()))?;
        command.arg(format!("-fpass-plugin={}", plugin.display())).env("ISOTOPE_SERVER", self.server);
        match with {
            With::Nothing | With::Daemon => &mut command,
            With::Off => command.env("ISOTOPE_OFF", "1"),
            With::NoDaemon => command.env("ISOTOPE_SERVER", NOBODY),
            With::Report(report) => command
                .env("ISOTOPE_REPORT", report)
                .env("ISOTOPE_REQUIRE", "all")
                .env("ISOTOPE_TIMEOUT_MS", PATIENCE_MS),
        };
        run(&mut command).map(|_| ())
    }

    /// A program of the library's, linked and run both ways.
    fn compare(&self, program: &Program, folder: &Path, objects: &[Vec<PathBuf>; 2]) -> Result<()> {
        let mut own = Vec::new();
        for (number, source) in program.sources.iter().enumerate() {
            let object = self.built.join(format!("{}.{number}.o", program.name));
            self.compile(&folder.join(source), &object, &program.flags, With::Nothing)?;
            own.push(object);
        }
        let mut written = Vec::new();
        for (with, objects) in objects.iter().enumerate() {
            let place = self.built.join(format!("{}.{with}", program.name));
            std::fs::create_dir_all(&place)?;
            let executable = place.join("program");
            let mut link = Command::new(format!("clang-{}", self.arguments.llvm));
            run(link.args(&own).args(objects).args(&self.library.link).arg("-o").arg(&executable))?;
            let arguments =
                program.arguments.iter().map(|word| word.replace("{folder}", &folder.display().to_string()));
            run(Command::new(&executable).args(arguments).current_dir(&place))?;
            written.push(if program.writes.is_empty() { vec![] } else { std::fs::read(place.join(&program.writes))? });
        }
        if written[0] != written[1] {
            bail!("{} of {} writes another {} with answers", program.name, self.library.name, program.writes);
        }
        Ok(())
    }
}

/// The share of places that are better, in percent.
fn share(row: &Row) -> f64 {
    100.0 * row.better_by_a_tenth as f64 / row.places.max(1) as f64
}

fn print(rows: &[Row]) {
    let mut table = Table::new();
    table.load_preset(NOTHING);
    table.set_header(["library", "files", "windows", "places", "used", "better by 10 %", "share", "programs equal"]);
    let mut all = Row { library: "all".to_owned(), ..Row::default() };
    for row in rows {
        all.files += row.files;
        all.windows += row.windows;
        all.places += row.places;
        all.used += row.used;
        all.better_by_a_tenth += row.better_by_a_tenth;
        all.programs_equal += row.programs_equal;
    }
    for row in rows.iter().chain([&all]) {
        let counts =
            [row.files, row.windows, row.places, row.used, row.better_by_a_tenth].map(|count| count.to_string());
        let [files, windows, places, used, better] = counts;
        let share = format!("{:.0} %", share(row));
        table.add_row([
            row.library.clone(),
            files,
            windows,
            places,
            used,
            better,
            share,
            row.programs_equal.to_string(),
        ]);
    }
    println!("{table}");
}

fn write(arguments: &Arguments, end: &str, rows: &[impl Serialize]) -> Result<()> {
    let cpu = if arguments.march == "native" { isotope_run::host_cpu()? } else { arguments.march.clone() };
    let file = saved::file(&arguments.results, &cpu, &format!("libraries_{}{end}", arguments.llvm))?;
    saved::write(&file, rows)?;
    println!("written to {}", file.display());
    Ok(())
}
