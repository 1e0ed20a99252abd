#![allow(dead_code, missing_docs)]
#[path = "/work/h1/crates/reference/src/call.rs"]
pub mod call;
#[path = "/work/h1/crates/reference/src/limits.rs"]
pub mod limits;
#[path = "/tmp/h1-bochs/drv/runner.rs"]
pub mod runner;
use runner::Runner;
use std::io::{Read, Write};
use std::time::Instant;
fn main() {
    let buffer: usize = std::env::args().nth(1).map_or(4 << 20, |s| s.parse().unwrap());
    let begin = Instant::now();
    let sets = isotope_grammars::embedded();
    eprintln!("load {:?}", begin.elapsed());
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let begin = Instant::now();
    let mut runner = Runner::new(sets);
    let mut out = String::new();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let end = if rest.len() <= buffer { rest.len() } else { rest[..buffer].rfind('\n').unwrap() + 1 };
        for line in runner.answer(rest[..end].lines()) { out.push_str(&line); out.push('\n'); }
        rest = &rest[end..];
    }
    eprintln!("run {:?} on one thread", begin.elapsed());
    #[allow(static_mut_refs)] unsafe { for (n,(d,c)) in ["read","compiled","parse","text","compile","write"].iter().zip(runner::T.iter()) { eprintln!("{n} {:.3} s, {c}: {:.1} us each", d.as_secs_f64(), d.as_secs_f64()*1e6/(*c).max(1) as f64); } }
    std::io::stdout().write_all(out.as_bytes()).unwrap();
}
