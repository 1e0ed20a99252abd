//! A dictionary to look things up in: what instructions mean, without what it takes to answer with them.

use crate::dictionary::{check_semantics, read};
use crate::error::DataError;
use crate::folder::Folder;
use crate::manifest::{self, Manifest};
use crate::member::{Class, Member};

/// An instruction set's classes and members. Every set has these; one without LLVM forms, CPUs and prices has nothing else.
pub struct Reference {
    manifest: Manifest,
    classes: Vec<Class>,
    members: Vec<Member>,
}

impl Reference {
    /// Reads a folder. Semantics are only located; [`Reference::check`] reads them.
    pub fn read(folder: &Folder) -> Result<Reference, DataError> {
        let manifest = manifest::read(folder.text(manifest::FILE)?)?;
        let (classes, members) = read::classes(folder.text("dictionary.txt")?)?;
        Ok(Reference { manifest, classes, members })
    }

    /// Reads the semantics of every member.
    pub fn check(&self) -> Result<(), DataError> {
        self.members.iter().try_for_each(check_semantics)
    }

    /// What the set is besides its instructions.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// All classes, by name.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// All members, class by class.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The member of a name.
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }
}
