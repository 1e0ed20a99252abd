//! `i32 C[i, j] += u8 A[i, k] * s8 B[k, j]`, and the same with `=`

use crate::error::{Refusal, whole};
use crate::form::{Access, Array, Contraction, Dim, Number, Row};
use crate::limits::{MAX_DIMS, MAX_STATEMENT};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Types of elements, by name.
const NUMBERS: [(&str, Number); 11] = [
    ("u8", Number::Unsigned(8)),
    ("s8", Number::Signed(8)),
    ("i8", Number::Signed(8)),
    ("u16", Number::Unsigned(16)),
    ("s16", Number::Signed(16)),
    ("i16", Number::Signed(16)),
    ("s32", Number::Signed(32)),
    ("i32", Number::Signed(32)),
    ("i64", Number::Signed(64)),
    ("f32", Number::Float(32)),
    ("f64", Number::Float(64)),
];

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Count(i64),
    Sign(char),
    /// `+=`
    Adds,
    /// `=`
    Sets,
}

struct Reader<'a> {
    statement: &'a str,
    tokens: Vec<(usize, Token)>,
    at: usize,
    dims: Vec<String>,
}

/// An access before sizes are known: its array, its type, and its rows by dimension.
struct Read {
    name: String,
    /// The number that is subtracted from its elements.
    zero: i64,
    number: Number,
    /// Its least and its largest element, where these are not those of its type.
    range: Option<(i64, i64)>,
    rows: Vec<(BTreeMap<usize, i64>, i64)>,
}

/// Reads a statement. `sizes`: the iterations of each dimension, by name. An array is as large as what is read of it.
/// `fast`: floats may be added in any order, and products of them without being rounded first.
///
/// # Errors
///
/// A mistake with its place, a dimension without a size, or what [`Contraction::checked`] refuses.
pub fn statement(text: &str, name: &str, sizes: &BTreeMap<String, u64>, fast: bool) -> Result<Contraction, Refusal> {
    if text.len() > MAX_STATEMENT {
        return Err(whole(format!("the statement is longer than {MAX_STATEMENT} bytes (MAX_STATEMENT)")));
    }
    let mut reader = Reader { statement: text, tokens: Vec::new(), at: 0, dims: Vec::new() };
    reader.split()?;
    let result = reader.access()?;
    let sets = reader.takes(&Token::Sets);
    if !sets {
        let how = match reader.tokens.get(reader.at) {
            Some((_, Token::Word(word))) if word == "min" || word == "max" => {
                "`+=`: minima and maxima are not compiled"
            }
            _ => "`+=`, or `=` for sums that begin at zero",
        };
        reader.expect(&Token::Adds, how)?;
    }
    let first = reader.factor()?;
    reader.expect(&Token::Sign('*'), "`*`")?;
    let mut factors = vec![first, reader.factor()?];
    if reader.takes(&Token::Sign('*')) {
        factors.push(reader.factor()?);
    }
    if reader.at < reader.tokens.len() {
        return Err(reader.wrong("the end of the statement: two or three factors are multiplied"));
    }
    let dims = reader.dims.iter().map(|dim| match sizes.get(dim) {
        Some(size) => Ok(Dim { name: dim.clone(), size: *size }),
        None => Err(whole(format!("dimension {dim} has no size: give one, {dim}=1024"))),
    });
    let dims = dims.collect::<Result<Vec<_>, _>>()?;
    if let Some(unknown) = sizes.keys().find(|name| !reader.dims.contains(name)) {
        return Err(whole(format!("a size is given for {unknown}, which is no dimension of the statement")));
    }
    assembled(name, dims, result, factors, (sets, fast))
}

