//! The record of one instruction, as the row of a file.

use crate::tablegen::Tables;
use anyhow::{Context, Result};
use serde_json::{Map, Value};

/// Properties that are bits of a record, and the words for them.
const FLAGS: [(&str, &str); 17] = [
    ("mayLoad", "load"),
    ("mayStore", "store"),
    ("isSolo", "solo"),
    ("isSoloAX", "soloax"),
    ("isBranch", "branch"),
    ("isBarrier", "barrier"),
    ("isCall", "call"),
    ("isReturn", "return"),
    ("hasSideEffects", "effects"),
    ("isPredicated", "predicated"),
    ("isPredicatedFalse", "unless"),
    ("isPredicatedNew", "prednew"),
    ("isNVStorable", "newstorable"),
    ("isCVLoadable", "curloadable"),
    ("isCVI", "vector"),
    ("isRestrictNoSlot1Store", "alonestore"),
    ("isPseudo", "pseudo"),
];

/// Syntax whose meaning a scheduler has to know: sums for addresses, comparisons and moves for counts, hardware loops.
const MEANINGS: [(&str, &str); 21] = [
    ("$Rd32 = $Rs32", "copy"),
    ("$Rdd32 = $Rss32", "copy"),
    ("$Vd32 = $Vu32", "copy"),
    ("$Vdd32 = $Vuu32", "copy"),
    ("$Rd32 = $Cs32", "copy"),
    ("$Cd32 = $Rs32", "copy"),
    ("$Rd32 = #$Ii", "sum"),
    ("$Rd32 = add($Rs32,#$Ii)", "sum"),
    ("$Rd32 = add($Rs32,$Rt32)", "sum"),
    ("$Rd32 = add($Rs32,add($Ru32,#$Ii))", "sum"),
    ("$Rd32 = addasl($Rt32,$Rs32,#$Ii)", "sumshifted"),
    ("$Rd32 = asl($Rs32,#$Ii)", "shifted"),
    ("$Rd32 = lsr($Rs32,#$Ii)", "halved"),
    ("$Rd32 = and($Rs32,#$Ii)", "masked"),
    ("$Pd4 = cmp.gtu($Rs32,#$Ii)", "above"),
    ("loop0($Ii,$Rs32)", "loop0"),
    ("loop0($Ii,#$II)", "loop0"),
    ("loop1($Ii,$Rs32)", "loop1"),
    ("loop1($Ii,#$II)", "loop1"),
    (":endloop0", "endloop0"),
    (":endloop1", "endloop1"),
];

/// Bytes of a scalar access, by LLVM's word for it; a vector's are in the file's head.
const SIZES: [(&str, &str); 5] = [
    ("ByteAccess", "1"),
    ("HalfWordAccess", "2"),
    ("WordAccess", "4"),
    ("DoubleWordAccess", "8"),
    ("HVXVectorAccess", "vector"),
];

/// The instructions around a loop, by its syntax: the count is read, compared, halved, lessened and set, control goes on or elsewhere.
const BUILDING: [(&str, &str); 9] = [
    ("count", "$Rd32 = $Cs32"),
    ("above", "$Pd4 = cmp.gtu($Rs32,#$Ii)"),
    ("unless", "if (!$Pu4) jump:nt $Ii"),
    ("halve", "$Rd32 = lsr($Rs32,#$Ii)"),
    ("mask", "$Rd32 = and($Rs32,#$Ii)"),
    ("add", "$Rd32 = add($Rs32,#$Ii)"),
    ("loop", "loop0($Ii,$Rs32)"),
    ("end", ":endloop0"),
    ("jump", "jump $Ii"),
];

/// The rows of the instructions that a scheduler writes of its own.
pub fn building(tables: &Tables) -> Result<String> {
    let mut out = String::new();
    for (word, syntax) in BUILDING {
        let is = |record: &Value| {
            let is_real = record["isPseudo"] == 0 && record["isCodeGenOnly"] == 0;
            record["AsmString"] == syntax && (is_real || word == "end")
        };
        let found = tables.records().find(|(_, record)| is(record));
        let (name, record) = found.with_context(|| format!("no instruction is `{syntax}`"))?;
        let defs: Vec<String> = super::names(&record["Defs"]).into_iter().map(str::to_lowercase).collect();
        out += &format!("build {word} {name} {}\n", defs.join(" "));
    }
    Ok(out)
}

