//! Names of values of LLVM IR. LLVM's passes number them in the order of addresses in memory, so that two compiles of one program print
//! other names.
//!
//! ```text
//! %ald39 = load <128 x i8>, ptr %cgep79, align 128       // of one compile
//! %ald34 = load <128 x i8>, ptr %cgep79, align 128       // of another
//! %v1 = load <128 x i8>, ptr %v0, align 128              // of both, by place
//! ```

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

/// The beginning of a new name; a number follows.
const NEW: &str = "v";

/// The names of one function as they are written, quotes included.
#[derive(Default)]
struct Scope<'a> {
    /// Results of instructions, each with how many come before it.
    results: HashMap<&'a str, usize>,
    /// Numbers of names that are written as new ones are, and are no results.
    kept: BTreeSet<usize>,
}

/// Where a line stands.
#[derive(Clone, Copy, PartialEq)]
enum Place<'a> {
    /// In a function of LLVM IR.
    Code(&'a str),
    /// In the machine code of a function.
    Machine(&'a str),
    Elsewhere,
}

/// The text with results of instructions of LLVM IR named by their places. Two texts that become one differ in these names only: each
/// function's names are replaced one to one, and no new name is one that the function keeps. A text whose functions are not understood
/// stays as it is.
pub fn canonical(text: &str) -> String {
    let Some(scopes) = scopes(text) else { return text.to_owned() };
    let new: HashMap<&str, Vec<usize>> = scopes.iter().map(|(function, scope)| (*function, scope.free())).collect();
    replaced(text, |out, function, name| {
        let number = new.get(function)?[*scopes.get(function)?.results.get(name)?];
        write!(out, "{NEW}{number}").ok()
    })
}

/// A schedule of a canonical text, with the names of the one that it was made of.
pub fn restored(schedule: &str, original: &str) -> String {
    let Some(scopes) = scopes(original) else { return schedule.to_owned() };
    let given = scopes.iter().map(|(function, scope)| {
        let new = scope.free();
        let names: HashMap<usize, &str> = scope.results.iter().map(|(name, place)| (new[*place], *name)).collect();
        (*function, names)
    });
    let given: HashMap<&str, HashMap<usize, &str>> = given.collect();
    replaced(schedule, |out, function, name| {
        *out += given.get(function)?.get(&number(name)?)?;
        Some(())
    })
}

impl Scope<'_> {
    /// The numbers of new names in the order of the results.
    fn free(&self) -> Vec<usize> {
        (0..).filter(|number| !self.kept.contains(number)).take(self.results.len()).collect()
    }
}

/// The number of a name that is written as new ones are.
fn number(name: &str) -> Option<usize> {
    let digits = name.strip_prefix(NEW)?;
    let is_plain = digits == "0" || !digits.starts_with(['0', '+']);
    digits.parse().ok().filter(|_| is_plain)
}

/// The names of each function; nothing where two functions have one name, or machine code is of none.
fn scopes(text: &str) -> Option<HashMap<&str, Scope<'_>>> {
    let mut scopes: HashMap<&str, Scope<'_>> = HashMap::new();
    let (mut types, mut machine) = (HashSet::new(), HashSet::new());
    placed(text, |line, place, is_first| {
        match place {
            Place::Elsewhere => types.extend(type_of(line)),
            Place::Code(function) if is_first && scopes.insert(function, Scope::default()).is_some() => return None,
            Place::Machine(function) if is_first && !(scopes.contains_key(function) && machine.insert(function)) => {
                return None;
            }
            Place::Code(function) => {
                let results = &mut scopes.get_mut(function)?.results;
                if let Some(name) = result(line) {
                    let place = results.len();
                    results.entry(name).or_insert(place);
                }
            }
            Place::Machine(_) => {}
        }
        Some(())
    })?;
    // A type's name is written as a value's.
    let mut results = scopes.values().flat_map(|scope| scope.results.keys());
    if results.any(|name| types.contains(name)) || types.iter().any(|name| number(name).is_some()) {
        return None;
    }
    placed(text, |line, place, _| {
        if let Place::Code(function) | Place::Machine(function) = place {
            let Scope { results, kept } = scopes.get_mut(function)?;
            // An argument has a name of its own.
            if line.trim_start().starts_with("define ")
                && names(line, place).any(|(_, name)| results.contains_key(name))
            {
                return None;
            }
            let label = label(line).filter(|_| matches!(place, Place::Code(_)));
            let others = names(line, place).map(|(_, name)| name).filter(|name| !results.contains_key(name));
            kept.extend(others.chain(label).filter_map(number));
        }
        Some(())
    })?;
    Some(scopes)
}