fn assembled(
    name: &str,
    dims: Vec<Dim>,
    result: Read,
    factors: Vec<Read>,
    (sets, fast): (bool, bool),
) -> Result<Contraction, Refusal> {
    let mut arrays: Vec<Array> = Vec::new();
    let mut access = |read: Read| {
        let mut rows = Vec::new();
        let mut shape = Vec::new();
        for (factors, constant) in read.rows {
            let factors: Vec<i64> = (0..dims.len()).map(|dim| factors.get(&dim).copied().unwrap_or(0)).collect();
            let last = factors.iter().zip(&dims).try_fold(constant, |sum: i64, (factor, dim)| {
                sum.checked_add(factor.checked_mul(i64::try_from(dim.size.saturating_sub(1)).ok()?)?)
            });
            let size = last.and_then(|last| u64::try_from(last.checked_add(1)?).ok());
            shape.push(size.ok_or_else(|| whole(format!("an index of {} is too large", read.name)))?);
            rows.push(Row { factors, constant });
        }
        let known = arrays.iter().position(|array| array.name == read.name);
        let array = known.unwrap_or(arrays.len());
        match arrays.get_mut(array) {
            None => arrays.push(Array { name: read.name, number: read.number, shape, used: None, range: read.range }),
            Some(known)
                if (known.number, known.range) == (read.number, read.range) && known.shape.len() == shape.len() =>
            {
                known.shape.iter_mut().zip(shape).for_each(|(known, size)| *known = size.max(*known));
            }
            Some(known) => {
                return Err(whole(format!("{} stands twice with two types, ranges or ranks", known.name)));
            }
        }
        Ok(Access { array, rows })
    };
    let mut multiplied = Vec::new();
    for read in factors {
        let zero = read.zero;
        multiplied.push((access(read)?, zero));
    }
    let result = access(result)?;
    let reorders = fast || !arrays[result.array].number.is_float();
    let mut multiplied = multiplied.into_iter();
    let (Some((first, of_first)), Some((second, of_second))) = (multiplied.next(), multiplied.next()) else {
        return Err(whole("a statement multiplies two or three factors".to_owned()));
    };
    Contraction {
        name: name.to_owned(),
        dims,
        arrays,
        factors: [first, second],
        zeros: [of_first, of_second],
        third: multiplied.next(),
        result,
        sets,
        reorders,
        contracts: fast,
        is_parallel: false,
    }
    .checked()
}

