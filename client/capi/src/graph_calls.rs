//! The functions of isotope.h that build windows as graphs and ask for them. Each one catches what unwinds.

use crate::calls::{DEFECT, answered, guarded, timeout};
use crate::graph::{GraphBuilder, Made, NO_NODE};
use crate::incoming::{leaf, list, stated, target, text};
use crate::layout::{LeafIn, Target, Type};
use crate::outgoing::Results;
use crate::wire::expression;
use isotope_client::compiler::{CompilerClient, NotNow, Program, Reason, Reply};
use std::ffi::c_char;

/// See isotope.h.
#[unsafe(no_mangle)]
pub extern "C" fn isotope_graph_new() -> *mut GraphBuilder {
    guarded(std::ptr::null_mut(), || Box::into_raw(Box::default()))
}

/// See isotope.h.
///
/// # Safety
/// `graph` is NULL or came from [`isotope_graph_new`] and is used by nobody any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_graph_free(graph: *mut GraphBuilder) {
    if graph.is_null() {
        return;
    }
    // SAFETY: as the caller says.
    guarded((), || drop(unsafe { Box::from_raw(graph) }));
}

/// A node of a graph, or none; what unwinds fails the graph.
///
/// # Safety
/// `graph` is NULL or alive.
unsafe fn added(graph: *mut GraphBuilder, add: impl FnOnce(&mut GraphBuilder) -> u32) -> u32 {
    // SAFETY: as the caller says.
    let Some(graph) = (unsafe { graph.as_mut() }) else { return NO_NODE };
    guarded(None, || Some(add(graph))).unwrap_or_else(|| {
        graph.fail(DEFECT.to_owned());
        NO_NODE
    })
}

/// See isotope.h.
///
/// # Safety
/// `graph` is NULL or alive; `given` is NULL or as the header describes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_graph_leaf(graph: *mut GraphBuilder, given: *const LeafIn) -> u32 {
    // SAFETY: as the caller says.
    unsafe { added(graph, |graph| graph.add("leaf", &[], || Ok(Made::Leaf(leaf(given)?)))) }
}

/// See isotope.h.
///
/// # Safety
/// `graph` is NULL or alive; `bits` has `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_graph_constant(
    graph: *mut GraphBuilder,
    ty: Type,
    bits: *const u64,
    count: usize,
) -> u32 {
    // SAFETY: as the caller says.
    unsafe { added(graph, |graph| graph.add("const", &[], || Ok(Made::Constant(ty.read()?, list(bits, count)?)))) }
}

/// See isotope.h.
///
/// # Safety
/// `graph` is NULL or alive; `name` is NULL or a text, `ty` NULL or a type; `args` has `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_graph_operation(
    graph: *mut GraphBuilder,
    name: *const c_char,
    ty: *const Type,
    args: *const u32,
    count: usize,
) -> u32 {
    let add = |graph: &mut GraphBuilder| {
        // SAFETY: as the caller says.
        let (name, args) = unsafe { (text(name), list(args, count)) };
        match (name, args) {
            // SAFETY: as the caller says.
            (Ok(name), Ok(args)) => graph.add(name, args, || Ok(Made::Operation(name, unsafe { stated(ty) }?))),
            (Ok(name), Err(why)) => graph.add(name, &[], || Err(why)),
            (Err(_), _) => graph.add("?", &[], || Err("its name is not UTF-8".to_owned())),
        }
    };
    // SAFETY: as the caller says.
    unsafe { added(graph, add) }
}

/// See isotope.h.
///
/// # Safety
/// `graph` is NULL or alive; `args` has `count`, `lanes` has `lane_count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_graph_shuffle(
    graph: *mut GraphBuilder,
    args: *const u32,
    count: usize,
    lanes: *const u32,
    lane_count: usize,
) -> u32 {
    // SAFETY: as the caller says.
    let (args, lanes) = unsafe { (list(args, count), list(lanes, lane_count)) };
    let add = |graph: &mut GraphBuilder| match (args, lanes) {
        (Ok(args), Ok(lanes)) => graph.add("shuffle", args, || Ok(Made::Shuffle(lanes))),
        (Err(why), _) | (_, Err(why)) => graph.add("shuffle", &[], || Err(why)),
    };
    // SAFETY: as the caller says.
    unsafe { added(graph, add) }
}