/// Goes over the lines of a text, each with where it stands and whether it is the first one there, until one is not understood.
fn placed<'a>(text: &'a str, mut each: impl FnMut(&'a str, Place<'a>, bool) -> Option<()>) -> Option<()> {
    let mut place = Place::Elsewhere;
    text.lines().try_for_each(|line| {
        let before = place;
        place = before.after(line);
        each(line, place, before != place)
    })
}

impl<'a> Place<'a> {
    /// Where the next line stands.
    fn after(self, line: &'a str) -> Place<'a> {
        let text = line.trim();
        if let Some(rest) = text.strip_prefix("define ") {
            return rest
                .split_once('@')
                .map_or(Place::Elsewhere, |(_, rest)| Place::Code(name(rest).trim_matches('"')));
        }
        if let Some(function) = line.strip_prefix("name:") {
            return Place::Machine(function.trim().trim_matches(['\'', '"']));
        }
        match self {
            // A function's last line has a place in it, the next one has none.
            Place::Code(_) if text == "}" => Place::Elsewhere,
            Place::Machine(_) if line.starts_with("---") || line.starts_with("...") => Place::Elsewhere,
            place => place,
        }
    }
}

/// `%t` of `%t = type { i32, i32 }`.
fn type_of(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('%')?;
    let name = name(rest);
    rest[name.len()..].trim_start().strip_prefix('=')?.trim_start().starts_with("type ").then_some(name)
}

/// The result of an instruction. Machine code names a place on the stack by its `alloca` otherwise, so that such a name stays.
fn result(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('%')?;
    let name = name(rest);
    let code = rest[name.len()..].trim_start().strip_prefix('=')?;
    // A name of digits is a number, which LLVM counts itself.
    let is_name = name.bytes().any(|byte| !byte.is_ascii_digit());
    (is_name && !code.trim_start().starts_with("alloca ")).then_some(name)
}

/// The name of a block of LLVM IR.
fn label(line: &str) -> Option<&str> {
    let text = line.trim_start();
    let name = name(text);
    text[name.len()..].starts_with(':').then_some(name)
}

/// The name that a text begins with, quotes included, and what follows as if it were of the name.
fn name(text: &str) -> &str {
    let quoted = text.strip_prefix('"').map_or(0, |rest| rest.find('"').map_or(text.len(), |end| end + 2));
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || "-$._".contains(c);
    let rest = &text[quoted..];
    &text[..quoted + rest.find(|c| !is_in_name(c)).unwrap_or(rest.len())]
}

/// The values' names of a line, each with where it begins: `x` of `%x` in LLVM IR, and of `%ir.x` in machine code.
fn names<'a>(line: &'a str, place: Place<'_>) -> impl Iterator<Item = (usize, &'a str)> {
    let sign = if matches!(place, Place::Machine(_)) { "%ir." } else { "%" };
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let next = at + line.get(at..)?.find(['%', '"'])?;
            let Some(begin) = line[next..].starts_with(sign).then_some(next + sign.len()) else {
                // A text in quotes has no names.
                at = next + if line[next..].starts_with('"') { name(&line[next..]).len() } else { 1 };
                continue;
            };
            let name = name(&line[begin..]);
            at = begin + name.len();
            return Some((begin, name));
        }
    })
}