/// The row after the instruction's name and timing.
pub fn described(record: &Value) -> Result<String> {
    let record = record.as_object().context("a record is an object")?;
    let list = |name: &str| operands(&record[name]).join(" ");
    let mut words: Vec<String> = Vec::new();
    words.extend(FLAGS.iter().filter(|(name, _)| bits(record, name) == Some(1)).map(|(_, word)| (*word).to_owned()));
    let text = |name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default();
    let asm = text("AsmString");
    if let Some((_, meaning)) = MEANINGS.iter().find(|(syntax, _)| *syntax == asm) {
        words.push(format!("means={meaning}"));
    }
    if bits(record, "hasNewValue") == Some(1) {
        words.push(format!("new={}", bits(record, "opNewValue").unwrap_or(0)));
    }
    if bits(record, "isPredicated") == Some(1) && operands(&record["InOperandList"]).first() == Some(&"PredRegs") {
        words.push("onpredicate".to_owned());
    }
    // The place of a consumer's operand counts results too.
    if bits(record, "isNewValue") == Some(1) {
        let place = bits(record, "opNewValue").unwrap_or(0) as usize;
        let place =
            place.checked_sub(operands(&record["OutOperandList"]).len()).context("a new value that is a result")?;
        words.push(format!("newer={place}"));
    }
    // The vector load whose result is read in its own packet is its base's variant; that of `.tmp` is in no register afterwards.
    for kind in ["cur", "tmp"] {
        if asm.contains(&format!(".{kind} = ")) {
            words.push(kind.to_owned());
        }
    }
    if bits(record, "isExtendable") == Some(1) {
        let number = |name| bits(record, name).with_context(|| format!("no {name}"));
        let sign = if bits(record, "isExtentSigned") == Some(1) { 's' } else { 'u' };
        words.push(format!(
            "extends={},{sign}{},{}",
            number("opExtendable")?,
            number("opExtentBits")?,
            number("opExtentAlign")?
        ));
    }
    let size = record.get("accessSize").and_then(|size| size["def"].as_str()).unwrap_or_default();
    if let Some((_, bytes)) = SIZES.iter().find(|(name, _)| *name == size) {
        let mode = record["addrMode"]["def"].as_str().context("an access without a mode")?;
        // An address begins with the first operand that is a general register.
        let base = operands(&record["InOperandList"]).iter().position(|class| *class == "IntRegs");
        words.push(format!("access={bytes},{mode},{}", base.map(|at| at.to_string()).unwrap_or_default()));
        // Vector accesses round addresses down, those that say so apart.
        if *bytes == "vector" && asm.contains("vmemu") {
            words.push("unaligned".to_owned());
        }
    }
    for (a, b) in text("Constraints").split(',').filter_map(|constraint| constraint.split_once('=')) {
        let place = |list: &str, name: &str| {
            let args = record[list]["args"].as_array().into_iter().flatten();
            args.map(|arg| arg[1].as_str()).position(|own| own == Some(name.trim().trim_start_matches('$')))
        };
        let places = place("OutOperandList", a).zip(place("InOperandList", b));
        let places = places.or_else(|| place("OutOperandList", b).zip(place("InOperandList", a)));
        let (result, operand) = places.with_context(|| format!("`{a}={b}` ties what is not there"))?;
        words.push(format!("tied={result},{operand}"));
    }
    Ok(format!("{} | {} | {}", list("OutOperandList"), list("InOperandList"), words.join(" ")))
}

/// Syntax that reads results of its own packet, as it is where it reads older ones: `= $Nt8.new` is `= $Rt32`.
pub fn without_new(asm: &str) -> String {
    let mut plain = asm.replace(".cur = ", " = ");
    for (new, old) in [("$Nt8.new", "$Rt32"), ("$Ns8.new", "$Rs32"), ("$Os8.new", "$Vs32")] {
        plain = plain.replace(new, old);
    }
    if plain.contains('=') || plain.contains("jump") { plain.replace("4.new", "4") } else { plain }
}

/// The kinds of a list of operands.
fn operands(list: &Value) -> Vec<&str> {
    let args = list["args"].as_array().into_iter().flatten();
    args.filter_map(|arg| arg[0]["def"].as_str().or(arg[0]["operator"]["def"].as_str())).collect()
}

/// A field of bits, or of one, as a number; `None` where the record leaves it open.
fn bits(record: &Map<String, Value>, name: &str) -> Option<u64> {
    match record.get(name)? {
        Value::Array(bits) => bits.iter().enumerate().try_fold(0, |sum, (at, bit)| Some(sum | bit.as_u64()? << at)),
        one => one.as_u64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_instruction_that_reads_its_own_packet_has_a_plain_form() {
        assert_eq!(without_new("if ($Pv4.new) memb($Rs32+#$Ii) = $Nt8.new"), "if ($Pv4) memb($Rs32+#$Ii) = $Rt32");
        assert_eq!(without_new("$Vd32.cur = vmem($Rt32+#$Ii)"), "$Vd32 = vmem($Rt32+#$Ii)");
    }

    #[test]
    fn a_consumer_of_a_new_value_names_its_operand() {
        let reference = |name: &str| json!({"def": name});
        let record = json!({
            "AsmString": "memw($Rx32++#$Ii) = $Nt8.new", "isNewValue": [1], "opNewValue": [1, 1, 0],
            "OutOperandList": {"args": [[reference("IntRegs"), "Rx32"]]},
            "InOperandList": {"args": [[reference("IntRegs"), "Rx32in"], [reference("s4_2Imm"), "Ii"], [reference("IntRegs"), "Nt8"]]},
        });
        assert_eq!(described(&record).unwrap(), "IntRegs | IntRegs s4_2Imm IntRegs | newer=2");
    }

    #[test]
    fn a_row_has_what_the_record_says() {
        let reference = |name: &str| json!({"def": name});
        let record = json!({
            "AsmString": "$Rd32 = add($Rs32,#$Ii)", "Constraints": "$Rd32 = $Rs32",
            "OutOperandList": {"args": [[reference("IntRegs"), "Rd32"]]},
            "InOperandList": {"args": [[reference("IntRegs"), "Rs32"], [reference("s32_0Imm"), "Ii"]]},
            "isExtendable": [1], "opExtendable": [0, 1, 0], "opExtentBits": [0, 0, 0, 0, 1], "isExtentSigned": [1], "opExtentAlign": [0, 0],
            "hasNewValue": [1], "opNewValue": [0, 0, 0], "mayLoad": 1, "mayStore": null,
            "accessSize": reference("HVXVectorAccess"), "addrMode": reference("PostInc"),
        });
        let row = "IntRegs | IntRegs s32_0Imm | load means=sum new=0 extends=2,s16,0 access=vector,PostInc,0 tied=0,0";
        assert_eq!(described(&record).unwrap(), row);
    }
}
