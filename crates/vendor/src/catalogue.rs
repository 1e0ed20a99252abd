//! Intel's intrinsics guide: the XML text as a list of [`Intrinsic`]s.
//!
//! The file's statements belong here, unjudged; repairs are [`crate::errata`], choice is [`crate::scope`].
//!
//! An entry, shortened; everything in it may be missing:
//!
//! ```xml
//! <intrinsic tech="AVX2" name="_mm256_srli_epi16">
//!   <CPUID>AVX2</CPUID>
//!   <return type="__m256i" varname="dst" etype="UI16"/>
//!   <parameter type="__m256i" varname="a" etype="UI16"/>
//!   <parameter type="int" varname="imm8" etype="IMM" immwidth="8"/>
//!   <operation>FOR j := 0 to 15 ...</operation>
//!   <instruction name="VPSRLW" form="ymm, ymm, imm8" xed="VPSRLW_YMMqq_YMMqq_IMMb"/>
//! </intrinsic>
//! ```

/// A parameter or the result of an intrinsic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameter {
    /// The name the operation text uses; empty when the guide gives none.
    pub name: String,
    /// The C type.
    pub ty: String,
    /// Element type in the guide's letters: `UI8`, `SI16`, `FP32`, `M128`, `MASK`, `IMM`.
    pub etype: String,
    /// For immediates, the bits that matter.
    pub immwidth: Option<u32>,
    /// For pointers, the bits that are read or written behind them.
    pub memwidth: Option<u32>,
}

/// An instruction that an intrinsic stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instruction {
    /// The mnemonic.
    pub name: String,
    /// Operand forms, as in `zmm {k}, zmm, zmm`.
    pub form: String,
    /// XED's iform.
    pub xed: String,
}

/// One entry of the guide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intrinsic {
    /// The C name.
    pub name: String,
    /// The guide's technology: `SSE2`, `AVX-512`, `SVML`.
    pub tech: String,
    /// Whether the guide calls it a sequence of instructions.
    pub sequence: bool,
    /// CPU features needed, all of them.
    pub cpuid: Vec<String>,
    /// The result.
    pub ret: Parameter,
    /// The parameters, in C order; a lone `void` is none.
    pub params: Vec<Parameter>,
    /// One sentence by Intel.
    pub description: String,
    /// The operation's pseudocode, when there is one.
    pub operation: Option<String>,
    /// The instructions; none for sequences and library functions.
    pub instructions: Vec<Instruction>,
    /// The C header.
    pub header: String,
    /// Intel's category.
    pub category: String,
}

/// Why a file could not be read as the guide.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CatalogueError {
    /// Not XML.
    #[error("the intrinsics file is not well-formed XML: {0}")]
    Xml(#[from] roxmltree::Error),
    /// XML, but of another kind.
    #[error("the XML root is <{0}>; Intel's guide has <intrinsics_list>")]
    Root(String),
}

/// Reads the guide's XML text, entries in file order.
pub fn read(xml: &str) -> Result<Vec<Intrinsic>, CatalogueError> {
    let document = roxmltree::Document::parse(xml)?;
    let root = document.root_element();
    if root.tag_name().name() != "intrinsics_list" {
        return Err(CatalogueError::Root(root.tag_name().name().to_owned()));
    }
    Ok(root.children().filter(|n| n.has_tag_name("intrinsic")).map(intrinsic).collect())
}

/// One entry. Unknown children are passed over: later versions of the guide add some.
fn intrinsic(node: roxmltree::Node<'_, '_>) -> Intrinsic {
    let mut out = Intrinsic {
        name: attribute(node, "name"),
        tech: attribute(node, "tech"),
        sequence: node.attribute("sequence") == Some("TRUE"),
        ..Intrinsic::default()
    };
    for child in node.children() {
        match child.tag_name().name() {
            "return" => out.ret = parameter(child),
            // C's way of saying that there are none.
            "parameter" if child.attribute("type") != Some("void") => out.params.push(parameter(child)),
            "description" => out.description = text(child),
            "operation" => out.operation = Some(text(child)),
            "CPUID" => out.cpuid.push(text(child).trim().to_owned()),
            "header" => out.header = text(child),
            "category" => out.category = text(child),
            "instruction" => out.instructions.push(Instruction {
                name: attribute(child, "name"),
                form: attribute(child, "form"),
                xed: attribute(child, "xed"),
            }),
            _ => {}
        }
    }
    out
}

/// A parameter or the result; both are written alike.
fn parameter(node: roxmltree::Node<'_, '_>) -> Parameter {
    let bits = |name| node.attribute(name).and_then(|w| w.parse().ok());
    Parameter {
        name: attribute(node, "varname"),
        ty: attribute(node, "type"),
        etype: attribute(node, "etype"),
        immwidth: bits("immwidth"),
        memwidth: bits("memwidth"),
    }
}

/// An attribute, empty where there is none.
fn attribute(node: roxmltree::Node<'_, '_>, name: &str) -> String {
    node.attribute(name).unwrap_or_default().to_owned()
}

/// All text below a node: operations have comments and entities between their lines.
fn text(node: roxmltree::Node<'_, '_>) -> String {
    node.descendants().filter(|n| n.is_text()).filter_map(|n| n.text()).collect()
}
