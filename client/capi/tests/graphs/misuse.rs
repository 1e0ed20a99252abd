//! Misuse by programs: each case has a reason that names the node, and none ends the process.

use super::built::{BYTES, Built, client, given, replies, said, select};
use crate::daemon;
use isotope::*;
use isotope_ir::parse::parse_window;
use isotope_ir::print::print;
use std::ptr;

const MISCONFIGURED: u32 = 2;

/// The beginning of its sentence, and a call that fails.
type Mistake<'a> = (&'a str, &'a dyn Fn(&Built) -> u32);

#[test]
fn each_mistake_is_remembered_with_its_node() {
    let mistakes: &[Mistake<'_>] = &[
        ("node 2 (widening_mulx): there is no such operation", &|g| g.operation("widening_mulx", None, &[0, 1])),
        ("node 2 (add): operand 2: node 7 is not made yet", &|g| g.operation("add", None, &[0, 7])),
        ("node 2 (add): operand 1: there is no node", &|g| g.operation("add", None, &[NO_NODE, 0])),
        ("node 2 (add): + takes two, not 1 operands", &|g| g.operation("add", None, &[0])),
        ("node 2 (add): operand 2 of + is int16x16", &|g| g.operation("add", None, &[0, 1])),
        ("node 2 (cast): ", &|g| g.operation("cast", None, &[0])),
        ("node 2 (cast): there is no type int7x16", &|g| {
            g.operation("cast", Some(Type { kind: 1, bits: 7, lanes: 16 }), &[0])
        }),
        ("node 2 (cast): 9 is none of the kinds", &|g| {
            g.operation("cast", Some(Type { kind: 9, bits: 8, lanes: 16 }), &[0])
        }),
        ("node 2 (shuffle): ", &|g| g.shuffle(&[0], &[16])),
        ("node 2 (shuffle): ", &|g| g.shuffle(&[], &[])),
        ("node 2 (slice_vectors): slice_vectors takes a vector, and literals", &|g| {
            g.operation("slice_vectors", None, &[0, 0, 0, 0])
        }),
        ("node 2 (leaf): leaf a is int16x16 here, but uint8x16 before", &|g| {
            g.leaf("a", Type { kind: 1, bits: 16, lanes: 16 })
        }),
        ("node 2 (leaf): leaf : it has no name", &|g| g.leaf("", BYTES)),
        ("node 2 (leaf): leaf a\\nb: its name has a control character", &|g| g.leaf("a\nb", BYTES)),
        ("node 2 (leaf): there is no type uint8x5000", &|g| g.leaf("x", Type { lanes: 5000, ..BYTES })),
        ("node 2 (leaf): NULL is no leaf", &|g| unsafe { isotope_graph_leaf(g.0, ptr::null()) }),
        ("node 2 (leaf): isotope_leaf.size = 8 is not", &|g| unsafe {
            isotope_graph_leaf(g.0, &LeafIn { size: 8, ..given(c"x", BYTES) })
        }),
        ("node 2 (leaf): leaf x: [-1, 5] is no range of uint8x16", &|g| unsafe {
            isotope_graph_leaf(g.0, &LeafIn { has_range: 1, min: -1, max: 5, ..given(c"x", BYTES) })
        }),
        ("node 2 (leaf): leaf x: its range [5, 4] is empty", &|g| unsafe {
            isotope_graph_leaf(g.0, &LeafIn { has_range: 1, min: 5, max: 4, ..given(c"x", BYTES) })
        }),
        ("node 2 (leaf): leaf x: its offset or stride is over", &|g| unsafe {
            isotope_graph_leaf(g.0, &LeafIn { buffer: c"B".as_ptr(), offset: i64::MIN, ..given(c"x", BYTES) })
        }),
        ("node 2 (leaf): its buffer is not UTF-8", &|g| unsafe {
            isotope_graph_leaf(g.0, &LeafIn { buffer: c"\xff".as_ptr(), ..given(c"x", BYTES) })
        }),
        ("node 2 (const): NULL is no list of 1", &|g| unsafe { isotope_graph_constant(g.0, BYTES, ptr::null(), 1) }),
        ("node 2 (add): NULL is no list of 2", &|g| unsafe {
            isotope_graph_operation(g.0, c"add".as_ptr(), ptr::null(), ptr::null(), 2)
        }),
        ("node 2 (shuffle): NULL is no list of 3", &|g| unsafe {
            isotope_graph_shuffle(g.0, [0].as_ptr(), 1, ptr::null(), 3)
        }),
        ("node 2 (shuffle): there is no list of 18446744073709551615", &|g| unsafe {
            isotope_graph_shuffle(g.0, [0].as_ptr(), usize::MAX, [0].as_ptr(), 1)
        }),
        ("node 2 (): there is no such operation", &|g| unsafe {
            isotope_graph_operation(g.0, ptr::null(), ptr::null(), ptr::null(), 0)
        }),
        ("node 2 (?): its name is not UTF-8", &|g| unsafe {
            isotope_graph_operation(g.0, c"\xff".as_ptr(), ptr::null(), ptr::null(), 0)
        }),
    ];
    let daemon = daemon::daemon();
    let client = client(&daemon.url);
    for (why, mistake) in mistakes {
        let graph = Built::new();
        let a = graph.leaf("a", BYTES);
        graph.leaf("s", Type { kind: 1, bits: 16, lanes: 16 });
        assert_eq!(mistake(&graph), NO_NODE, "{why}");
        // Later calls neither add nor forget.
        assert_eq!(graph.operation("add", None, &[a, a]), NO_NODE, "{why}");
        graph.root(a);
        let error = graph.error();
        assert!(error.starts_with(&format!("graph: {why}")), "{error}\nnot {why}");
        assert_eq!(graph.text(), "");
        assert_eq!(select(&client, &[&graph]), [(MISCONFIGURED, error)]);
    }
    assert_eq!(daemon.double.searched(), 0);
    let counters = client.counters();
    assert_eq!((counters.windows, counters.answered), (mistakes.len() as u64, 0));
}

