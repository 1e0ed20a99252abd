//! Constants of enumerations that operands choose: a float's kind, of which the text asks again and again whether it is one.
//!
//! Such a value is a tree of conditions with constants at its leaves. It is never written down: a comparison with a constant makes a
//! truth of it, which is an expression of the conditions alone.

use super::operators::negated;
use super::value::{Value, binary};
use isotope_semantics::pseudo::ast::{BinOp, Expr as Out};
use std::rc::Rc;

/// A constant, or one of two by a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Pick {
    /// A constant of an enumeration.
    One(String),
    /// The first where the condition holds.
    Either(Out, Rc<Pick>, Rc<Pick>),
}

impl Pick {
    /// The tree that a value is, if it is a constant of an enumeration.
    pub fn of(value: &Value) -> Option<Rc<Pick>> {
        match value {
            Value::Name(name) => Some(Rc::new(Pick::One(name.clone()))),
            Value::Pick(pick) => Some(pick.clone()),
            _ => None,
        }
    }

    /// Whether it is this constant.
    pub fn is(&self, name: &str) -> Value {
        match self {
            Pick::One(one) => Value::Bool(one == name),
            Pick::Either(condition, x, y) => either(condition, x.is(name), y.is(name)),
        }
    }

    /// Whether it is the same constant as another tree's.
    pub fn equals(&self, other: &Value) -> Value {
        match (self, other) {
            (Pick::One(name), Value::Pick(pick)) => pick.is(name),
            (Pick::Either(condition, x, y), _) => either(condition, x.equals(other), y.equals(other)),
            (Pick::One(_), _) => Value::Bool(false),
        }
    }

    /// The tree with other conditions.
    pub fn map<E>(&self, see: &mut dyn FnMut(&Out) -> Result<Out, E>) -> Result<Rc<Pick>, E> {
        Ok(Rc::new(match self {
            Pick::One(name) => Pick::One(name.clone()),
            Pick::Either(condition, x, y) => Pick::Either(see(condition)?, x.map(see)?, y.map(see)?),
        }))
    }

    /// Whether a condition of it is such.
    pub fn any(&self, holds: &dyn Fn(&Out) -> bool) -> bool {
        match self {
            Pick::One(_) => false,
            Pick::Either(condition, x, y) => holds(condition) || x.any(holds) || y.any(holds),
        }
    }
}

/// `condition ? x : y` of truths, as short as what is known of them makes it.
pub(super) fn either(condition: &Out, x: Value, y: Value) -> Value {
    let expr = |value: &Value| match value {
        Value::Bool(b) => Out::Int(i128::from(*b)),
        Value::Truth(expr) => expr.clone(),
        _ => Out::Int(0),
    };
    let not = || expr(&negated(Value::Truth(condition.clone())));
    let truth = |op, a, b| Value::Truth(binary(op, a, b));
    match (&x, &y) {
        _ if x == y => x,
        (Value::Bool(true), Value::Bool(false)) => Value::Truth(condition.clone()),
        (Value::Bool(false), Value::Bool(true)) => Value::Truth(not()),
        (Value::Bool(true), _) => truth(BinOp::LogicOr, condition.clone(), expr(&y)),
        (Value::Bool(false), _) => truth(BinOp::LogicAnd, not(), expr(&y)),
        (_, Value::Bool(true)) => truth(BinOp::LogicOr, not(), expr(&x)),
        (_, Value::Bool(false)) => truth(BinOp::LogicAnd, condition.clone(), expr(&x)),
        _ => Value::Truth(Out::Cond(Box::new(condition.clone()), Box::new(expr(&x)), Box::new(expr(&y)))),
    }
}
