//! Loops over tiles that run as one, and loops of which one iteration stands for all: verdicts are those of operations one by one, in the
//! order of the program, with every iteration written out.

use super::*;

/// The iterations of the loop around all.
const TIMES: i64 = 3;

/// One statement: rows of two loads and of a store, each with its array.
type Statement = [(&'static str, String); 3];

/// A loop over `counter`, with these bounds, around a text.
fn around(counter: &str, lower: (&str, &str), upper: (&str, &str), step: i64, body: &str) -> String {
    let of = |operand: &str| if operand.is_empty() { "()" } else { "(d0)" };
    let operands: Vec<&str> = [lower.0, upper.0].into_iter().filter(|operand| !operand.is_empty()).collect();
    let segments = [lower.0, upper.0].map(|operand| usize::from(!operand.is_empty()));
    format!(
        "\"affine.for\"({}) <{{lowerBoundMap = affine_map<{} -> ({})>, operandSegmentSizes = array<i32: {}, {}, 0>, step = {step} : index, \
         upperBoundMap = affine_map<{} -> ({})>}}> ({{\n^bb0({counter}: index):\n{body}\"affine.yield\"() : () -> ()\n}}) : ({}) -> ()\n",
        operands.join(", "),
        of(lower.0),
        lower.1,
        segments[0],
        segments[1],
        of(upper.0),
        upper.1,
        vec!["index"; operands.len()].join(", ")
    )
}

fn statements(of: &[Statement], time: &str) -> String {
    let mut text = String::new();
    for (number, statement) in of.iter().enumerate() {
        for (at, (array, row)) in statement.iter().enumerate() {
            let (dims, times, types) =
                if row.contains("d2") { (", d2", format!(", {time}"), ", index") } else { ("", String::new(), "") };
            let map = format!("{{map = affine_map<(d0, d1{dims}) -> ({row})>}}");
            let _ = match at {
                2 => writeln!(
                    text,
                    "%z{number} = \"arith.addf\"(%x{number}0, %x{number}1) : (f64, f64) -> f64\n\
                     \"affine.store\"(%z{number}, {array}, %i, %j{times}) <{map}> : (f64, memref<12x12xf64>, index, index{types}) -> ()"
                ),
                _ => writeln!(
                    text,
                    "%x{number}{at} = \"affine.load\"({array}, %i, %j{times}) <{map}> : (memref<12x12xf64>, index, index{types}) -> f64"
                ),
            };
        }
    }
    text
}

/// How `j` runs.
#[derive(Clone, Copy, Debug)]
enum Tiles {
    None,
    Of(i64),
    /// In tiles, and in others twice as large: it runs where both are.
    Twice(i64),
}

/// The loops over `i` and `j` around statements.
fn nest(of: &[Statement], time: &str, tiles: Tiles) -> String {
    let body = statements(of, time);
    let all = |within: &str| around("%i", ("", "1"), ("", "9"), 1, within);
    match tiles {
        Tiles::None => all(&around("%j", ("", "1"), ("", "9"), 1, &body)),
        Tiles::Of(size) => {
            let within = around("%j", ("%J", "d0"), ("%J", &format!("d0 + {size}, 9")), 1, &body);
            around("%J", ("", "1"), ("", "9"), size, &all(&within))
        }
        Tiles::Twice(size) => {
            let both = size * 2;
            let within = format!(
                "\"affine.for\"(%J, %K, %J, %K) <{{lowerBoundMap = affine_map<(d0, d1) -> (d0, d1)>, \
                 operandSegmentSizes = array<i32: 2, 2, 0>, step = 1 : index, \
                 upperBoundMap = affine_map<(d0, d1) -> (d0 + {size}, d1 + {both}, 9)>}}> ({{\n^bb0(%j: index):\n{body}\
                 \"affine.yield\"() : () -> ()\n}}) : (index, index, index, index) -> ()\n"
            );
            let tile = around("%J", ("", "1"), ("", "9"), size, &all(&within));
            around("%K", ("", "1"), ("", "9"), both, &tile)
        }
    }
}

/// A program with the nest in a loop over time, or, one by one, with all of these iterations written out.
fn program(of: &[Statement], tile: Tiles, one_by_one: bool) -> Module {
    let body = match one_by_one {
        false => around("%t", ("", "0"), ("", &TIMES.to_string()), 1, &nest(of, "%t", tile)),
        true => (0..TIMES)
            .map(|at| {
                let time = format!("%t{at} = \"arith.constant\"() <{{value = {at} : index}}> : () -> index\n");
                time + &nest(of, &format!("%t{at}"), tile)
            })
            .collect(),
    };
    let text = format!(
        "\"func.func\"() <{{function_type = (memref<12x12xf64>, memref<12x12xf64>) -> (), sym_name = \"f\"}}> ({{\n\
         ^bb0(%a: memref<12x12xf64>, %b: memref<12x12xf64>):\n{body}\"func.return\"() : () -> ()\n}}) : () -> ()\n"
    );
    read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn statement(random: &mut Random) -> Statement {
    let mut pick = |of: &[&'static str]| of[random.below(of.len() as i64) as usize];
    let mut one = |firsts: &[&'static str], seconds: &[&'static str]| {
        let array = pick(&["%a", "%b"]);
        (array, format!("{}, {}", pick(firsts), pick(seconds)))
    };
    let (rows, columns) =
        (["d0", "d0", "d0 - 1", "d0 + 1", "d1", "d0 + d2"], ["d1", "d1", "d1 - 1", "d1 + 1", "d0", "3"]);
    [
        one(&rows, &columns),
        one(&rows, &columns),
        one(&["d0", "d0", "4", "d1", "d2"], &["d1", "d1", "d1", "d0", "d1 + d2"]),
    ]
}

#[test]
fn tiles_and_times_are_what_their_iterations_are() {
    let mut random = Random(11);
    let (mut equal, mut unequal, mut shortened) = (0, 0, 0);
    for number in 0..1_500 {
        let before: Vec<Statement> = (0..1 + random.below(2)).map(|_| statement(&mut random)).collect();
        let mut after = before.clone();
        if random.below(3) == 0 {
            let at = random.below(after.len() as i64) as usize;
            after[at] = statement(&mut random);
        }
        let size = 1 + random.below(5);
        let tile = if random.below(3) == 0 { Tiles::Twice(size) } else { Tiles::Of(size) };
        let verdict = |one_by_one: bool| {
            let (before, after) = (program(&before, Tiles::None, one_by_one), program(&after, tile, one_by_one));
            let options = Options { executions: 0, uses_nests: !one_by_one, ..Options::default() };
            let is_short = Pair::new(&before, &after, &options).unwrap().of_one_iteration().unwrap().is_some();
            (is_short, matches!(check(&before, &after, &options), Ok(Verdict::Identity(_))))
        };
        let ((is_short, is_equal), (is_short_by_itself, is_equal_by_itself)) = (verdict(false), verdict(true));
        assert!(!is_short_by_itself);
        assert_eq!(is_equal, is_equal_by_itself, "{number}: {before:?} {after:?} {tile:?}");
        equal += u32::from(is_equal);
        unequal += u32::from(!is_equal);
        shortened += u32::from(is_short);
    }
    println!("{equal} equal, {unequal} not; {shortened} with one iteration for all");
    assert!(equal > 400 && unequal > 400 && shortened > 200, "{equal} {unequal} {shortened}");
}
