//! Where model and machine disagree, by window and by instruction.

use crate::table::Table;
use isotope_pricer::measured::Row;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Loops that an instruction is in, at least, for its mean to mean something.
const LOOPS: usize = 3;

/// Instructions that are shown: those furthest from the rest.
const SHOWN: usize = 30;

/// One window's programs: what the model takes, and what is fastest.
struct Contest<'a> {
    window: &'a str,
    programs: usize,
    choice: &'a Row,
    fastest: &'a Row,
}

impl Contest<'_> {
    fn changes(&self) -> bool {
        self.fastest.cycles < self.choice.cycles
    }

    fn gain(&self) -> f64 {
        self.choice.cycles as f64 / self.fastest.cycles as f64
    }
}

/// Pairs of programs of one window, on one machine, whose times are further apart than each spreads.
#[derive(Debug, Default, PartialEq, Eq)]
struct Order {
    pairs: usize,
    /// The model has the slower one as the cheaper.
    wrong: usize,
    /// The model has one price for both.
    equal: usize,
}

/// The rows' verdict on the model.
pub fn shown(rows: &[Row]) -> String {
    let contests = contests(rows);
    let header = ["window", "programs", "model's choice: model", "measured", "fastest: model", "measured", "gain"];
    let mut windows = Table::new(&header, &[1, 2, 3, 4, 5, 6]);
    for contest in contests.iter().filter(|contest| contest.changes()) {
        let Contest { window, programs, choice, fastest } = contest;
        let numbers =
            [choice.model, choice.cycles, fastest.model, fastest.cycles].map(|n| format!("{:.2}", n as f64 / 100.0));
        let [a, b, c, d] = numbers;
        windows.add([window[..8].to_owned(), programs.to_string(), a, b, c, d, format!("{:.2}x", contest.gain())]);
    }
    let changed = contests.iter().filter(|contest| contest.changes()).count();
    let mut text = format!(
        "{} loops measured, {:.2} times the model's price, geometric mean\n",
        rows.len(),
        mean(rows.iter().filter_map(ratio))
    );
    if changed > 0 {
        let _ = writeln!(text, "\nWindows that another program is faster for than the model's choice\n{windows}");
    }
    let gain = mean(contests.iter().map(Contest::gain));
    let _ = writeln!(
        text,
        "{changed} of {} windows change their program: {gain:.3} times faster, geometric mean of all",
        contests.len()
    );
    let Order { pairs, wrong, equal } = order(rows);
    let _ = writeln!(
        text,
        "{wrong} of {pairs} pairs of one window's programs, whose times are further apart than each spreads, are in the other order \
         by the model, and {equal} have one price"
    );
    let instructions = instructions(rows);
    if !instructions.is_empty() {
        let mut residuals = Table::new(&["instruction", "loops", "measured over model, beside the mean"], &[1, 2]);
        for (form, loops, beside) in instructions.iter().take(SHOWN) {
            residuals.add([(*form).to_owned(), loops.to_string(), format!("{beside:.2}")]);
        }
        let _ = write!(text, "\nInstructions whose loops are furthest from the model\n{residuals}");
    }
    text.trim_end().to_owned()
}

/// Each window's programs, for each CPU: what compilers had compared is of no window.
fn windows(rows: &[Row]) -> BTreeMap<(&str, &str), Vec<&Row>> {
    let mut windows: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.window != "compared") {
        windows.entry((&row.cpu, &row.window)).or_default().push(row);
    }
    windows
}

fn order(rows: &[Row]) -> Order {
    let mut order = Order::default();
    for programs in windows(rows).into_values() {
        for (at, one) in programs.iter().enumerate() {
            for other in programs[at + 1..].iter().filter(|other| other.machine == one.machine) {
                let (slow, fast) = if one.cycles > other.cycles { (one, other) } else { (other, one) };
                // Spreads are tenths of a percent of their own times.
                let noise = slow.cycles.saturating_mul(slow.spread.max(fast.spread)) / 1000;
                if slow.cycles - fast.cycles > noise {
                    order.pairs += 1;
                    order.wrong += usize::from(slow.model < fast.model);
                    order.equal += usize::from(slow.model == fast.model);
                }
            }
        }
    }
    order
}

