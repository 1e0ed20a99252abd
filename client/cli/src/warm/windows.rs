//! The windows of a text, one by one: each is a unit of its own, so that a file of many is shared by workers and journaled
//! window by window.

use isotope_ir::parse::{File, parse_file};
use isotope_ir::print::print_file;

/// The windows of a text, each as a text with the text's target line. One that holds a single window is that text, letter for
/// letter; one that does not read stays whole, so that the daemon says what is wrong with it, and where.
pub fn apart(text: String) -> Vec<String> {
    let Ok(file) = parse_file(&text) else { return vec![text] };
    if file.windows.len() < 2 {
        return vec![text];
    }
    let alone = |window| print_file(&File { target: file.target.clone(), windows: vec![window] });
    file.windows.into_iter().map(alone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_ir::parse::parse_window;

    #[test]
    fn a_text_of_several_windows_comes_apart_and_each_is_the_window_that_it_was() {
        let text = "// of a kernel\ntarget x86_64 znver4\nlet a : uint8x16 in [0, 9]\nlet p : uint8x16 = load B[t + 4, stride 1]\n\
                    uint8x16 ((uint8x16)a + (uint8x16)b)\nuint8x16 max((uint8x16)p, (uint8x16)c)\nuint8x16 ((uint8x16)a - (uint8x16)p)\n";
        let whole = parse_file(text).expect("it reads");
        let parts = apart(text.to_owned());
        assert_eq!(parts.len(), 3, "{parts:?}");
        for (part, window) in parts.iter().zip(&whole.windows) {
            assert!(part.starts_with("target x86_64 znver4\n"), "{part}");
            assert_eq!(&parse_window(part).expect("a part reads"), window);
        }
        assert!(parts[1].contains("load B") && !parts[1].contains("in [0, 9]"), "only what it uses: {}", parts[1]);
    }

    #[test]
    fn a_single_window_and_what_does_not_read_stay_as_they_are() {
        for text in ["// sum\n\nuint8x16 ((uint8x16)a + (uint8x16)b)\n", "uint8x4 frobnicate(a)\nuint8x4 a\n", ""] {
            assert_eq!(apart(text.to_owned()), [text]);
        }
    }
}
