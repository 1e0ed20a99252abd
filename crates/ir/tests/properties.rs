//! Random windows hold interpreter, terms, ranges, printer and canonical form to one another; random text never
//! panics the parser.

#![allow(clippy::unwrap_used)]

use isotope_ir::build::CALLS;
use isotope_ir::canon::canonicalise;
use isotope_ir::expr::{Graph, Leaf, Node, NodeId, Op};
use isotope_ir::interp::{LaneValue, eval, eval_all, integer};
use isotope_ir::lanes::{assumptions, lane_terms, var_leaf};
use isotope_ir::range::ranges;
use isotope_ir::term::Terms;
use isotope_ir::types::{Kind, Type};
use isotope_ir::{Window, parse, print};
use proptest::prelude::*;
use rand::{Rng, SeedableRng, rngs::StdRng};

/// One step of building: which operation, on which earlier nodes, of which type.
type Step = (usize, [usize; 3], usize);

fn types(lanes: u32) -> Vec<Type> {
    let mut all = vec![Type::bool(lanes)];
    for bits in [8, 16, 32, 64] {
        all.extend([Type::int(bits, lanes), Type::uint(bits, lanes)]);
    }
    all.extend([16, 32, 64].map(|bits| Type { kind: Kind::Float, bits, lanes }));
    all.push(Type { kind: Kind::BFloat, bits: 16, lanes });
    all
}

/// The window that the steps build; steps that are ill typed are left out.
fn window(steps: &[Step], floats: bool) -> Window {
    let lanes = 4;
    let mut graph = Graph::default();
    let kinds: Vec<Type> = types(lanes).into_iter().filter(|t| floats || t.is_integer()).collect();
    let mut nodes: Vec<NodeId> = Vec::new();
    for (n, ty) in kinds[1..4].iter().enumerate() {
        let (low, high) = ty.range().unwrap();
        let range = (n == 1).then_some((low, high / 3));
        nodes.push(graph.leaf(Leaf { name: format!("p{n}"), ty: *ty, range, load: None }).unwrap());
    }
    let operators = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod, Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge];
    for (n, &(op, args, ty)) in steps.iter().enumerate() {
        // Recent nodes first, so that windows grow deep.
        let node = |i: usize| nodes[nodes.len() - 1 - i % nodes.len().min(6)];
        let ty = kinds[ty % kinds.len()];
        let made = match op % 6 {
            0 => graph.leaf(Leaf { name: format!("v{n}"), ty, range: None, load: None }),
            1 => graph.make(Op::Cast, &[node(args[0])], Some(ty)),
            2 => graph.op(operators[op / 6 % operators.len()].clone(), &[node(args[0]), node(args[1])]),
            3 => graph.splat_of_bits(ty, (args[0] as u64).wrapping_mul(37) & isotope_ir::interp::mask(ty)),
            4 => graph.op(Op::Shuffle((0..lanes).map(|i| (i * 3 + op as u32 % 8) % lanes).collect()), &[node(args[0])]),
            _ => {
                let op = CALLS[op / 6 % CALLS.len()].1.clone();
                let nodes: Vec<NodeId> = args.iter().map(|&a| node(a)).collect();
                let stated = match op {
                    Op::SaturatingCast | Op::Reinterpret | Op::Reduce(_) => Some(ty),
                    _ => None,
                };
                (1..=3).map(|n| graph.make(op.clone(), &nodes[..n], stated)).find(Result::is_ok).unwrap_or(Ok(nodes[0]))
            }
        };
        nodes.extend(made);
    }
    Window::new(&graph, nodes[nodes.len() - 1]).unwrap()
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec((any::<usize>(), any::<[usize; 3]>(), any::<usize>()), 1..40)
}

/// Values within the leaves' facts, corners among them.
fn inputs(window: &Window, rng: &mut StdRng) -> Vec<Vec<u64>> {
    let lane = |leaf: &Leaf, rng: &mut StdRng| {
        let corners =
            [0, 1, 2, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x7fff_ffff, 0x8000_0000, u64::MAX, u64::MAX << 3];
        let bits: u64 = if rng.random() { corners[rng.random_range(0..corners.len())] } else { rng.random() };
        let Some((low, high)) = leaf.range else { return bits & isotope_ir::interp::mask(leaf.ty) };
        let value = low + (i128::from(bits) % (high - low + 1));
        integer::wrap(value, leaf.ty)
    };
    window.graph.leaves.iter().map(|l| (0..l.ty.lanes).map(|_| lane(l, rng)).collect()).collect()
}

