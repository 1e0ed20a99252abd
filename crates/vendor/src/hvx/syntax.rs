//! An entry's declaration, which the manual gives as assembly syntax: `Vx.w+=vmpyi(Vu.w,Rt.b)`.
//!
//! The compiler's builtin takes its operands in that order, but for two: the predicate of `if (Qv4) ..` comes first, and
//! a register that the instruction changes comes before what it is changed by. Registers are told by their letters:
//! a second letter that repeats the first makes a pair, and x or y a register that is read and written. How many bits one
//! has is data, the `types` of `target.toml`: `V`, `VV`, `Q`, `R`, `RR`, `#u`.

use super::lex::{Spot, Token, lex};
use crate::scope::{Refusal, Scope};
use isotope_semantics::{Operand, OperandKind};

/// The name that the immediate has in semantics; the manual writes `#u3` in the syntax and `#u` in the text.
pub(super) const IMMEDIATE: &str = "u";

/// The declaration of an entry.
pub(super) struct Declared {
    /// Operands in the builtin's order.
    pub operands: Vec<Operand>,
    /// The result; of an operand's name where it is changed in place.
    pub result: Operand,
    /// The function that the syntax writes, if it writes one.
    pub mnemonic: Option<String>,
}

/// Reads a declaration.
pub(super) fn declared(syntax: &str, scope: &Scope) -> Result<Declared, Refusal> {
    let unreadable = |why: &str| Refusal::Declaration(format!("{syntax}: {why}"));
    let tokens = lex(syntax).map_err(|e| unreadable(&e.to_string()))?;
    let assigns = |spot: &Spot| matches!(spot.token, Token::Op("=" | "+=" | "-=" | "|=" | "&=" | "^="));
    let at = tokens.iter().position(assigns).ok_or(Refusal::NoResult)?;
    let (left, right) = (&tokens[..at], &tokens[at + 1..]);
    // `if (Qv4) Vx.b`: what is in parentheses is no result.
    // Without a condition nothing is cut off.
    let close = left.iter().position(|spot| spot.token == Token::Op(")")).map_or(0, |at| at + 1);
    let (condition, target) = left.split_at(close);
    let results = registers(target);
    let [result] = &results[..] else {
        return Err(if results.is_empty() { Refusal::NoResult } else { Refusal::Results });
    };
    // The operator of the syntax may be plain where the name says it: `Vx.h=vmpa(Vx.h,..)`.
    let changed = tokens[at].token != Token::Op("=") || result.name.ends_with(['x', 'y']);
    let first = changed.then(|| result.clone());
    // A register that is changed and named again is one operand.
    let mut named: Vec<Named> = Vec::new();
    for operand in registers(condition).into_iter().chain(first).chain(registers(right)) {
        if named.iter().all(|other| other.name != operand.name) {
            named.push(operand);
        }
    }
    let mnemonic = right.windows(2).find_map(|pair| match (&pair[0].token, &pair[1].token) {
        (Token::Ident(name), Token::Op("(")) => Some(name.to_lowercase()),
        _ => None,
    });
    let operands = named.iter().map(|operand| operand.typed(scope)).collect::<Result<_, _>>()?;
    Ok(Declared { operands, result: result.typed(scope)?, mnemonic })
}

/// A register or immediate as the syntax names it.
#[derive(Clone, Debug)]
struct Named {
    name: String,
    /// `V`, `VV`, `Q`, `R`, `RR`, `#u`.
    kind: String,
    /// `uh`; of an immediate its bits. Empty where there is none.
    element: String,
}

/// All registers and immediates of some tokens, in their order, with the type behind the point.
/// Words that are no registers are the instruction's own: `vadd`, `sat`.
fn registers(tokens: &[Spot]) -> Vec<Named> {
    let mut out = Vec::new();
    for (i, spot) in tokens.iter().enumerate() {
        match &spot.token {
            Token::Ident(word) => {
                let Some(name) = register(word) else { continue };
                let element = match tokens.get(i + 1..i + 3) {
                    Some([Spot { token: Token::Op("."), .. }, Spot { token: Token::Ident(element), .. }]) => element,
                    _ => "",
                };
                let letter = &name[..1];
                let kind = if name.len() == 3 { letter.repeat(2) } else { letter.to_owned() };
                out.push(Named { name: name.to_owned(), kind, element: element.to_owned() });
            }
            // `#1` is part of the name, not an operand.
            Token::Hash(word) if !word.starts_with(|c: char| c.is_ascii_digit()) => {
                let (kind, bits) = word.split_at(1);
                out.push(Named { name: IMMEDIATE.to_owned(), kind: format!("#{kind}"), element: bits.to_owned() });
            }
            _ => {}
        }
    }
    out
}

/// The register that a word names, without what the manual hangs on its names: `Vd32`, `Qs4`, `VuV` are Vd, Qs, Vu.
pub(super) fn register(word: &str) -> Option<&str> {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let name = if name.len() > 2 { name.strip_suffix('V').unwrap_or(name) } else { name };
    let mut letters = name.chars();
    let (kind, first) = (letters.next()?, letters.next()?);
    let pair = letters.next();
    // Of general registers and predicates as well: R, RR, P.
    let told = matches!(kind, 'V' | 'Q' | 'R' | 'P') && first.is_ascii_lowercase() && pair.is_none_or(|c| c == first);
    (told && letters.next().is_none()).then_some(name)
}

impl Named {
    /// As an operand of semantics.
    /// A vector register without a type in the syntax has no elements: it is one of all its bits.
    fn typed(&self, scope: &Scope) -> Result<Operand, Refusal> {
        let ty = scope.types.get(&self.kind).ok_or_else(|| Refusal::Type(self.kind.clone()))?;
        let (element_bits, signed) = match (ty.kind, field(&self.element)) {
            (OperandKind::Mask, _) => (1, false),
            (OperandKind::Imm, _) => match self.element.parse() {
                Ok(bits) if (1..=ty.bits).contains(&bits) => (bits, false),
                _ => return Err(Refusal::Type(format!("{}{}", self.kind, self.element))),
            },
            // A general register is one element, whatever the text takes of it.
            (OperandKind::Vector, Some((bits, signed))) if bits <= ty.bits => (bits, signed),
            (OperandKind::Vector, None) if !self.element.is_empty() => {
                return Err(Refusal::Type(format!("{}.{}", self.kind, self.element)));
            }
            _ => (ty.bits, false),
        };
        Ok(Operand { name: self.name.clone(), bits: ty.bits, kind: ty.kind, element_bits, signed, float: None })
    }
}

/// The bits of an element of a field, and whether it has a sign.
pub(super) fn field(name: &str) -> Option<(u32, bool)> {
    Some(match name {
        "b" => (8, true),
        "ub" => (8, false),
        "h" => (16, true),
        "uh" => (16, false),
        "w" => (32, true),
        "uw" => (32, false),
        _ => return None,
    })
}
