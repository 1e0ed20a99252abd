//! Runs a program on the Bochs emulator, on the bare machine: no operating system, a disk image in and out.
//!
//! The image holds a boot sector and loader (`machine/`), a sector that says where everything lies, the program, its input,
//! and room for its output. Which Bochs that is, and what its processor has, says [`crate::bochs`].

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::RunError;
use crate::bochs;
use crate::limits::PROGRAM_BYTES;
use crate::program::{Language, Unit, check_size, checked, compile, read, scratch, wait, write};

const SECTOR: usize = 512;

/// Room for the loader, after the boot sector.
const LOADER_SECTORS: usize = 32;

/// "isotept" in little-endian bytes, as in `machine/loader.c`.
const MAGIC: u64 = 0x0074_7065_736f_7369;

/// "iexcept": in `MAGIC`'s place, with the exception's number and its place behind it.
const EXCEPTION: u64 = 0x0074_7065_6378_6569;

/// Where the loader puts programs.
const PROGRAM_AT: u64 = 2 << 20;

/// The processor's exceptions that a program gets for what it does, with what they say (Intel SDM, volume 3, table 6-1).
const EXCEPTIONS: [(u64, &str); 6] = [
    (0, "a division that has no quotient"),
    (6, "an invalid instruction"),
    (7, "an instruction that is switched off"),
    (13, "a general protection fault"),
    (14, "a page fault"),
    (19, "a floating-point exception"),
];

/// A track of the image's geometry, 16 heads of 63 sectors: its size is a multiple of this.
const CYLINDER: usize = 16 * 63 * SECTOR;

/// Links `objects` for the bare machine and runs them on `input`; at most `capacity` bytes come out.
pub fn run_on_emulator(objects: &[PathBuf], input: &[u8], capacity: usize) -> Result<Vec<u8>, RunError> {
    check_size("input", input.len())?;
    check_size("output", capacity)?;
    let folder = scratch()?;
    let program = link_program(objects, folder.path())?;
    let loader = link_loader(folder.path())?;
    let layout = Layout::new(program.len(), input.len(), capacity);
    let image = folder.path().join("disk.img");
    write(&image, &layout.image(&loader, &program, input))?;
    boot(folder.path())?;
    layout.output(&read(&image)?).map_err(|why| failed(format!("{why}; {}", last_words(folder.path()))))
}

fn failed(message: String) -> RunError {
    RunError::Failed { machine: "the emulator", message }
}

/// The last words of Bochs.
fn last_words(folder: &Path) -> String {
    let log = std::fs::read(folder.join("bochs.log")).unwrap_or_default();
    let log = String::from_utf8_lossy(&log);
    let serious = |line: &&str| line.contains("p[") || line.contains("e[") || line.contains("RIP=");
    let lines: Vec<&str> = log.lines().filter(serious).take(8).map(str::trim).collect();
    if lines.is_empty() { "Bochs left no message".to_owned() } else { lines.join("; ") }
}

/// Where things lie on the disk, in sectors.
struct Layout {
    program: (usize, usize),
    input: (usize, usize),
    output: (usize, usize),
    bytes: usize,
}

impl Layout {
    fn new(program: usize, input: usize, capacity: usize) -> Layout {
        let program_at = LOADER_SECTORS + 2;
        let input_at = program_at + program.div_ceil(SECTOR);
        let output_at = input_at + input.div_ceil(SECTOR);
        let sectors = output_at + 1 + capacity.div_ceil(SECTOR);
        let bytes = (sectors * SECTOR).next_multiple_of(CYLINDER);
        Layout { program: (program_at, program), input: (input_at, input), output: (output_at, capacity), bytes }
    }

    fn image(&self, loader: &[u8], program: &[u8], input: &[u8]) -> Vec<u8> {
        let mut image = vec![0; self.bytes];
        let mut put = |sector: usize, bytes: &[u8]| {
            image[sector * SECTOR..sector * SECTOR + bytes.len()].copy_from_slice(bytes);
        };
        put(0, loader);
        let (p, i, o) = (self.program, self.input, self.output);
        let job = [p.0, p.1, i.0, i.1, o.0, o.1].map(|n| n as u64);
        let job: Vec<u8> = std::iter::once(MAGIC).chain(job).flat_map(u64::to_le_bytes).collect();
        put(LOADER_SECTORS + 1, &job);
        put(p.0, program);
        put(i.0, input);
        image
    }

    fn output(&self, image: &[u8]) -> Result<Vec<u8>, String> {
        let at = self.output.0 * SECTOR;
        let word = |at: usize| image.get(at..at + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes);
        if word(at) == EXCEPTION {
            let (number, place) = (word(at + 8), word(at + 16).wrapping_sub(PROGRAM_AT));
            let name = EXCEPTIONS.iter().find(|(n, _)| *n == number).map_or("an exception", |(_, name)| name);
            return Err(format!("{name} (exception {number}) at byte {place:#x} of the program"));
        }
        if word(at) != MAGIC {
            return Err("it ended without writing its output".to_owned());
        }
        let bytes = word(at + 8) as usize;
        if bytes > self.output.1 {
            return Err(format!("it made {bytes} bytes where {} were allowed", self.output.1));
        }
        Ok(image[at + SECTOR..at + SECTOR + bytes].to_vec())
    }
}

