//! Which of an assembler's mnemonics also read the register that they write, found in the LLVM forms.
//!
//! An intrinsic that is one instruction has as many vectors as the instruction has operands for them, the result's place included, where
//! the result's register is also read: `vpdpbusd zmm, zmm, zmm` has three, as `_mm512_dpbusd_epi32` has. Others have one less.

use crate::form::Block;
use isotope_cost::Syntax;

/// The mnemonic of a form that an intrinsic is, if that reads what it writes.
pub(crate) fn accumulating<'a>(block: &Block, form: &'a str, syntax: &Syntax) -> Option<&'a str> {
    let (mnemonic, operands) = form.split_once(' ')?;
    // Of a mask's instruction the result is an operand, too, and with another mask it is not.
    if operands.contains("{k") || form.starts_with('{') {
        return None;
    }
    // A lane of a result is written beside those that stay: the operand says so, and the mnemonic is also that of whole registers.
    if operands.split(", ").next().is_some_and(|result| result.contains('[')) {
        return None;
    }
    let in_memory = |kind: &str| kind.strip_prefix('m').is_some_and(|bits| bits.parse::<u32>().is_ok());
    let is_vector = |kind: &&str| in_memory(kind) || syntax.vector_bits(kind).is_some();
    let places = operands.split(", ").map(|kind| kind.trim_matches(['{', '}', ' '])).filter(is_vector).count();
    let vectors = block.vectors();
    (places > 1 && vectors == places).then_some(mnemonic)
}

#[cfg(test)]
mod tests {
    use crate::form::Blocks;
    use isotope_cost::Syntax;

    fn of(params: &[&str], form: &'static str) -> bool {
        let params: String = params.iter().map(|ty| format!("param a {ty}\n")).collect();
        let text =
            format!("# isotope llvm-forms 1\n\nintrinsic f\nfeatures a\n{params}result <4 x i32>\nform\n  ret\n");
        let blocks = Blocks::read(Box::leak(text.into_boxed_str()), std::iter::empty()).unwrap();
        let vectors = ["xmm", "v", "q"].map(|name| (name.to_owned(), 128));
        super::accumulating(&blocks.get("f").unwrap(), form, &Syntax { vectors: vectors.into(), ..Syntax::default() })
            .is_some()
    }

    #[test]
    fn the_result_is_read_where_every_place_has_an_operand() {
        let (vector, scalar, mask) = ("<4 x i32>", "i32", "<4 x i1>");
        assert!(of(&[vector; 3], "vpdpbusd xmm, xmm, m128"));
        assert!(of(&[vector; 3], "udot v.4s, v.16b, v.16b"));
        assert!(of(&[vector; 2], "paddb xmm, xmm"));
        assert!(!of(&[vector; 2], "vpaddb xmm, xmm, xmm"));
        assert!(!of(&[vector], "vpabsb xmm, xmm"));
        assert!(!of(&[vector, scalar], "vpinsrb xmm, xmm, r32, i"));
        assert!(!of(&[vector, mask, vector, vector], "vpaddb xmm {k}, xmm, xmm"));
        assert!(!of(&[vector; 2], "mov v.d[1], v.d[0]"));
        assert!(!of(&[vector; 2], "tbl v.16b, { v.16b }, v.16b"));
        assert!(!of(&[scalar], "xor r32, r32"));
    }
}
