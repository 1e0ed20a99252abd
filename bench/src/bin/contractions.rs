//! Contractions compiled by `isotope compile` beside C compilers, which get the same loops in two orders: as the statement names its
//! dimensions, and with the neighbours of the result innermost. Results are compared byte by byte.

use anyhow::{Context, Result, bail};
use clap::Parser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use isotope_bench::contractions::{Case, Cases, Cost, Measured, PAGE, RECORDED, Row, written};
use isotope_bench::costs::{cold, processor_seconds, warm};
use isotope_bench::daemon::sibling;
use isotope_bench::measure::{geometric_mean, rank_correlation};
use isotope_bench::saved;
use isotope_bench::turns::run;
use isotope_contraction::{Access, Array, Contraction, Number, statement};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Measures kernels of contractions.
#[derive(Parser)]
struct Arguments {
    /// Cases by name [default: all of bench/contractions/cases.toml]
    cases: Vec<String>,
    /// How often each side runs; the least time counts.
    #[arg(long, default_value_t = 9)]
    rounds: u32,
    /// C compilers.
    #[arg(long, value_delimiter = ',', default_values_t = ["clang-19".to_owned(), "gcc".to_owned()])]
    compilers: Vec<String>,
    /// Measure every plan that was priced, at most 64 a case, in place of compilers: how good the model's choice is.
    #[arg(long)]
    plans: bool,
    /// Measure what kernels cost before they are called, and what two threads are worth, in place of compilers.
    #[arg(long, conflicts_with = "plans")]
    costs: bool,
    /// Write the tables of docs/contractions.md anew from all results, and measure nothing.
    #[arg(long)]
    page: bool,
    /// The processor that code is for; it has to run here.
    #[arg(long, default_value = "host")]
    mcpu: String,
    /// Where results are written; the processor has a folder of its own in it.
    #[arg(long, value_name = "FOLDER", default_value = "bench/results")]
    results: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let text = std::fs::read_to_string("bench/contractions/cases.toml").context("this runs in the project's folder")?;
    let cases: Cases = toml::from_str(&text)?;
    if arguments.page {
        let read = |name: &str| -> Result<String> {
            let file = arguments.results.join(isotope_run::host_cpu()?).join(name);
            std::fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))
        };
        let page = std::fs::read_to_string(PAGE).context(PAGE)?;
        let recorded: Vec<String> = RECORDED.iter().map(|name| read(&format!("{name}.csv"))).collect::<Result<_>>()?;
        let recorded = <[String; 4]>::try_from(recorded).unwrap_or_default();
        return Ok(std::fs::write(PAGE, written(&page, &cases, &recorded.into())?)?);
    }
    let folder = tempfile::tempdir()?;
    let times = folder.path().join("times");
    run(Command::new("cc").args(["-O2", "bench/contractions/times.c", "-ldl", "-o"]).arg(&times))?;
    let wanted = |case: &Case| arguments.cases.is_empty() || arguments.cases.contains(&case.name);
    let (mut rows, mut priced, mut costs) = (Vec::new(), Vec::new(), Vec::new());
    for case in cases.case.into_iter().filter(wanted) {
        if arguments.plans {
            priced.extend(plans(&arguments, folder.path(), &times, &case).with_context(|| case.name.clone())?);
            continue;
        }
        if arguments.costs {
            let cost = cost(&arguments, folder.path(), &times, &case).with_context(|| case.name.clone())?;
            println!("{cost:?}");
            costs.push(cost);
            continue;
        }
        let row = measured(&arguments, folder.path(), &times, &case).with_context(|| case.name.clone())?;
        println!("{}: {:.3} ms, {:.2} times as fast as {}", row.case, row.isotope_ms, row.ratio, row.compiler);
        rows.push(row);
    }
    if arguments.plans {
        return write(&arguments, "plans", &priced);
    }
    if arguments.costs {
        return write(&arguments, "costs", &costs);
    }
    print(&rows);
    write(&arguments, "contractions", &rows)
}

