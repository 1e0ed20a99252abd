//! Facts by which the accesses of a function are known not to overlap: the objects that pointers are made of, and LLVM's alias scopes.

use super::Access;
use std::collections::{BTreeMap, BTreeSet};

/// The pointers of a function's LLVM IR, and the scopes of the module.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    /// The parts that each value is made of; a value that is not here is unknown.
    made: BTreeMap<String, Vec<String>>,
    roots: BTreeMap<String, Root>,
    /// Places on the stack that LLVM keeps registers in, as accesses name them: `%stack.3`.
    spills: BTreeSet<String>,
    lists: BTreeMap<u32, Vec<u32>>,
    /// Whether a scope could hold for one iteration only.
    has_local_scopes: bool,
}

/// Where a pointer begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    /// An argument that nothing else points into.
    Alone,
    /// Another argument.
    Argument,
    /// Memory of the function's own, or a global's.
    Own,
    /// Memory of LLVM's own, for a register: nothing points there.
    Spill,
}

/// Operations through which an address goes: `inttoptr (and (ptrtoint p), -128)` is in the object that `p` is in.
const MOVES: [&str; 7] =
    ["inttoptr ", "ptrtoint ", "and i32 ", "add i32 ", "add nuw i32 ", "add nsw i32 ", "or disjoint i32 "];

/// Facts about one access.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Facts {
    /// The objects that it may be in; none where that is unknown.
    roots: BTreeSet<(String, u8)>,
    /// Whether it is somewhere that is no register's place on the stack: through a pointer of LLVM IR, for one.
    is_elsewhere: bool,
    scopes: BTreeSet<u32>,
    no_alias: BTreeSet<u32>,
    /// Whether it keeps its place among all accesses.
    pub is_volatile: bool,
}

impl Facts {
    /// Of an access of which nothing is known but whether it keeps its place.
    pub fn unknown(is_volatile: bool) -> Facts {
        Facts { is_volatile, ..Facts::default() }
    }
}

impl Objects {
    /// Reads a line of a function's stack: `- { id: 1, name: '', type: spill-slot, offset: -20, size: 4,`.
    pub(super) fn stack(&mut self, line: &str) {
        let fields = || line.trim_start_matches([' ', '-', '{']).split(", ").map(str::trim);
        let field = |key: &str| fields().find_map(|field| field.strip_prefix(key));
        // One with a name would be `%stack.3.name`, and LLVM names none.
        if let (Some(id), Some("''"), Some("spill-slot")) = (field("id: "), field("name: "), field("type: ")) {
            self.spills.insert(format!("%stack.{id}"));
        }
    }

    /// Reads what the text's LLVM IR says of a function.
    pub(super) fn read(&mut self, lines: &[String], function: &str) {
        let quoted = format!("@\"{function}\"(");
        let plain = format!("@{function}(");
        let mut is_own = false;
        for line in lines {
            if line.starts_with("name:") {
                break;
            }
            let text = line.trim();
            if text.starts_with("define ") {
                is_own = text.contains(&plain) || text.contains(&quoted);
                if is_own {
                    self.arguments(text);
                }
            } else if is_own && text.starts_with('}') {
                is_own = false;
            } else if is_own {
                self.has_local_scopes |= text.contains("noalias.scope.decl");
                self.value(text);
            } else if let Some((number, rest)) = text.strip_prefix('!').and_then(|rest| rest.split_once(" = "))
                && let (Ok(number), true) = (number.parse(), rest.contains("!{"))
            {
                let names = rest.split('!').filter_map(|part| part.trim_end_matches([',', '}', ' ']).parse().ok());
                self.lists.insert(number, names.collect());
            }
        }
    }

    fn arguments(&mut self, text: &str) {
        let Some((_, list)) = text.split_once('(') else { return };
        for part in super::read::split(list, ", ") {
            let Some(name) = part.split(' ').rev().find_map(|word| word.strip_prefix('%')) else { continue };
            let name: String = name.split(')').next().unwrap_or_default().to_owned();
            let root = if part.contains("noalias") { Root::Alone } else { Root::Argument };
            self.roots.insert(name, root);
        }
    }

