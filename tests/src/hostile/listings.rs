//! Listings for `Compare`: what reads assembly must get nothing but instructions, and not for ever.

use super::{Attack, Case, call, framed, method, znver4};
use isotope_proto::v1;
use prost::Message as _;

fn compare(pairs: Vec<v1::Pair>) -> v1::CompareRequest {
    v1::CompareRequest { target: Some(znver4()), pairs }
}

fn pair(name: &str, listing: &str) -> v1::Pair {
    let nop = "f:\n\tnop\n\tretq\n".to_owned();
    v1::Pair { name: name.to_owned(), own: Some(listing.to_owned()), selected: Some(nop) }
}

/// Every attack on what prices listings.
pub fn cases() -> Vec<Case> {
    let long_line = format!("\tmovq ${}, %rax\n", "1".repeat(100_000));
    let literal = format!("\tmovq ${}, %rax\n", "9".repeat(1_000_000));
    let labels: String = (0..50_000).map(|n| format!(".L{n}:\n")).collect();
    let jumps: String = (0..20_000).map(|n| format!(".L{n}:\n\tjne .L{}\n", 19_999 - n)).collect();
    let odd = [
        ("empty", String::new()),
        ("line ends", "\n".repeat(100_000)),
        ("a file read", "\t.incbin \"/etc/passwd\"\n".to_owned()),
        ("a file read behind a prefix", "\t{vex} .incbin x\n".to_owned()),
        ("a file read behind a comment", "\tnop /* */ .incbin x\n".to_owned()),
        ("another statement", "\tnop; .fill 1000000000\n".to_owned()),
        ("a repetition", "\t.rept 1000000000\n\tnop\n\t.endr\n".to_owned()),
        ("a region's end", "\tnop # LLVM-MCA-END\n\tnop\n".to_owned()),
        ("a region's begin", "\tnop # LLVM-MCA-BEGIN other\n".to_owned()),
        ("an open comment", "\tnop /*\n".to_owned()),
        ("a closed comment", "\tnop */\n".to_owned()),
        ("a macro", "\t.macro nop\n\t.endm\n".to_owned()),
        ("an assignment", "nop = 5\n".to_owned()),
        ("a quote", "\tnop \"\n".to_owned()),
        ("a carriage return", "\tnop\r.incbin x\n".to_owned()),
        ("NUL", "\tnop\0\n".to_owned()),
        ("a vertical tab", "\tnop\u{b}.incbin x\n".to_owned()),
        ("letters of another script", "\tnоp\n".to_owned()),
        ("an unknown instruction", "\tfrobnicate %zmm0, %zmm1\n".to_owned()),
        ("unknown instructions", "\tfrobnicate %zmm0, %zmm1\n".repeat(20_000)),
        ("no register", "\tvpaddb %zmm99, %zmm0, %zmm0\n".to_owned()),
        ("a long line", long_line),
        ("a long literal", literal),
        ("many labels", labels),
        ("many jumps", jumps),
        ("many instructions", "\tvpaddb %zmm1, %zmm0, %zmm0\n".repeat(30_000)),
        ("divisions", "\tidivq %rcx\n".repeat(50_000)),
        ("over a megabyte", "\tnop\n".repeat(300_000)),
        ("a loop of itself", "f:\n\tjmp f\n".to_owned()),
        ("an expression", "\tmovq $((((((1<<62)*4)))))/0, %rax\n".to_owned()),
        ("nested parentheses", format!("\tmovq ${}1{}, %rax\n", "(".repeat(50_000), ")".repeat(50_000))),
    ];
    let mut all: Vec<Case> = odd
        .into_iter()
        .map(|(what, listing)| {
            let message = compare(vec![pair(what, &listing)]).encode_to_vec();
            Case::new(format!("listing {what}"), move || call("Compare", &message))
        })
        .collect();
    for count in [4_097, 1_000_000, 3_000_000] {
        let empty = move || call("Compare", &compare(vec![v1::Pair::default(); count]).encode_to_vec());
        all.push(Case::new(format!("empty pairs {count}"), empty));
    }
    let mixed = || {
        let odd = |n: usize| if n == 50 { "\tfrobnicate %rax\n" } else { "\tvpaddb %zmm1, %zmm0, %zmm0\n" };
        compare((0..100).map(|n| pair(&format!("m{n}"), odd(n))).collect()).encode_to_vec()
    };
    all.push(Case::new("one unknown instruction among 100 pairs", move || call("Compare", &mixed())));
    all.push(Case::new("compared and left", move || Attack::Abandoned {
        path: method("Compare"),
        body: framed(&mixed()),
        calls: 24,
    }));
    all
}
