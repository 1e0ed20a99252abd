//! The sizes of a release on docs/install.md: recorded in deploy/sizes.txt by the command that made the packages, and written to the page
//! from there.

use anyhow::{Context as _, Result, bail};
use std::path::Path;

/// Where the sizes of the latest packages are recorded.
pub const RECORD: &str = "deploy/sizes.txt";

/// The page that shows them.
pub const PAGE: &str = "docs/install.md";

const BEGIN: &str = "<!-- generated: sizes -->\n";
const END: &str = "<!-- end -->\n";

/// Takes over what `scripts/release --sizes` printed into a file: the record, and the page's table.
pub fn take(root: &Path, file: &Path) -> Result<()> {
    let record = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let page = std::fs::read_to_string(root.join(PAGE)).with_context(|| format!("cannot read {PAGE}"))?;
    let page = written(&page, &record)?;
    std::fs::write(root.join(RECORD), &record).with_context(|| format!("cannot write {RECORD}"))?;
    std::fs::write(root.join(PAGE), page).with_context(|| format!("cannot write {PAGE}"))
}

/// The page with the record's table between its markers.
pub fn written(page: &str, record: &str) -> Result<String> {
    let (before, rest) = page.split_once(BEGIN).with_context(|| format!("{PAGE} lacks the line {}", BEGIN.trim()))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("{PAGE} lacks the line {}", END.trim()))?;
    Ok(format!("{before}{BEGIN}{}{END}{after}", table(record)?))
}

/// The table of a record: a line `date DAY`, then a file or a sum and its bytes on each line.
fn table(record: &str) -> Result<String> {
    let mut lines = record.lines().filter(|line| !line.starts_with('#'));
    let day = lines.next().and_then(|line| line.strip_prefix("date "));
    let day = day.with_context(|| format!("{RECORD} does not begin with its date"))?;
    let mut table = format!("`make dist` on Debian 12, of the commit of {day}:\n\n| file | MB |\n| --- | --- |\n");
    for line in lines {
        let row = line.rsplit_once(' ').and_then(|(name, bytes)| Some((name, bytes.parse::<u64>().ok()?)));
        let Some((name, bytes)) = row else { bail!("{RECORD}: not a name and its bytes: {line}") };
        let name = if name.contains(' ') { name.to_owned() } else { format!("`{name}`") };
        table += &format!("| {name} | {:.1} |\n", bytes as f64 / 1e6);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Page\n\n<!-- generated: sizes -->\nold\n<!-- end -->\n\nMore.\n";

    #[test]
    fn a_record_becomes_the_table_between_the_markers() {
        let record = "# words\ndate 2026-11-29\nisotope.deb 12345678\nall files, installed 90000000\n";
        let rows = "| `isotope.deb` | 12.3 |\n| all files, installed | 90.0 |\n";
        let page = written(PAGE, record).unwrap();
        assert!(
            page.contains(&format!(
                "of the commit of 2026-11-29:\n\n| file | MB |\n| --- | --- |\n{rows}<!-- end -->\n\nMore."
            )),
            "{page}"
        );
        assert_eq!(written(&page, record).unwrap(), page, "what it wrote stays");
        assert!(written(PAGE, "isotope.deb 1\n").is_err() && written(PAGE, "date 2026-11-29\nisotope.deb\n").is_err());
        assert!(written("# Page\n", record).is_err());
    }
}
