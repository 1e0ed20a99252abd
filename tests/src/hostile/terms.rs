//! Everything of a request but its program: targets, options, epochs, deadlines.

use super::graphs::sum;
use super::{Attack, Case, framed, method, of_graph, of_text, select};
use isotope_proto::v1;
use prost::Message as _;

const TEXT: &str = "uint8x64 (uint8x64)saturating_add((uint8x64)a, (uint8x64)b)";

/// Every attack by what goes with a program.
pub fn cases() -> Vec<Case> {
    targets().into_iter().chain(options()).chain(deadlines()).collect()
}

fn targets() -> Vec<Case> {
    let target = |arch: &str, mcpu: &str, mattr: &str| {
        Some(v1::Target { arch: arch.to_owned(), mcpu: mcpu.to_owned(), mattr: mattr.to_owned() })
    };
    let long = "+avx2,".repeat(200_000);
    let many: String = (0..600).map(|n| format!("+f{n},")).collect();
    let odd = [
        ("no architecture", target("vax", "", "")),
        ("no CPU", target("x86_64", "8086", "")),
        ("no feature", target("x86_64", "znver4", "+warp")),
        ("all features", target("x86_64", "znver4", &many)),
        ("long features", target("x86_64", "znver4", &long)),
        ("long CPU", target("x86_64", &"z".repeat(1 << 20), "")),
        ("long architecture", target(&"z".repeat(1 << 20), "", "")),
        ("a flag", target("x86_64", "-o/tmp/x", "")),
        ("another flag", target("x86_64", "znver4", "+avx2 -filetype=obj")),
        ("a line end", target("x86_64", "znver4\n", "+avx2\n\"")),
        ("NUL", target("x86_64\0", "znver4", "")),
        ("both ways", target("x86_64", "znver4", "+avx2,-avx2,+avx2")),
        ("nothing left", target("x86_64", "", "-sse2,-sse")),
        ("commas", target("x86_64", "znver4", ",,,,")),
        ("four-byte letters", target("x86_64", &"\u{1F600}".repeat(5_000), "")),
        ("none", None),
        ("empty", target("", "", "")),
    ];
    let mut all: Vec<Case> = odd
        .into_iter()
        .map(|(what, target)| {
            select(format!("target {what}"), move || v1::SelectRequest { target: target.clone(), ..of_text(TEXT) })
        })
        .collect();
    // Machines that differ in features only: each is other work for the daemon.
    let features = ["gfni", "vaes", "avx512bf16", "avx512vnni", "avx512vbmi2", "avx512ifma"];
    for mask in 0..1 << features.len() {
        let list: Vec<String> = (features.iter().enumerate())
            .map(|(n, name)| format!("{}{name}", if mask >> n & 1 == 1 { '+' } else { '-' }))
            .collect();
        let mattr = list.join(",");
        let request = move || v1::SelectRequest { target: target("x86_64", "znver4", &mattr), ..of_graph(sum()) };
        all.push(select(format!("target of features {mask:06b}"), request));
    }
    all
}

fn options() -> Vec<Case> {
    let with = |what: &str, options: v1::Options| {
        select(format!("options {what}"), move || v1::SelectRequest { options: Some(options.clone()), ..of_text(TEXT) })
    };
    let o = v1::Options::default;
    vec![
        with("no engine", v1::Options { engine: 99, ..o() }),
        with("less than none", v1::Options { engine: -1, ..o() }),
        with("a budget of everything", v1::Options { budget: u64::MAX, ..o() }),
        with("the largest budget", v1::Options { budget: 1 << 40, ..o() }),
        with("a budget of one", v1::Options { budget: 1, ..o() }),
        with("the largest budget by the reference", v1::Options { budget: 1 << 40, engine: 2, ..o() }),
        with("no output", v1::Options { outputs: vec![0], ..o() }),
        with("unknown outputs", v1::Options { outputs: vec![77, -1], ..o() }),
        with("a million outputs", v1::Options { outputs: vec![3; 1_000_000], ..o() }),
        select("epoch of another", || v1::SelectRequest { expected_epoch: Some("x".into()), ..of_text(TEXT) }),
        select("epoch of a megabyte", || v1::SelectRequest {
            expected_epoch: Some("\u{1F600}".repeat(1 << 18)),
            ..of_text(TEXT)
        }),
        select("no program", || v1::SelectRequest { program: None, ..of_text("") }),
        select("an empty text", || of_text("")),
        select("a text of 15 MB", || of_text("x".repeat(15 << 20))),
    ]
}

fn deadlines() -> Vec<Case> {
    let texts = [
        "0n",
        "1n",
        "1u",
        "1m",
        "10m",
        "50m",
        "100m",
        "99999999H",
        "-1S",
        "1",
        "S",
        "9e9S",
        "123456789S",
        "1S;",
        "\u{7f}",
    ];
    let case = |text: &'static str| {
        Case::new(format!("deadline {text:?}"), move || Attack::Call {
            path: method("Select"),
            headers: vec![("grpc-timeout".to_owned(), text.to_owned())],
            body: framed(&of_text(format!("int16x32 ((int16x32)a + x32({}))", text.len())).encode_to_vec()),
        })
    };
    texts.into_iter().filter(|t| t.bytes().all(|b| (32..127).contains(&b))).map(case).collect()
}
