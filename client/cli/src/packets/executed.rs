//! Two codes on the emulator of their processor: linked and run in the sandbox that LLVM's tools are in.

use super::{PacketsError, object};
use crate::assembly;
use isotope_lowering::ObjectForm;
use isotope_packets::check::Emulator;
use isotope_packets::machine::Machine;
use isotope_tools::{Given, Output, Tool, ToolError};
use std::path::PathBuf;
use std::time::Duration;

/// A run of the emulator, which starts in some hundredths of a second.
const RUN_LIMIT: Duration = Duration::from_secs(10);

/// The codes that are executed, and the files made of them.
pub struct Emulated<'a> {
    machine: &'a Machine,
    texts: [&'a str; 2],
    folder: tempfile::TempDir,
    /// Programs that were linked.
    count: usize,
}

impl<'a> Emulated<'a> {
    /// For these two codes.
    ///
    /// # Errors
    ///
    /// There is no folder for temporary files.
    pub fn new(machine: &'a Machine, texts: [&'a str; 2]) -> std::io::Result<Self> {
        Ok(Emulated { machine, texts, folder: tempfile::tempdir()?, count: 0 })
    }

    /// A file with these contents, written unless it is there.
    fn file(&self, name: &str, contents: impl FnOnce() -> Result<Vec<u8>, String>) -> Result<String, String> {
        let path = self.folder.path().join(name);
        if !path.exists() {
            std::fs::write(&path, contents()?).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        Ok(path.display().to_string())
    }

    fn run_tool(&self, tool: &Tool, args: &[String], input: Vec<u8>) -> Result<Output, ToolError> {
        let tools = assembly::tools();
        let given = Given { reads: vec![self.folder.path().to_owned()], is_large: true, ..Given::default() };
        tool.run_given((args, &given), input, tools.runs, tools.payer)
    }
}

impl Emulator for Emulated<'_> {
    type Program = PathBuf;

    fn linked(&mut self, is_after: bool, module: &str) -> Result<PathBuf, String> {
        self.count += 1;
        let (machine, text) = (self.machine, self.texts[usize::from(is_after)]);
        let code = || object(machine, text, ObjectForm::default()).map_err(|error: PacketsError| error.to_string());
        let code = self.file(if is_after { "after.o" } else { "before.o" }, code)?;
        let driver = || {
            let options = [&machine.llc[..], &["-filetype=obj", "-O1", "-o", "-", "-"].map(str::to_owned)].concat();
            let (llc, module) = (Tool::llc(), module.as_bytes().to_vec());
            let made = self.run_tool(&llc, &options, module).map_err(|error| error.to_string())?;
            if made.ok { Ok(made.stdout) } else { Err(llc.refused("the call", &made.stderr).to_string()) }
        };
        let driver = self.file(&format!("driver{}.o", self.count), driver)?;
        let args = ["--gc-sections", "-o", "-", &driver, &code].map(str::to_owned);
        let linked = self.run_tool(&Tool::lld(), &args, Vec::new()).map_err(|error| error.to_string())?;
        if !linked.ok {
            // ld.lld: error: undefined symbol: malloc
            let why = linked.stderr.lines().next().unwrap_or_default();
            return Err(format!("it is not linked alone: {why}"));
        }
        let program = PathBuf::from(self.file(&format!("program{}", self.count), || Ok(linked.stdout))?);
        executable(&program).map_err(|error| format!("cannot run {}: {error}", program.display()))?;
        Ok(program)
    }

    fn run(&mut self, emulator: &[&str], program: &PathBuf, input: Vec<u8>) -> Result<Option<Vec<u8>>, String> {
        let Some((name, options)) = emulator.split_first() else { return Err("there is no emulator".to_owned()) };
        let tool = Tool { program: name.into(), package: "qemu-user", limit: RUN_LIMIT };
        let args: Vec<String> =
            options.iter().map(|one| (*one).to_owned()).chain([program.display().to_string()]).collect();
        let output = self.run_tool(&tool, &args, input).map_err(|error| error.to_string())?;
        Ok(output.ok.then_some(output.stdout))
    }
}

/// An emulator takes no other files.
fn executable(program: &std::path::Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o700))
}
