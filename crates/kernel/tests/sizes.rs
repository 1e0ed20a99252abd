//! The sizes of the kernels of PolyBench, which stand in the first lines of each file.

use std::collections::HashMap;

/// Puts the sizes of one line, `// small: N=21 TSTEPS=4`, in the places of `{N}` and `{N-1}`; more than these, but for steps in time,
/// whose names begin with a T. `None`: there is no such line.
pub fn sized(text: &str, which: &str, larger: i64) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(which)?.strip_prefix(": "))?;
    let sizes = line.split(' ').map(|one| {
        let (name, size) = one.split_once('=')?;
        Some((name, size.parse::<i64>().ok()? + if name.starts_with('T') { 0 } else { larger }))
    });
    let sizes: HashMap<&str, i64> = sizes.collect::<Option<_>>()?;
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('{') {
        let end = rest[at..].find('}').map_or(rest.len(), |end| at + end);
        let inner = &rest[at + 1..end];
        let (name, more) = inner.split_at(inner.find(['+', '-']).unwrap_or(inner.len()));
        let size =
            sizes.get(name).and_then(|size| Some(size + if more.is_empty() { 0 } else { more.parse::<i64>().ok()? }));
        let (before, after) = if size.is_some() { (&rest[..at], end + 1) } else { (&rest[..=at], at + 1) };
        out += before;
        out += &size.map(|size| size.to_string()).unwrap_or_default();
        rest = &rest[after..];
    }
    Some(out + rest)
}
