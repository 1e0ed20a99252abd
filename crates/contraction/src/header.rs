//! A header of C.

use crate::form::Contraction;

/// A C header with the function's prototype.
pub fn header(of: &Contraction) -> String {
    let arguments: Vec<String> = of
        .arrays
        .iter()
        .enumerate()
        .map(|(at, array)| {
            let is_result = at == of.result.array;
            let inner: String = array.shape.iter().skip(1).map(|size| format!("[{size}]")).collect();
            let constant = if is_result { "" } else { "const " };
            let first = array.shape.first().map_or(String::new(), |size| size.to_string());
            format!("{constant}{} {}[restrict {first}]{inner}", array.number.c(), array.name)
        })
        .collect();
    let guard = format!("ISOTOPE_{}_H", of.name.to_uppercase());
    let ranges = of.arrays.iter().filter_map(|array| Some((&array.name, array.range?)));
    let ranges: String = ranges.map(|(name, (low, high))| format!(" {name} holds {low} to {high}.")).collect();
    format!(
        "#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n\n/* The arrays do not overlap.{ranges} */\nvoid {}({});\n\n#endif\n",
        of.name,
        arguments.join(", ")
    )
}