#[test]
fn a_graph_needs_a_root_and_facts_that_hold() {
    let graph = Built::new();
    assert_eq!(graph.error(), "graph: it has no root; isotope_graph_root names it");
    graph.root(0);
    assert_eq!(graph.error(), "graph: the root: node 0 is not made yet");
    let graph = Built::new();
    let five = graph.constant(BYTES, &[5]);
    let (one, two) = (graph.constant(BYTES, &[1]), graph.constant(BYTES, &[2]));
    graph.root(graph.operation("promise_clamped", None, &[five, one, two]));
    assert!(graph.error().contains("no value satisfies"), "{}", graph.error());
}

#[test]
fn a_bad_graph_leaves_the_others_of_its_call_alone() {
    let daemon = daemon::daemon();
    let client = client(&daemon.url);
    let good = || {
        let graph = Built::new();
        let a = graph.leaf("a", BYTES);
        graph.root(graph.operation("add", None, &[a, a]));
        graph
    };
    let (first, bad, second) = (good(), Built::new(), good());
    let said = select(&client, &[&first, &bad, &second]);
    let reasons: Vec<u32> = said.iter().map(|(reason, _)| *reason).collect();
    assert_eq!(reasons, [0, MISCONFIGURED, 0], "{said:?}");
    assert_eq!(daemon.double.searched(), 1, "equal graphs are asked for once");
    drop(daemon);
    assert_eq!(select(&client, &[&bad])[0].0, MISCONFIGURED, "nobody is asked for it");
}

