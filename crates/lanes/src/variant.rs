//! The part of a vector variant's name that says how it is called: `N8vul4`.

use crate::error::NotShown;
use crate::limits::{MAX_LANES, MAX_OPERANDS};

/// How lanes get an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    /// `v`: a value for each lane.
    Vector,
    /// `u`: the same for all.
    Uniform,
    /// `l4`: lane 0's, and so much more for each lane; of a pointer, bytes.
    Linear(i64),
}

/// `N` or `M`, lanes, clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// A mask is the last argument, and a lane may be off.
    pub is_masked: bool,
    /// At least two.
    pub lanes: u32,
    /// By argument.
    pub clauses: Vec<Clause>,
}

impl Variant {
    /// Reads `N8vul4`.
    pub fn read(text: &str) -> Result<Variant, NotShown> {
        let wrong =
            || NotShown::new(format!("{} is no shape of a variant: write N8vul4", isotope_mlir::error::quoted(text)));
        let is_masked = match text.chars().next() {
            Some('M') => true,
            Some('N') => false,
            _ => return Err(wrong()),
        };
        let mut rest = &text[1..];
        let lanes = number(&mut rest).and_then(|of| u32::try_from(of).ok()).filter(|of| (2..=MAX_LANES).contains(of));
        let mut clauses = Vec::new();
        while let Some(letter) = rest.chars().next() {
            rest = rest.get(1..).ok_or_else(wrong)?;
            let clause = match letter {
                'v' => Clause::Vector,
                'u' => Clause::Uniform,
                'l' => {
                    let is_negative = rest.starts_with('n');
                    rest = rest.strip_prefix('n').unwrap_or(rest);
                    let step = number(&mut rest).unwrap_or(1);
                    Clause::Linear(if is_negative { -step } else { step })
                }
                // The body's own alignment is checked at each access.
                'a' if !clauses.is_empty() => {
                    number(&mut rest).ok_or_else(wrong)?;
                    continue;
                }
                _ => return Err(wrong()),
            };
            clauses.push(clause);
            if clauses.len() > MAX_OPERANDS {
                return Err(NotShown::bound("MAX_OPERANDS", MAX_OPERANDS));
            }
        }
        Ok(Variant { is_masked, lanes: lanes.ok_or_else(wrong)?, clauses })
    }
}

/// Takes digits from the beginning.
fn number(rest: &mut &str) -> Option<i64> {
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, behind) = rest.split_at(end);
    *rest = behind;
    digits.parse().ok()
}