    fn value(&mut self, text: &str) {
        let Some((name, code)) = text.strip_prefix('%').and_then(|rest| rest.split_once(" = ")) else { return };
        let pointer = |rest: &str| {
            let word = rest.trim().split([',', ' ', ')']).next().unwrap_or_default();
            word.strip_prefix('%').or(word.starts_with('@').then_some(word)).map(str::to_owned)
        };
        let from: Option<Vec<String>> = if code.starts_with("getelementptr ") {
            super::read::split(code, ", ptr ").get(1).and_then(|rest| pointer(rest)).map(|one| vec![one])
        } else if let Some(rest) = code.strip_prefix("phi ptr ") {
            rest.split('[').skip(1).map(pointer).collect()
        } else if let Some(rest) = code.strip_prefix("select ") {
            let parts: Vec<&str> = rest.split("ptr ").collect();
            (parts.len() == 3).then(|| parts[1..].iter().map(|part| pointer(part)).collect()).flatten()
        } else if MOVES.iter().any(|op| code.starts_with(op)) {
            // A pointer that is made of a number is based on what the number is made of: here of one value, and constants.
            let names: Vec<String> =
                code.split([' ', ',', '(', ')']).filter(|word| word.starts_with('%')).filter_map(pointer).collect();
            (names.len() == 1 && !code.contains('@')).then_some(names)
        } else {
            None
        };
        if code.starts_with("alloca") {
            self.roots.insert(name.to_owned(), Root::Own);
        } else if let Some(from) = from {
            self.made.insert(name.to_owned(), from);
        }
    }

    /// Facts about an instruction's access, where LLVM says one thing of it.
    pub fn facts(&self, accesses: &[Access]) -> Facts {
        let mut facts = Facts { is_volatile: accesses.iter().any(|access| access.is_volatile), ..Facts::default() };
        let [access] = accesses else { return facts };
        if let Some(name) = access.base.strip_prefix("%ir.") {
            facts.roots = self.root_of(name.trim_matches('"')).unwrap_or_default();
        } else if access.base.starts_with('@') {
            facts.roots.insert((access.base.clone(), Root::Own as u8));
        } else if self.spills.contains(&access.base) {
            facts.roots.insert((access.base.clone(), Root::Spill as u8));
        }
        let is_known = ["%ir.", "@", "%stack."].iter().any(|begin| access.base.starts_with(begin));
        facts.is_elsewhere = is_known && !self.spills.contains(&access.base);
        if !self.has_local_scopes {
            let list = |at: usize| access.scopes[at].and_then(|number| self.lists.get(&number)).cloned();
            facts.scopes = list(0).unwrap_or_default().into_iter().collect();
            facts.no_alias = list(1).unwrap_or_default().into_iter().collect();
        }
        facts
    }

    /// The objects that a value may point into; `None` where they are unknown.
    fn root_of(&self, name: &str) -> Option<BTreeSet<(String, u8)>> {
        let (mut found, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![name.to_owned()]);
        while let Some(name) = open.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            if let Some(root) = self.roots.get(&name) {
                found.insert((name, *root as u8));
            } else if name.starts_with('@') {
                found.insert((name, Root::Own as u8));
            } else {
                open.extend(self.made.get(&name)?.iter().cloned());
            }
        }
        Some(found)
    }

    /// Whether two accesses never overlap, whichever iterations they are of.
    pub fn are_apart(&self, a: &Facts, b: &Facts) -> bool {
        let [alone, own, spill] = [Root::Alone, Root::Own, Root::Spill].map(|root| root as u8);
        let is_spill = |x: &Facts| x.roots.iter().any(|root| root.1 == spill);
        if is_spill(a) && b.is_elsewhere || is_spill(b) && a.is_elsewhere {
            return true;
        }
        let is_single = |root: u8| root == alone || root == spill;
        let pair = |x: &(String, u8), y: &(String, u8)| {
            x.0 != y.0 && (is_single(x.1) || is_single(y.1) || (x.1 == own && y.1 == own))
        };
        let by_objects =
            !a.roots.is_empty() && !b.roots.is_empty() && a.roots.iter().all(|x| b.roots.iter().all(|y| pair(x, y)));
        by_objects || self.by_scopes(&a.scopes, &b.no_alias) || self.by_scopes(&b.scopes, &a.no_alias)
    }

    /// Whether all scopes of one access, in some domain, are among those that the other is apart from.
    fn by_scopes(&self, scopes: &BTreeSet<u32>, no_alias: &BTreeSet<u32>) -> bool {
        let domain =
            |scope: &u32| self.lists.get(scope).and_then(|list| list.iter().find(|one| *one != scope)).copied();
        no_alias.iter().filter_map(domain).any(|of| {
            let mut within = scopes.iter().filter(|scope| domain(scope) == Some(of)).peekable();
            within.peek().is_some() && within.all(|scope| no_alias.contains(scope))
        })
    }
}
