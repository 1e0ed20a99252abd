//! Small requests for which a search, a proof or a price takes much memory or much time.

use super::graphs::{node, over_two, ty};
use super::{Attack, Case, call, framed, method, of_graph, select, znver4};
use isotope_proto::v1;
use prost::Message as _;
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

/// Operations of two operands of one type, of which chains are made.
const OPERATIONS: [&str; 14] = [
    "add",
    "mul",
    "div",
    "mod",
    "shift_right",
    "shift_left",
    "bitwise_or",
    "bitwise_xor",
    "absd",
    "saturating_add",
    "saturating_sub",
    "halving_add",
    "rounding_halving_add",
    "min",
];

/// Bytes of the listings of one large comparison, about.
const LARGE_COMPARISON: usize = 12 << 20;

/// A window of a kilobyte or a few: some operations again and again, each of the one before and of a leaf, or of the two before.
pub fn chain(random: &mut StdRng) -> v1::Expression {
    let bits = [8, 16, 32, 64][random.random_range(0..4)];
    let kind = if random.random() { v1::Kind::Uint } else { v1::Kind::Int };
    let operations: Vec<&str> =
        (0..random.random_range(1..5)).map(|_| OPERATIONS[random.random_range(0..OPERATIONS.len())]).collect();
    let of_two_before = random.random_bool(0.3);
    let length = random.random_range(20..150u32);
    let made = (0..length).map(|n| {
        let other = if of_two_before && n > 0 { n } else { random.random_range(0..2) };
        node(operations[n as usize % operations.len()], vec![n + 1, other])
    });
    let made: Vec<v1::Node> = made.collect();
    over_two(ty(kind, bits, 512 / bits), made, vec![length + 1])
}

/// A request for such a window, another one for each seed.
pub fn hungry(seed: u64) -> v1::SelectRequest {
    of_graph(chain(&mut StdRng::seed_from_u64(seed)))
}

/// Instructions of which hardly two are equal.
pub fn listing(random: &mut StdRng, lines: usize) -> String {
    let mnemonics = ["vpaddb", "vpmullw", "vpermd", "vpmaddwd", "vpsubusb"];
    let mut line = || {
        let [a, b, c] = [(); 3].map(|()| random.random_range(0..32));
        format!("\t{}\t%zmm{a}, %zmm{b}, %zmm{c}\n", mnemonics[random.random_range(0..mnemonics.len())])
    };
    (0..lines).map(|_| line()).collect()
}

/// A comparison of as many listings as a message takes.
pub fn large_comparison(seed: u64) -> v1::CompareRequest {
    let mut random = StdRng::seed_from_u64(seed);
    let mut bytes = 0;
    let mut pairs = Vec::new();
    while bytes < LARGE_COMPARISON {
        let [own, selected] = [(); 2].map(|()| listing(&mut random, 2_000));
        bytes += own.len() + selected.len();
        pairs.push(v1::Pair { name: pairs.len().to_string(), own: Some(own), selected: Some(selected) });
    }
    v1::CompareRequest { target: Some(znver4()), pairs }
}

/// Every attack on memory and time.
pub fn cases(random: &mut StdRng) -> Vec<Case> {
    let mut all = Vec::new();
    for n in 0..120 {
        let graph = chain(random);
        all.push(select(format!("hungry {n}"), move || of_graph(graph.clone())));
    }
    for n in 0..20 {
        let (graph, mut request) = (chain(random), of_graph(chain(random)));
        request.options = Some(v1::Options { budget: 1 << 40, engine: 2, ..Default::default() });
        all.push(select(format!("hungry by the reference {n}"), move || request.clone()));
        let explained = of_graph(graph).encode_to_vec();
        let (name, times) = if n % 2 == 0 { ("Explain", 4) } else { ("Select", 12) };
        all.push(Case::new(format!("hungry and left {n}"), move || Attack::Abandoned {
            path: method(name),
            body: framed(&explained),
            calls: times,
        }));
    }
    for n in 0..30 {
        let lines = [1, 100, 1_000, 4_096, 4_097, 16_000][n % 6];
        let pair =
            v1::Pair { name: n.to_string(), own: Some(listing(random, lines)), selected: Some(listing(random, 10)) };
        let message = v1::CompareRequest { target: Some(znver4()), pairs: vec![pair] }.encode_to_vec();
        all.push(Case::new(format!("listing {n} of {lines} instructions"), move || call("Compare", &message)));
    }
    for n in 0..4 {
        all.push(Case::new(format!("large comparison {n}"), move || {
            call("Compare", &large_comparison(n).encode_to_vec())
        }));
    }
    all
}
