//! The C prototypes of Intel's guide: what a wrapper needs to call an intrinsic. Its pseudocode is `isotope-semantics`'s.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};

/// A value's type: a C type for the wrapper and the LLVM type that clang gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The guide's variable name.
    pub name: String,
    /// The guide's C type, as its header spells it.
    pub c_type: String,
    /// Bits of one lane; of the whole for a scalar or a mask.
    pub bits: u32,
    /// Lanes; 1 for a scalar or a mask.
    pub lanes: u32,
}

impl Value {
    /// Whether this is a vector register.
    pub fn is_vector(&self) -> bool {
        self.c_type.starts_with("__m") && !self.c_type.starts_with("__mmask")
    }

    /// LLVM's spelling of the type.
    pub fn llvm_type(&self) -> String {
        if self.is_vector() { format!("<{} x i{}>", self.lanes, self.bits) } else { format!("i{}", self.bits) }
    }
}

/// One C intrinsic, integer and register to register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intrinsic {
    /// The project's name: see [`name`].
    pub name: String,
    /// The C name as the header spells it.
    pub c_name: String,
    /// Operands in order; an immediate is left out.
    pub params: Vec<Value>,
    /// The immediate: its position among the C arguments, its name, and how many values it may take.
    pub immediate: Option<(usize, String, u32)>,
    /// The result.
    pub result: Value,
    /// clang's names of the features it needs.
    pub features: BTreeSet<String>,
    /// The instruction's mnemonic as the guide has it, in lower case; `None` for a sequence.
    pub mnemonic: Option<String>,
}

/// All intrinsics in scope, in the guide's order.
#[derive(Debug)]
pub struct Guide {
    /// See [`Guide`].
    pub intrinsics: Vec<Intrinsic>,
}

impl Guide {
    /// Reads the guide's XML; `known` has LLVM's names of the features in scope.
    pub fn read(text: &str, known: &BTreeMap<String, String>) -> Result<Guide> {
        let xml = roxmltree::Document::parse(text).context("parsing the guide")?;
        let nodes = xml.root_element().children().filter(|n| n.has_tag_name("intrinsic"));
        Ok(Guide { intrinsics: nodes.filter_map(|node| intrinsic(node, known)).collect() })
    }
}

/// An entry in scope, or `None`: an extension out of scope, memory, floats, scalars alone, or nothing returned.
fn intrinsic(node: roxmltree::Node, known: &BTreeMap<String, String>) -> Option<Intrinsic> {
    let children = |tag: &'static str| node.children().filter(move |n| n.has_tag_name(tag));
    if node.attribute("tech") == Some("SVML") {
        return None;
    }
    let mut features = BTreeSet::new();
    for cpuid in children("CPUID") {
        features.insert(known.get(cpuid.text()?)?.clone());
    }
    if features.is_empty() {
        return None;
    }
    let c_name = node.attribute("name")?.to_owned();
    let result = value(children("return").next()?, "result")?;
    let mut params = Vec::new();
    let mut immediate = None;
    for (position, node) in children("parameter").filter(|p| p.attribute("type") != Some("void")).enumerate() {
        let name = node.attribute("varname")?.to_owned();
        if node.attribute("etype") == Some("IMM") {
            if immediate.is_some() {
                return None;
            }
            immediate = Some((position, name, immediate_values(node)));
        } else {
            params.push(value(node, &name)?);
        }
    }
    if !params.iter().chain([&result]).any(|v| v.c_type.starts_with("__m")) {
        return None;
    }
    let mnemonic = children("instruction").next().and_then(|n| n.attribute("name")).map(str::to_lowercase);
    let name = isotope_vendor::reader::name(&c_name, children("CPUID").filter_map(|n| n.text()));
    Some(Intrinsic { name, c_name, params, immediate, result, features, mnemonic })
}

/// How many values an immediate may take. The guide leaves the width of comparison predicates (3 bits) out.
fn immediate_values(node: roxmltree::Node) -> u32 {
    match (node.attribute("immwidth").and_then(|w| w.parse::<u32>().ok()), node.attribute("type")) {
        (Some(width), _) => 1 << width.min(8),
        (None, Some("_MM_PERM_ENUM")) => 256,
        (None, _) => 8,
    }
}

/// A type in scope with its natural lanes, from the guide's element type; vectors of no stated element are of 64-bit lanes.
fn value(node: roxmltree::Node, name: &str) -> Option<Value> {
    let c_type = node.attribute("type")?.to_owned();
    let element = node.attribute("etype").unwrap_or("");
    let vector = |total: u32| {
        let bits = element.trim_start_matches(['U', 'S', 'I']).parse().ok().filter(|b| [8, 16, 32, 64].contains(b));
        let bits = bits.unwrap_or(64);
        (bits, total / bits)
    };
    let (bits, lanes) = match c_type.as_str() {
        "__m128i" => vector(128),
        "__m256i" => vector(256),
        "__m512i" => vector(512),
        "__mmask8" | "char" | "unsigned char" | "__int8" => (8, 1),
        "__mmask16" | "short" | "unsigned short" | "__int16" => (16, 1),
        "__mmask32" | "int" | "unsigned int" | "__int32" => (32, 1),
        "__mmask64" | "__int64" | "unsigned __int64" | "long long" => (64, 1),
        _ => return None,
    };
    Some(Value { name: name.to_owned(), c_type, bits, lanes })
}
