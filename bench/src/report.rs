//! The printed tables: one row a window, and the figures that the project set itself.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use isotope_cli::table::tally;
use isotope_client::json;
use isotope_proto::v1::{Answer, Selection, Verdict};

use crate::measure::{geometric_mean, median, short};

/// The figures of one window, measured from this side of the connection.
pub struct Row {
    /// The window's name.
    pub name: String,
    /// The answer of the first pass.
    pub answer: Answer,
    /// Milliseconds of the first pass, with an empty memo.
    pub cold_ms: f64,
    /// Median milliseconds of the passes after it.
    pub warm_ms: f64,
    /// Whether the executed code agreed with the interpreter; nothing where it was not executed.
    pub equal: Option<bool>,
}

impl Row {
    /// The code; an answer without any has the empty one.
    pub fn selection(&self) -> Selection {
        self.answer.selection.clone().unwrap_or_default()
    }

    /// How many times the cost of the answer the baseline costs.
    pub fn gain(&self) -> f64 {
        let selection = self.selection();
        if selection.cost == 0 { 0.0 } else { selection.baseline_cost as f64 / selection.cost as f64 }
    }

    fn is_proved(&self) -> bool {
        self.selection().verdict() == Verdict::Proved
    }
}

/// The table of all windows.
pub fn table(rows: &[Row]) -> Table {
    let mut table = columns(&[
        "window",
        "instructions",
        "",
        "cost",
        "baseline",
        "gain",
        "source",
        "verdict",
        "cold ms",
        "warm ms",
        "equal",
    ]);
    for row in rows {
        let selection = row.selection();
        table.add_row([
            row.name.clone(),
            selection.instructions.len().to_string(),
            first_characters(&tally(&selection.instructions)),
            format!("{:.2}", json::cycles(selection.cost)),
            format!("{:.2}", json::cycles(selection.baseline_cost)),
            format!("{:.2}x", row.gain()),
            json::source(row.answer.source()).to_owned(),
            json::verdict(selection.verdict()).to_owned(),
            short(row.cold_ms),
            short(row.warm_ms),
            match row.equal {
                Some(true) => "yes",
                Some(false) => "NO",
                None => "not run",
            }
            .to_owned(),
        ]);
    }
    for column in [1, 3, 4, 5, 8, 9] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// As much of a list of instructions as a row has room for.
fn first_characters(text: &str) -> String {
    const ROOM: usize = 44;
    if text.chars().count() <= ROOM { text.to_owned() } else { text.chars().take(ROOM - 1).chain(['…']).collect() }
}

fn columns(names: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(NOTHING).set_header(names.iter().copied());
    table
}

/// Figures over all windows rather than for one.
pub struct Totals {
    /// Seconds of the first pass over all windows.
    pub cold_s: f64,
    /// Memo hits a second through `SelectBatch`.
    pub hits_per_s: f64,
    /// Whether a second daemon with an empty memo gave the same bytes; nothing where it was not asked.
    pub repeatable: Option<bool>,
}

/// One figure: what was wanted, what was measured.
pub struct Figure {
    what: &'static str,
    wanted: String,
    measured: String,
    reached: bool,
}

/// The figures, from the rows and totals of this run.
pub fn figures(rows: &[Row], totals: &Totals) -> Vec<Figure> {
    let count = |test: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| test(row)).count();
    let figure =
        |what, wanted: &str, measured: String, reached| Figure { what, wanted: wanted.into(), measured, reached };
    let all = rows.len();
    let answered = count(&|row| row.answer.selection.is_some());
    let proved = count(&Row::is_proved);
    let equal = count(&|row| row.equal == Some(true));
    let worse = count(&|row| row.selection().cost > row.selection().baseline_cost);
    let better = count(&|row| row.gain() >= 1.1);
    let gains: Vec<f64> = rows.iter().map(Row::gain).collect();
    let convolution = rows.iter().find(|row| row.name == "conv3x3a32").map(Row::gain);
    let cold: Vec<f64> = rows.iter().map(|row| row.cold_ms).collect();
    let warm: Vec<f64> = rows.iter().map(|row| row.warm_ms).collect();
    let cold_mean_s = geometric_mean(&cold).unwrap_or(f64::NAN) / 1e3;
    let warm_median = median(&warm).unwrap_or(f64::NAN);
    let mut figures = vec![
        figure("windows answered", &all.to_string(), answered.to_string(), answered == all),
        figure("windows proved", &all.to_string(), proved.to_string(), proved == all),
        figure("windows equal when executed", &all.to_string(), equal.to_string(), equal == all),
        figure("dearer than the baseline", "0", worse.to_string(), worse == 0),
        figure("cheaper by 10 % or more", ">= 15", better.to_string(), better >= 15),
        figure("cold, geometric mean", "<= 5 s", format!("{} s", short(cold_mean_s)), cold_mean_s <= 5.0),
        figure("cold, all windows", "< 240 s", format!("{} s", short(totals.cold_s)), totals.cold_s < 240.0),
        figure("warm, median", "< 1 ms", format!("{} ms", short(warm_median)), warm_median < 1.0),
        figure(
            "memo hits by SelectBatch",
            ">= 20000 /s",
            format!("{:.0} /s", totals.hits_per_s),
            totals.hits_per_s >= 2e4,
        ),
    ];
    if let Some(gain) = convolution {
        figures.push(figure("conv3x3a32, times cheaper", ">= 2", format!("{gain:.2}"), gain >= 2.0));
    }
    if let Some(same) = totals.repeatable {
        let measured = if same { "the same bytes" } else { "DIFFERENT" };
        figures.push(figure("two cold runs", "the same bytes", measured.into(), same));
    }
    let mean_gain = geometric_mean(&gains).unwrap_or(f64::NAN);
    figures.push(figure("times cheaper, geometric mean", "", format!("{mean_gain:.2}"), true));
    figures
}

