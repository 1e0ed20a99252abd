//! The stage `select`: the windows of a program are asked for, and answers that are worth it take their places.

use super::refusal::refusal;
use crate::layout::OneResult;
use crate::outgoing::Results;
use crate::wire::expression;
use isotope_client::compiler::{CompilerClient, NotNow, Program, Reason, Reply};
use isotope_mlir::ir::{Module, Source, Sources};
use isotope_mlir::target::Target;
use isotope_mlir::{print, read};
use isotope_proto::v1;
use isotope_windows::{Answer, Changes, Code, Cost, Found, Lanes, Parameter, Windows, find};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The least operations of a window, where an answer has to be cheaper and where it has not.
const LEAST: usize = 2;
const LEAST_PLAIN: usize = 1;

/// The generic form of an answer's code, in the dialect `llvm`. An error is the end of a sentence about the answer.
pub type Imported<'a> = &'a dyn Fn(&OneResult) -> Result<String, String>;

/// A program after the stage.
pub struct Selected {
    /// Its text; nothing where it is as it was.
    pub module: Option<String>,
    /// The remarks.
    pub remarks: Vec<Remark>,
    /// The results for the windows.
    pub results: Results,
}

/// A sentence about an operation.
pub struct Remark {
    /// The first file that the operation's location names.
    pub source: Option<Source>,
    /// The sentence.
    pub text: String,
    /// The window that it is about, if that was asked for.
    pub asked: Option<Asked>,
}

/// A window that was asked for.
pub struct Asked {
    /// `32 lanes of i8 in blend line 17`
    pub place: String,
    /// Its expression in the text form.
    pub question: String,
    /// The machine that it was asked for.
    pub target: v1::Target,
    /// Its number among the results.
    pub result: usize,
    /// Why the program computes it as before; nothing where the answer is in its place.
    pub why_not: Option<String>,
}

/// Runs the stage on a program in the generic form. All calls together take at most `deadline`, or the client's own timeout.
pub fn select(
    client: &CompilerClient,
    given: &v1::Target,
    text: &str,
    imported: Imported<'_>,
    deadline: Option<Duration>,
) -> Result<Selected, NotNow> {
    let mut module = read(text).map_err(|error| NotNow::new(Reason::Misconfigured, error.to_string()))?;
    let plain = client.settings().plain;
    let mut windows = find(&module, if plain { LEAST_PLAIN } else { LEAST });
    windows.share(&module);
    let targets: Vec<v1::Target> = windows.found.iter().map(|found| named(found.target.as_ref(), given)).collect();
    let replies = replies(client, &windows, &targets, deadline);
    let mut remarks = remarks(&module, &windows, targets);
    let results = Results::of(replies.clone());
    let costs = replies.iter().zip(&windows.found).map(|(reply, found)| cost(reply, found, plain)).collect::<Vec<_>>();
    let used = windows.used(&costs);
    let (mut changes, own) = (Changes::default(), Target { cpu: given.mcpu.clone(), features: flags(&given.mattr) });
    let mut at = 0;
    for remark in &mut remarks {
        let Some(asked) = &mut remark.asked else { continue };
        asked.why_not = refusal(&replies[at], (&windows, at), &used).or_else(|| {
            let put = put(&windows, &mut module, &mut changes, (at, &replies[at]), &results.all[at], imported, &own);
            put.err()
        });
        let said = asked.why_not.clone().or_else(|| Some(instructions(&replies[at])));
        remark.text = format!("{}: {}", asked.place, said.unwrap_or_default());
        asked.result = at;
        at += 1;
    }
    let is_changed = !changes.is_empty();
    changes.finish(&mut module).map_err(|why| NotNow::new(Reason::Misconfigured, why))?;
    Ok(Selected { module: is_changed.then(|| print(&module)), remarks, results })
}

/// The machine of a function that names one, or the one that is given.
fn named(own: Option<&Target>, given: &v1::Target) -> v1::Target {
    let of = |own: &Target| v1::Target { arch: given.arch.clone(), mcpu: own.cpu.clone(), mattr: own.features.clone() };
    own.map_or_else(|| given.clone(), of)
}

/// Features without the words that are none of LLVM's.
fn flags(mattr: &str) -> String {
    mattr.split(',').filter(|word| word.starts_with(['+', '-'])).collect::<Vec<_>>().join(",")
}