/// See isotope.h.
///
/// # Safety
/// `graph` is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_graph_root(graph: *mut GraphBuilder, node: u32) {
    let set = |graph: &mut GraphBuilder| {
        graph.set_root(node);
        node
    };
    // SAFETY: as the caller says.
    unsafe { added(graph, set) };
}

/// See isotope.h.
///
/// # Safety
/// `graph` is NULL or alive; `ty` is NULL or has room for a type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_graph_type(graph: *const GraphBuilder, node: u32, ty: *mut Type) -> i32 {
    // SAFETY: as the caller says.
    let found = unsafe { graph.as_ref() }.and_then(|graph| graph.type_of(node));
    // SAFETY: as the caller says.
    if let Some(ty) = unsafe { ty.as_mut() } {
        *ty = found.map(Type::from).unwrap_or_default();
    }
    found.is_some().into()
}

/// A text of a graph, or an error, that stays until the next one of its kind.
///
/// # Safety
/// `graph` is NULL or alive.
unsafe fn shown(graph: *mut GraphBuilder, is_error: bool, text: impl FnOnce(&GraphBuilder) -> String) -> *const c_char {
    const EMPTY: *const c_char = c"".as_ptr();
    // SAFETY: as the caller says.
    let Some(graph) = (unsafe { graph.as_mut() }) else { return EMPTY };
    let text = guarded(None, || Some(text(graph))).unwrap_or_default();
    graph.show(is_error, &text).as_ptr()
}

/// See isotope.h.
///
/// # Safety
/// `graph` is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_graph_text(graph: *mut GraphBuilder) -> *const c_char {
    let text =
        |graph: &GraphBuilder| graph.window().map(|window| isotope_ir::print::print(&window)).unwrap_or_default();
    // SAFETY: as the caller says.
    unsafe { shown(graph, false, text) }
}

/// See isotope.h.
///
/// # Safety
/// `graph` is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_graph_error(graph: *mut GraphBuilder) -> *const c_char {
    if graph.is_null() {
        return c"graph: NULL".as_ptr();
    }
    let why = |graph: &GraphBuilder| graph.window().err().map(|not_now| not_now.detail).unwrap_or_default();
    // SAFETY: as the caller says.
    unsafe { shown(graph, true, why) }
}

/// See isotope.h.
///
/// # Safety
/// `client` is NULL or alive; `target` and `graphs` are as the header describes them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isotope_select_graphs(
    client: *const CompilerClient,
    target: *const Target,
    graphs: *const *const GraphBuilder,
    count: usize,
    deadline_ms: u32,
) -> *mut Results {
    // SAFETY: as the caller says.
    let graphs = unsafe { list(graphs, count) }.unwrap_or_default();
    let ask = |client: &CompilerClient| match graphs {
        [] => Vec::new(),
        // SAFETY: as the caller says.
        graphs => unsafe { select(client, target, graphs, deadline_ms) },
    };
    // SAFETY: as the caller says.
    unsafe { answered(client, graphs.len(), ask) }
}

/// # Safety
/// As for [`isotope_select_graphs`].
unsafe fn select(
    client: &CompilerClient,
    given: *const Target,
    graphs: &[*const GraphBuilder],
    deadline_ms: u32,
) -> Vec<Reply> {
    let wrong = |detail: &str| NotNow::new(Reason::Misconfigured, detail);
    // SAFETY: as the caller says.
    let Ok(target) = (unsafe { target(given) }) else {
        return vec![Err(wrong("a text of the target is not UTF-8")); graphs.len()];
    };
    let written = graphs.iter().map(|&graph| {
        // SAFETY: as the caller says.
        let graph = unsafe { graph.as_ref() }.ok_or_else(|| wrong("graph: NULL"))?;
        graph.window().map(|window| expression(&window))
    });
    let written: Vec<_> = written.collect();
    let programs: Vec<_> = written.iter().map(|each| each.as_ref().map(Program::Graph).map_err(Clone::clone)).collect();
    client.select_programs(&target, &programs, timeout(deadline_ms))
}