impl Reader<'_> {
    fn split(&mut self) -> Result<(), Refusal> {
        let chars: Vec<char> = self.statement.chars().collect();
        let mut at = 0;
        while let Some(&c) = chars.get(at) {
            let begin = at;
            at += 1;
            let while_ = |at: &mut usize, of: fn(char) -> bool| {
                while chars.get(*at).is_some_and(|c| of(*c)) {
                    *at += 1;
                }
                chars[begin..*at].iter().collect::<String>()
            };
            let token = match c {
                _ if c.is_whitespace() => continue,
                '+' if chars.get(at) == Some(&'=') => {
                    at += 1;
                    Token::Adds
                }
                '=' => Token::Sets,
                '[' | ']' | '(' | ')' | ',' | '*' | '+' | '-' | '.' => Token::Sign(c),
                _ if c.is_ascii_digit() => match while_(&mut at, |c| c.is_ascii_digit()).parse() {
                    Ok(count) => Token::Count(count),
                    Err(_) => return Err(self.refusal(begin, "this number is too large".to_owned())),
                },
                _ if c.is_ascii_alphabetic() || c == '_' => {
                    Token::Word(while_(&mut at, |c| c.is_ascii_alphanumeric() || c == '_'))
                }
                _ => return Err(self.refusal(begin, "this is no part of a statement".to_owned())),
            };
            self.tokens.push((begin, token));
        }
        Ok(())
    }

    fn refusal(&self, at: usize, why: String) -> Refusal {
        Refusal::Statement { statement: self.statement.replace(char::is_whitespace, " "), at, why }
    }

    /// At the next token, or the end, something else is wanted.
    fn wrong(&self, wanted: &str) -> Refusal {
        let end = self.statement.chars().count();
        let at = self.tokens.get(self.at).map_or(end, |(at, _)| *at);
        self.refusal(at, format!("here has to stand {wanted}"))
    }

    fn next(&mut self) -> Option<Token> {
        let (_, token) = self.tokens.get(self.at)?;
        self.at += 1;
        Some(token.clone())
    }

    fn takes(&mut self, token: &Token) -> bool {
        let is_next = self.tokens.get(self.at).is_some_and(|(_, next)| next == token);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, token: &Token, wanted: &str) -> Result<(), Refusal> {
        if self.takes(token) { Ok(()) } else { Err(self.wrong(wanted)) }
    }

    fn word(&mut self, wanted: &str) -> Result<String, Refusal> {
        match self.tokens.get(self.at) {
            Some((_, Token::Word(word))) => {
                let word = word.clone();
                self.at += 1;
                Ok(word)
            }
            _ => Err(self.wrong(wanted)),
        }
    }

    /// `u8 A[i, k]`, or `u8 A[i, k] in 0..127`, or `s8 A[i, k] in -64..63`
    fn ranged(&mut self) -> Result<Read, Refusal> {
        let read = self.access()?;
        if !self.takes(&Token::Word("in".to_owned())) {
            return Ok(read);
        }
        let (least, most) = match read.number {
            Number::Signed(bits @ ..64) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            Number::Unsigned(bits @ ..64) => (0, (1 << bits) - 1),
            _ => {
                self.at -= 1;
                return Err(self.wrong(&format!("no range: elements of type {} have none", read.number.name())));
            }
        };
        let low = self.bound("the least element", least..=most)?;
        self.expect(&Token::Sign('.'), "`..` and the largest element")?;
        self.expect(&Token::Sign('.'), "`.` and the largest element")?;
        let high = self.bound("the largest element, which is not less than the least", low..=most)?;
        Ok(Read { range: ((low, high) != (least, most)).then_some((low, high)), ..read })
    }

    /// One end of a range.
    fn bound(&mut self, what: &str, within: RangeInclusive<i64>) -> Result<i64, Refusal> {
        let begin = self.at;
        let sign = if self.takes(&Token::Sign('-')) { -1 } else { 1 };
        match self.next() {
            Some(Token::Count(count)) if within.contains(&(sign * count)) => Ok(sign * count),
            _ => {
                self.at = begin;
                Err(self.wrong(&format!("{what}: an integer in {}..{}", within.start(), within.end())))
            }
        }
    }

    /// The same, or `(u8 A[i, k] - 128)`
    fn factor(&mut self) -> Result<Read, Refusal> {
        if !self.takes(&Token::Sign('(')) {
            return self.ranged();
        }
        let read = self.ranged()?;
        let sign = if self.takes(&Token::Sign('+')) { -1 } else { 1 };
        if sign == 1 {
            self.expect(&Token::Sign('-'), "`-` and a zero point")?;
        }
        let Some(Token::Count(zero)) = self.next() else {
            self.at -= 1;
            return Err(self.wrong("a zero point: a number"));
        };
        self.expect(&Token::Sign(')'), "`)`")?;
        Ok(Read { zero: sign * zero, ..read })
    }

    /// `u8 A[i, k]`
    fn access(&mut self) -> Result<Read, Refusal> {
        let names = NUMBERS.map(|(name, _)| name).join(", ");
        let wanted = format!("a type of elements: {names}");
        let word = self.word(&wanted)?;
        let Some((_, number)) = NUMBERS.iter().find(|(name, _)| *name == word) else {
            self.at -= 1;
            return Err(self.wrong(&wanted));
        };
        let name = self.word("the name of an array")?;
        self.expect(&Token::Sign('['), "`[` and an index")?;
        let mut rows = Vec::new();
        loop {
            rows.push(self.row()?);
            if !self.takes(&Token::Sign(',')) {
                break;
            }
        }
        self.expect(&Token::Sign(']'), "`,` and an index, or `]`")?;
        Ok(Read { name, zero: 0, number: *number, range: None, rows })
    }

    /// `2 * y + dy + 1`
    fn row(&mut self) -> Result<(BTreeMap<usize, i64>, i64), Refusal> {
        let (mut factors, mut constant) = (BTreeMap::new(), 0i64);
        loop {
            let begin = self.at;
            let factor = match self.next() {
                Some(Token::Count(count)) if self.takes(&Token::Sign('*')) => count,
                Some(Token::Count(count)) => {
                    constant = constant.saturating_add(count);
                    if !self.takes(&Token::Sign('+')) {
                        return Ok((factors, constant));
                    }
                    continue;
                }
                _ => {
                    self.at = begin;
                    1
                }
            };
            let dim = self.word("an index: a sum of dimensions, each times a number or not, and numbers")?;
            let at = self.dims.iter().position(|known| *known == dim).unwrap_or_else(|| {
                self.dims.push(dim);
                self.dims.len() - 1
            });
            if self.dims.len() > MAX_DIMS {
                self.at -= 1;
                return Err(self.wrong(&format!("no more than {MAX_DIMS} dimensions (MAX_DIMS)")));
            }
            let known: &mut i64 = factors.entry(at).or_insert(0);
            *known = known.saturating_add(factor);
            if !self.takes(&Token::Sign('+')) {
                return Ok((factors, constant));
            }
        }
    }
}