/// The loader as a flat binary at 0x7c00, boot sector first.
fn link_loader(folder: &Path) -> Result<Vec<u8>, RunError> {
    let (boot, loader) = (folder.join("boot.S"), folder.join("loader.c"));
    write(&boot, include_bytes!("../machine/boot.S"))?;
    write(&loader, include_bytes!("../machine/loader.c"))?;
    let sectors = format!("-DLOADER_SECTORS={LOADER_SECTORS}");
    let mut objects = Vec::new();
    for source in [boot, loader] {
        let object = source.with_extension("o");
        let mut clang = Command::new("clang-19");
        clang.args(["--target=x86_64-unknown-none-elf", "-Os", "-c", "-ffreestanding", "-fno-pic", "-mno-red-zone"]);
        clang.args(["-mno-sse", "-fno-stack-protector", "-fno-asynchronous-unwind-tables", &sectors]);
        checked(clang.arg("-o").arg(&object).arg(&source))?;
        objects.push(object);
    }
    let script = "SECTIONS { . = 0x7c00; .text : { *(.boot) *(.text*) *(.rodata*) *(.data*) *(.bss*) } }";
    let binary = link(folder, "loader.bin", script, &objects)?;
    let bound = (LOADER_SECTORS + 1) * SECTOR;
    if binary.len() > bound {
        return Err(RunError::TooLarge { what: "the loader", bytes: binary.len(), bound, name: "LOADER_SECTORS" });
    }
    Ok(binary)
}

/// The program as a flat binary at 2 MiB, its entry first.
fn link_program(objects: &[PathBuf], folder: &Path) -> Result<Vec<u8>, RunError> {
    let text = include_str!("../machine/runtime.c").to_owned();
    let runtime = Unit { name: "isotope-runtime".to_owned(), language: Language::C, text, features: Vec::new() };
    let mut all = vec![compile(&runtime, folder)?];
    all.extend_from_slice(objects);
    let script = "SECTIONS { . = 0x200000; .text : { *(.text.first) *(.text*) } \
        .data : ALIGN(64) { *(.rodata*) *(.data*) *(.bss*) *(COMMON) } /DISCARD/ : { *(.eh_frame*) *(.comment) *(.note*) } }";
    let binary = link(folder, "program.bin", script, &all)?;
    let (bytes, bound) = (binary.len(), PROGRAM_BYTES);
    if bytes > bound {
        return Err(RunError::TooLarge { what: "the program", bytes, bound, name: "PROGRAM_BYTES" });
    }
    Ok(binary)
}

fn link(folder: &Path, name: &str, script: &str, objects: &[PathBuf]) -> Result<Vec<u8>, RunError> {
    let (script_file, binary) = (folder.join(format!("{name}.ld")), folder.join(name));
    write(&script_file, script.as_bytes())?;
    let mut lld = Command::new("ld.lld-19");
    lld.args(["--oformat=binary", "--nostdlib", "-T"]).arg(&script_file).arg("-o").arg(&binary).args(objects);
    checked(&mut lld)?;
    read(&binary)
}

/// Runs Bochs on the folder's `disk.img` until the machine switches itself off.
fn boot(folder: &Path) -> Result<(), RunError> {
    let bochs = bochs::found();
    let configuration = "\
cpu: PROCESSOR, count=1, ips=200000000, reset_on_triple_fault=0
memory: guest=512, host=512
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0-master: type=disk, path=disk.img, mode=flat
boot: disk
display_library: rfb, options=\"timeout=0\"
log: bochs.log
panic: action=fatal
error: action=report
info: action=report
clock: sync=none
speaker: enabled=0
sound: waveoutdrv=dummy
"
    .replace("PROCESSOR", &bochs.processor());
    write(&folder.join("bochsrc"), configuration.as_bytes())?;
    // For one that starts in its debugger: continue, and leave when it stops again.
    write(&folder.join("debugger"), b"c\nq\n")?;
    let console = folder.join("console");
    let file = std::fs::File::create(&console).map_err(|source| RunError::File { path: console.clone(), source })?;
    let errors = file.try_clone().map_err(|source| RunError::File { path: console, source })?;
    let mut child = Command::new(&bochs.program)
        .args(["-q", "-f", "bochsrc"])
        .args(bochs.arguments("debugger"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(file)
        .stderr(errors)
        .spawn()
        .map_err(|source| RunError::Tool { tool: bochs.tool(), source })?;
    // Bochs' exit status says nothing: switching the machine off is a fatal event to it. The disk has the answer.
    wait(&mut child, "the emulator")?;
    Ok(())
}
