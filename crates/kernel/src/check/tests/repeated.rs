//! Sums that are met again and again, with writes in between: what is remembered is what is computed anew.

use super::*;

/// A loop to a constant, or to another counter.
fn head(counter: &str, upper: &str) -> String {
    let (operands, segment, map) = match upper.starts_with('%') {
        true => (upper, 1, "affine_map<(d0) -> (d0)>".to_owned()),
        false => ("", 0, format!("affine_map<() -> ({upper})>")),
    };
    format!(
        "\"affine.for\"({operands}) <{{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, {segment}, 0>, \
         step = 1 : index, upperBoundMap = {map}}}> ({{\n^bb0({counter}: index):\n"
    )
}

fn end(upper: &str) -> String {
    let types = if upper.starts_with('%') { "index" } else { "" };
    format!("\"affine.yield\"() : () -> ()\n}}) : ({types}) -> ()\n")
}

fn load(to: &str, from: &str, row: &str) -> String {
    format!(
        "{to} = \"affine.load\"({from}, %i, %j, %k) <{{map = affine_map<(d0, d1, d2) -> ({row})>}}> : \
         (memref<1024xf64>, index, index, index) -> f64\n"
    )
}

fn store(value: &str, to: &str, row: &str) -> String {
    format!(
        "\"affine.store\"({value}, {to}, %i, %j, %k) <{{map = affine_map<(d0, d1, d2) -> ({row})>}}> : \
         (f64, memref<1024xf64>, index, index, index) -> ()\n"
    )
}

/// For each `i` rows of `b` are added to cells of `a`, each times a factor; or triangular sums that need each other. Between them a
/// cell of `b` may be written, or one of `a` may lie in what is read.
fn program(number: u64, flags: [&'static str; 2]) -> String {
    let mut random = Random(number);
    let mut pick = |of: &[&'static str]| of[random.below(of.len() as i64) as usize];
    let is_triangle = number % 2 == 1;
    let apply = |to: &str, op: &str, x: &str, y: &str, flag: &str| {
        format!("{to} = \"arith.{op}\"({x}, {y}) <{{fastmath = #arith.fastmath<{flag}>}}> : (f64, f64) -> f64\n")
    };
    let (cell, row, factor) = match is_triangle {
        true => ("d0 * 24 + d1", pick(&["d2 * 24 + d1", "d2 * 7 + d1", "d1 * 24 + d2"]), "d0 * 24 + d2"),
        false => (
            pick(&["d0 * 24 + d1", "d1"]),
            pick(&["d2 * 24 + d1", "d2 * 24 + d1 + 2", "d1 * 24 + d2", "d2 * 24 + d1 + d0"]),
            pick(&["d0 * 24 + d2", "d2"]),
        ),
    };
    // A triangle is solved in one array, or its second one is another.
    let rows = if is_triangle { pick(&["%a", "%b", "%b"]) } else { pick(&["%b", "%b", "%b", "%a"]) };
    let factors = if is_triangle { "%a" } else { pick(&["%c", "%c", "%a"]) };
    let (lanes, count) = (pick(&["9", "17", "24"]), pick(&["4", "5", "16", "17", "24"]));
    let mut body = load("%cell", "%a", cell) + &load("%row", rows, row) + &load("%factor", factors, factor);
    let [x, y] = if pick(&["", "x"]).is_empty() { ["%factor", "%row"] } else { ["%row", "%factor"] };
    body += &apply("%product", "mulf", x, y, pick(&[flags[0], flags[1]]));
    body += &apply("%sum", pick(&["addf", "subf"]), "%cell", "%product", pick(&[flags[0], flags[1]]));
    body += &store("%sum", "%a", cell);
    let zero = "%zero = \"arith.constant\"() <{value = 0 : index}> : () -> index\n";
    // The operation in the loop over `i`, or in that over `j`, beside the sum: a copy of the same level, or a product of a higher one.
    let change = |to: &str, names: [&str; 3], is_copy: bool| {
        let (memory, to) = match to.strip_prefix('b') {
            Some(to) => ("%b", to),
            None => ("%c", to.trim_start_matches('c')),
        };
        let value = if is_copy { String::new() } else { apply("%new", "mulf", "%old", "%s", "none") };
        let stored = if is_copy { "%old" } else { "%new" };
        (load("%old", "%c", "d0 + 700") + &value + &store(stored, memory, to)).replace("%i, %j, %k", &names.join(", "))
    };
    let (upper, lanes) = if is_triangle { ("%j", count) } else { (count, lanes) };
    let last = match is_triangle {
        true => {
            let names = "%i, %j, %zero";
            let (cell, diagonal) = (load("%left", "%a", "d0 * 24 + d1"), load("%right", "%b", "d1 * 25"));
            (cell
                + &diagonal
                + &apply("%quotient", "divf", "%left", "%right", "none")
                + &store("%quotient", "%a", "d0 * 24 + d1"))
                .replace("%i, %j, %k", names)
        }
        false => String::new(),
    };
    let within = match pick(&["", "", "", "", "bd0 * 9 + d1", "bd1 * 24 + d0 + 3"]) {
        "" => String::new(),
        to => change(to, ["%i", "%j", "%zero"], pick(&["", "x"]).is_empty()),
    };
    // Some of these reach what is remembered after a few rounds.
    let between =
        match pick(&["", "bd0 * 20 + 3", "bd0 * -90 + 800", "bd0 * -80 + 700", "bd0 * -100 + 900", "cd0", "bd0 + 500"])
        {
            "" => String::new(),
            to => {
                let text = change(to, ["%i", "%zero", "%zero"], pick(&["", "", "x"]).is_empty());
                text.replace("%old", "%former").replace("%new", "%next")
            }
        };
    let (j, k) = (head("%j", lanes), head("%k", upper));
    let [j_end, k_end] = [end(lanes), end(upper)];
    let nest = match pick(&["jk", "jk", "kj"]) {
        "kj" if !is_triangle => format!("{k}{j}{body}{j_end}{k_end}"),
        _ => format!("{j}{within}{k}{body}{k_end}{last}{j_end}"),
    };
    let rounds = pick(&["6", "9", "9"]);
    format!(
        "\"func.func\"() <{{function_type = (memref<1024xf64>, memref<1024xf64>, memref<1024xf64>, f64) -> (), sym_name = \"f\"}}> ({{\n\
         ^bb0(%a: memref<1024xf64>, %b: memref<1024xf64>, %c: memref<1024xf64>, %s: f64):\n{zero}{}{between}{nest}{}\
         \"func.return\"() : () -> ()\n}}) : () -> ()\n",
        head("%i", rounds),
        end(rounds)
    )
}

#[test]
fn what_is_remembered_is_what_is_computed_anew() {
    remembered(2_000);
}

#[test]
#[ignore = "slow: 20,000 programs"]
fn what_is_remembered_of_many_programs_is_what_is_computed_anew() {
    remembered(20_000);
}

/// Executes so many drawn programs, and expects sums to be used again in one of twenty.
fn remembered(count: u64) {
    let mut used = [0, 0];
    for number in 0..count {
        let kind = [["none", "none"], ["none", "none"], ["fast", "fast"], ["fast", "none"]][number as usize / 2 % 4];
        let text = program(number, kind);
        let module = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        // The first method is the one that remembers.
        let method = if number % 5 == 0 { number } else { 0 };
        let [.., rows, chains] = same_as_single(&module, (number, method), &text);
        used = [used[0] + rows, used[1] + chains];
    }
    println!("{used:?} sums were used again");
    assert!(used.iter().all(|used| *used > count / 20), "{used:?}");
}
