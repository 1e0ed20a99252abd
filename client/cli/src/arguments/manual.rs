//! The text of the help and the manual pages beside the flags: examples, and exit statuses.

use clap::{Arg, ArgAction, Args as _, Command};
use isotope_server::settings::config::CoreConfig;

/// Examples of a command: up to three.
struct Page {
    /// The command, as in `cache pin`.
    command: &'static str,
    examples: &'static [&'static str],
    /// Exit statuses, where they are not those of most commands.
    statuses: Statuses,
}

/// Exit statuses of most commands.
const STATUSES: Statuses =
    &[("0", "The command did what was asked."), ("1", "Something is in the way; standard error says what."), MISTAKE];

const MISTAKE: (&str, &str) = ("2", "A flag, a file or an expression is wrong; standard error says where.");

const NOT_ALL: (&str, &str) = ("3", "The command was ended, or its time was over, before all was done.");

const fn page(command: &'static str, examples: &'static [&'static str]) -> Page {
    Page { command, examples, statuses: STATUSES }
}

/// The pages, in the order of the help.
const PAGES: &[Page] = &[
    page("", &["isotope select average.txt --mcpu znver4", "isotope run -- python3 program.py", "isotope doctor"]),
    page(
        "select",
        &[
            "isotope select average.txt --mcpu znver4",
            "isotope select kernel.c --mcpu znver4",
            "isotope select kernel.mlir --emit mlir --standalone",
        ],
    ),
    page(
        "explain",
        &[
            "isotope explain average.txt --mcpu znver4",
            "isotope explain kernel.c --line 12",
            "isotope explain report.jsonl --place 'store out'",
        ],
    ),
    page("explore", &["isotope explore", "isotope explore --listen 127.0.0.1:8080", "isotope explore --standalone"]),
    page("report", &["isotope report report.jsonl", "isotope report report.jsonl --json"]),
    Page {
        command: "run",
        examples: &[
            "isotope run -- python3 program.py",
            "isotope run -- clang-19 -O3 -march=native -c file.c",
            "isotope run --report report.jsonl -- ./program",
        ],
        statuses: &[
            ("0 to 255", "The program's own status; 128 and the number of the signal that ended it."),
            ("1", "There is no daemon, and none could be started."),
            MISTAKE,
            ("126, 127", "The program cannot be run, or is not there."),
        ],
    },
    page("status", &["isotope status", "isotope status --json"]),
    page("stop", &["isotope stop", "isotope stop --server http://127.0.0.1:4711"]),
    Page {
        command: "audit",
        examples: &["isotope audit --sample 100", "isotope audit --all --json"],
        statuses: &[
            ("0", "The solver agrees with every record that was looked at."),
            ("1", "The solver disagrees, or something is in the way."),
            MISTAKE,
            NOT_ALL,
        ],
    },
    Page {
        command: "warm",
        examples: &[
            "isotope warm windows/ report.jsonl --seconds 3600",
            "isotope warm --misses",
            "isotope warm windows/ --target 'x86_64 znver4' --journal done.jsonl",
        ],
        statuses: &[("0", "Every window has an answer."), ("1", "A window has none."), MISTAKE, NOT_ALL],
    },
    page("tune", &["isotope tune windows/ --output znver3.txt", "isotope tune --table znver3.txt"]),
    page("log-level", &["isotope log-level", "isotope log-level debug"]),
    page("cache", &["isotope cache verify", "isotope cache export memo.snapshot"]),
    page("cache pin", &["isotope cache pin average.txt --mcpu znver4"]),
    page("cache unpin", &["isotope cache unpin average.txt --mcpu znver4"]),
    page("cache purge", &["isotope cache purge --older-than 30d --dry-run"]),
    page("cache verify", &["isotope cache verify", "isotope cache verify --json"]),
    page("cache export", &["isotope cache export memo.snapshot"]),
    Page {
        command: "cache import",
        examples: &["isotope cache import memo.snapshot"],
        statuses: &[
            ("0", "Every record of the snapshot was looked at."),
            ("1", "Something is in the way; standard error says what."),
            MISTAKE,
            NOT_ALL,
        ],
    },
    page("stats", &["isotope stats", "isotope stats --json"]),
    Page {
        command: "check",
        examples: &[
            "isotope check before.mlir after.mlir",
            "isotope check before.mlir after.mlir --sizes 64",
            "isotope check before.mlir after.mlir --entry f --json",
        ],
        statuses: &[
            ("0", "The programs are equal for all inputs at these sizes."),
            ("1", "They differ; the input is printed."),
            ("2", "Neither is known, or the input is wrong."),
        ],
    },
    page(
        "compile",
        &[
            "isotope compile 'i32 C[i,j] += u8 A[i,k] * s8 B[k,j]' --sizes i=64,j=64,k=64 -o product.o",
            "isotope compile product.mlir --explain",
        ],
    ),
    page("pack", &["isotope pack nest.mlir -o packed.mlir", "isotope pack nest.mlir --like gpat --explain"]),
    page("tile", &["isotope tile nest.mlir -o tiled.mlir", "isotope tile nest.mlir --sizes 8,48,256"]),
    page(
        "vectorize",
        &["isotope vectorize kernel.mlir -o vectors.mlir", "isotope vectorize kernel.mlir --like diospyros --explain"],
    ),
    Page {
        command: "simd",
        examples: &[
            "isotope simd f.ll --function f --lanes 16 --mcpu znver4",
            "isotope simd f.ll --function f --lanes 8",
        ],
        statuses: &[
            ("0", "There is a body, and it is shown to do in each lane what the function does."),
            ("1", "There is no body, or something is in the way; the output or standard error says why."),
            MISTAKE,
        ],
    },
    Page {
        command: "schedule",
        examples: &[
            "isotope schedule loop.mir --explain",
            "isotope schedule loop.ll --mcpu hexagonv66",
            "isotope schedule loop.mir --object loop.o --daemon",
            "isotope schedule --check loop.mir scheduled.mir",
        ],
        statuses: &[
            ("0", "Code or loops are printed; with --check, the schedules are shown to be one program."),
            ("1", "A tool is missing, or refuses the code."),
            ("2", "With --check, that is not shown; or the input is wrong."),
        ],
    },
    page("census", &["isotope census --mcpu znver4", "isotope census --mcpu znver4 --every 10"]),
    page("dict", &["isotope dict find vpavgb", "isotope dict list average", "isotope dict run _mm_add_epi8 ff01 0101"]),
    page("dict summary", &["isotope dict summary", "isotope dict summary --json"]),
    page("dict list", &["isotope dict list average"]),
    page("dict show", &["isotope dict show average_round"]),
    page(
        "dict find",
        &["isotope dict find vpavgb", "isotope dict find _mm_avg_epu8", "isotope dict find 'rounding average'"],
    ),
    page("dict html", &["isotope dict html pages/"]),
    page("dict tablegen", &["isotope dict tablegen"]),
    page("dict mlir", &["isotope dict mlir"]),
    page("dict lowering", &["isotope dict lowering x86"]),
    page("dict run", &["isotope dict run _mm_add_epi8 ff01 0101", "isotope dict run _mm_srli_epi16 ffff00f0 '#4'"]),
    page("ops", &["isotope ops", "isotope ops rounding_halving_add", "isotope ops abs diff"]),
    page("completions", &["isotope completions bash", "isotope completions zsh --of isotoped"]),
    page("man", &["isotope man share/man/man1"]),
    Page {
        command: "health",
        examples: &["isotope health", "isotope health --server http://127.0.0.1:4711"],
        statuses: &[("0", "The daemon takes calls."), ("1", "It does not, or nobody answers there."), MISTAKE],
    },
    Page {
        command: "doctor",
        examples: &["isotope doctor", "isotope doctor --server https://farm:4711 --token-file token"],
        statuses: &[("0", "Nothing is broken."), ("1", "Something is broken; its line says so."), MISTAKE],
    },
];

/// The pages of `isotoped`.
const DAEMONS: &[Page] = &[
    Page {
        command: "",
        examples: &[
            "isotoped",
            "isotoped --listen unix:/run/isotope.sock",
            "isotoped --config isotoped.toml --check-config",
        ],
        statuses: &[
            ("0", "The daemon was told to stop, and every call got its answer."),
            ("1", "Another daemon has the address or the folder, or calls were cut short."),
            ("2", "Settings are wrong; standard error has a line for each."),
        ],
    },
    page("cache", &["isotoped cache stats ~/.cache/isotope"]),
    page("cache stats", &["isotoped cache stats ~/.cache/isotope"]),
    page("cache verify", &["isotoped cache verify ~/.cache/isotope"]),
    page("cache compact", &["isotoped cache compact ~/.cache/isotope"]),
    page("cache export", &["isotoped cache export ~/.cache/isotope journal.copy"]),
    page("cache snapshot", &["isotoped cache snapshot ~/.cache/isotope memo.snapshot --tier-keys keys.toml"]),
    page("cache import", &["isotoped cache import ~/.cache/isotope memo.snapshot --tier-keys keys.toml"]),
    page("cache purge", &["isotoped cache purge ~/.cache/isotope --older-than 30d --dry-run"]),
    page("cache pin", &["isotoped cache pin ~/.cache/isotope --older-than 30d"]),
    page("cache unpin", &["isotoped cache unpin ~/.cache/isotope --older-than 30d"]),
    page("token", &["isotoped token"]),
    page("new-key", &["isotoped new-key 2026-11"]),
];

/// Commands that ask a daemon of itself: the service inside the command has nothing to say there.
const OF_A_DAEMON: &[&str] = &["health", "stats", "log-level"];

/// Whether the help of a command of this name, or of a subcommand of it, shows `--standalone`.
pub fn shows_standalone(name: &str, command: &Command) -> bool {
    let is_shown = |command: &Command| command.get_arguments().any(|arg| arg.get_id() == "standalone");
    !OF_A_DAEMON.contains(&name) && (is_shown(command) || command.get_subcommands().any(is_shown))
}

/// The command line as its help shows it: the daemon's settings, which `--standalone` takes, are on a page of their own, and
/// every command ends with examples. `isotope help COMMAND` also has what each value means.
pub fn described(command: Command) -> Command {
    let settings = CoreConfig::augment_args(Command::new("isotope"));
    let settings: Vec<String> = settings.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    with_help(command, "", &settings)
}

fn with_help(command: Command, name: &str, settings: &[String]) -> Command {
    let is_standalone = command.get_arguments().any(|arg| arg.get_id() == "standalone");
    let hides = |id: &str| {
        is_standalone && settings.iter().any(|setting| setting == id)
            || id == "standalone" && OF_A_DAEMON.contains(&name)
    };
    let command = command.mut_args(|arg| {
        let is_hidden = hides(arg.get_id().as_str());
        if is_hidden { arg.hide(true) } else { arg.hide_env_values(true) }
    });
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let command = with_first_sentence(command);
    let mut command = command.disable_help_flag(true).arg(help());
    for sub in names {
        let path = format!("{name} {sub}").trim().to_owned();
        command = command.mut_subcommand(sub, |sub| with_help(sub, &path, settings));
    }
    match page_of(name).0 {
        [] => command,
        lines => command.after_help(format!("Examples:\n  {}", lines.join("\n  "))),
    }
}

/// `--help`, and the list of commands, say of a command its first sentence; its page and `isotope help COMMAND` say all.
fn with_first_sentence(command: Command) -> Command {
    let whole = command.get_about().map(ToString::to_string).unwrap_or_default();
    match whole.split_once(". ") {
        Some((first, _)) if command.get_long_about().is_none() => {
            let first = first.to_owned();
            command.about(first).long_about(whole)
        }
        _ => command,
    }
}

/// A line for each flag, also for `--help`.
fn help() -> Arg {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort).help("Print help");
    // A heading of earlier flags is no heading of this one.
    help.help_heading(None::<&'static str>)
}

/// Exit statuses with what they mean.
pub type Statuses = &'static [(&'static str, &'static str)];

/// Examples and exit statuses of a command, as in `cache pin`.
pub fn page_of(name: &str) -> (&'static [&'static str], Statuses) {
    found(PAGES, name)
}

/// Those of a command of `isotoped`.
pub fn page_of_the_daemon(name: &str) -> (&'static [&'static str], Statuses) {
    found(DAEMONS, name)
}

fn found(pages: &'static [Page], name: &str) -> (&'static [&'static str], Statuses) {
    let page = pages.iter().find(|page| page.command == name);
    page.map_or((&[], STATUSES), |page| (page.examples, page.statuses))
}
