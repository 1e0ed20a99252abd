//! Sums of magnitudes of transforms: each order of stages computes the same, in numbers as narrow as they fit, and what is no transform
//! is left alone.

use crate::rephrasing::compute_the_same;
use crate::support::unbounded;
use isotope_ir::canon::canonicalise;
use isotope_ir::expr::Op;
use isotope_ir::parse::parse_file;
use isotope_ir::window::Window;
use isotope_search::internals::butterflies;

/// Rows of four elements of two blocks.
fn loads(element: &str) -> String {
    let row = |n: usize| {
        format!("let p{n} : {element}x4 = load P{n}[x, stride 1]\nlet q{n} : {element}x4 = load Q{n}[x, stride 1]\n")
    };
    (0..4).map(row).collect()
}

/// The differences of one column of both blocks, with a row in each lane.
fn column(element: &str, wide: &str, at: usize) -> String {
    let block = |name: &str| {
        let rows: Vec<String> = (0..4).map(|row| format!("({element}x4){name}{row}")).collect();
        let lanes: Vec<String> = (0..4).map(|row| (4 * row + at).to_string()).collect();
        format!("{wide}x4(shuffle({}, {}))", rows.join(", "), lanes.join(", "))
    };
    format!("({} - {})", block("p"), block("q"))
}

/// A stage between lanes, as LLVM's vectoriser for straight code has it: both results of all lanes, and a choice.
fn across(name: &str, of: &str, [moved, chosen]: [&str; 2]) -> String {
    let turned = format!("shuffle({of}, {moved})");
    format!("let {name} = shuffle({of} + {turned}, {of} - {turned}, {chosen}) in")
}

const STAGES: [[&str; 2]; 2] = [["1, 0, 3, 2", "0, 5, 2, 7"], ["2, 3, 0, 1", "0, 1, 6, 7"]];

/// Stages between the rows of each of these vectors, which are named; gives the names of the results.
fn down(all: &mut String, of: &[&str], stages: [[&str; 2]; 2]) -> Vec<String> {
    let mut results = Vec::new();
    for name in of {
        let (first, second) = (format!("{name}_1"), format!("{name}_2"));
        *all += &format!("{} {} ", across(&first, name, stages[0]), across(&second, &first, stages[1]));
        results.push(second);
    }
    results
}

/// The sum of the magnitudes of a 4 x 4 transform of differences, each number in a lane of its own.
fn apart(element: &str, stages: [[&str; 2]; 2]) -> String {
    let mut all = String::from("uint32 ");
    for at in 0..4 {
        all += &format!("let c{at} = {} in ", column(element, "int32", at));
    }
    all += "let e = c0 + c1 in let f = c0 - c1 in let g = c2 + c3 in let h = c2 - c3 in ";
    all += "let r = e + g in let s = f + h in let t = e - g in let u = f - h in ";
    let results = down(&mut all, &["r", "s", "t", "u"], stages);
    let sums = results.iter().map(|name| format!("(uint32)vector_reduce_add((uint32x4)abs({name}))"));
    all += &sums.collect::<Vec<_>>().join(" + ");
    format!("{}{all}\n", loads(element))
}

/// The half of the same sum with two numbers in each word, as encoders have it in C.
fn in_words(element: &str) -> String {
    let mut all = String::from("uint32 ");
    for at in 0..4 {
        all += &format!("let c{at} = {} in ", column(element, "uint32", at));
    }
    let word = |a: &str, b: &str| format!("({a} + {b}) + (uint32x4)shift_left({a} - {b}, x4((uint32)16))");
    all +=
        &format!("let e = {} in let f = {} in let r = e + f in let s = e - f in ", word("c0", "c1"), word("c2", "c3"));
    let results = down(&mut all, &["r", "s"], STAGES);
    let mut sums = Vec::new();
    for (at, word) in results.iter().enumerate() {
        let shifted = format!("(uint32x4)shift_right({word}, x4((uint32)15))");
        all += &format!("let m{at} = (uint32x4)bitwise_and({shifted}, x4((uint32)65537))*x4((uint32)65535) in ");
        let magnitudes = format!("(uint32x4)bitwise_xor(m{at} + {word}, m{at})");
        all += &format!("let n{at} = (uint32)vector_reduce_add({magnitudes}) in ");
        sums.push(format!("((uint32)bitwise_and(n{at}, (uint32)65535) + (uint32)shift_right(n{at}, (uint32)16))"));
    }
    format!("{}{all}(uint32)shift_right({}, (uint32)1)\n", loads(element), sums.join(" + "))
}

/// The canonical window, and its sum in several orders of stages, once they were found equal on samples.
fn written(text: &str) -> (Window, Vec<Window>) {
    let window = canonicalise(&parse_file(text).unwrap().windows.remove(0)).window;
    let found = butterflies(&window.graph, window.root, &unbounded()).unwrap_or_default();
    let others: Vec<Window> = found.into_iter().map(|(graph, root)| Window { graph, root }).collect();
    compute_the_same(&window, &others, text);
    (window, others)
}

/// The widest lanes of differences, and how often lanes move between stages: shuffles of two vectors.
fn shape(window: &Window) -> (u32, usize) {
    let nodes = &window.graph.nodes;
    let bits = nodes.iter().filter(|node| node.op == Op::Sub).map(|node| node.ty.bits).max();
    let moved = |op: &Op| matches!(op, Op::Shuffle(lanes) if lanes.windows(2).any(|pair| pair[1] != pair[0] + 1));
    (bits.unwrap(), nodes.iter().filter(|node| moved(&node.op)).count())
}

#[test]
fn stages_are_sums_and_differences_of_whole_vectors() {
    for text in [apart("uint8", STAGES), in_words("uint8")] {
        let (_, others) = written(&text);
        assert!(others.len() > 1, "{text}");
        // Of four stages one moves nothing, as its rows are in two vectors, and three move both.
        others.iter().for_each(|other| assert_eq!(shape(other), (16, 6), "{}", isotope_ir::print::print(other)));
    }
}

#[test]
fn differences_of_words_have_wider_lanes() {
    let (_, others) = written(&apart("uint16", STAGES));
    assert!(!others.is_empty());
    others.iter().for_each(|other| assert_eq!(shape(other).0, 32));
}

#[test]
fn other_signs_are_no_transform() {
    // Lane 2 of the last stage is a sum, and the difference is nowhere.
    let wrong = [STAGES[0], ["2, 3, 0, 1", "0, 1, 2, 7"]];
    let (_, others) = written(&apart("uint8", wrong));
    assert!(others.is_empty(), "{}", isotope_ir::print::print(&others[0]));
}

#[test]
fn a_carry_that_reaches_the_upper_number_is_seen() {
    // Sums of these no longer fit into their half of a word.
    let (_, others) = written(&in_words("uint16"));
    assert!(others.is_empty(), "{}", isotope_ir::print::print(&others[0]));
}
