//! Texts that are changed at random: they are refused, or a program comes out that reads.

use crate::drawn::{Random, kernel};
use crate::texts::{FAST, Of, S16, STRICT, U8, function, nest};
use crate::{module, pipes};
use isotope_vectorize::{Bounds, Kernel, Model, vectorize};

/// A text with a few changes: a line less or twice, a number or a name of another place.
fn changed(random: &mut Random, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(lines.len());
        match random.below(5) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let number = ["0", "9223372036854775807", "-1", "44", "3"][random.below(5)];
                lines[at] = lines[at].replacen(|of: char| of.is_ascii_digit(), number, 1);
            }
            3 => {
                let other = lines[random.below(lines.len())].clone();
                lines[at] = other;
            }
            _ => {
                let words = [
                    ("addi", "divsi"),
                    ("muli", "shli"),
                    ("f32", "f64"),
                    ("i32", "i64"),
                    ("fast", "none"),
                    ("i16", "i8"),
                    ("%A", "%C"),
                ];
                let (from, to) = words[random.below(words.len())];
                lines[at] = lines[at].replace(from, to);
            }
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn changed_texts_are_refused_or_come_out_as_programs_that_read() {
    let bounds = Bounds { nodes: 3000, iterations: 12, matches: 1 << 16, stop: None };
    let (mut read, mut made) = (0, 0);
    for number in 0..600 {
        let mut random = Random(number);
        let of: Of = [FAST, STRICT, S16, U8][random.below(4)];
        let text = kernel(&mut random, of);
        let text = changed(&mut random, &text);
        let Ok(before) = isotope_mlir::read(&text) else { continue };
        let Ok(kernel) = Kernel::read(&before, None) else { continue };
        read += 1;
        let model = if random.below(2) == 0 { pipes(256) } else { Model::Diospyros(4) };
        if let Ok(vectors) = vectorize(&before, &kernel, model, &bounds) {
            module(&isotope_mlir::print(&vectors.module));
            made += 1;
        }
    }
    println!("{read} read, {made} made");
    assert!(read > 100 && made > 50, "{read} {made}");
}

#[test]
fn a_loop_without_an_end_is_refused() {
    let empty = nest(&[usize::MAX >> 1], "").replace("\"affine.yield\"() : () -> ()\n", "");
    let text = function(&[("C", 4, "f32")], &empty);
    let Ok(before) = isotope_mlir::read(&text) else { return };
    let why = Kernel::read(&before, None).map(|_| ()).unwrap_err().to_string();
    assert!(why.contains("(MAX_STEPS)"), "{why}");
}
