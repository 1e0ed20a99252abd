//! How long the data files take to read, and a target's instructions to make.
//!
//! `cargo run --release -p isotope-grammars --example instructions -- CPU FEATURE...`: prints counts and milliseconds.

use std::collections::BTreeSet;
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let cpu = args.next().unwrap_or_else(|| "znver4".to_owned());
    let started = Instant::now();
    let dictionary = isotope_grammars::embedded().get("x86_64").expect("this build carries x86-64").dictionary();
    println!(
        "{} members read in {} ms, epoch {}",
        dictionary.members().len(),
        started.elapsed().as_millis(),
        dictionary.epoch()
    );
    let mut features: BTreeSet<String> = args.collect();
    if features.is_empty() {
        features = dictionary.members().iter().flat_map(|m| m.features.iter().map(|f| (*f).to_owned())).collect();
    }
    println!("{} usable", dictionary.usable(&features).count());
    let started = Instant::now();
    let plain = |m: &isotope_dictionary::Member| m.immediates().next().is_none();
    let chosen = dictionary.representatives(&features, &cpu, &plain);
    let mut terms = isotope_ir::term::Terms::new();
    let lanes = chosen.iter().filter_map(|(cost, member)| Some((cost, member, member.lanes(&[], &mut terms).ok()?)));
    let ready: Vec<_> = lanes.collect();
    println!("{} instructions of {} terms in {} ms", ready.len(), terms.len(), started.elapsed().as_millis());
    for (cost, member, lanes) in ready {
        println!("{} {:?} -> {} at {cost}", member.name, lanes.operand_bits, lanes.out_bits);
    }
}
