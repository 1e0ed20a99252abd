//! The windows of a module: values that another operation needs, such as a store or a yield, with what they are computed by.

use crate::contraction::contraction;
use crate::grow::Grower;
use crate::lanes::moves_of;
use crate::limits::MAX_WINDOWS;
use crate::memory::Buffer;
use crate::operations::{comparison, is_conversion, is_splat, lanewise, reduction};
use crate::values::lanes_of;
use isotope_mlir::Place;
use isotope_mlir::ir::{Attribute, Module, OpId, Operation, Type, ValueId};
use isotope_mlir::structure::{Structure, definition, is_vector, shape_of, walk};
use isotope_mlir::target::{Target, target_of};
use std::collections::{BTreeSet, HashMap};

/// A piece of a function that one answer may compute.
#[derive(Debug, Default)]
pub struct Window {
    /// The expression that it computes.
    pub(crate) expression: Option<isotope_ir::Window>,
    /// The values that stand for the leaves, by their names.
    pub(crate) leaves: Vec<(String, ValueId)>,
    /// The buffers that it loads.
    pub(crate) buffers: Vec<Buffer>,
    /// Operations that an answer takes the place of, the root's among them.
    pub(crate) operations: Vec<OpId>,
}

/// A window with its place.
#[derive(Debug)]
pub struct Found {
    /// The operation whose value it is.
    pub op: OpId,
    /// Where that is.
    pub place: Place,
    /// `32 lanes of i8 in blend`
    pub title: String,
    /// The machine that its function is for, where it says so.
    pub target: Option<Target>,
    /// The windows that it takes the place of, by their numbers, if it has several results.
    pub members: Vec<usize>,
    /// The shares of their costs that count beside its own.
    pub(crate) shares: Vec<u64>,
    pub(crate) function: OpId,
    /// Vectors of several dimensions are within it, and none at its edges.
    pub(crate) has_dimensions: bool,
    /// The share of its operations that is its own, of [`WHOLE`].
    pub(crate) own: u64,
    /// Its results.
    pub(crate) roots: Vec<ValueId>,
    pub(crate) window: Window,
}

/// All of a window.
pub(crate) const WHOLE: u64 = 1000;

/// A share of a cost, of [`WHOLE`].
pub(crate) fn part_of(cost: u64, share: u64) -> u64 {
    u64::try_from(u128::from(cost) * u128::from(share) / u128::from(WHOLE)).unwrap_or(u64::MAX)
}

impl Found {
    /// The expression, in the text form.
    pub fn text(&self) -> String {
        self.window.expression.as_ref().map(isotope_ir::print::print).unwrap_or_default()
    }

    /// Whether an answer that costs so much is better than what would be there without it; of equal costs `is_better` decides, which the
    /// service says of a program beside plain LLVM. The plain LLVM lowering of a window, which
    /// costs `plain`, is not what MLIR makes of vectors of several dimensions: that takes them apart, and puts them together again.
    /// Nor is it what is there where windows share operations: these are computed once for all of them, but an answer computes its own.
    ///
    /// ```mlir
    /// %b = vector.shuffle %m, %m [..] : vector<16xi8>, vector<16xi8>    // in the windows of %x and of %y: half of it is either's
    /// %x = arith.muli %a, %b : vector<16xi8>
    /// %y = arith.muli %c, %b : vector<16xi8>
    /// ```
    ///
    /// And of several dimensions:
    ///
    /// ```mlir
    /// %w = vector.shape_cast %v : vector<16xi32> to vector<8x2xi32>
    /// %s = vector.multi_reduction <add>, %w, %acc [1] : vector<8x2xi32> to vector<8xi32>    // 16 extracts and inserts, or one vphaddd
    /// ```
    pub fn is_worth(&self, cost: u64, plain: u64, is_better: bool) -> bool {
        let own = self.own_of(plain);
        cost < own || cost == own && (self.has_dimensions || own == plain && is_better)
    }