#[test]
fn nothing_that_is_null_is_followed() {
    unsafe {
        let none = ptr::null_mut();
        isotope_graph_free(none);
        assert_eq!(isotope_graph_leaf(none, ptr::null()), NO_NODE);
        assert_eq!(isotope_graph_constant(none, BYTES, ptr::null(), 0), NO_NODE);
        assert_eq!(isotope_graph_operation(none, ptr::null(), ptr::null(), ptr::null(), 0), NO_NODE);
        assert_eq!(isotope_graph_shuffle(none, ptr::null(), 0, ptr::null(), 0), NO_NODE);
        isotope_graph_root(none, 0);
        assert_eq!(isotope_graph_type(none, 0, ptr::null_mut()), 0);
        assert_eq!(said(isotope_graph_text(none)), "");
        assert_eq!(said(isotope_graph_error(none)), "graph: NULL");
        let client = client("http://127.0.0.1:1");
        let graphs = [ptr::null()];
        let select =
            |client: *const _, graphs, count| replies(isotope_select_graphs(client, ptr::null(), graphs, count, 100));
        assert_eq!(select(&client, graphs.as_ptr(), 1), [(MISCONFIGURED, "graph: NULL".to_owned())]);
        assert_eq!(select(&client, ptr::null(), 1), []);
        assert_eq!(select(ptr::null(), graphs.as_ptr(), 1), [(12, "there is no client".to_owned())]);
        let target = Target { arch: c"\xff".as_ptr(), mcpu: ptr::null(), mattr: ptr::null() };
        let unread = replies(isotope_select_graphs(&client, &target, graphs.as_ptr(), 1, 100));
        assert_eq!(unread, [(MISCONFIGURED, "a text of the target is not UTF-8".to_owned())]);
    }
}

/// Numbers that follow from a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }

    fn ty(&mut self) -> Type {
        let bits = [1, 8, 16, 32, 64, 7, 0][self.below(7) as usize];
        let lanes = [1, 2, 4, 4, 4, 4096, 5000, 0][self.below(8) as usize];
        Type { kind: self.below(6), bits, lanes }
    }
}

/// One call with random arguments, mostly of nodes that there are.
fn call(graph: &Built, made: u32, random: &mut Numbers) -> u32 {
    let names: Vec<&str> =
        isotope_ir::build::Call::names().chain(["add", "cast", "lt", "broadcast", "ramp", "leaf", "nothing"]).collect();
    let args: Vec<u32> = (0..random.below(5)).map(|_| random.below(made + 1 + made / 8)).collect();
    let ty = random.ty();
    match random.below(8) {
        0 => graph.leaf(["a", "b", "c", "", "a b"][random.below(5) as usize], Type { lanes: 4, ..ty }),
        1 => graph.constant(ty, &vec![u64::from(random.below(300)); random.below(6) as usize]),
        2 => graph.shuffle(&args, &(0..random.below(9)).map(|_| random.below(10)).collect::<Vec<_>>()),
        3 => unsafe {
            let leaf = LeafIn {
                has_range: random.below(2) as i32,
                min: i64::from(random.below(9)) - 3,
                max: i64::from(random.below(300)),
                buffer: c"B".as_ptr(),
                offset: i64::from(random.below(5)),
                stride: i64::from(random.below(3)),
                ..given(c"l", ty)
            };
            isotope_graph_leaf(graph.0, &leaf)
        },
        _ => {
            let stated = (random.below(2) == 0).then_some(ty);
            graph.operation(names[random.below(names.len() as u32) as usize], stated, &args)
        }
    }
}

#[test]
fn random_calls_end_in_a_window_or_in_a_sentence() {
    let (mut fine, mut refused) = (0, 0);
    for seed in 0..20_000 {
        let (graph, mut random) = (Built::new(), Numbers(seed));
        let mut made = 0;
        graph.leaf("first", Type { kind: 2, bits: 8, lanes: 4 });
        for _ in 0..random.below(12) {
            let node = call(&graph, made, &mut random);
            assert!(node == NO_NODE || node == made + 1, "node {node} after {made}");
            made = if node == NO_NODE { made } else { node };
            // A caller that gives up here shall have what there is.
            if node == NO_NODE {
                break;
            }
        }
        graph.root(random.below(made + 2));
        let (error, text) = (graph.error(), graph.text());
        assert_eq!(error.is_empty(), !text.is_empty(), "{seed}: {error}\n{text}");
        if error.is_empty() {
            fine += 1;
            // A name that is none in a text is for people only.
            if text.contains("a b") {
                continue;
            }
            let read = parse_window(&text).unwrap_or_else(|why| panic!("{seed}: {why}\n{text}"));
            assert_eq!(print(&read), text, "{seed}");
        } else {
            refused += 1;
        }
    }
    assert!(fine > 500 && refused > 500, "{fine} and {refused}");
}
