//! Reading machine code: total, bounded, an error has its line.

use super::{Attributes, Block, Function, Instruction, Packet, Program};
use crate::limits::{MAX_BLOCKS, MAX_BYTES, MAX_INSTRUCTIONS};
use std::collections::BTreeSet;

/// A text that is no machine code.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{line}: {why}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The fault in it.
    pub why: String,
}

/// Where the reader is.
struct Reader {
    program: Program,
    instructions: usize,
    /// Whether the lines are those of a function's blocks.
    is_body: bool,
    /// Whether they are those of its stack.
    is_stack: bool,
    /// Whether instructions go into one packet until it is closed.
    is_packet: bool,
}

/// Reads a text of machine code.
///
/// # Errors
///
/// No function has blocks, a line of a block is no instruction, or a bound of [`crate::limits`] is passed.
pub fn read(text: &str) -> Result<Program, ReadError> {
    let at = |line: usize, why: &str| ReadError { line: line + 1, why: why.to_owned() };
    if text.len() > MAX_BYTES {
        return Err(at(0, "the text is longer than MAX_BYTES"));
    }
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut reader =
        Reader { program: Program::default(), instructions: 0, is_body: false, is_stack: false, is_packet: false };
    for (number, line) in lines.iter().enumerate() {
        reader.line(number, line).map_err(|why| at(number, &why))?;
    }
    if reader.is_packet {
        return Err(at(lines.len().saturating_sub(1), "a packet is not closed"));
    }
    let mut program = reader.program;
    program.functions.retain(|function| !function.blocks.is_empty());
    if program.functions.is_empty() {
        return Err(at(0, "no function has machine code: `llc -stop-before=hexagon-packetizer` prints it"));
    }
    for function in &mut program.functions {
        let ids: BTreeSet<u32> = function.blocks.iter().map(|block| block.id).collect();
        let lost = function.blocks.iter().find_map(|block| {
            let mut instructions = block.instructions();
            instructions.find(|of| of.targets().any(|target| !ids.contains(&target))).map(|of| of.line)
        });
        if let Some(line) = lost {
            return Err(at(line, "a block is named that is not there"));
        }
        if ids.len() != function.blocks.len() {
            let line = function.blocks[0].lines.start;
            return Err(at(line, "two blocks have one number"));
        }
        function.objects.read(&lines, &function.name);
        function.attributes = Attributes::read(&lines, &function.name);
    }
    program.lines = lines;
    Ok(program)
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let is_stack = line.starts_with("stack:") || self.is_stack && line.starts_with(' ');
        if let (Some(function), true) = (self.program.functions.last_mut(), is_stack && self.is_stack) {
            function.objects.stack(line);
        }
        self.is_stack = is_stack && !self.is_body;
        if let Some(name) = line.strip_prefix("name:") {
            let name = name.trim().trim_matches('\'').to_owned();
            self.program.functions.push(Function { name, ..Function::default() });
            self.is_body = false;
        } else if line.starts_with("body:") && !self.program.functions.is_empty() {
            self.is_body = true;
        } else if line.starts_with("...") || line.starts_with("---") {
            self.is_body = false;
        } else if self.is_body {
            return self.of_body(number, line);
        }
        Ok(())
    }

    fn of_body(&mut self, number: usize, line: &str) -> Result<(), String> {
        let Some(function) = self.program.functions.last_mut() else { return Ok(()) };
        let text = line.split(" ; ").next().unwrap_or(line).trim();
        let packet = packet(text);
        if let Some(head) = line.strip_prefix("  bb.") {
            let digits = head.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            let id = digits.parse().map_err(|_| "a block without a number".to_owned())?;
            if self.is_packet {
                return Err("a block begins in a packet".to_owned());
            }
            if function.blocks.len() >= MAX_BLOCKS {
                return Err("more blocks than MAX_BLOCKS".to_owned());
            }
            let statements = statements(head);
            function.blocks.push(Block { id, lines: number..number + 1, statements, ..Block::default() });
            return Ok(());
        }
        if text.is_empty() || text.starts_with(';') {
            return Ok(());
        }
        let block = function.blocks.last_mut().ok_or("an instruction before the first block")?;
        block.lines.end = number + 1;
        if let Some(list) = text.strip_prefix("successors:") {
            let ids = list.split("%bb.").skip(1).map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
            block.successors = ids.flatten().filter_map(|digits| digits.parse().ok()).collect();
        } else if let Some(list) = text.strip_prefix("liveins:") {
            let names = list.split(',').filter_map(|name| name.trim().strip_prefix('$'));
            block.live = names.map(|name| name.split(':').next().unwrap_or_default().to_owned()).collect();
        } else if text == "}" {
            if !self.is_packet {
                return Err("no packet is open".to_owned());
            }
            self.is_packet = false;
        } else if let Some(rest) = packet {
            if self.is_packet {
                return Err("a packet begins in a packet".to_owned());
            }
            self.is_packet = true;
            let first = rest.split([',', ' ']).next().unwrap_or_default();
            let is_ordered = match first.parse::<u32>() {
                Err(_) => false,
                Ok(bits) if bits & !ORDERED == 0 => bits == ORDERED,
                Ok(bits) => return Err(format!("`{bits}` is no property of a packet that is known")),
            };
            block.packets.push(Packet { is_ordered, ..Packet::default() });
        } else {
            self.instructions += 1;
            if self.instructions > MAX_INSTRUCTIONS {
                return Err("more instructions than MAX_INSTRUCTIONS".to_owned());
            }
            let instruction = Instruction::read(text, number)?;
            match block.packets.last_mut().filter(|_| self.is_packet) {
                Some(packet) => packet.instructions.push(instruction),
                None => block.packets.push(Packet { instructions: vec![instruction], is_ordered: false }),
            }
        }
        Ok(())
    }
}