/// Measures what a case's kernel costs, and its parts on two threads.
fn cost(arguments: &Arguments, folder: &Path, times: &Path, case: &Case) -> Result<Cost> {
    let own = folder.join(format!("cost-{}", case.name));
    let stages = own.join("stages");
    let (kernel, parts) = (own.join("kernel.so"), own.join("parts.so"));
    std::fs::create_dir_all(&own)?;
    let object = own.join("kernel.o");
    let mut command = asked(arguments, &own, case)?;
    let cold_s = cold(command.arg("--keep-stages").arg(&stages).arg("-o").arg(&object))?;
    run(Command::new("cc").arg("-shared").arg(&object).arg("-o").arg(&kernel))?;
    run(asked(arguments, &own, case)?.arg("--parallel").arg("-o").arg(&object))?;
    run(Command::new("clang-19").args(["-shared", "-fopenmp"]).arg(&object).arg("-o").arg(&parts))?;
    let mut check_s = 0.0;
    for after in ["kernel.mlir", "selected.mlir"] {
        let texts = [stages.join("plain.mlir"), stages.join(after)];
        check_s += processor_seconds(&sibling("isotope")?, &["check".as_ref(), texts[0].as_ref(), texts[1].as_ref()])?;
    }
    let warm_ms = warm(&own, case, &arguments.mcpu)?;
    let sides = [("one thread".to_owned(), kernel), ("two threads".to_owned(), parts)];
    let wall = timed(arguments, times, (case, 2), &contraction(case)?, &sides)?;
    let (one_thread_ms, two_threads_ms) = (wall[0], wall[1]);
    Ok(Cost { case: case.name.clone(), cold_s, warm_ms, check_s, one_thread_ms, two_threads_ms })
}

/// Measures all priced plans of a case.
fn plans(arguments: &Arguments, folder: &Path, times: &Path, case: &Case) -> Result<Vec<Measured>> {
    let of = contraction(case)?;
    let explained = run(asked(arguments, folder, case)?.arg("--explain"))?;
    // A line about all plans, a line of headings, and a line for each plan: its total first, and its description last.
    let read =
        |line: &str| Some((line.split('\t').next()?.parse::<f64>().ok()?, line.split('\t').next_back()?.to_owned()));
    let priced: Option<Vec<(f64, String)>> = explained.lines().skip(2).map(read).collect();
    let priced = priced.filter(|priced| !priced.is_empty()).context("`isotope compile --explain` prints no plans")?;
    let mut sides = Vec::new();
    for line in 1..=priced.len() {
        let library = folder.join(format!("{}-{line}.so", case.name));
        compiled(arguments, folder, case, line, &library)?;
        sides.push((format!("plan {line}"), library));
    }
    let times = timed(arguments, times, (case, 1), &of, &sides)?;
    let rows = (1..).zip(priced).zip(times).map(|((line, (million_cycles, plan)), ms)| Measured {
        case: case.name.clone(),
        line,
        million_cycles,
        ms,
        plan,
    });
    let rows: Vec<Measured> = rows.collect();
    let pairs: Vec<(f64, f64)> = rows.iter().map(|row| (row.million_cycles, row.ms)).collect();
    let best = rows.iter().map(|row| row.ms).min_by(f64::total_cmp).unwrap_or(f64::NAN);
    println!(
        "{}: {} plans, {:.3} ms chosen, {best:.3} ms the best: {:.2}; rank correlation {:.2}",
        case.name,
        rows.len(),
        rows[0].ms,
        rows[0].ms / best,
        rank_correlation(&pairs).unwrap_or(f64::NAN)
    );
    Ok(rows)
}

/// The contraction of a case.
fn contraction(case: &Case) -> Result<Contraction> {
    let sizes = case.sizes.split(',').map(|one| {
        let (dim, size) = one.split_once('=').context("a size is DIM=SIZE")?;
        Ok((dim.to_owned(), size.parse()?))
    });
    let sizes = sizes.collect::<Result<BTreeMap<String, u64>>>()?;
    Ok(statement(&case.statement, "contraction", &sizes, case.fast)?)
}

/// The least milliseconds of each side: of the processor for one thread, by the clock on the wall for several. Results of kernels and
/// loops have to be equal; a library with others has no time.
fn timed(
    arguments: &Arguments,
    times: &Path,
    (case, threads): (&Case, u32),
    of: &Contraction,
    sides: &[(String, PathBuf)],
) -> Result<Vec<f64>> {
    // Ranges of bytes that a mask makes.
    let last = |array: &Array| array.range.filter(|(low, high)| *low == 0 && (high + 1).count_ones() == 1);
    let mask = |array: &Array| match last(array).filter(|_| array.number.bits() == 8) {
        Some((_, high)) => format!(":{high}"),
        None => String::new(),
    };
    let bytes = |array: &Array| {
        let bytes = array.shape.iter().product::<u64>() * u64::from(array.number.bits()) / 8;
        format!("{bytes}{}", mask(array))
    };
    let kind = if of.sum().is_float() { "f32" } else { "int" };
    let mut command = Command::new(times);
    // Libraries have threads of their own, and the processor's time is that of all of them.
    command.env("OMP_NUM_THREADS", threads.to_string()).env("OPENBLAS_NUM_THREADS", "1");
    command.envs((threads > 1).then_some(("TIMES_CLOCK", "wall")));
    if arguments.mcpu != "host" {
        // Libraries ask the processor that they run on.
        command.env("DNNL_MAX_CPU_ISA", "AVX2").env("OPENBLAS_CORETYPE", "Zen");
    }
    command.arg(arguments.rounds.to_string()).arg(kind);
    // The result is the last one.
    command.arg(of.arrays.len().to_string()).args(of.arrays.iter().map(bytes));
    let printed = run(command.args(sides.iter().map(|(_, library)| library)))?;
    let least = printed.lines().zip(sides).map(|(line, (side, _))| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [time, _, equal] = words.as_slice() else { bail!("not what `times` prints: {line}") };
        if *equal != "equal" && case.library.as_ref() == Some(side) {
            return Ok(f64::NAN);
        }
        if *equal != "equal" {
            bail!("{}: the results of {} and of {side} differ", case.name, sides[0].0);
        }
        Ok(time.parse::<f64>()? / 1e6)
    });
    let least = least.collect::<Result<Vec<_>>>()?;
    if least.len() == sides.len() { Ok(least) } else { bail!("`times` printed {} lines", least.len()) }
}

