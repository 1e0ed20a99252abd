//! Blocks that are no hardware loops, with a referee whose packets hold one instruction each, unless they are finished.

use isotope_packets::machine::Machine;
use isotope_packets::schedule::{Blocks, Cost, Referee, schedule};

/// LLVM's tools, but for the text that no assembler takes.
struct Plain {
    refused: &'static str,
    runs: usize,
}

impl Referee for Plain {
    fn packets(&mut self, text: &str) -> Result<String, String> {
        self.runs += 1;
        Ok(text.to_owned())
    }

    fn assembles(&mut self, text: &str) -> Result<(), String> {
        self.runs += 1;
        if text.contains(self.refused) { Err("out of slots".to_owned()) } else { Ok(()) }
    }
}

/// A function of one block, or of several that follow one another, with some attributes.
fn function(attributes: &str, blocks: &[&str]) -> String {
    let mut out = format!(
        "--- |\n  define void @f() #0 {{\n  }}\n  attributes #0 = {{ {attributes} }}\n...\n---\nname: f\nbody: |\n"
    );
    for (number, lines) in blocks.iter().enumerate() {
        let next =
            if number + 1 < blocks.len() { format!("    successors: %bb.{}\n", number + 1) } else { String::new() };
        let lines: String = lines.split(';').map(|line| format!("    {}\n", line.trim())).collect();
        out += &format!("  bb.{number}:\n{next}{lines}");
    }
    out + "...\n"
}

fn done(text: &str, refused: &'static str) -> (String, Blocks, usize) {
    let machine = Machine::named("hexagonv66").unwrap();
    let mut referee = Plain { refused, runs: 0 };
    let done = schedule(&machine, text, None, &mut referee).unwrap();
    assert_eq!(done.blocks.len(), 1);
    (done.text, done.blocks[0].clone(), referee.runs)
}

const RETURN: &str = "PS_jmpret $r31, implicit-def dead $pc, implicit $r0";

/// The packets of each function's blocks before and after.
fn packets(of: &Blocks) -> (i64, i64) {
    (of.before.packets, of.after.packets)
}

#[test]
fn instructions_that_are_apart_share_packets() {
    let lines = format!("$r1 = A2_addi $r1, 1; $r2 = A2_addi $r2, 1; $r0 = A2_addi $r0, 3; {RETURN}");
    let (text, of, _) = done(&function("", &[&lines]), "no text");
    assert_eq!((packets(&of), of.scheduled, of.stayed.clone()), ((4, 1), 1, None), "{text}");
    // The return hands over the result of its own packet.
    assert!(text.contains("PS_jmpret $r31, implicit-def dead $pc, implicit internal $r0"), "{text}");
    // A packet has four words.
    let lines: Vec<String> = (1..7).map(|to| format!("$r{to} = A2_addi $r{to}, 1")).collect();
    let (_, of, _) = done(&function("", &[&format!("{}; {RETURN}", lines.join("; "))]), "no text");
    assert_eq!(packets(&of), (7, 2));
}

#[test]
fn registers_and_memory_keep_their_order() {
    for (lines, packets_of) in [
        // A register is written in the packet that reads it, and not twice.
        ("$r1 = A2_addi $r2, 1; $r2 = A2_addi $r3, 1", (3, 1)),
        ("$r1 = A2_addi $r2, 1; $r1 = A2_addi $r3, 1", (3, 2)),
        // A load does not pass a store that may be to its place, and passes one that is not.
        ("S2_storeri_io $r1, 0, $r2; $r0 = L2_loadri_io $r3, 0", (3, 2)),
        ("S2_storeri_io $r1, 0, $r2; $r0 = L2_loadri_io $r1, 4", (3, 1)),
        // All sums that saturate set the bit of the status that nobody reads here.
        ("$r1 = A2_addsat $r2, $r3, implicit-def $usr_ovf; $r4 = A2_addsat $r2, $r3, implicit-def $usr_ovf", (3, 1)),
        // A store may store the result of its packet.
        ("$r1 = A2_addi $r1, 1; S2_storeri_io $r2, 0, $r1", (3, 1)),
    ] {
        let (text, of, _) = done(&function("", &[&format!("{lines}; {RETURN}")]), "no text");
        assert_eq!(packets(&of), packets_of, "{lines}\n{text}");
    }
}