/// The rest of a packet's first line, which has a flag where all of its instructions do: `frame-setup BUNDLE implicit-def $r29 .. {`.
fn packet(text: &str) -> Option<&str> {
    let text = ["frame-setup ", "frame-destroy "].iter().fold(text, |text, flag| text.trim_start_matches(flag));
    text.strip_prefix("BUNDLE ").filter(|rest| rest.ends_with('{'))
}

/// LLVM's bit of a packet whose loads and stores keep their order (`memShufDisabledMask` in HexagonInstrInfo.h).
const ORDERED: u32 = 4;

/// The statements in a block's head: `landing-pad` of `3 (%ir-block.4, landing-pad, align 16):`.
fn statements(head: &str) -> Vec<String> {
    let list = head.rsplit_once(" (").and_then(|(_, rest)| rest.split_once(')')).map_or("", |(list, _)| list);
    let all = list.split(", ").filter(|one| !one.is_empty() && !one.starts_with("align ") && !one.starts_with('%'));
    all.map(str::to_owned).collect()
}

/// The parts of a text between separators that are in no brackets and no quotes.
pub(super) fn split<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let bytes = text.as_bytes();
    let (mut out, mut depth, mut is_quoted, mut from, mut at) = (Vec::new(), 0_i32, false, 0, 0);
    while at < bytes.len() {
        let byte = bytes[at];
        if is_quoted {
            is_quoted = byte != b'"';
        } else if depth == 0 && bytes[at..].starts_with(separator.as_bytes()) {
            out.push(&text[from..at]);
            at += separator.len();
            from = at;
            continue;
        } else {
            match byte {
                b'"' => is_quoted = true,
                b'(' | b'<' | b'[' | b'{' => depth += 1,
                b')' | b'>' | b']' | b'}' => depth -= 1,
                _ => {}
            }
        }
        at += 1;
    }
    out.push(&text[from..]);
    out
}