/// Leaves under other names and commuting operands the other way round.
fn disguised(window: &Window) -> Window {
    let mut graph = Graph::default();
    let mut ids: Vec<NodeId> = Vec::new();
    for node in &window.graph.nodes {
        let mut args: Vec<NodeId> = node.args.iter().map(|a| ids[a.0 as usize]).collect();
        let id = if let Op::Leaf(leaf) = node.op {
            let leaf = &window.graph.leaves[leaf.0 as usize];
            graph.leaf(Leaf { name: format!("z{}", leaf.name), ..leaf.clone() }).unwrap()
        } else {
            if matches!(node.op, Op::Add | Op::Mul | Op::WideningAdd | Op::SaturatingAdd | Op::HalvingAdd | Op::Xor) {
                args.swap(0, 1);
            }
            graph.add(Node { args, ..node.clone() })
        };
        ids.push(id);
    }
    Window::new(&graph, ids[window.root.0 as usize]).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn printing_reads_back(steps in steps()) {
        let window = window(&steps, true);
        let text = print::print(&window);
        let again = parse::parse_window(&text);
        // Random promises cannot all be held.
        if isotope_ir::facts::check(&window).is_err() {
            prop_assert!(again.is_err_and(|e| e.message.starts_with("no value satisfies")));
            return Ok(());
        }
        let again = again.map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(window, again, "{}", text);
    }

    #[test]
    fn terms_are_what_the_interpreter_says(steps in steps(), seed: u64) {
        let window = window(&steps, false);
        let mut terms = Terms::new();
        let lanes = lane_terms(&window, &mut terms);
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..8 {
            let inputs = inputs(&window, &mut rng);
            let vars = |var: u32| {
                let (leaf, lane) = var_leaf(var);
                u128::from(inputs[leaf.0 as usize][lane as usize])
            };
            for (lane, value) in eval(&window, &inputs).unwrap().into_iter().enumerate() {
                let defined = terms.eval(lanes.defined[lane], &vars).unwrap() == 1;
                prop_assert_eq!(defined, value != LaneValue::Undefined, "{}", print::print(&window));
                if let Some(bits) = value.bits() {
                    let term = terms.eval(lanes.lanes[lane], &vars);
                    prop_assert_eq!(term, Some(u128::from(bits)), "{}", print::print(&window));
                }
            }
            for lane in &lanes.lanes {
                let vars_of = isotope_ir::lanes::free_vars(&terms, *lane);
                for fact in assumptions(&window, &mut terms.clone(), &vars_of) {
                    prop_assert!(terms.len() <= fact.0 as usize || terms.eval(fact, &vars) == Some(1));
                }
            }
        }
    }

    #[test]
    fn values_lie_in_their_ranges(steps in steps(), seed: u64) {
        let window = window(&steps, true);
        let bounds = ranges(&window);
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..16 {
            let values = eval_all(&window, &inputs(&window, &mut rng)).unwrap();
            for (id, (lanes, bounds)) in values.iter().zip(&bounds).enumerate() {
                let (Some((low, high)), ty) = (bounds, window.graph.nodes[id].ty) else { continue };
                for bits in lanes.iter().filter_map(|l| l.bits()) {
                    let value = integer::value(bits, ty);
                    prop_assert!(*low <= value && value <= *high, "node {}: {} in [{}, {}]\n{}", id, value, low, high, print::print(&window));
                }
            }
        }
    }

    #[test]
    fn canonical_forms_keep_values(steps in steps(), seed: u64) {
        let window = window(&steps, true);
        let canonical = canonicalise(&window);
        let mut rng = StdRng::seed_from_u64(seed);
        for _ in 0..8 {
            let given = inputs(&window, &mut rng);
            let moved: Vec<Vec<u64>> = canonical.leaf_map.iter().map(|l| given[l.0 as usize].clone()).collect();
            let (before, after) = (eval(&window, &given).unwrap(), eval(&canonical.window, &moved).unwrap());
            for (a, b) in before.iter().zip(&after) {
                prop_assert!(*a == LaneValue::Undefined || a == b, "{:?} {:?}\n{}{}", a, b, print::print(&window), print::print(&canonical.window));
            }
        }
        // A canonical form is its own.
        prop_assert_eq!(canonicalise(&canonical.window).window, canonical.window);
    }

    #[test]
    fn canonical_forms_survive_names_and_orders(steps in steps()) {
        let window = window(&steps, true);
        let (a, b) = (canonicalise(&window), canonicalise(&disguised(&window)));
        prop_assert_eq!(print::print(&a.window), print::print(&b.window), "{}", print::print(&window));
        prop_assert_eq!(a.hash, b.hash);
    }

    #[test]
    fn any_text_is_answered(text in "\\PC{0,200}") {
        let _ = parse::parse_file(&text);
    }
}

