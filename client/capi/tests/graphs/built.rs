//! Graphs as a program builds them: through the functions of isotope.h alone.

use isotope::*;
use isotope_client::compiler::{CompilerClient, CompilerSettings};
use isotope_ir::Window;
use isotope_ir::expr::{Leaf, LeafId, Op};
use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::time::Duration;

/// A graph that is freed in the end.
pub struct Built(pub *mut GraphBuilder);

impl Drop for Built {
    fn drop(&mut self) {
        unsafe { isotope_graph_free(self.0) }
    }
}

pub const BYTES: Type = Type { kind: 2, bits: 8, lanes: 16 };

/// The text that a call returned.
pub fn said(text: *const c_char) -> String {
    unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned()
}

impl Built {
    pub fn new() -> Self {
        Built(isotope_graph_new())
    }

    pub fn error(&self) -> String {
        said(unsafe { isotope_graph_error(self.0) })
    }

    pub fn text(&self) -> String {
        said(unsafe { isotope_graph_text(self.0) })
    }

    /// A leaf without facts.
    pub fn leaf(&self, name: &str, ty: Type) -> u32 {
        let name = CString::new(name).unwrap();
        unsafe { isotope_graph_leaf(self.0, &given(&name, ty)) }
    }

    pub fn operation(&self, name: &str, ty: Option<Type>, args: &[u32]) -> u32 {
        let (name, ty) = (CString::new(name).unwrap(), ty.as_ref().map_or(ptr::null(), ptr::from_ref));
        unsafe { isotope_graph_operation(self.0, name.as_ptr(), ty, args.as_ptr(), args.len()) }
    }

    pub fn constant(&self, ty: Type, bits: &[u64]) -> u32 {
        unsafe { isotope_graph_constant(self.0, ty, bits.as_ptr(), bits.len()) }
    }

    pub fn shuffle(&self, args: &[u32], lanes: &[u32]) -> u32 {
        unsafe { isotope_graph_shuffle(self.0, args.as_ptr(), args.len(), lanes.as_ptr(), lanes.len()) }
    }

    pub fn root(&self, node: u32) {
        unsafe { isotope_graph_root(self.0, node) }
    }

    /// Builds a window node by node.
    pub fn of(window: &Window) -> Self {
        let (built, mut numbers) = (Built::new(), Vec::new());
        for node in &window.graph.nodes {
            let args: Vec<u32> = node.args.iter().map(|id| numbers[id.0 as usize]).collect();
            let mut number = match &node.op {
                Op::Leaf(LeafId(at)) => built.declared(&window.graph.leaves[*at as usize]),
                Op::Const(bits) => built.constant(node.ty.into(), &[*bits]),
                Op::Shuffle(lanes) => built.shuffle(&args, lanes),
                op => built.operation(op.word(), Some(node.ty.into()), &args),
            };
            if node.no_wrap {
                number = built.operation("no_wrap", None, &[number]);
            }
            numbers.push(number);
        }
        built.root(numbers[window.root.0 as usize]);
        built
    }

    /// A leaf with its facts.
    fn declared(&self, leaf: &Leaf) -> u32 {
        let text = |text: &str| CString::new(text).unwrap();
        let (name, load) = (text(&leaf.name), leaf.load.as_ref());
        let address = load.map(|load| (text(&load.buffer), text(&load.base)));
        let mut given = given(&name, leaf.ty.into());
        if let (Some(load), Some((buffer, base))) = (load, &address) {
            (given.buffer, given.base) = (buffer.as_ptr(), base.as_ptr());
            (given.offset, given.stride) = (load.offset, load.stride);
        }
        if let Some((min, max)) = leaf.range {
            given.has_range = 1;
            (given.min, given.max) = (min.try_into().unwrap(), max.try_into().unwrap());
        }
        unsafe { isotope_graph_leaf(self.0, &given) }
    }
}

/// A leaf of which nothing is known.
pub fn given(name: &CStr, ty: Type) -> LeafIn {
    LeafIn {
        size: size_of::<LeafIn>(),
        name: name.as_ptr(),
        ty,
        has_range: 0,
        min: 0,
        max: 0,
        buffer: ptr::null(),
        base: ptr::null(),
        offset: 0,
        stride: 0,
    }
}

/// A client of a server.
pub fn client(server: &str) -> CompilerClient {
    let mut settings = CompilerSettings::default();
    settings.set_server("test", server.to_owned()).unwrap();
    (settings.timeout, settings.silence) = (Duration::from_secs(20), Duration::from_secs(20));
    CompilerClient::new(Ok(settings))
}

/// The replies: the reason, and where the answer is from or the detail.
pub fn replies(results: *mut outgoing::Results) -> Vec<(u32, String)> {
    let count = unsafe { isotope_results_count(results) };
    let one = |at| unsafe { &*isotope_results_get(results, at) };
    let read = |one: &OneResult| (one.reason, said(if one.reason == 0 { one.source } else { one.detail }));
    let all = (0..count).map(|at| read(one(at))).collect();
    unsafe { isotope_results_free(results) };
    all
}

/// Asks for graphs.
pub fn select(client: &CompilerClient, graphs: &[&Built]) -> Vec<(u32, String)> {
    let (pointers, mcpu): (Vec<_>, _) = (graphs.iter().map(|built| built.0.cast_const()).collect(), c"znver4");
    let target = Target { arch: c"x86_64".as_ptr(), mcpu: mcpu.as_ptr(), mattr: ptr::null() };
    replies(unsafe { isotope_select_graphs(client, &target, pointers.as_ptr(), pointers.len(), 0) })
}

/// Asks for texts.
pub fn select_texts(client: &CompilerClient, texts: &[String]) -> Vec<(u32, String)> {
    let texts: Vec<CString> = texts.iter().map(|text| CString::new(text.as_str()).unwrap()).collect();
    let pointers: Vec<_> = texts.iter().map(|text| text.as_ptr()).collect();
    let target = Target { arch: c"x86_64".as_ptr(), mcpu: c"znver4".as_ptr(), mattr: ptr::null() };
    replies(unsafe { isotope_select_batch(client, &target, pointers.as_ptr(), pointers.len(), 0) })
}