/// Figures of time depend on the machine, on what runs beside, and on how the programs were compiled.
const TIMES: [&str; 4] = ["cold, geometric mean", "cold, all windows", "warm, median", "memo hits by SelectBatch"];

/// The table of figures.
pub fn figure_table(figures: &[Figure]) -> Table {
    let mut table = columns(&["figure", "wanted", "measured", ""]);
    for figure in figures {
        let mark = match (figure.wanted.as_str(), figure.reached) {
            ("", _) => "",
            (_, true) => "reached",
            (_, false) if TIMES.contains(&figure.what) => "slower here",
            (_, false) => "NOT REACHED",
        };
        table.add_row([figure.what, &figure.wanted, &figure.measured, mark]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_proto::v1::Source;

    fn row(name: &str, cost: u64, baseline_cost: u64, verdict: Verdict, equal: bool) -> Row {
        let selection = Selection { cost, baseline_cost, verdict: verdict.into(), ..Selection::default() };
        let answer = Answer { selection: Some(selection), source: Source::Search.into(), ..Answer::default() };
        Row { name: name.into(), answer, cold_ms: 2000.0, warm_ms: 0.5, equal: Some(equal) }
    }

    fn measured(rows: &[Row], what: &str) -> (String, bool) {
        let totals = Totals { cold_s: 1.0, hits_per_s: 1.0, repeatable: Some(false) };
        let figure = figures(rows, &totals).into_iter().find(|figure| figure.what == what).unwrap();
        (figure.measured, figure.reached)
    }

    #[test]
    fn figures_follow_from_the_rows() {
        let rows = [
            row("conv3x3a32", 100, 250, Verdict::Proved, true),
            row("sad8", 100, 105, Verdict::Unproved, false),
            row("l2norm", 110, 100, Verdict::Proved, true),
        ];
        assert_eq!(measured(&rows, "windows answered"), ("3".into(), true));
        assert_eq!(measured(&rows, "windows proved"), ("2".into(), false));
        assert_eq!(measured(&rows, "windows equal when executed"), ("2".into(), false));
        assert_eq!(measured(&rows, "dearer than the baseline"), ("1".into(), false));
        assert_eq!(measured(&rows, "cheaper by 10 % or more"), ("1".into(), false));
        assert_eq!(measured(&rows, "conv3x3a32, times cheaper"), ("2.50".into(), true));
        assert_eq!(measured(&rows, "cold, geometric mean"), ("2.00 s".into(), true));
        assert_eq!(measured(&rows, "memo hits by SelectBatch"), ("1 /s".into(), false));
        assert_eq!(measured(&rows, "two cold runs"), ("DIFFERENT".into(), false));
    }
}
