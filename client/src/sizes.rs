//! Sizes that a program of MLIR leaves open, as people write them.

use isotope_proto::v1;

/// A size for everything that is open, and those of single arguments, in a fixed order.
pub type Sizes = (Option<i64>, Vec<v1::CheckSize>);

/// Reads `64`, `arg0=64` and `arg1.0=64`. An error says what to write.
pub fn sizes<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Sizes, String> {
    let (mut all, mut named): Sizes = (None, Vec::new());
    for text in texts {
        let wrong = || format!("{text}: write 64, arg0=64 or arg1.0=64");
        let (name, number) = text.split_once('=').map_or((None, text), |(name, number)| (Some(name), number));
        let size: i64 = number.trim().parse().ok().filter(|number| *number >= 0).ok_or_else(wrong)?;
        let Some(name) = name else {
            all = Some(size);
            continue;
        };
        let name = name.trim().strip_prefix("arg").ok_or_else(wrong)?;
        let (argument, dim) = name.split_once('.').map_or((name, None), |(argument, dim)| (argument, Some(dim)));
        let dim = dim.map(|dim| dim.parse().map_err(|_| wrong())).transpose()?;
        named.push(v1::CheckSize { argument: argument.parse().map_err(|_| wrong())?, dim, size });
    }
    // Equal questions have equal bytes.
    named.sort_by_key(|one| (one.argument, one.dim));
    Ok((all, named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_mistakes_say_what_to_write() {
        let (all, named) = sizes(["64", "arg1.0=32", "arg0=7"]).unwrap();
        assert_eq!(all, Some(64));
        let wanted =
            [(0, None, 7), (1, Some(0), 32)].map(|(argument, dim, size)| v1::CheckSize { argument, dim, size });
        assert_eq!(named, wanted);
        for wrong in ["n=4", "arg=4", "arg0.x=4", "-1", "arg0=-1", ""] {
            assert_eq!(sizes([wrong]), Err(format!("{wrong}: write 64, arg0=64 or arg1.0=64")));
        }
    }
}