fn contests(rows: &[Row]) -> Vec<Contest<'_>> {
    windows(rows)
        .into_iter()
        .filter_map(|((_, window), rows)| {
            let choice = rows.iter().copied().min_by_key(|row| (row.model, &row.code))?;
            let fastest = rows.iter().copied().min_by_key(|row| (row.cycles, row.model, &row.code))?;
            Some(Contest { window, programs: rows.len(), choice, fastest })
        })
        .collect()
}

fn ratio(row: &Row) -> Option<f64> {
    (row.model > 0).then(|| row.cycles as f64 / row.model as f64)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0f64), |(sum, count), value| (sum + value.ln(), count + 1.0));
    (sum / count.max(1.0)).exp()
}

/// Each form with the number of loops that it is in, and how many times the mean of all loops theirs is; furthest from it first.
fn instructions(rows: &[Row]) -> Vec<(&str, usize, f64)> {
    let all = mean(rows.iter().filter_map(ratio));
    let mut found: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for row in rows {
        let Some(ratio) = ratio(row) else { continue };
        for form in row.instructions.split(", ").filter(|form| !form.is_empty()) {
            let counted = form.split_once(' ').filter(|(count, _)| count.bytes().all(|b| b.is_ascii_digit()));
            found.entry(counted.map_or(form, |(_, form)| form)).or_default().push(ratio / all);
        }
    }
    let each = found.into_iter().filter(|(_, ratios)| ratios.len() >= LOOPS);
    let mut means: Vec<(&str, usize, f64)> = each.map(|(form, all)| (form, all.len(), mean(all.into_iter()))).collect();
    means.sort_by(|a, b| b.2.ln().abs().total_cmp(&a.2.ln().abs()));
    means
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(window: &str, code: char, model: u64, cycles: u64, instructions: &str) -> Row {
        Row {
            cpu: "znver3".into(),
            window: window.into(),
            model,
            code: code.to_string().repeat(32),
            machine: "m".into(),
            cycles,
            spread: 1,
            runs: 3,
            instructions: instructions.into(),
        }
    }

    #[test]
    fn a_table_says_where_the_order_changes_and_by_which_instructions() {
        let (w, v) = ("1".repeat(32), "2".repeat(32));
        let rows = [
            row(&w, 'a', 100, 200, "2 vpmulld ymm, vmovdqu ymm m"),
            row(&w, 'b', 120, 120, "vpmaddwd ymm, vmovdqu ymm m"),
            row(&v, 'c', 100, 100, "vpmaddwd ymm"),
            row(&v, 'd', 150, 300, "vpmulld ymm, vmovdqu ymm m"),
            row("compared", 'e', 100, 200, "vpmulld ymm"),
        ];
        let text = shown(&rows);
        assert!(text.starts_with("5 loops measured, 1.52 times"), "{text}");
        assert!(text.contains("11111111") && !text.contains("22222222"), "{text}");
        assert!(text.contains("1 of 2 windows change their program: 1.291 times faster"), "{text}");
        assert!(text.contains("1 of 2 pairs of one window's programs"), "{text}");
        let forms = instructions(&rows);
        assert_eq!((forms[0].0, forms[0].1), ("vpmulld ymm", 3));
        assert!((forms[0].2 - 2.0 / 1.5157).abs() < 1e-3, "{forms:?}");
        assert!(shown(&[]).starts_with("0 loops"));
    }

    #[test]
    fn pairs_count_where_the_clock_tells_them_apart() {
        let (w, v) = ("1".repeat(32), "2".repeat(32));
        let mut rows = [
            row(&w, 'a', 100, 200, ""),
            row(&w, 'b', 120, 120, ""),
            row(&w, 'c', 120, 150, ""),
            row(&v, 'd', 130, 100, ""),
            row("compared", 'e', 1, 900, ""),
        ];
        // Both others are faster than `a` and dearer; `b` and `c` have one price.
        assert_eq!(order(&rows), Order { pairs: 3, wrong: 2, equal: 1 });
        rows[2].spread = 250;
        assert_eq!(order(&rows), Order { pairs: 1, wrong: 1, equal: 0 });
        rows[1].machine = "another".into();
        assert_eq!(order(&rows), Order::default());
    }
}
