//! An instruction set's folder, as the steps of the pipeline read and write it.

use crate::notation::{self, Notation};
use crate::tablegen::Tables;
use anyhow::{Context, Result, bail, ensure};
use isotope_dictionary::manifest::{self, Manifest, PricedBy, VendorKind};
use isotope_semantics::OperandKind;
use isotope_vendor::bundle;
use isotope_vendor::errata::Errata;
use isotope_vendor::reader::{self, Entry};
use isotope_vendor::scope::{OperandType, Scope};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder that the steps work on unless told otherwise, from the project's folder.
pub const DEFAULT: &str = "grammars/data/x86";

/// The folders of the sets that the project carries.
const SETS: &str = "grammars/data";

/// The word in `features.txt` for an extension whose instructions are in the dictionary and not offered to the engines.
const BESIDE: &str = " beside";

/// The flags of every step that reads a vendor's text.
#[derive(clap::Args)]
pub struct From {
    /// The vendor's text, where it is not in the folder; a name that ends in `.xz` is read through `xz`. For x86 Intel's
    /// intrinsics guide, version 3.6.9, as XML.
    #[arg(long)]
    guide: Option<PathBuf>,
    /// The instruction set: its folder, or the name of one in `grammars/data`.
    #[arg(long, default_value = DEFAULT)]
    set: PathBuf,
}

impl From {
    /// The vendor's text, for messages.
    pub fn described(&self) -> String {
        self.guide.as_ref().unwrap_or(&self.set).display().to_string()
    }

    /// The folder alone.
    pub fn folder(&self, root: &Path) -> Result<SetFolder> {
        let carried = root.join(SETS).join(&self.set);
        let named = self.set.components().count() == 1 && carried.is_dir();
        SetFolder::open(&if named { carried } else { root.join(&self.set) })
    }

    /// The folder and the vendor's text; names are relative to the project's folder.
    pub fn open(&self, root: &Path) -> Result<(SetFolder, String)> {
        let set = self.folder(root)?;
        let text = set.vendor_text(self.guide.as_ref().map(|guide| root.join(guide)).as_deref())?;
        Ok((set, text))
    }
}

/// A folder and what its `target.toml` says.
pub struct SetFolder {
    /// Where it is.
    pub path: PathBuf,
    /// Its contents.
    pub manifest: Manifest,
}

impl SetFolder {
    /// Reads the manifest of a folder.
    pub fn open(path: &Path) -> Result<SetFolder> {
        let text = std::fs::read_to_string(path.join(manifest::FILE))
            .with_context(|| format!("{} is no folder of an instruction set", path.display()))?;
        Ok(SetFolder { path: path.to_owned(), manifest: manifest::read(&text)? })
    }

    /// Whether it has a file of this name.
    pub fn has(&self, name: &str) -> bool {
        self.path.join(name).is_file()
    }

    /// Names of its files, in order.
    pub fn files(&self) -> Result<BTreeSet<String>> {
        let entries = std::fs::read_dir(&self.path).with_context(|| format!("listing {}", self.path.display()))?;
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    /// How listings of its code are written.
    pub fn notation(&self) -> Result<&'static dyn Notation> {
        let name = &self.manifest.assembly.notation;
        notation::named(name).with_context(|| {
            let known: Vec<&str> = notation::NOTATIONS.iter().map(|n| n.name()).collect();
            format!("target.toml: no notation is called `{name}`; there is {}", known.join(", "))
        })
    }

    /// LLVM's description of the target, for a set that is priced by packets; the folder is that of LLVM's sources.
    pub fn tables(&self, sources: Option<&Path>) -> Result<Option<Tables>> {
        if self.manifest.code.pricer != PricedBy::Packets {
            return Ok(None);
        }
        let sources = sources.context("the set is priced by packets: `--sources FOLDER` names LLVM 19's sources")?;
        Tables::read(sources, &self.manifest.code.description).map(Some)
    }

    /// The text of a file.
    pub fn read(&self, name: &str) -> Result<String> {
        let path = self.path.join(name);
        std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.path.join(name);
        std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
    }

    /// LLVM's names of the vendor's features: `features.txt`.
    pub fn features(&self) -> Result<BTreeMap<String, String>> {
        let name = |(vendor, llvm): (String, String)| (vendor, llvm.trim_end_matches(BESIDE).to_owned());
        Ok(self.feature_rows()?.into_iter().map(name).collect())
    }

    /// Those of which instructions are offered to the engines.
    pub fn offered_features(&self) -> Result<BTreeMap<String, String>> {
        Ok(self.feature_rows()?.into_iter().filter(|(_, llvm)| !llvm.ends_with(BESIDE)).collect())
    }

    fn feature_rows(&self) -> Result<BTreeMap<String, String>> {
        rows(&self.read("features.txt")?, "# isotope features 1\n").context("features.txt")
    }

