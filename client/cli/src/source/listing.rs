//! The compiler's own assembly, by lines of the source.

/// Instructions with the line of the source that each is from; 0 where the compiler does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing(Vec<(u32, String)>);

impl Listing {
    /// Reads assembly with `.loc` directives.
    pub fn read(assembly: &str) -> Self {
        let (mut line, mut all) = (0, Vec::new());
        for text in assembly.lines().map(|text| text.split('#').next().unwrap_or(text).trim_end()) {
            let word = text.trim_start();
            if let Some(place) = word.strip_prefix(".loc") {
                line = place.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0);
            } else if word.ends_with(':') {
                // A block begins; its instructions say their own lines.
                if !word.starts_with('.') {
                    line = 0;
                }
            } else if text.starts_with(char::is_whitespace) && !word.is_empty() && !word.starts_with('.') {
                all.push((line, word.replace('\t', " ")));
            }
        }
        Listing(all)
    }

    /// The instructions of one line; all where the compiler says no lines.
    pub fn of_line(&self, line: u32) -> Vec<&str> {
        let has_lines = self.0.iter().any(|(line, _)| *line > 0);
        self.0.iter().filter(|(of, _)| !has_lines || *of == line).map(|(_, text)| text.as_str()).collect()
    }
}

/// A line of a source with its number; nothing where there is none.
pub fn quoted(text: &str, line: u32) -> String {
    let at = usize::try_from(line).unwrap_or(0);
    text.lines().nth(at.wrapping_sub(1)).map(|text| format!("{line}: {}", text.trim())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "\t.file\t\"f.c\"\nblend:\n\t.loc\t0 3 5 prologue_end # f.c:3:5\n\tvmovdqu\t(%rdi), %ymm0 # 32-byte load\n\t.loc\t0 4 1\n\
                        .LBB0_1:\n\tretq\n\t.size\tblend, 4\n";

    #[test]
    fn instructions_belong_to_lines() {
        let listing = Listing::read(CODE);
        assert_eq!(listing.of_line(3), ["vmovdqu (%rdi), %ymm0"]);
        assert_eq!(listing.of_line(4), ["retq"]);
        assert!(listing.of_line(5).is_empty());
        let without = Listing::read("f:\n\tretq\n");
        assert_eq!(without.of_line(7), ["retq"], "without lines all is shown");
    }

    #[test]
    fn a_line_is_quoted_with_its_number() {
        assert_eq!(quoted("a\n  b;\n", 2), "2: b;");
        assert_eq!(quoted("a\n", 0), "");
    }
}
