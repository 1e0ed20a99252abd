//! The effects that a declaration states of a function without a body.

use isotope_mlir::ir::{Attribute, Module, Operation};

/// Whether it may read, and whether it may write.
type Access = [bool; 2];

/// The memory that a function without a body may touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effects {
    /// Memory that it is not given.
    pub other: Access,
    /// Memory that it is given.
    given: Access,
    /// Memory that no program sees.
    hidden: Access,
    /// The same, by argument.
    arguments: Vec<Access>,
}

impl Default for Effects {
    fn default() -> Self {
        Effects { other: [true; 2], given: [true; 2], hidden: [true; 2], arguments: Vec::new() }
    }
}

/// `#llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>`: what one of these may do.
fn effect(text: &str, name: &str) -> Access {
    let inner = text.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>')).unwrap_or_default();
    let value = inner.split(',').filter_map(|part| part.split_once('=')).find(|(of, _)| of.trim() == name);
    match value.map(|(_, value)| value.trim()) {
        Some("none") => [false; 2],
        Some("read") => [true, false],
        Some("write") => [false, true],
        _ => [true; 2],
    }
}

impl Effects {
    /// Those that a `func.func` declares: `llvm.memory_effects` and `llvm.readnone` of the function, `llvm.readnone`, `llvm.readonly`
    /// and `llvm.writeonly` of its arguments.
    pub fn of(module: &Module, op: &Operation) -> Effects {
        let mut effects = Effects::default();
        let named = ["llvm.memory_effects", "memory_effects"].into_iter().find_map(|name| module.attribute(op, name));
        if let Some(Attribute::Opaque { text, .. }) = named {
            [effects.other, effects.given, effects.hidden] =
                ["other", "argMem", "inaccessibleMem"].map(|of| effect(text, of));
        }
        if module.attribute(op, "llvm.readnone").is_some() {
            [effects.other, effects.given, effects.hidden] = [[false; 2]; 3];
        }
        if let Some(Attribute::Array(arguments)) = module.attribute(op, "arg_attrs") {
            effects.arguments = arguments.iter().map(|id| argument(module, module.pool.attribute(*id))).collect();
        }
        effects
    }

    /// Whether it touches no memory at all.
    pub fn is_pure(&self) -> bool {
        [self.other, self.given, self.hidden] == [[false; 2]; 3]
    }

    /// As numbers: a function that is declared in another way is another function.
    pub fn words(&self) -> impl Iterator<Item = u32> {
        let all = [self.other, self.given, self.hidden].into_iter().chain(self.arguments.iter().copied());
        all.flatten().map(u32::from).collect::<Vec<_>>().into_iter()
    }

    /// The access that it may make to the memory of one argument.
    pub fn of_argument(&self, number: usize) -> Access {
        let own = self.arguments.get(number).copied().unwrap_or([true; 2]);
        [self.given[0] && own[0], self.given[1] && own[1]]
    }
}

fn argument(module: &Module, attribute: &Attribute) -> Access {
    let Attribute::Dictionary(of) = attribute else { return [true; 2] };
    let has = |name: &str| {
        of.iter().any(|named| named.name == name && module.pool.attribute(named.value) == &Attribute::Unit)
    };
    match () {
        () if has("llvm.readnone") => [false; 2],
        () if has("llvm.readonly") => [true, false],
        () if has("llvm.writeonly") => [false, true],
        () => [true; 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_say_what_is_touched() {
        let of = |attributes: &str| {
            let text = format!(
                "\"func.func\"() <{{function_type = (memref<4xf32>, f32) -> (), sym_name = \"g\", sym_visibility = \"private\"{attributes}}}> ({{\n}}) : () -> ()"
            );
            let module = isotope_mlir::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let effects = Effects::of(&module, &module.operations[0]);
            (effects.other, effects.of_argument(0), effects.of_argument(1))
        };
        let [all, read, none] = [[true; 2], [true, false], [false; 2]];
        assert_eq!(of(""), (all, all, all));
        assert_eq!(of(", arg_attrs = [{llvm.readonly}, {}]"), (all, read, all));
        let text = ", llvm.memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>";
        assert_eq!(of(text), (none, read, read));
        assert_eq!(of(", llvm.readnone"), (none, none, none));
        // Text that is not understood rules nothing out.
        assert_eq!(of(", llvm.memory_effects = #llvm.memory_effects<argMem = none>"), (all, none, none));
    }
}
