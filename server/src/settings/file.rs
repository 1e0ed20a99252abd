//! The configuration file: its keys with their values and lines, before anybody knows what they mean.
//!
//! A key is the name of a flag: `threads` is `--threads`, and `certificate` in the table `[tls]` is `--tls-certificate`.

use crate::limits;
use crate::problem::{Problem, line_of, text};
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One key of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// With its table in front: `tls.certificate`.
    pub key: String,
    /// Its value.
    pub value: Value,
    /// The line that it is on, from 1.
    pub line: usize,
}

/// A value, as flags have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Between quotes.
    Text(String),
    /// A number or a truth value, as it is written.
    Bare(String),
    /// Several of them.
    List(Vec<String>),
    /// Something that no flag takes: what TOML calls it.
    Other(&'static str),
}

/// The keys of a file, in its order.
pub fn read(path: &Path) -> Result<Vec<Entry>, Problem> {
    let text = text(path, limits::MAX_CONFIG_BYTES)?;
    let table = DeTable::parse(&text).map_err(|error| Problem {
        path: path.to_owned(),
        line: error.span().map(|span| line_of(&text, span.start)),
        sentence: format!("is not TOML here: {}", error.message()),
    })?;
    let mut entries = Vec::new();
    collect(table.get_ref(), "", &text, &mut entries);
    entries.sort_by_key(|entry: &Entry| entry.line);
    Ok(entries)
}

/// Tables nest as deep as somebody writes them; one below another is no setting, so one level is gone down.
fn collect(table: &DeTable<'_>, prefix: &str, text: &str, entries: &mut Vec<Entry>) {
    for (name, value) in table {
        let key = format!("{prefix}{}", name.get_ref());
        let line = line_of(text, name.span().start);
        match value.get_ref() {
            DeValue::Table(inner) if prefix.is_empty() => collect(inner, &format!("{key}."), text, entries),
            _ => entries.push(Entry { key, value: of_toml(value), line }),
        }
    }
}

fn of_toml(value: &Spanned<DeValue<'_>>) -> Value {
    let bare = |value: &DeValue<'_>| match value {
        // Underscores are for whoever reads the file.
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().replace('_', "")),
        DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix()).ok().map(|n| n.to_string()),
        DeValue::Float(number) => Some(number.as_str().replace('_', "")),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    };
    match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Array(list) => {
            let values = list.iter().map(|one| match one.get_ref() {
                DeValue::String(text) => Some(text.to_string()),
                other => bare(other),
            });
            values.collect::<Option<_>>().map_or(Value::Other("array"), Value::List)
        }
        other => bare(other).map_or(Value::Other(other.type_str()), Value::Bare),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Vec<Entry>, Problem> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("isotoped.toml");
        std::fs::write(&path, text).unwrap();
        read(&path)
    }

    #[test]
    fn keys_have_their_tables_values_and_lines() {
        let entries = read_text(
            "# a comment\nthreads = 1_0\ncache = \"/x\"\n\n[tls]\nkey = \"k\"\nlist = [\"a\", 2]\n[a.b]\nc = 0x10\n",
        )
        .unwrap();
        let entry = |key: &str, value, line| Entry { key: key.to_owned(), value, line };
        assert_eq!(
            entries,
            [
                entry("threads", Value::Bare("10".into()), 2),
                entry("cache", Value::Text("/x".into()), 3),
                entry("tls.key", Value::Text("k".into()), 6),
                entry("tls.list", Value::List(vec!["a".into(), "2".into()]), 7),
                entry("a.b", Value::Other("table"), 8),
            ]
        );
        assert_eq!(read_text("n = 0x10\n").unwrap()[0].value, Value::Bare("16".into()));
    }

    #[test]
    fn what_is_no_toml_or_too_long_is_said_with_its_line() {
        let said = read_text("a = 1\nb = = 2\n").unwrap_err();
        assert_eq!(said.line, Some(2), "{said}");
        let twice = read_text("a = 1\nb = 2\na = 3\n").unwrap_err();
        assert_eq!(twice.line, Some(3), "{twice}");
        let long = read_text(&"# long\n".repeat(limits::MAX_CONFIG_BYTES as usize)).unwrap_err();
        assert!(long.sentence.contains("over the bound"), "{long}");
        let missing = read(Path::new("/nowhere/isotoped.toml")).unwrap_err();
        assert!(missing.to_string().starts_with("/nowhere/isotoped.toml: cannot be read"), "{missing}");
    }
}