    /// The share of a cost that is for operations of its own.
    pub(crate) fn own_of(&self, cost: u64) -> u64 {
        part_of(cost, self.own)
    }

    /// Finds the share of its operations and loads that is its own, by the number of windows that each is in. Of a window with several
    /// dimensions all is its own: MLIR takes it apart, which costs more than is saved by what it shares.
    pub(crate) fn count_own(&mut self, module: &Module, uses: &HashMap<OpId, u64>) {
        let all = if self.has_dimensions { Vec::new() } else { work(module, &self.window) };
        let own: u64 = all.iter().map(|op| WHOLE / uses.get(op).copied().unwrap_or(1)).sum();
        self.own = own.checked_div(all.len() as u64).unwrap_or(WHOLE);
    }

    /// The expression.
    pub fn expression(&self) -> Option<&isotope_ir::Window> {
        self.window.expression.as_ref()
    }
}

/// An operation that is not asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The operation that gives the value, or the function.
    pub op: OpId,
    /// Where that is.
    pub place: Place,
    /// Its description, and why it stays as it is.
    pub why: String,
}

/// All windows of a module.
#[derive(Debug, Default)]
pub struct Windows {
    /// In the order of the text.
    pub found: Vec<Found>,
    /// Values and functions that are none, in the same order.
    pub left: Vec<Left>,
    pub(crate) structure: Structure,
}

/// Whether an operation may be part of a window.
pub(crate) fn is_supported(module: &Module, op: &Operation) -> bool {
    if op.results.is_empty() || op.operands.is_empty() || !op.regions.is_empty() || !op.successors.is_empty() {
        return false;
    }
    let has_type = |value: &ValueId| lanes_of(module, module.type_of(*value)).is_some();
    // Indices of rows are no part of what is computed.
    let counted = match op.name.as_str() {
        "vector.extract" => 1,
        "vector.insert" => 2.min(op.operands.len()),
        _ => op.operands.len(),
    };
    if !op.results.iter().all(has_type) || !op.operands[..counted].iter().all(has_type) {
        return false;
    }
    let is_of_vectors = op.operands.iter().any(|value| is_vector(module, module.type_of(*value)));
    let is_select = op.name == "arith.select" && op.operands.len() == 3;
    is_splat(module, op)
        || is_of_vectors
            && (is_conversion(op)
                || lanewise(module, op).is_some()
                || comparison(module, op).is_some()
                || is_select
                || reduction(module, op).is_some()
                || contraction(module, op).is_some()
                || moves_of(module, op, 0).is_some())
}

/// Whether several operations take lanes of what an operation computes, and nothing else does: windows that began there would each
/// compute it.
pub(crate) fn is_taken_apart(module: &Module, structure: &Structure, value: ValueId, op: &Operation) -> bool {
    let takes =
        |user: &OpId| matches!(module.op(*user).name.as_str(), "vector.extract" | "vector.extract_strided_slice");
    let computes = lanewise(module, op).is_some()
        || comparison(module, op).is_some()
        || matches!(op.name.as_str(), "arith.select" | "arith.trunci");
    let users = structure.users(value);
    computes && users.len() > 1 && users.iter().all(takes)
}

/// Whether a value is needed by more than windows of its block, or is the whole of what several of them take lanes of.
pub(crate) fn is_root(module: &Module, structure: &Structure, value: ValueId) -> bool {
    let Some((id, _)) = definition(module, value) else { return false };
    let (block, op) = (structure.block(id), module.op(id));
    let needs = |user: &OpId| structure.block(*user) != block || !is_supported(module, module.op(*user));
    block.is_some()
        && is_supported(module, op)
        && (structure.users(value).iter().any(needs) || is_taken_apart(module, structure, value, op))
}

