//! Types and constants as LLVM writes them.

/// Lanes of a value, and bits of each; a scalar has one lane. A type that is no vector or scalar of a fixed size, as `{ <16 x i8>, i32 }`
/// or
/// `<vscale x 4 x i32>`, is one lane of no known bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Lanes.
    pub lanes: usize,
    /// Bits of each; 0 where it is not known.
    pub bits: usize,
}

impl Shape {
    pub(crate) const OPAQUE: Shape = Shape { lanes: 1, bits: 0 };

    /// Of a type of integers or floats.
    pub(crate) fn read(ty: &str) -> Shape {
        let known = || {
            let (lanes, element) = match ty.strip_prefix('<') {
                Some(vector) => vector.strip_suffix('>')?.split_once(" x ")?,
                None => ("1", ty),
            };
            let bits = match element {
                "half" | "bfloat" => 16,
                "float" => 32,
                "double" => 64,
                _ => element.strip_prefix('i')?.parse().ok()?,
            };
            Some(Shape { bits, lanes: lanes.parse().ok().filter(|lanes| *lanes > 0)? })
        };
        known().unwrap_or(Shape::OPAQUE)
    }

    /// Bits of all lanes.
    pub fn all(self) -> usize {
        self.bits * self.lanes
    }

    /// Bytes of each lane; lanes of fewer than eight bits are a byte each.
    pub(crate) fn bytes(self) -> usize {
        (self.bits / 8).max(1)
    }

    /// Whether its lanes are whole bytes.
    pub(crate) fn is_whole(self) -> bool {
        self.bits > 0 && self.bits.is_multiple_of(8)
    }
}

/// The type that a text starts with, and what follows: `<4 x i32> %a` is `<4 x i32>` and `%a`. Nothing where no value follows, as in
/// `<i32 1, i32 2>`, or no type is there.
pub(crate) fn typed(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let close = match text.as_bytes().first()? {
        b'<' | b'{' | b'[' => end_of_brackets(text)?,
        _ => text.find(' ')?,
    };
    let (ty, rest) = text.split_at(close);
    let is_type = ty.starts_with(['<', '{', '[', 'i', 'h', 'b', 'f', 'd', 'p']) && !rest.trim().is_empty();
    is_type.then_some((ty, rest.trim()))
}

/// Behind the bracket that closes the first one.
fn end_of_brackets(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at + letter.len_utf8())
    })
}

/// Pieces between the commas that are outside of all brackets.
pub(crate) fn pieces(text: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut found) = (0, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    if !text[begin..].trim().is_empty() {
        found.push(text[begin..].trim());
    }
    found
}

/// The lanes of a constant, as far as they are known integers of at most 64 bits: `splat (i8 5)`, `<i8 1, i8 poison>`.
pub(crate) fn constant(text: &str, shape: Shape) -> Vec<Option<u64>> {
    let inside = |begin: &str, end: char| text.strip_prefix(begin)?.strip_suffix(end);
    if text == "zeroinitializer" {
        return vec![Some(0).filter(|_| shape.bits <= 64); shape.lanes];
    }
    if let Some((_, lane)) = inside("splat (", ')').and_then(typed) {
        return vec![scalar(lane, shape.bits); shape.lanes];
    }
    if let Some((value, _)) = inside("bitcast (", ')').and_then(|cast| cast.rsplit_once(" to "))
        && let Some((ty, value)) = typed(value)
    {
        let from = Shape::read(ty);
        return recut(&constant(value, from), from, shape);
    }
    if let Some(lanes) = inside("<", '>') {
        let lane = |piece: &str| typed(piece).and_then(|(_, lane)| scalar(lane, shape.bits));
        let all: Vec<Option<u64>> = pieces(lanes).into_iter().map(lane).collect();
        return if all.len() == shape.lanes { all } else { vec![None; shape.lanes] };
    }
    vec![scalar(text, shape.bits).filter(|_| shape.lanes == 1); shape.lanes]
}

fn scalar(text: &str, bits: usize) -> Option<u64> {
    if !(1..=64).contains(&bits) {
        return None;
    }
    let value: i128 = match text {
        "true" => 1,
        "false" => 0,
        number => number.parse().ok()?,
    };
    Some(value as u64 & (u64::MAX >> (64 - bits)))
}

/// The same bits in other lanes.
fn recut(lanes: &[Option<u64>], from: Shape, to: Shape) -> Vec<Option<u64>> {
    let none = vec![None; to.lanes];
    let Some(lanes) = lanes.iter().copied().collect::<Option<Vec<u64>>>() else { return none };
    if from.all() != to.all() || !(1..=64).contains(&from.bits) || !(1..=64).contains(&to.bits) {
        return none;
    }
    let bit = |at: usize| lanes[at / from.bits] >> (at % from.bits) & 1;
    let lane = |lane: usize| (0..to.bits).fold(0, |own, at| own | bit(lane * to.bits + at) << at);
    (0..to.lanes).map(|at| Some(lane(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(lanes: usize, bits: usize) -> Shape {
        Shape { lanes, bits }
    }

    #[test]
    fn types_end_where_values_begin() {
        assert_eq!(typed("<4 x i32> %a"), Some(("<4 x i32>", "%a")));
        assert_eq!(typed("<4 x i32> <i32 1, i32 2, i32 3, i32 4>").map(|(ty, _)| ty), Some("<4 x i32>"));
        assert_eq!(typed("<i32 1, i32 2>"), None);
        assert_eq!(typed("%a"), None);
        assert_eq!(typed("{ <2 x i8>, i32 } %a"), Some(("{ <2 x i8>, i32 }", "%a")));
        assert_eq!(Shape::read("<vscale x 4 x i32>"), Shape::OPAQUE);
        assert_eq!(Shape::read("<8 x half>"), shape(8, 16));
        assert_eq!(pieces("<2 x i8> <i8 1, i8 2>, i32 3"), ["<2 x i8> <i8 1, i8 2>", "i32 3"]);
    }

    #[test]
    fn constants_have_lanes() {
        assert_eq!(constant("splat (i8 -1)", shape(2, 8)), [Some(255), Some(255)]);
        assert_eq!(constant("<i8 1, i8 poison>", shape(2, 8)), [Some(1), None]);
        assert_eq!(constant("zeroinitializer", shape(2, 8)), [Some(0), Some(0)]);
        let cast = constant("bitcast (<2 x i16> <i16 258, i16 3> to <4 x i8>)", shape(4, 8));
        assert_eq!(cast, [2, 1, 3, 0].map(Some));
        assert_eq!(constant("true", shape(1, 1)), [Some(1)]);
        assert_eq!(constant("<float 1.0, float 2.0>", shape(2, 32)), [None, None]);
    }
}
