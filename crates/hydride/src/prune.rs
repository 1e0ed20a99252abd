//! Pruned grammars: the instructions, swizzles and constants that one synthesis run may use (Hydride, section 4.3 and 4.4).
//!
//! Steps, each with its switch: classes none of whose bit-vector operations occurs in the window, or none of whose members
//! has a vector length and an element size of it, are dropped (BVS); members with elements narrower than the window's
//! narrowest are dropped; of each class the best-scored members stay (SBOS), and of the classes of computations and of
//! conversions each the best-scored; swizzle patterns and the window's constants are always there.

use crate::window::WindowFacts;
use crate::{Pattern, Swizzle};
use isotope_dictionary::{Dictionary, Facts, Member};
use isotope_semantics::OperandKind;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The target of a grammar.
#[derive(Clone, Copy, Debug)]
pub struct GrammarTarget<'a> {
    /// CPU features in LLVM's names, all of them.
    pub features: &'a BTreeSet<String>,
    /// The CPU, for costs.
    pub cpu: &'a str,
}

/// The switches: rows of the paper's Table 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Drop classes by operations and sizes.
    pub bvs: bool,
    /// Drop members with elements narrower than the window's narrowest.
    pub narrow: bool,
    /// Keep so many best-scored members of each class.
    pub sbos: Option<usize>,
    /// Keep so many best-scored classes of computations, and as many of conversions.
    pub classes: Option<usize>,
    /// Add the swizzle patterns.
    pub swizzles: bool,
    /// Add the window's constants.
    pub constants: bool,
    /// Admit members with immediates.
    pub immediates: bool,
    /// Admit members with mask or scalar operands or results.
    pub masked: bool,
}

impl Default for Options {
    /// All prunings on, three members a class, which is among what the paper evaluates; vectors and immediates only.
    fn default() -> Self {
        Options {
            bvs: true,
            narrow: true,
            sbos: Some(3),
            classes: Some(12),
            swizzles: true,
            constants: true,
            immediates: true,
            masked: false,
        }
    }
}

impl Options {
    /// No pruning at all.
    pub const UNPRUNED: Options = Options {
        bvs: false,
        narrow: false,
        sbos: None,
        classes: None,
        swizzles: true,
        constants: true,
        immediates: true,
        masked: false,
    };
}

/// Why members are not in a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// Not validated, without an LLVM form, or of a feature that the target lacks.
    Unusable,
    /// Masks, scalars or immediates, not asked for.
    Operands,
    /// Another intrinsic stands for the same function.
    Same,
    /// No bit-vector operation in common (BVS).
    Operations,
    /// No vector length and element size in common (BVS).
    Sizes,
    /// An element narrower than the window's narrowest.
    Narrow,
    /// Not among the best-scored of its class (SBOS).
    Score,
    /// Not of the best-scored classes.
    Class,
}

impl Reason {
    /// In words, after a number of members.
    pub fn text(self) -> &'static str {
        match self {
            Reason::Unusable => "not usable on this target",
            Reason::Operands => "with masks, scalars or immediates",
            Reason::Same => "computing the same as another",
            Reason::Operations => "without an operation of the window",
            Reason::Sizes => "without a vector length and element size of the window",
            Reason::Narrow => "with elements narrower than the window's",
            Reason::Score => "scored below others of their class",
            Reason::Class => "of classes scored below others",
        }
    }
}

/// A member that stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name.
    pub member: &'static str,
    /// How much it has in common with the window.
    pub score: u32,
    /// Reciprocal throughput in hundredths of a cycle.
    pub cost: u32,
}

/// The members of a class that stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The class's name.
    pub class: &'static str,
    /// Whether it only moves and converts data.
    pub converts: bool,
    /// Best first.
    pub members: Vec<Choice>,
}

/// A pruned grammar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grammar {
    /// By class name.
    pub classes: Vec<Kept>,
    /// How many members were dropped, by reason.
    pub dropped: BTreeMap<Reason, usize>,
    /// Classes of which no member stays, with the last reason.
    pub dropped_classes: BTreeMap<&'static str, Reason>,
    /// The patterns, on vectors of the window's shapes.
    pub swizzles: Vec<Swizzle>,
    /// Constants that may be splat, as (element bits, value).
    pub constants: Vec<(u32, u64)>,
}

impl Grammar {
    /// Whether a member stays.
    pub fn contains(&self, member: &str) -> bool {
        self.members().any(|c| c.member == member)
    }

    /// All members that stay, class by class.
    pub fn members(&self) -> impl Iterator<Item = &Choice> {
        self.classes.iter().flat_map(|k| &k.members)
    }
}

/// The grammar of a window for a target.
pub fn build(window: &WindowFacts, dictionary: &Dictionary, target: GrammarTarget<'_>, options: Options) -> Grammar {
    let mut builder = Builder { window, dictionary, options, grammar: Grammar::default(), last: BTreeMap::new() };
    let candidates = builder.candidates(target);
    let mut classes = builder.scored(candidates);
    if let Some(k) = options.sbos {
        for (class, kept) in &mut classes {
            builder.drop_after(*class, kept, k, Reason::Score);
        }
    }
    if let Some(count) = options.classes {
        for converts in [false, true] {
            builder.keep_best(&mut classes, converts, count);
        }
    }
    builder.finish(classes)
}

