//! Results of calls, remembered while nothing that they rest on has changed.
//!
//! Only functions that depend on their arguments alone are remembered, and nothing across a choice that is data: under
//! an assumption a function may have simplified its result by it. Eight calls are enough for what repeats in the guide,
//! one element's function applied to each bit of it.

use super::value::Value;
use crate::pseudo::ast::{Expr, Function, Program, StmtKind, Sym};
use crate::pseudo::{expressions, root, visit, visit_expr};

/// A call and what came of it.
struct Called<V> {
    /// The function's number in the text.
    function: usize,
    args: Vec<Value<V>>,
    want: Option<u32>,
    result: Value<V>,
}

/// Calls remembered at a time.
const CALLED: usize = 8;

/// Results of the last calls of functions worth it: Intel's affine transforms ask for one inverse eight times.
pub(super) struct Memo<V> {
    called: Vec<Called<V>>,
    /// By function, whether it loops or calls, and sees only its parameters.
    worth: Vec<bool>,
}

impl<V: Clone + PartialEq> Memo<V> {
    /// Nothing is remembered yet; which functions are worth it is decided once.
    pub fn of(program: &Program) -> Self {
        let worth = program.functions.iter().map(|f| memoisable(program, f)).collect();
        Memo { called: Vec::new(), worth }
    }

    /// The result of an equal call.
    pub fn known(&self, function: usize, args: &[Value<V>], want: Option<u32>) -> Option<Value<V>> {
        let call = self.called.iter().find(|c| c.function == function && c.want == want && c.args == args)?;
        Some(call.result.clone())
    }

    /// Remembers a call, if its function is worth it.
    pub fn keep(&mut self, function: usize, args: Vec<Value<V>>, want: Option<u32>, result: &Value<V>) {
        if self.worth[function] {
            self.called.truncate(CALLED - 1);
            self.called.insert(0, Called { function, args, want, result: result.clone() });
        }
    }

    /// Forgets everything: what was computed under one assumption may not hold under another.
    pub fn forget(&mut self) {
        self.called.clear();
    }
}

/// Whether a function's result is worth remembering (it loops or calls) and depends on its parameters alone.
fn memoisable(program: &Program, function: &Function) -> bool {
    let mut own: Vec<Sym> = function.params.clone();
    let mut costly = false;
    visit(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign(target, _) => own.extend(root(target)),
        StmtKind::For { var, .. } => {
            own.push(*var);
            costly = true;
        }
        _ => {}
    });
    // Names that the body uses and does not assign are the text's, which may change between calls. So may what a name
    // of a function stands for where it is a variable.
    let mut closed = true;
    visit(&function.body, &mut |stmt| {
        for expr in expressions(stmt) {
            visit_expr(expr, &mut |e| match e {
                Expr::Var(name) | Expr::Infix(name, ..) => closed &= own.contains(name),
                Expr::Call(name, _) => {
                    costly = true;
                    closed &= !own.contains(name) && program.functions.iter().any(|f| f.name == *name);
                }
                _ => {}
            });
        }
    });
    costly && closed
}