    /// The part of the vendor's text that is taken, and how it is read.
    pub fn scope(&self) -> Result<Scope> {
        let kind = |kind| match kind {
            VendorKind::Vector => OperandKind::Vector,
            VendorKind::Mask => OperandKind::Mask,
            VendorKind::Scalar => OperandKind::Scalar,
            VendorKind::Immediate => OperandKind::Imm,
        };
        let types = &self.manifest.vendor.types;
        let errata = if self.path.join("errata.toml").exists() {
            Errata::read(&self.read("errata.toml")?)?
        } else {
            Errata::none()?
        };
        Ok(Scope {
            extensions: self.features()?.into_keys().collect(),
            types: types.iter().map(|t| (t.name.clone(), OperandType { bits: t.bits, kind: kind(t.kind) })).collect(),
            errata,
            floats: self.manifest.vendor.floats,
        })
    }

    /// The vendor's text: the file given, or the one of the folder; `.xz` is decompressed by the tool of that name.
    pub fn vendor_text(&self, given: Option<&Path>) -> Result<String> {
        let own = self.manifest.vendor.text.as_ref().map(|name| self.path.join(name));
        let Some(path) = given.map(Path::to_owned).or(own) else {
            bail!("the vendor's text is not in {}; `--guide FILE` names it", self.path.display());
        };
        if path.is_dir() {
            return self.vendor_files(&path);
        }
        let text = read_text(&path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(note) = self.unpinned(name.trim_end_matches(".xz"), &text) {
            eprintln!("{note}");
        }
        Ok(text)
    }

    /// A warning about a vendor's file that is not one of those that the data were made from.
    pub fn unpinned(&self, name: &str, text: &str) -> Option<String> {
        let pinned = &self.manifest.vendor.pinned;
        let hash = blake3::hash(text.as_bytes()).to_hex();
        if pinned.is_empty() || pinned.get(name).is_some_and(|pin| *pin == *hash) {
            return None;
        }
        let pins: Vec<String> = pinned.iter().map(|(file, pin)| format!("{file} {pin}")).collect();
        Some(format!(
            "{name} has the BLAKE3 {hash}, which is not pinned: {}'s data were made from {}. It is read all the same; once the data \
             are made from it, `pinned` in target.toml is to name it.",
            self.manifest.title,
            pins.join(", ")
        ))
    }

    /// The files of a vendor's folder, and those of this one, as one text.
    fn vendor_files(&self, folder: &Path) -> Result<String> {
        let mut files = Vec::new();
        for name in &self.manifest.vendor.files {
            let (own, plain, packed) = (self.path.join(name), folder.join(name), folder.join(format!("{name}.xz")));
            let path = [own, plain, packed].into_iter().find(|path| path.exists());
            let path = path.with_context(|| format!("{} lacks {name}", folder.display()))?;
            let text = read_text(&path)?;
            if path.starts_with(folder)
                && let Some(note) = self.unpinned(name, &text)
            {
                eprintln!("{note}");
            }
            files.push((name.as_str(), text));
        }
        Ok(bundle::bundle(files.iter().map(|(name, text)| (*name, text.as_str()))))
    }

    /// The instructions of the vendor's text, in its order.
    pub fn entries(&self, text: &str) -> Result<Vec<Entry>> {
        let name = &self.manifest.vendor.reader;
        let reader = reader::named(name).with_context(|| {
            let known: Vec<&str> = reader::READERS.iter().map(|r| r.name()).collect();
            format!("no reader is called {name}; there is {}", known.join(", "))
        })?;
        Ok(reader.read(text, &self.scope()?)?)
    }

    /// LLVM's names of the features that an entry needs.
    pub fn features_of(&self, entry: &Entry, known: &BTreeMap<String, String>) -> Result<Vec<String>> {
        let llvm = |e: &String| known.get(e).cloned().with_context(|| format!("features.txt lacks {e}"));
        Ok(entry.extensions.iter().map(llvm).collect::<Result<BTreeSet<_>>>()?.into_iter().collect())
    }
}

/// A file of `NAME REST` lines whose first line names its version.
pub fn rows(text: &str, version: &str) -> Result<BTreeMap<String, String>> {
    ensure!(text.starts_with(version), "the first line is not `{}`", version.trim_end());
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Ok(lines.filter_map(|line| line.split_once(' ')).map(|(a, b)| (a.to_owned(), b.to_owned())).collect())
}

/// A file's text; `.xz` is decompressed by the tool of that name.
fn read_text(path: &Path) -> Result<String> {
    if path.extension().is_none_or(|e| e != "xz") {
        return std::fs::read_to_string(path)
            .with_context(|| format!("reading {}; `--guide FILE` names another text", path.display()));
    }
    ensure!(path.exists(), "the vendor's text is not at {}; `--guide FILE` names another place", path.display());
    let output = Command::new("xz").arg("-dc").arg(path).output().context("running xz")?;
    ensure!(output.status.success(), "xz -dc {}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).context("the vendor's text is not UTF-8")
}