struct Builder<'a> {
    window: &'a WindowFacts,
    dictionary: &'a Dictionary,
    options: Options,
    grammar: Grammar,
    /// By class, why its latest member was dropped.
    last: BTreeMap<usize, Reason>,
}

/// Members that are still in, by class, best first.
type Classes = BTreeMap<usize, Vec<Choice>>;

impl Builder<'_> {
    fn drop(&mut self, class: usize, reason: Reason) {
        *self.grammar.dropped.entry(reason).or_default() += 1;
        let last = self.last.entry(class).or_insert(reason);
        *last = reason.max(*last);
    }

    fn drop_after(&mut self, class: usize, members: &mut Vec<Choice>, keep: usize, reason: Reason) {
        for _ in members.drain(keep.min(members.len())..) {
            self.drop(class, reason);
        }
    }

    /// The intrinsics that the target can run and the options admit, one for each function, with its cost.
    fn candidates(&mut self, target: GrammarTarget<'_>) -> Vec<(usize, u32)> {
        let mut chosen = BTreeMap::new();
        for (at, member) in self.dictionary.representatives(target.features, target.cpu, &|m| self.admits(m)) {
            chosen.insert(member.name, at);
        }
        let mut found = Vec::new();
        for (index, member) in self.dictionary.members().iter().enumerate() {
            let runs =
                self.dictionary.is_usable(member) && member.features.iter().all(|f| target.features.contains(*f));
            match chosen.get(member.name) {
                Some(cost) => found.push((index, *cost)),
                None if !runs => self.drop(member.class, Reason::Unusable),
                None if !self.admits(member) => self.drop(member.class, Reason::Operands),
                None => self.drop(member.class, Reason::Same),
            }
        }
        found
    }

    fn admits(&self, member: &Member) -> bool {
        let plain = |kind| kind == OperandKind::Vector || kind == OperandKind::Imm;
        let vectors = member.operands.iter().chain([&member.result]).all(|o| plain(o.kind));
        let immediates = member.immediates().next().is_some();
        (vectors || self.options.masked) && (!immediates || self.options.immediates) && !member.operands.is_empty()
    }

    /// The pruning by operations and sizes, and the score of what stays.
    fn scored(&mut self, candidates: Vec<(usize, u32)>) -> Classes {
        let mut classes = Classes::new();
        for (index, cost) in candidates {
            let member = &self.dictionary.members()[index];
            let facts = self.dictionary.facts(member);
            if let Some(reason) = self.unfit(&facts) {
                self.drop(member.class, reason);
                continue;
            }
            let choice = Choice { member: member.name, score: self.window.score(&facts), cost };
            classes.entry(member.class).or_default().push(choice);
        }
        for members in classes.values_mut() {
            members.sort_by_key(|c| (Reverse(c.score), c.cost, c.member));
        }
        classes
    }

    fn unfit(&self, facts: &Facts) -> Option<Reason> {
        if self.options.bvs && !facts.converts() && facts.operations.is_disjoint(&self.window.operations) {
            return Some(Reason::Operations);
        }
        let lengths = !facts.lengths.is_disjoint(&self.window.lengths);
        let elements = !facts.element_bits.is_disjoint(&self.window.element_bits);
        if self.options.bvs && !(lengths && elements) {
            return Some(Reason::Sizes);
        }
        let narrowest = self.window.element_bits.first().copied().unwrap_or(0);
        if self.options.narrow && facts.element_bits.first().is_some_and(|b| *b < narrowest) {
            return Some(Reason::Narrow);
        }
        None
    }

    fn converts(&self, class: usize) -> bool {
        self.dictionary.class_facts(class).is_some_and(|f| f.converts())
    }

    /// Of the classes that convert, or of those that compute, so many stay, by their best members.
    fn keep_best(&mut self, classes: &mut Classes, converts: bool, count: usize) {
        let mut ranked: Vec<usize> = classes.keys().copied().filter(|c| self.converts(*c) == converts).collect();
        ranked.sort_by_key(|c| classes[c].first().map(|best| (Reverse(best.score), best.cost, best.member)));
        for class in ranked.into_iter().skip(count) {
            for _ in classes.remove(&class).into_iter().flatten() {
                self.drop(class, Reason::Class);
            }
        }
    }

    fn finish(mut self, classes: Classes) -> Grammar {
        for (class, members) in classes {
            self.last.remove(&class);
            let converts = self.converts(class);
            let kept = Kept { class: self.dictionary.classes()[class].name, converts, members };
            self.grammar.classes.push(kept);
        }
        let names = self.last.into_iter().map(|(class, reason)| (self.dictionary.classes()[class].name, reason));
        self.grammar.dropped_classes = names.collect();
        if self.options.swizzles {
            self.grammar.swizzles = swizzles(self.window);
        }
        if self.options.constants {
            self.grammar.constants = self.window.constants.iter().copied().collect();
        }
        self.grammar
    }
}

/// Every pattern on every shape of a window.
fn swizzles(window: &WindowFacts) -> Vec<Swizzle> {
    let mut found = Vec::new();
    for &length in &window.lengths {
        for &bits in window.element_bits.iter().filter(|b| **b * 2 <= length) {
            found.extend(Pattern::ALL.map(|pattern| Swizzle { pattern, bits, lanes: length / bits }));
        }
    }
    found
}