/// A text in which some names of values are written anew, by the names of their functions.
fn replaced(text: &str, new: impl Fn(&mut String, &str, &str) -> Option<()>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut place = Place::Elsewhere;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        place = place.after(line);
        let mut done = 0;
        if let Place::Code(function) | Place::Machine(function) = place {
            for (begin, name) in names(line, place) {
                let written = out.len();
                out += &whole[done..begin];
                match new(&mut out, function, name) {
                    Some(()) => done = begin + name.len(),
                    None => out.truncate(written),
                }
            }
        }
        out += &whole[done..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Machine code of `f`, whose results are `names`; `kept` names what stays.
    fn code(names: [&str; 4], kept: &str) -> String {
        let [a, b, c, d] = names;
        format!(
            "--- |
  @s = constant [5 x i8] c\"%ald \\00\"
  %{kept}.t = type {{ i32, i32 }}

  define void @f(ptr noalias %{kept}, i32 %n) {{
  entry:
    %place = alloca %{kept}.t, align 4
    %0 = load i32, ptr %{kept}, align 4
    %{a} = getelementptr i8, ptr %{kept}, i32 %n
    br label %loop

  loop:                                             ; preds = %loop, %entry
    %{b} = phi i32 [ %0, %entry ], [ %{c}, %loop ]
    %{c} = add i32 %{b}, 1
    call void asm \"%cst52\", \"\"()
    store i32 %{c}, ptr %{a}, align 4
    %{d} = icmp eq i32 %{c}, %n
    br i1 %{d}, label %exit, label %loop

  exit:
    ret void
  }}

  define void @g(ptr %x) {{
    %b0 = load i32, ptr %x, align 4
    ret void
  }}

...
---
name:            f
body:             |
  bb.0.entry:
    $r4 = L2_loadri_io $r1, 4 :: (load (s32) from %ir.{kept})
    S2_storeri_io $r3, 0, $r5 :: (store (s32) into %ir.{a} + 4), (load (s8) from %stack.0.place)
...
"
        )
    }

    const ONE: [&str; 4] = ["cgep79", "lsr.iv", "\"a b\"", "cst52"];

    #[test]
    fn two_compiles_of_one_program_are_one_text() {
        let all = [ONE, ["cgep3", "lsr.iv5", "ald", "cst"], ["\"%x\"", "v1", "v0", "v5"]];
        let texts = all.map(|names| code(names, "p"));
        for text in &texts {
            assert_eq!(canonical(text), code(["v0", "v1", "v2", "v3"], "p").replace("%b0", "%v0"));
            assert_eq!(canonical(&canonical(text)), canonical(text));
            assert_eq!(restored(&canonical(text), text), *text);
        }
    }

    #[test]
    fn a_new_name_is_none_that_is_kept() {
        let text = code(ONE, "v1");
        assert_eq!(canonical(&text), code(["v0", "v2", "v3", "v4"], "v1").replace("%b0", "%v0"));
        assert_eq!(restored(&canonical(&text), &text), text);
        // Names of blocks, of places on the stack, and such as no instruction has.
        for (from, to) in [("loop", "v2"), ("place", "v2"), ("br label", "br i1 %v2, label")] {
            let text = code(ONE, "p").replace(from, to);
            let named = canonical(&text);
            assert_eq!(restored(&named, &text), text);
            assert_eq!(named, code(["v0", "v1", "v3", "v4"], "p").replace("%b0", "%v0").replace(from, to), "{from}");
        }
    }

    /// Programs that one could take for one another.
    #[test]
    fn other_programs_stay_others() {
        let text = code(ONE, "p");
        let other = |from: &str, to: &str| {
            let other = text.replace(from, to);
            assert_ne!(other, text, "{from}");
            other
        };
        let others = [
            other("store i32 %\"a b\"", "store i32 %lsr.iv"),
            other("into %ir.cgep79", "into %ir.lsr.iv"),
            other("into %ir.cgep79", "into %ir.v0"),
            other("ptr %cgep79, align", "ptr %v0, align"),
            other("c\"%ald", "c\"%v0"),
            other("%p", "%q"),
            other("%place", "%places"),
            other("loop", "loops"),
        ];
        for other in others {
            assert_ne!(canonical(&other), canonical(&text));
        }
    }

    #[test]
    fn a_text_that_is_not_understood_stays_as_it_is() {
        let text = code(ONE, "p");
        for (from, to) in [
            ("@g(", "@f("),
            ("name:            f", "name:            h"),
            ("%p.t = type", "%cst52 = type"),
            ("%p.t = type", "%v2 = type"),
            ("i32 %n) {", "i32 %cst52) {"),
        ] {
            let other = text.replace(from, to);
            assert_eq!(canonical(&other), other);
            assert_eq!(restored(&other, &other), other);
        }
        for text in
            ["", "%", "define @", "define \"", "name:\n%ir.", "  define void @f() {\n%\"\n%a=\n%\"\u{e9} = x\r\n}"]
        {
            assert_eq!(restored(&canonical(text), text), text);
        }
    }

    /// The work grows as the text does, however it is divided.
    #[test]
    fn many_functions_and_types_take_as_long_as_their_text() {
        let types: String = (0..100_000).map(|n| format!("%t{n} = type i8\n")).collect();
        let functions: String =
            (0..50_000).map(|n| format!("define void @f{n}() {{\n%a = x\nret %v{n}\n}}\n")).collect();
        let text = types + &functions;
        let named = canonical(&text);
        assert!(named.contains("@f0() {\n%v1 = x\n") && named.ends_with("{\n%v0 = x\nret %v49999\n}\n"));
        assert_eq!(restored(&named, &text), text);
    }

    /// Whatever the text is, all of it comes back, and a canonical text is its own.
    #[test]
    fn names_come_back() {
        let text = code(ONE, "v2");
        let mut seed = 1_u64;
        let mut drawn = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let mut renamed = 0;
        for _ in 0..5000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=drawn(3) {
                let (from, to) = (drawn(bytes.len()), drawn(bytes.len()));
                match drawn(3) {
                    0 => bytes[to] = bytes[from],
                    1 => drop(bytes.splice(to..to, text.bytes().skip(from).take(drawn(40)))),
                    _ => drop(bytes.drain(to..(to + drawn(12)).min(text.len().min(bytes.len())).max(to))),
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            let named = canonical(&text);
            renamed += usize::from(named != text);
            assert_eq!(restored(&named, &text), text);
            assert_eq!(canonical(&named), named);
        }
        assert!(renamed > 2500, "{renamed}");
    }
}