fn measured(arguments: &Arguments, folder: &Path, times: &Path, case: &Case) -> Result<Row> {
    let of = contraction(case)?;
    let own = folder.join(format!("{}.so", case.name));
    let began = Instant::now();
    compiled(arguments, folder, case, 1, &own)?;
    let compile_s = began.elapsed().as_secs_f64();
    let mut sides = vec![("isotope".to_owned(), own)];
    for compiler in &arguments.compilers {
        for (order, dims) in orders(&of) {
            let [source, library] =
                ["c", "so"].map(|end| folder.join(format!("{}-{compiler}-{order}.{end}", case.name)));
            std::fs::write(&source, loops(&of, &dims))?;
            let mut command = Command::new(compiler);
            let march = if arguments.mcpu == "host" { "native" } else { &arguments.mcpu };
            command
                .args(["-O3", &format!("-march={march}"), "-shared", "-fPIC"])
                .args(case.fast.then_some("-ffast-math"));
            run(command.arg(&source).arg("-o").arg(&library))?;
            sides.push((format!("{compiler}, {order}"), library));
        }
    }
    let library = case.library.clone().filter(|name| linked(folder, name, &of, &mut sides));
    let mut least = timed(arguments, times, (case, 1), &of, &sides)?;
    // Instructions that saturate give other results.
    let library_ms = library.as_ref().and_then(|_| least.pop()).filter(|time| !time.is_nan());
    let (isotope_ms, compilers) = (least[0], least[1..].iter().zip(&sides[1..]));
    let best = compilers.min_by(|x, y| x.0.total_cmp(y.0)).context("there is no compiler")?;
    Ok(Row {
        case: case.name.clone(),
        isotope_ms,
        compiler_ms: *best.0,
        compiler: best.1.0.clone(),
        ratio: best.0 / isotope_ms,
        gmac_per_s: of.points() as f64 / isotope_ms / 1e6,
        compile_s,
        library,
        library_ms,
        over_library: library_ms.map(|time| time / isotope_ms),
    })
}

/// Adds a library's side; says why there is none where it is not installed.
fn linked(folder: &Path, name: &str, of: &Contraction, sides: &mut Vec<(String, PathBuf)>) -> bool {
    let source = PathBuf::from(format!("bench/contractions/{name}.c"));
    let library = folder.join(format!("{}-{name}.so", sides.len()));
    let sizes = of.dims.iter().map(|dim| format!("-DSIZE_{}={}", dim.name.to_uppercase(), dim.size));
    let is_signed = matches!(of.number(&of.factors[0]), Number::Signed(_));
    let text = std::fs::read_to_string(&source).unwrap_or_default();
    let flags = text.lines().find_map(|line| line.split_once("link: ")).map_or("", |(_, flags)| flags.trim());
    let mut command = Command::new("cc");
    command.args(["-O2", "-shared", "-fPIC"]).args(sizes).arg(format!("-DA_IS_SIGNED={}", u32::from(is_signed)));
    command.arg(&source).args(flags.split_whitespace()).arg("-o").arg(&library);
    match run(&mut command) {
        Ok(_) => {
            sides.push((name.to_owned(), library));
            true
        }
        Err(_) => {
            println!("without {name}: its library or headers are not installed (docs/contractions.md)");
            false
        }
    }
}

/// `isotope compile` of a case, with a memo of its own for all cases.
fn asked(arguments: &Arguments, folder: &Path, case: &Case) -> Result<Command> {
    let mut command = Command::new(sibling("isotope")?);
    command.args([
        "compile",
        &case.statement,
        "--sizes",
        &case.sizes,
        "--mcpu",
        &arguments.mcpu,
        "--standalone",
        "--cache",
    ]);
    command.arg(folder.join("memo")).args(case.fast.then_some("--fast"));
    Ok(command)
}

