//! Machine code as LLVM prints it between two passes, read again: packets are made of it, or an object file.

use crate::tools::Tools;
use isotope_tools::{Output, Tool, ToolError, refusal};

/// The pass before which machine code is taken, and which makes packets of it.
const PASS: &str = "hexagon-packetizer";

/// How an object file's code lies in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectForm {
    /// It may be loaded anywhere.
    pub position_independent: bool,
    /// Each function has a section of its own.
    pub function_sections: bool,
}

/// How `llc` is told of a processor, and where it runs.
#[derive(Clone, Copy)]
pub struct Packetizer<'a> {
    /// Options that name the processor.
    pub processor: &'a [String],
    /// Where it runs, and who pays.
    pub tools: Tools<'a>,
}

impl Packetizer<'_> {
    /// Machine code before packets are made, of a module of LLVM IR; `options` are the caller's own.
    ///
    /// # Errors
    ///
    /// `llc` is missing or does not end in time. The output says where it does not take the module.
    pub fn machine_code(self, module: String, options: &[String]) -> Result<Output, ToolError> {
        let stop = [format!("-stop-before={PASS}")];
        self.run(&[self.processor, &stop, options].concat(), module)
    }

    /// Machine code with packets.
    ///
    /// # Errors
    ///
    /// As for [`Self::machine_code`], and where the code could have a file read.
    pub fn packets(self, code: String) -> Result<Output, ToolError> {
        self.of_code(&[format!("-run-pass={PASS}")], code)
    }

    /// An object file.
    ///
    /// # Errors
    ///
    /// As for [`Self::packets`].
    pub fn object(self, code: String, form: ObjectForm) -> Result<Output, ToolError> {
        let mut options = vec![format!("-start-before={PASS}"), "-filetype=obj".to_owned()];
        options.extend(form.position_independent.then(|| "-relocation-model=pic".to_owned()));
        options.extend(form.function_sections.then(|| "-function-sections".to_owned()));
        self.of_code(&options, code)
    }

    /// Whether LLVM takes the code whole: its assembler knows more rules of packets than what prints them.
    ///
    /// # Errors
    ///
    /// As for [`Self::packets`], and where the assembler is missing.
    pub fn assembled(self, code: String) -> Result<Output, ToolError> {
        let printed = self.of_code(&[format!("-start-before={PASS}")], code)?;
        if !printed.ok {
            return Ok(printed);
        }
        let text = printed.text().into_owned();
        let processor = self.processor.iter().map(|option| option.replacen("-mtriple=", "-triple=", 1));
        let options: Vec<String> = processor.chain(["-filetype=obj", "-o", "-", "-"].map(str::to_owned)).collect();
        Tool::mc().run(&options, text, self.tools.runs, self.tools.payer)
    }

    /// The version of LLVM: `Debian LLVM version 19.1.7`.
    ///
    /// # Errors
    ///
    /// `llc` is missing or does not end in time.
    pub fn version(self) -> Result<String, ToolError> {
        let output = Tool::llc().run(&["--version".to_owned()], String::new(), self.tools.runs, self.tools.payer)?;
        let text = output.text();
        Ok(text.lines().find(|line| line.contains("version")).unwrap_or_default().trim().to_owned())
    }

    fn of_code(self, options: &[String], code: String) -> Result<Output, ToolError> {
        refusal::of_machine_code(&code).map_err(|why| Tool::llc().refused("the machine code", &why))?;
        // Machine code names its own system, which decides how an object file is laid out.
        let processor = self.processor.iter().filter(|option| !option.starts_with("-mtriple=")).cloned();
        let options: Vec<String> = processor.chain(["-x=mir".to_owned()]).chain(options.iter().cloned()).collect();
        self.run(&options, code)
    }

    fn run(self, options: &[String], text: String) -> Result<Output, ToolError> {
        let ends = ["-O3", "-o", "-", "-"].map(str::to_owned);
        Tool::llc().run(&[options, &ends].concat(), text, self.tools.runs, self.tools.payer)
    }
}