/// The corpus with letters changed, dropped, doubled and swapped about.
#[test]
fn broken_corpus_text_never_panics() {
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/windows/x86");
    let mut texts: Vec<String> = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(root).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        texts.extend(text.lines().map(|l| l.replace("// as printed: ", "uint8x64 ")).filter(|l| !l.starts_with("//")));
    }
    let mut rng = StdRng::seed_from_u64(3);
    let pieces = [
        "(",
        ")",
        "x64(",
        ",",
        "let ",
        " in ",
        "-",
        "4294967295",
        "uint8x64",
        "[",
        "$",
        "é",
        "ramp(",
        "0x",
        "1e",
        "\n",
    ];
    let mut failures = 0;
    for _ in 0..6000 {
        let mut text = texts[rng.random_range(0..texts.len())].clone();
        for _ in 0..rng.random_range(1..6) {
            let mut cut = |text: &str| {
                let mut at = rng.random_range(0..=text.len());
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                at
            };
            let (a, b) = (cut(&text), cut(&text));
            let (a, b) = (a.min(b), a.max(b).min(a.min(b) + 8));
            let b = (b..=text.len()).find(|&b| text.is_char_boundary(b)).unwrap();
            match rng.random_range(0..4) {
                0 => text.replace_range(a..b, ""),
                1 => text.insert_str(a, pieces[rng.random_range(0..pieces.len())]),
                2 => {
                    let copy = text[a..b].to_owned();
                    text.insert_str(a, &copy);
                }
                _ => text.replace_range(a..b, pieces[rng.random_range(0..pieces.len())]),
            }
        }
        match parse::parse_file(&text) {
            // A text that still parses prints and reads back.
            Ok(file) => {
                let printed = print::print_file(&file);
                assert_eq!(
                    parse::parse_file(&printed).unwrap_or_else(|e| panic!("{e}\n{text}")).windows,
                    file.windows,
                    "{text}"
                );
            }
            Err(error) => {
                failures += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(failures > 1000, "the mutations change nothing");
}

/// Deep and long texts end in an error or a window, on a small stack.
#[test]
fn hostile_text_is_bounded() {
    let deep =
        |open: &str, inner: &str, close: &str| format!("uint8 {}{inner}{}", open.repeat(20_000), close.repeat(20_000));
    let texts = [
        deep("(", "a", ")"),
        deep("!", "a", ""),
        deep("max(a, ", "a", ")"),
        deep("(uint8)", "a", ""),
        deep("a[", "a", "]"),
        deep("let a = ", "a", " in a"),
        deep("x2(", "a", ")"),
        format!("uint8 {}", "a+".repeat(50_000)),
        format!("uint8 {}a", "a + ".repeat(20_000)),
        format!("int32 (int32)b[{}t]", "(t + u)*".repeat(60)),
        format!("int32 (int32)b[{}]", "min(t, ".repeat(100) + "t" + &")".repeat(100)),
        format!("int32 {}b[a]", (0..200).map(|_| "let a = min(a, a) in ").collect::<String>()),
        format!("int32 {}a", (0..20_000).map(|_| "let a = a*a in ").collect::<String>()),
        format!("uint8x4096 {}(uint8)a{}", "x64(".repeat(2), ")".repeat(2)),
        format!("uint8x4096 concat_vectors({}(uint8x4096)a)", "(uint8x4096)a, ".repeat(5000)),
        (0..20_000).map(|n| format!("uint8x4096 slice_vectors((uint8x4096)a{n}, 0, 1, 4096)\n")).collect(),
    ];
    let work = move || texts.iter().map(|t| parse::parse_file(t).is_ok()).collect::<Vec<_>>();
    let parsed = std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
    // An index that is too large for an address is an odd one, and no error.
    assert_eq!(parsed.iter().filter(|ok| **ok).count(), 4, "{parsed:?}");
}
