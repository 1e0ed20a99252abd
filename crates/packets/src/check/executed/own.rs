//! Whether a function has no memory but that of its arguments, and places on the stack that it finds by numbers alone.
//!
//! ```text
//! stack:
//!   - { id: 0, name: '', type: spill-slot, offset: -8, size: 8, alignment: 8 }      // is found by its number
//!   - { id: 1, name: buf, type: default, offset: -72, size: 64, alignment: 8 }      // is an array, beside which something may be read
//! ..
//!     $r2 = A2_tfrsi @table                                                         // so it is with a global
//! ```

use crate::mir::{Operand, Program};

/// Words of operands that are places of memory, or of code.
const PLACES: [&str; 4] = ["@", "&", "%jump-table", "blockaddress"];

/// An error if a function of a program may read or write beside memory whose surroundings are not varied, or does not exist.
pub(super) fn is_alone(program: &Program, name: &str) -> Result<(), String> {
    let function = program.functions.iter().find(|of| of.name == name).ok_or("a program does not have it")?;
    let begin = function.blocks.first().map_or(0, |block| block.lines.start).min(program.lines.len());
    // The function's own document begins before its blocks; its sections begin without a space.
    let document = program.lines[..begin].iter().rposition(|line| line == "---").unwrap_or_default();
    let mut is_stack = false;
    for line in &program.lines[document..begin] {
        is_stack = if line.starts_with(' ') { is_stack } else { line.trim_end() == "stack:" };
        if is_stack && (line.contains("type: default") || line.contains("type: variable-sized")) {
            return Err(format!("it has an array on the stack: {}", line.trim()));
        }
    }
    for of in function.blocks.iter().flat_map(|block| block.instructions()) {
        let place = of.operands.iter().find_map(|operand| match operand {
            Operand::Other(text) => text.split(' ').find(|word| PLACES.iter().any(|place| word.starts_with(place))),
            _ => None,
        });
        if let Some(place) = place {
            return Err(format!("line {} names {place}, which is not an argument's", of.line + 1));
        }
    }
    Ok(())
}