/// Whether vectors of several dimensions are within a window, and none at its edges: an answer has one dimension, and would be cast there.
fn has_dimensions(module: &Module, root: ValueId, window: &Window) -> bool {
    let is_deep = |value: &ValueId| shape_of(module, module.type_of(*value)).len() > 1;
    let within = window.operations.iter().flat_map(|op| &module.op(*op).results);
    let edges = window.leaves.iter().map(|(_, value)| value).chain([&root]);
    within.into_iter().any(is_deep) && !edges.into_iter().any(is_deep)
}

/// The windows of at least `least` operations of all functions of a module.
pub fn find(module: &Module, least: usize) -> Windows {
    let mut windows = Windows { structure: Structure::of(module), ..Windows::default() };
    let mut functions = Vec::new();
    walk(module, &module.top, &mut |op, _| {
        if module.op(op).name == "func.func" {
            functions.push(op);
        }
    });
    for function in functions {
        find_in(module, function, least, &mut windows);
    }
    // An operation that is in several windows counts in equal parts.
    let mut uses: HashMap<OpId, u64> = HashMap::new();
    for one in &windows.found {
        work(module, &one.window).into_iter().for_each(|op| *uses.entry(op).or_insert(0) += 1);
    }
    windows.found.iter_mut().for_each(|one| one.count_own(module, &uses));
    windows
}

/// Whether an operation is work: an instruction may do mere changes of types and broadcasts on the way.
pub(crate) fn counts(module: &Module, of: &OpId) -> bool {
    !is_conversion(module.op(*of)) && !is_splat(module, module.op(*of))
}

/// The operations and loads of a window that are work, each once.
pub(crate) fn work(module: &Module, window: &Window) -> Vec<OpId> {
    let loads = window.buffers.iter().flat_map(|buffer| buffer.pieces.iter().map(|piece| piece.load));
    let own = window.operations.iter().copied().filter(|op| counts(module, op));
    own.chain(loads).collect::<BTreeSet<OpId>>().into_iter().collect()
}

fn find_in(module: &Module, function: OpId, least: usize, windows: &mut Windows) {
    let op = module.op(function);
    let name = match module.attribute(op, "sym_name") {
        Some(Attribute::String { bytes, .. }) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    };
    let (mut roots, mut is_scalable) = (Vec::new(), false);
    walk(module, &[function], &mut |id, _| {
        let own = module.op(id);
        for value in &own.results {
            let ty = module.pool.ty(module.type_of(*value));
            is_scalable |= matches!(ty, Type::Vector { dims, .. } if dims.iter().any(|dim| dim.scalable));
            if is_root(module, &windows.structure, *value) {
                roots.push((id, *value));
            }
        }
    });
    if is_scalable {
        windows.left.push(Left {
            op: function,
            place: op.place,
            why: format!("@{name}: the function has scalable vectors"),
        });
        return;
    }
    for (id, root) in roots {
        let place = module.op(id).place;
        if windows.found.len() == MAX_WINDOWS {
            let why = format!("the module has more than {MAX_WINDOWS} windows (MAX_WINDOWS)");
            windows.left.push(Left { op: id, place, why });
            return;
        }
        let Some((lanes, block)) = lanes_of(module, module.type_of(root)).zip(windows.structure.block(id)) else {
            continue;
        };
        let word = if lanes.lanes == 1 { "lane" } else { "lanes" };
        let title = format!("{} {word} of i{} in {name}", lanes.lanes, lanes.bits);
        match Grower::new(module, &windows.structure, &[root], block).window(least) {
            Ok(window) => {
                let target = target_of(module, function);
                let has_dimensions = has_dimensions(module, root, &window);
                let (own, roots, members, shares) = (WHOLE, vec![root], Vec::new(), Vec::new());
                let found = Found {
                    op: id,
                    place,
                    title,
                    target,
                    members,
                    shares,
                    function,
                    has_dimensions,
                    own,
                    roots,
                    window,
                };
                windows.found.push(found);
            }
            Err(why) => windows.left.push(Left { op: id, place, why: format!("{title}: {why}") }),
        }
    }
}
