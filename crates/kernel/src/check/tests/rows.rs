//! Iterations of a loop beside one another, within the loops in it: they leave what single operations leave, and fail as they do.

use super::*;
use crate::run::{Numbers, Scalar};

/// Elements of each memref; rows overlap where their addresses do.
const CELLS_OF_ROWS: i64 = 700;

/// A loop over an affine body, whose counter begins at `lower` and ends before `upper`, a row over `outer` where that is not empty.
fn counted(counter: &str, [lower, upper, step]: [i64; 3], outer: &str, body: &str) -> String {
    let (dims, count, types, plus) = if outer.is_empty() { ("()", 0, "", "") } else { ("(d0)", 1, "index", "d0 + ") };
    format!(
        "\"affine.for\"({outer}) <{{lowerBoundMap = affine_map<() -> ({lower})>, operandSegmentSizes = array<i32: 0, {count}, 0>, \
         step = {step} : index, upperBoundMap = affine_map<{dims} -> ({plus}{upper})>}}> ({{\n^bb0({counter}: index):\n{body}\
         \"affine.yield\"() : () -> ()\n}}) : ({types}) -> ()\n"
    )
}

struct Rows {
    random: Random,
    names: usize,
}

impl Rows {
    fn of(&mut self, choices: &[i64]) -> i64 {
        choices[self.random.below(choices.len() as i64) as usize]
    }

    /// A load or a store at `i * row + j * column + k * depth + shift`.
    fn access(&mut self, memory: &str, factors: [i64; 3], shift: i64, value: Option<&str>) -> (String, String) {
        self.names += 1;
        let name = format!("%n{}", self.names);
        let [row, column, depth] = factors;
        let map = format!("affine_map<(d0, d1, d2) -> (d0 * {row} + d1 * {column} + d2 * {depth} + {shift})>");
        let text = match value {
            None => format!(
                "{name} = \"affine.load\"({memory}, %i, %j, %k) <{{map = {map}}}> : (memref<{CELLS_OF_ROWS}xf64>, index, index, index) -> f64\n"
            ),
            Some(value) => format!(
                "\"affine.store\"({value}, {memory}, %i, %j, %k) <{{map = {map}}}> : (f64, memref<{CELLS_OF_ROWS}xf64>, index, index, index) -> ()\n"
            ),
        };
        (name, text)
    }

    fn apply(&mut self, op: &str, x: &str, y: &str, flags: &str) -> (String, String) {
        self.names += 1;
        let name = format!("%n{}", self.names);
        let text = format!(
            "{name} = \"arith.{op}\"({x}, {y}) <{{fastmath = #arith.fastmath<{flags}>}}> : (f64, f64) -> f64\n"
        );
        (name, text)
    }

    /// `a[i, j] += b[..] * c[..]`, where `b` and `c` may be `a` itself, a row or a column further.
    fn sum(&mut self, row: i64, flags: &str) -> String {
        let column = self.of(&[1, 1, 1, 2]);
        let place = ([row, column, 0], self.of(&[40, 40, 41]));
        let (first, mut text) = self.access("%a", place.0, place.1, None);
        let mut product = "%s".to_owned();
        for _ in 0..1 + self.random.below(2) {
            let memory = ["%a", "%b", "%b", "%b"][self.random.below(4) as usize];
            let factors = match self.random.below(5) {
                0 => place.0,
                1 => [row, 0, 1],
                2 => [0, 1, row],
                3 => [0, 1, 1],
                _ => [row, 1, self.of(&[0, 0, 1, -1])],
            };
            let shift = place.1 + self.of(&[0, 0, 0, 1, row, -row, -1, 250, 600]);
            let (name, load) = self.access(memory, factors, shift, None);
            text += &load;
            let (next, apply) = self.apply("mulf", &product, &name, flags);
            text += &apply;
            product = next;
        }
        let op = ["addf", "subf"][self.random.below(2) as usize];
        let (sum, add) = self.apply(op, &first, &product, flags);
        text + &add + &self.access("%a", place.0, place.1, Some(&sum)).1
    }

    fn program(&mut self, flags: &str) -> String {
        let row = self.of(&[8, 10, 10, 12, 13]);
        let (rows, columns) = (self.of(&[2, 3, 7, 8, 9, 17]), self.of(&[4, 8, 9, 10, 11]));
        let depth = self.of(&[1, 2, 5]);
        // Loops of the body may depend on the loop around them.
        let of_row = |random: &mut Random| if random.below(6) == 0 { "%i" } else { "" };
        let mut body = String::new();
        for _ in 0..1 + self.random.below(2) {
            let inner = self.sum(row, flags);
            let is_inner_depth = self.random.below(3) > 0;
            let (outer, triangle) = (of_row(&mut self.random), of_row(&mut self.random));
            let (j, k) = ([0, columns, 1], [self.of(&[0, 0, 1]), depth, 1]);
            body += &match is_inner_depth {
                true => counted("%j", j, outer, &counted("%k", k, triangle, &inner)),
                false => counted("%k", k, triangle, &counted("%j", j, outer, &inner)),
            };
        }
        let (lower, step) = (self.of(&[0, 1]), self.of(&[1, 1, 1, 2]));
        format!(
            "\"func.func\"() <{{function_type = (memref<{CELLS_OF_ROWS}xf64>, memref<{CELLS_OF_ROWS}xf64>, f64) -> (), sym_name = \"f\"}}> ({{\n\
             ^bb0(%a: memref<{CELLS_OF_ROWS}xf64>, %b: memref<{CELLS_OF_ROWS}xf64>, %s: f64):\n{}\"func.return\"() : () -> ()\n}}) : () -> ()\n",
            counted("%i", [lower, lower + rows * step, step], "", &body)
        )
    }
}

#[test]
fn rows_beside_one_another_leave_what_single_operations_leave() {
    let (mut beside, mut failed, mut apart) = (0, 0, 0);
    for number in 0..6000u64 {
        let mut rows = Rows { random: Random(number), names: 0 };
        let text = rows.program(["none", "fast"][number as usize % 2]);
        let module = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let options = Options::default();
        let pair = Pair::new(&module, &module, &options).unwrap();
        let method = if number % 2 == 0 { Method::FreeOnce } else { Method::Twice };
        let run = |uses_nests: bool| {
            let mut machine = pair.machine(0, Numbers::symbolic(options.key, pair.permissions, method));
            machine.uses_nests = uses_nests;
            let arguments = pair.arguments(&mut machine, 0, Data::Symbolic).unwrap();
            let done = machine.run("f", arguments.slots.clone());
            (machine, done)
        };
        let (nests, single) = (run(true), run(false));
        assert_eq!(nests.1.as_ref().err(), single.1.as_ref().err(), "{number}\n{text}");
        if nests.1.is_err() {
            failed += 1;
            continue;
        }
        for (x, y) in nests.0.buffers.iter().zip(&single.0.buffers) {
            assert_eq!(x.writers, y.writers, "{number}\n{text}");
            for cell in 0..x.len() {
                let (Scalar::Term(x), Scalar::Term(y)) = (x.get(cell), y.get(cell)) else { panic!("terms") };
                assert!(x.same(y), "{number}: cell {cell}\n{text}");
            }
        }
        assert_eq!(nests.0.steps, single.0.steps, "{number}\n{text}");
        beside += nests.0.rows;
        apart += u64::from(nests.0.rows == 0);
    }
    println!("{beside} loops ran in rows; {apart} programs without one; {failed} fail");
    assert!(beside > 500 && apart > 500 && failed > 200, "{beside} {apart} {failed}");
}