/// A library of a case's plan in a line of `--explain`.
fn compiled(arguments: &Arguments, folder: &Path, case: &Case, line: usize, library: &Path) -> Result<()> {
    let object = folder.join(format!("{}.o", case.name));
    run(asked(arguments, folder, case)?.arg("--plan").arg(line.to_string()).arg("-o").arg(&object))?;
    run(Command::new("cc").arg("-shared").arg(&object).arg("-o").arg(library)).map(|_| ())
}

/// The dimensions as the statement names them; and the same with the neighbours of the result innermost.
fn orders(of: &Contraction) -> Vec<(&'static str, Vec<usize>)> {
    let all: Vec<usize> = (0..of.dims.len()).collect();
    let mut orders = vec![("as written", all.clone())];
    if let Some(lane) = all.iter().copied().find(|dim| of.result.is_contiguous(*dim)) {
        let dims = all.into_iter().filter(|dim| *dim != lane).chain([lane]).collect();
        orders.push(("neighbours innermost", dims));
    }
    orders
}

/// The loops in C.
fn loops(of: &Contraction, dims: &[usize]) -> String {
    let name = |access: &Access| &of.arrays[access.array].name;
    let element = |access: &Access| {
        let rows = access.rows.iter().map(|row| {
            let terms = row.dims().map(|dim| format!("{} * {}", row.factors[dim], of.dims[dim].name));
            let terms: Vec<String> = terms.chain([row.constant.to_string()]).collect();
            format!("[{}]", terms.join(" + "))
        });
        format!("{}{}", name(access), rows.collect::<String>())
    };
    let header = isotope_contraction::header(of);
    let head = |dim: &usize| {
        let (name, size) = (&of.dims[*dim].name, of.dims[*dim].size);
        format!("for (int {name} = 0; {name} < {size}; {name}++) ")
    };
    let kept = || dims.iter().filter(|dim| !of.is_summed(**dim)).map(head).collect::<String>();
    let zeros = if of.sets { format!("  {}{} = 0;\n", kept(), element(&of.result)) } else { String::new() };
    // C multiplies as int, where a product of three overflows.
    let wide = match (of.third.is_some(), of.sum()) {
        (true, Number::Signed(32)) => "(uint32_t)",
        (true, Number::Signed(64)) => "(int64_t)",
        _ => "",
    };
    let factor = |(access, zero): (&Access, i64)| match zero {
        0 => format!("{wide}{}", element(access)),
        zero => format!("{wide}({} - ({zero}))", element(access)),
    };
    let product: Vec<String> = of.multiplied().map(factor).collect();
    let prototype = header.lines().find(|line| line.starts_with("void")).unwrap_or_default().trim_end_matches(';');
    let sum = format!("{} += {};", element(&of.result), product.join(" * "));
    let heads: String = dims.iter().map(head).collect();
    format!("#include <stdint.h>\n{prototype} {{\n{zeros}  {heads}{sum}\n}}\n")
}

fn print(rows: &[Row]) {
    let mut table = Table::new();
    table.load_preset(NOTHING);
    table.set_header([
        "case",
        "isotope ms",
        "best compiler ms",
        "which",
        "ratio",
        "GMAC/s",
        "compile s",
        "library ms",
        "over it",
    ]);
    for row in rows {
        let numbers = [row.isotope_ms, row.compiler_ms].map(|time| format!("{time:.3}"));
        let [own, other] = numbers;
        let library = row.library.clone().zip(row.library_ms).zip(row.over_library);
        let library = library.map(|((name, time), over)| [format!("{time:.3} ({name})"), format!("{over:.2}")]);
        let rest = [format!("{:.2}", row.ratio), format!("{:.1}", row.gmac_per_s), format!("{:.1}", row.compile_s)];
        let rest = [&rest[..], &library.unwrap_or_default()].concat();
        table.add_row([&[row.case.clone(), own, other, row.compiler.clone()][..], &rest].concat());
    }
    println!("{table}");
    let ratios: Vec<f64> = rows.iter().map(|row| row.ratio).collect();
    if let Some(mean) = geometric_mean(&ratios) {
        println!("{} contractions: geometric mean {mean:.2}; results are equal", rows.len());
    }
}

fn write(arguments: &Arguments, name: &str, rows: &[impl Serialize]) -> Result<()> {
    let of = if arguments.mcpu == "host" { String::new() } else { format!("-{}", arguments.mcpu) };
    let file = saved::file(&arguments.results, &isotope_run::host_cpu()?, &format!("{name}{of}"))?;
    saved::write(&file, rows)?;
    println!("written to {}", file.display());
    Ok(())
}