#[test]
fn statements_and_finished_packets_stay_where_they_are() {
    let apart = "$r1 = A2_addi $r1, 1; EH_LABEL <mcsymbol >; $r2 = A2_addi $r2, 1";
    let (text, of, _) = done(&function("", &[&format!("{apart}; {RETURN}")]), "no text");
    let place = |part: &str| text.find(part).unwrap();
    assert!(place("$r1 = A2_addi") < place("EH_LABEL") && place("EH_LABEL") < place("$r2 = A2_addi"));
    assert_eq!(packets(&of), (3, 2), "{text}");
    let finished = "BUNDLE implicit-def $r1, implicit-def $r2 {; $r1 = A2_addi $r1, 1; $r2 = A2_addi $r2, 1; }";
    let whole = function("", &[&format!("{finished}; $r3 = A2_addi $r3, 1; {RETURN}")]);
    assert_eq!(done(&whole, "no text").0, whole);
    // A compare that reads a new value stays behind the instruction that computes it.
    let jump = "$r3 = A2_addi $r3, 1; $r4 = A2_addi $r4, 1; $r1 = A2_addi $r1, 1; \
                J4_cmpeqi_t_jumpnv_t internal $r1, 0, %bb.1, implicit-def $pc";
    let (text, ..) = done(&function("", &[jump, RETURN]), "no text");
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.contains("jumpnv")).unwrap();
    assert!(lines[at - 1].contains("$r1 = A2_addi $r1, 1"), "{text}");
    // A statement that a register is dead is true of the old order only.
    let killed = "$r1 = A2_addi $r2, 1; KILL killed $r2; $r3 = M2_mpyi $r1, $r1; $r2 = A2_addi $r4, 1";
    let (text, of, _) = done(&function("", &[&format!("{killed}; {RETURN}")]), "no text");
    assert!(of.scheduled == 1 && !text.contains("KILL"), "{text}");
}

#[test]
fn functions_for_other_processors_stay_and_say_why() {
    let lines = format!("$r1 = A2_addi $r1, 1; $r2 = A2_addi $r2, 1; {RETURN}");
    for (attributes, why) in [
        ("\"target-cpu\"=\"hexagonv60\"", Some("it is for hexagonv60, and not for hexagonv66")),
        ("\"target-features\"=\"+v66,-packets\"", Some("it asks for packets of one instruction")),
        ("noinline optnone", Some("it asks not to be optimized (optnone)")),
        ("\"target-cpu\"=\"hexagonv66\" \"target-features\"=\"+v66,+packets\"", None),
    ] {
        let (_, of, _) = done(&function(attributes, &[&lines]), "no text");
        assert_eq!((of.stayed.as_deref(), of.scheduled), (why, usize::from(why.is_none())), "{attributes}");
        assert_eq!(of.blocks, 1);
    }
}

#[test]
fn a_block_that_the_assembler_refuses_stays_alone() {
    let lines = |by: u32| format!("$r1 = A2_addi $r1, {by}; $r2 = A2_addi $r2, {by}; $r3 = A2_addi $r3, {by}");
    let all: Vec<String> = (1..=8).map(lines).chain([RETURN.to_owned()]).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let text = function("", &all);
    // Nothing is refused that is as it was: the referee sees the packet's own line.
    let (after, of, runs) = done(&text, "      $r2 = A2_addi $r2, 5");
    assert_eq!((of.scheduled, packets(&of)), (7, (25, 11)), "{after}");
    assert_eq!(of.stayed.as_deref(), Some("LLVM makes no object file of it: out of slots"));
    assert!(after.contains("\n    $r2 = A2_addi $r2, 5\n") && runs < 40, "{runs} {after}");
}

#[test]
fn a_block_at_its_bound_is_shown_to_nobody() {
    let chain = format!("$r1 = A2_addi $r0, 1; $r2 = M2_mpyi $r1, $r1; $r0 = M2_mpyi $r2, $r2; {RETURN}");
    let text = function("", &[&chain]);
    let (after, of, _) = done(&text, "no text");
    let cost = Cost { packets: 3, ..of.after };
    // The return is in the packet of the last product.
    assert_eq!((of.scheduled, of.after), (1, cost), "{after}");
    let (again, of, runs) = done(&after, "no text");
    assert_eq!((again, of.scheduled), (after, 0));
    assert_eq!(runs, 2, "the packets before, once for loops and once for blocks");
}