/// The replies for all windows; those of one machine are asked for together.
fn replies(
    client: &CompilerClient,
    windows: &Windows,
    targets: &[v1::Target],
    deadline: Option<Duration>,
) -> Vec<Reply> {
    let mut of_target: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (at, target) in targets.iter().enumerate() {
        of_target.entry((&target.mcpu, &target.mattr)).or_default().push(at);
    }
    let none = || Err(NotNow::new(Reason::Internal, "a window was not asked for"));
    let mut replies: Vec<Reply> = windows.found.iter().map(|_| none()).collect();
    let end = Instant::now() + deadline.unwrap_or(client.settings().timeout);
    for numbers in of_target.into_values() {
        let graphs: Vec<_> = numbers.iter().map(|at| windows.found[*at].expression().map(expression)).collect();
        let programs: Vec<_> =
            graphs.iter().map(|graph| graph.as_ref().map(Program::Graph).ok_or_else(none_of)).collect();
        let left = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        let Some(first) = numbers.first() else { continue };
        for (at, reply) in numbers.iter().zip(client.select_programs(&targets[*first], &programs, Some(left))) {
            replies[*at] = reply;
        }
    }
    replies
}

fn none_of() -> NotNow {
    NotNow::new(Reason::Internal, "a window has no expression")
}

/// The remarks that are known before anything is put in: values that stay as they are, then the windows.
fn remarks(module: &Module, windows: &Windows, targets: Vec<v1::Target>) -> Vec<Remark> {
    let sources = Sources::of(module);
    let left = windows.left.iter().map(|left| {
        let source = sources.source(left.op);
        Remark { source, text: left.why.clone(), asked: None }
    });
    let found = windows.found.iter().zip(targets).map(|(found, target)| {
        let source = sources.source(found.op);
        let line = source.as_ref().map(|source| format!(" line {}", source.place.line)).unwrap_or_default();
        let place = found.title.clone() + &line;
        let asked = Asked { place, question: found.text(), target, result: 0, why_not: None };
        Remark { source, text: String::new(), asked: Some(asked) }
    });
    left.chain(found).collect()
}

fn instructions(reply: &Reply) -> String {
    let selection = reply.as_ref().ok().and_then(|answer| answer.selection.as_ref());
    selection.map(|selection| selection.instructions.join(" ")).unwrap_or_default()
}

/// The costs by which answers are used. With `plain` each one is, and one of several results before those of its members.
fn cost(reply: &Reply, found: &Found, plain: bool) -> Option<Cost> {
    let selection = reply.as_ref().ok()?.selection.as_ref()?;
    match plain {
        true => Some(Cost { cost: found.members.is_empty().into(), plain: u64::MAX, is_better: true }),
        false => (selection.verdict() == v1::Verdict::Proved).then_some(Cost {
            cost: selection.cost,
            plain: selection.baseline_cost,
            is_better: selection.is_better,
        }),
    }
}

/// Puts an answer in the place of its window. An error is the end of a sentence about the answer.
fn put(
    windows: &Windows,
    module: &mut Module,
    changes: &mut Changes,
    (number, reply): (usize, &Reply),
    result: &OneResult,
    imported: Imported<'_>,
    target: &Target,
) -> Result<(), String> {
    let selection = reply.as_ref().ok().and_then(|answer| answer.selection.as_ref()).ok_or("it has no code")?;
    let parameters: Option<Vec<Parameter>> = selection.parameters.iter().map(parameter).collect();
    let parameters = parameters.ok_or("its types are not known here")?;
    let text = imported(result)?;
    let code = read(&text).map_err(|error| format!("its code cannot be read: {error}"))?;
    let code = Code::of(&code, &selection.function)?;
    let answer = Answer { code: &code, parameters: &parameters, one_load_a_byte: selection.one_load_a_byte };
    windows.put(module, changes, number, answer, target)
}

/// A parameter of an answer; nothing where it has a type that no window has.
fn parameter(parameter: &v1::Parameter) -> Option<Parameter> {
    let ty = parameter.r#type.as_ref()?;
    let is_integer = matches!(ty.kind(), v1::Kind::Int | v1::Kind::Uint);
    let lanes = Lanes { bits: ty.bits, lanes: ty.lanes };
    let source = match parameter.value.as_ref()? {
        v1::parameter::Value::Leaf(name) => isotope_windows::Source::Leaf(name.clone()),
        v1::parameter::Value::Load(load) => isotope_windows::Source::Load {
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
