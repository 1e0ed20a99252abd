//! Answers as functions of one module of LLVM's, and as operations in the places of their windows.

use crate::error::LoweringError;
use crate::tools::Tools;
use isotope_codegen::llvm::{Definition, Module as Functions};
use isotope_dictionary::InstructionSets;
use isotope_mlir::ir::Module;
use isotope_mlir::target::Target;
use isotope_mlir::{print, read};
use isotope_proto::v1;
use isotope_windows::{Answer, Changes, Code, Cost, Found, HIDDEN, Lanes, Parameter, Source, Windows};

/// A program as it was read.
pub struct Program {
    /// The program.
    pub module: Module,
    /// In the generic form.
    pub text: String,
    /// The text is that of `mlir-opt`: places are those of its locations.
    pub located: bool,
}

impl Program {
    /// A program whose text `mlir-opt` wrote.
    pub(crate) fn located(mut module: Module, text: String) -> Self {
        module.adopt_locations();
        Program { module, text, located: true }
    }
}

/// A program with answers in it.
pub struct Placed {
    /// In MLIR's own form.
    pub text: String,
    /// Why answers are not used, a sentence each.
    pub notes: Vec<String>,
}

/// The name of a window's function in the module of `count` windows: the answer's own for a single window, and otherwise with the
/// window's number, from 1.
pub fn name(selection: &v1::Selection, number: usize, count: usize) -> String {
    if count == 1 { selection.function.clone() } else { format!("{}_{number}", selection.function) }
}

/// The functions of all answers as one module for their target, in their order, each behind its expression as a comment. The triple
/// and the data layout are those of the instruction set; where `sets` does not have it the module says neither.
///
/// # Errors
///
/// A module of an answer that is not understood, or answers for several targets.
pub fn module(selections: &[&v1::Selection], sets: &InstructionSets) -> Result<String, LoweringError> {
    let target = crate::code::target(selections)?;
    let code = sets.get(&target.arch).map(|set| &set.manifest().code);
    let mut module = code.map_or(Functions::default(), |code| Functions::new(&code.triple, &code.data_layout));
    for (at, selection) in selections.iter().enumerate() {
        let unread = |why| LoweringError::Module { window: at + 1, why };
        let definition = Definition::read(&selection.llvm_ir, &selection.function).map_err(unread)?;
        module.add(&name(selection, at + 1, selections.len()), &selection.expression, definition);
    }
    Ok(module.to_string())
}

/// Puts the answers that are proved and cheaper in the places of their windows. `program` is what it is called in notes, `selections`
/// has one for each window that is answered, `given` is the processor of functions that name none.
///
/// # Errors
///
/// A tool of MLIR is missing, or cannot read what it should.
pub fn place(
    (program, module): (&str, &mut Module),
    windows: &Windows,
    selections: &[Option<&v1::Selection>],
    given: &v1::Target,
    sets: &InstructionSets,
    tools: Tools<'_>,
) -> Result<Placed, LoweringError> {
    let cost = |of: &Option<&v1::Selection>| of.filter(|of| of.verdict() == v1::Verdict::Proved).map(cost);
    let used = windows.used(&selections.iter().map(cost).collect::<Vec<_>>());
    let all = selections.iter().zip(used).enumerate();
    let all: Vec<(usize, &v1::Selection)> =
        all.filter_map(|(at, (selection, is_used))| Some((at, selection.filter(|_| is_used)?))).collect();
    let mut by_target: Vec<(v1::Target, Vec<(usize, &v1::Selection)>)> = Vec::new();
    for (at, selection) in all {
        let of = selection.target.clone().unwrap_or_default();
        match by_target.iter_mut().find(|(other, _)| *other == of) {
            Some((_, those)) => those.push((at, selection)),
            None => by_target.push((of, vec![(at, selection)])),
        }
    }
    let (mut changes, mut notes) = (Changes::default(), Vec::new());
    let given = Target { cpu: given.mcpu.clone(), features: flags(&given.mattr) };
    for (_, those) in by_target {
        let selections: Vec<&v1::Selection> = those.iter().map(|(_, selection)| *selection).collect();
        let text = crate::answers::module(&selections, sets)?.replace("@llvm.", &format!("@{HIDDEN}llvm."));
        let imported = tools.mlir("mlir-translate-19", &["--import-llvm"], text)?;
        let generic = tools.mlir("mlir-opt-19", &["--mlir-print-op-generic"], imported)?;
        let code = read(&generic).map_err(|error| LoweringError::Unread(error.to_string()))?;
        for (number, (at, selection)) in (1..).zip(&those) {
            let parameters: Option<Vec<Parameter>> = selection.parameters.iter().map(parameter).collect();
            let put = Code::of(&code, &name(selection, number, those.len())).and_then(|code| {
                let parameters = parameters.ok_or("its types are not known here")?;
                let (parameters, one_load_a_byte) = (&parameters[..], selection.one_load_a_byte);
                windows.put(module, &mut changes, *at, Answer { code: &code, parameters, one_load_a_byte }, &given)
            });
            if let Err(why) = put {
                let Found { place, title, .. } = &windows.found[*at];
                notes.push(format!("{program}:{place}: {title}: the answer is not used: {why}"));
            }
        }
    }
    changes.finish(module).map_err(LoweringError::Unread)?;
    let text = tools.own_form(print(module))?;
    Ok(Placed { text, notes })
}

/// The costs of an answer.
fn cost(of: &v1::Selection) -> Cost {
    Cost { cost: of.cost, plain: of.baseline_cost, is_better: of.is_better }
}

/// Features without the words that are none of LLVM's.
pub fn flags(mattr: &str) -> String {
    mattr.split(',').filter(|word| word.starts_with(['+', '-'])).collect::<Vec<_>>().join(",")
}

/// A parameter of an answer; nothing where it has a type that no window has.
fn parameter(parameter: &v1::Parameter) -> Option<Parameter> {
    let ty = parameter.r#type.as_ref()?;
    let is_integer = matches!(ty.kind(), v1::Kind::Int | v1::Kind::Uint);
    let lanes = Lanes { bits: ty.bits, lanes: ty.lanes };
    let source = match parameter.value.as_ref()? {
        v1::parameter::Value::Leaf(name) => Source::Leaf(name.clone()),
        v1::parameter::Value::Load(load) => Source::Load {
            buffer: load.buffer.clone(),
            base: load.base.clone(),
            offset: load.offset,
            stride: load.stride,
        },
    };
    (is_integer && ty.lanes > 0).then_some(Parameter {
        lanes,
        source,
        is_frozen: parameter.freeze() != v1::Freeze::Never,
    })
}
