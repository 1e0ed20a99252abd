//! Operations on elements that have a form on vectors: the same operation, lane by lane.

/// Which of them, and whether one may be carried out on any values without an effect: a quotient of integers may not.
const LANEWISE: &[(&str, bool)] = &[
    ("arith.addf", true),
    ("arith.addi", true),
    ("arith.andi", true),
    ("arith.bitcast", true),
    ("arith.cmpf", true),
    ("arith.cmpi", true),
    ("arith.divf", true),
    ("arith.divsi", false),
    ("arith.divui", false),
    ("arith.extf", true),
    ("arith.extsi", true),
    ("arith.extui", true),
    ("arith.fptosi", true),
    ("arith.fptoui", true),
    ("arith.maximumf", true),
    ("arith.maxnumf", true),
    ("arith.maxsi", true),
    ("arith.maxui", true),
    ("arith.minimumf", true),
    ("arith.minnumf", true),
    ("arith.minsi", true),
    ("arith.minui", true),
    ("arith.mulf", true),
    ("arith.muli", true),
    ("arith.negf", true),
    ("arith.ori", true),
    ("arith.remsi", false),
    ("arith.remui", false),
    ("arith.select", true),
    ("arith.shli", true),
    ("arith.shrsi", true),
    ("arith.shrui", true),
    ("arith.sitofp", true),
    ("arith.subf", true),
    ("arith.subi", true),
    ("arith.truncf", true),
    ("arith.trunci", true),
    ("arith.uitofp", true),
    ("arith.xori", true),
    ("math.absf", true),
    ("math.absi", true),
    ("math.ceil", true),
    ("math.copysign", true),
    ("math.exp", true),
    ("math.floor", true),
    ("math.fma", true),
    ("math.log", true),
    ("math.rsqrt", true),
    ("math.sqrt", true),
];

/// Whether an operation has a form on vectors.
pub fn is_lanewise(name: &str) -> bool {
    LANEWISE.iter().any(|(of, _)| *of == name)
}

/// Whether it may be carried out on any values.
pub fn is_harmless(name: &str) -> bool {
    LANEWISE.iter().any(|(of, harmless)| *of == name && *harmless)
}

/// Whether it gives zero where all operands are zeros: such lanes may be added to its vectors.
pub fn keeps_zero(name: &str) -> bool {
    ["arith.addf", "arith.addi", "arith.extf", "arith.extsi", "arith.extui", "arith.mulf", "arith.muli", "arith.subi"]
        .contains(&name)
}

/// Whether operands may be exchanged.
pub fn commutes(name: &str) -> bool {
    ["arith.addf", "arith.addi", "arith.mulf", "arith.muli"].contains(&name)
}
