//! Machine code for `Schedule`: loops without end, loops of everything, code that names what is not there, and text that is none.

use super::{Case, call};
use isotope_proto::v1;
use prost::Message as _;

/// A function with these blocks, each a list of lines.
fn code(blocks: &[String]) -> String {
    let blocks = blocks.iter().enumerate().map(|(at, lines)| format!("  bb.{at}:\n{lines}\n")).collect::<String>();
    format!(
        "--- |\n  target triple = \"hexagon\"\n  define void @f() #0 {{\n    unreachable\n  }}\n  \
         attributes #0 = {{ \"target-cpu\"=\"hexagonv66\" }}\n...\n---\nname:            f\nbody:             |\n{blocks}...\n"
    )
}

/// A hardware loop of so many iterations around these lines.
fn hardware(iterations: i64, body: &str) -> String {
    let begin = format!(
        "    successors: %bb.1\n    liveins: $r0, $r1\n    J2_loop0i %bb.1, {iterations}, implicit-def $lc0, implicit-def $sa0, implicit-def $usr"
    );
    let body = format!(
        "    successors: %bb.1, %bb.2\n    liveins: $lc0, $r0, $r1, $sa0\n{body}    \
         ENDLOOP0 %bb.1, implicit-def $lc0, implicit-def $pc, implicit $lc0, implicit $sa0"
    );
    code(&[begin, body, "    PS_jmpret $r31, implicit-def $pc".to_owned()])
}

/// Every attack by machine code.
pub fn cases() -> Vec<Case> {
    let add = "    $r0 = A2_addi $r0, 1\n";
    let of = |code: String| v1::ScheduleRequest { code, ..Default::default() };
    let plain = hardware(16, add);
    let jumps = (0..5_000).map(|at| format!("    J2_jump %bb.{}, implicit-def $pc", (at * 7 + 1) % 5_000));
    let object = Some(v1::ObjectForm { position_independent: true, function_sections: true });
    let all = [
        ("a loop of nothing", of(hardware(1, ""))),
        ("iterations of all numbers", of(hardware(i64::MAX, add))),
        ("iterations below nothing", of(hardware(i64::MIN, add))),
        ("all iterations where none are named", v1::ScheduleRequest { iterations: u32::MAX, ..of(plain.clone()) }),
        ("a chain of all instructions", of(hardware(16, &add.repeat(6_000)))),
        (
            "stores that may all overlap",
            of(hardware(16, &"    S2_storeri_io $r0, 0, $r1 :: (store (s32))\n".repeat(3_000))),
        ),
        ("a loop of megabytes", of(hardware(16, &add.repeat(150_000)))),
        ("jumps to everywhere", of(code(&jumps.collect::<Vec<_>>()))),
        ("a jump to nowhere", of(plain.replace("%bb.2", "%bb.4000000000"))),
        ("blocks of one number", of(plain.replace("  bb.2:", "  bb.1:"))),
        ("packets in packets", of(hardware(16, &"    BUNDLE implicit-def $r0 {\n".repeat(10_000)))),
        ("a packet without end", of(hardware(16, "    BUNDLE implicit-def $r0 {\n"))),
        ("registers of nobody", of(plain.replace("$r0 =", "$r4294967296 ="))),
        ("an instruction of nobody", of(plain.replace("A2_addi", &"A".repeat(1 << 20)))),
        (
            "assembly that reads a file",
            of(hardware(16, "    INLINEASM &\".incbin \\22/etc/passwd\\22\", 1 /* sideeffect attdialect */\n")),
        ),
        (
            "a module that reads a file",
            of(plain.replace("  define", "  module asm \".incbin \\22/etc/passwd\\22\"\n  define")),
        ),
        ("a thousand functions", of((0..1_000).map(|_| plain.clone()).collect())),
        ("no machine code", of("define void @f() { ret void }\n".to_owned())),
        ("nothing", of(String::new())),
        ("a text of one line", of("x".repeat(1 << 20))),
        ("lines without end", of("\n".repeat(1 << 20))),
        ("too long", of(" ".repeat((4 << 20) + 1))),
        ("a processor of nobody", v1::ScheduleRequest { mcpu: "hexagonv67000".to_owned(), ..of(plain.clone()) }),
        ("a processor of a megabyte", v1::ScheduleRequest { mcpu: "v".repeat(1 << 20), ..of(plain.clone()) }),
        ("an object of nothing", v1::ScheduleRequest { object, ..of(code(&[])) }),
        ("an object", v1::ScheduleRequest { object, ..of(plain) }),
    ];
    let case = |(name, request): (&str, v1::ScheduleRequest)| {
        Case::new(format!("schedule: {name}"), move || call("Schedule", &request.encode_to_vec()))
    };
    all.into_iter().map(case).collect()
}
