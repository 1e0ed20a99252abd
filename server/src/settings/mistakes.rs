//! Mistakes in settings: which one, where it is from, and the remedy.

use std::fmt;
use std::path::PathBuf;

/// A mistake in one setting, by whoever uses it: where it is from is not known there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The setting: its flag without the dashes.
    pub setting: &'static str,
    /// The mistake, and the remedy. Other settings are named by their flags.
    pub sentence: String,
    /// Whether it may be over without a change of the settings: an address that somebody else has, say.
    pub may_pass: bool,
}

impl Wrong {
    /// Something that only other settings, or other files, make right.
    pub fn new(setting: &'static str, sentence: impl fmt::Display) -> Self {
        Wrong { setting, sentence: sentence.to_string(), may_pass: false }
    }

    /// Something that may be over when it is tried again.
    pub fn for_now(setting: &'static str, sentence: impl fmt::Display) -> Self {
        Wrong { may_pass: true, ..Wrong::new(setting, sentence) }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "--{}: {}", self.setting, self.sentence)
    }
}

/// All that is wrong with some settings, where there is no file that they may be from.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct AllWrong(pub Vec<Wrong>);

/// Keeps what went well, and notes what did not.
pub fn keep<T>(result: Result<T, Wrong>, wrong: &mut Vec<Wrong>) -> Option<T> {
    result.map_err(|found| wrong.push(found)).ok()
}

/// Where a setting is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The command line.
    Flag,
    /// The environment.
    Variable,
    /// A file.
    Key,
}

/// One setting by its three names.
#[derive(Clone, Debug)]
pub struct Names {
    /// On the command line, without the dashes.
    pub flag: String,
    /// In a file, with its table in front.
    pub key: String,
    /// In the environment.
    pub variable: Option<String>,
}

impl Names {
    /// As whoever wrote it calls it.
    pub fn in_form(&self, form: Form) -> String {
        match (form, &self.variable) {
            (Form::Key, _) => self.key.clone(),
            (Form::Variable, Some(variable)) => variable.clone(),
            _ => format!("--{}", self.flag),
        }
    }
}

/// A sentence that names settings by their flags, in the words of whoever reads it.
pub fn translated(sentence: &str, form: Form, known: &[Names]) -> String {
    let (mut out, mut rest) = (String::new(), sentence);
    while let Some(at) = rest.find("--") {
        let (before, after) = (&rest[..at], &rest[at + 2..]);
        let length = after.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(after.len());
        let flag = &after[..length];
        out.push_str(before);
        match known.iter().find(|names| names.flag == flag) {
            Some(names) if form != Form::Flag => out.push_str(&format!("`{}`", names.in_form(form))),
            _ => out.push_str(&format!("--{flag}")),
        }
        rest = &after[length..];
    }
    out + rest
}

/// The flags that a sentence names, without their dashes.
pub fn named(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split("--").skip(1).map(|after| {
        let length = after.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(after.len());
        &after[..length]
    })
}

/// A mistake in one setting, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file that it is in, and the line, from 1; `None`: it is on the command line, in the environment, or a default.
    pub place: Option<(PathBuf, Option<usize>)>,
    /// The setting by the name that it has there, what is wrong, and the remedy.
    pub sentence: String,
    /// Whether it may be over without a change of the settings.
    pub may_pass: bool,
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((path, line)) = &self.place {
            write!(out, "{}:", path.display())?;
            line.map_or(Ok(()), |line| write!(out, "{line}:"))?;
            out.write_str(" ")?;
        }
        out.write_str(&self.sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_settings_as_whoever_reads_it_wrote_them() {
        let names = |flag: &str, key: &str, variable: &str| Names {
            flag: flag.to_owned(),
            key: key.to_owned(),
            variable: Some(variable.to_owned()),
        };
        let known = [names("tls", "tls", "T"), names("tls-key", "tls.key", "ISOTOPE_TLS_KEY")];
        let sentence = "give --tls-key, --tls or --other--";
        assert_eq!(translated(sentence, Form::Flag, &known), sentence);
        assert_eq!(translated(sentence, Form::Key, &known), "give `tls.key`, `tls` or --other--");
        assert_eq!(translated(sentence, Form::Variable, &known), "give `ISOTOPE_TLS_KEY`, `T` or --other--");
        assert_eq!(named("give --tls-key, or --tls").collect::<Vec<_>>(), ["tls-key", "tls"]);
    }

    #[test]
    fn a_mistake_begins_with_its_place() {
        let mistake = |place| Mistake { place, sentence: "`queue`: no".to_owned(), may_pass: false }.to_string();
        assert_eq!(mistake(None), "`queue`: no");
        assert_eq!(mistake(Some(("a.toml".into(), None))), "a.toml: `queue`: no");
        assert_eq!(mistake(Some(("a.toml".into(), Some(3)))), "a.toml:3: `queue`: no");
    }
}
