use super::*;
use isotope_program::pricer::{Basis, PriceError};

fn row(cpu: &str, code: &str, cycles: u64) -> Row {
    Row {
        cpu: cpu.to_owned(),
        window: "compared".to_owned(),
        model: 512,
        code: code.to_owned(),
        machine: "a machine, family 1".to_owned(),
        cycles,
        spread: 7,
        runs: 21,
        instructions: "2 vpaddb ymm, vmovdqu ymm".to_owned(),
    }
}

fn cost(asm: &str, centicycles: u64) -> Result<Cost, PriceError> {
    Ok(Cost { centicycles, basis: Basis::Model, uops: 1, instructions: vec![], asm: asm.to_owned() })
}

fn code(asm: &str) -> String {
    name(asm).unwrap()
}

#[test]
fn rows_are_written_as_they_are_read_sorted_and_once() {
    let window = Row { window: "a".repeat(32), ..row("znver3", &code("nop"), 1) };
    let rows =
        [row("znver3", &code("b"), 530), window, row("haswell", &code("a"), 499), row("haswell", &code("a"), 499)];
    let text = write(&rows);
    let again = read(&text).unwrap();
    assert_eq!(again.len(), 3);
    assert_eq!(write(&again), text);
    assert!(text.lines().nth(2).unwrap().starts_with("haswell | compared | "), "{text}");
    assert!(text.contains(" | 5.12 | 5.30 | 0.7 | 21 | a machine, family 1 | 2 vpaddb ymm, vmovdqu ymm\n"), "{text}");
    let joined = [text.as_str(), "\n# a remark\n", &text].concat();
    assert_eq!(
        Measured::of(&read(&joined).unwrap()),
        Measured::of(&rows),
        "files are joined by writing one below the other"
    );
}

#[test]
fn a_bad_row_is_refused_with_its_line() {
    let good = write(&[row("znver3", &code("a"), 530)]);
    let line = good.lines().nth(2).unwrap();
    let bad = |from: &str, to: &str| line.replacen(from, to, 1);
    let name = code("a");
    let cases = [
        (bad(" | 21 | ", " | "), "9 fields"),
        (bad("5.30", "-5.30"), "measured"),
        (bad("5.30", "0.00"), "measured"),
        (bad("5.30", "inf"), "measured"),
        (bad("5.30", "5.301"), "2 decimals"),
        (bad("5.30", "99999999999999999999"), "measured"),
        (bad("5.12", "5."), "model"),
        (bad("0.7", "2000"), "spread"),
        (bad("| 21 |", "| 0 |"), "runs"),
        (bad("znver3", ""), "empty"),
        (bad("znver3", "zn ver"), "no CPU"),
        (bad(&name, &name[1..]), "hexadecimal"),
        (bad("compared", "elsewhere"), "hexadecimal"),
        (bad("a machine", &"m".repeat(300)), "MAX_MEASURED_FIELD_BYTES"),
        ("# isotope measured 2".to_owned(), "version 2"),
    ];
    for (bad, says) in cases {
        let error = read(&format!("{VERSION}\n\n{bad}\n")).unwrap_err();
        assert_eq!(error.line, 3, "{bad}: {error}");
        assert!(error.to_string().contains(says), "{bad}: {error}");
    }
    for text in ["", "\n\n", "prices 1\n", line] {
        assert_eq!(read(text).unwrap_err().line, 1, "{text}");
    }
}

#[test]
fn code_is_named_by_what_it_does_and_not_by_where_it_stands() {
    let one = "vmovdqu\t.LCPI3_0(%rip), %ymm0\nvpaddb .LCPI3_1(%rip), %ymm0, %ymm0\n";
    let moved = "  vmovdqu .LCPI7_2(%rip),  %ymm0\n\nvpaddb\t.LCPI7_4(%rip), %ymm0, %ymm0";
    assert_eq!(code(one), code(moved));
    let same = one.replace("3_1", "3_0");
    assert_ne!(code(one), code(&same), "two constants are not one");
    assert_ne!(code(one), code(&one.replace("ymm", "xmm")));
    assert_eq!(name(" \n"), None);
}

#[test]
fn measured_cycles_rank_and_scale_what_was_not_measured() {
    let rows = [row("znver3", &code("a"), 200), row("znver3", &code("b"), 90), row("haswell", &code("c"), 1)];
    let measured = Measured::of(&rows);
    let mut costs = [cost("a", 100), cost("b", 90), cost("c", 80), cost("d", 101)];
    measured.rank("znver3", &mut costs);
    let now: Vec<(u64, Basis)> = costs.iter().map(|c| c.as_ref().unwrap()).map(|c| (c.centicycles, c.basis)).collect();
    let expected = [
        (200, Basis::Measured { model: 100 }),
        (90, Basis::Measured { model: 90 }),
        // The lower middle of 2.0 and 1.0.
        (80, Basis::Scaled { model: 80 }),
        (101, Basis::Scaled { model: 101 }),
    ];
    assert_eq!(now, expected);

    let only = Measured::of(&rows[..1]);
    let mut costs = [cost("a", 100), cost("d", 101), Err(PriceError::Timeout { tool: "t".into(), limit_ms: 1 })];
    only.rank("znver3", &mut costs);
    assert_eq!(costs[1].as_ref().unwrap().centicycles, 202, "everything of the window is twice as slow");
    let mut unknown = [cost("x", 7), cost("y", 8)];
    only.rank("znver3", &mut unknown);
    assert_eq!(unknown, [cost("x", 7), cost("y", 8)], "without data nothing changes");
    only.rank("znver4", &mut costs[..0]);
}

#[test]
fn the_order_of_rows_and_files_changes_nothing() {
    let mut rows: Vec<Row> = (0..7).map(|n| row("znver3", &code("a"), 100 + 10 * (n * 5 % 7))).collect();
    rows.push(row("znver4", &code("a"), 5));
    let measured = Measured::of(&rows);
    rows.reverse();
    let other = Measured::of(&rows);
    assert_eq!(measured, other);
    assert_eq!(measured.cycles("znver3", &code("a")), Some(130));
    assert_eq!(measured.digest("znver3"), other.digest("znver3"));
    rows[1].cycles += 1000;
    rows.push(row("znver3", &code("b"), 5));
    let more = Measured::of(&rows);
    assert_ne!(more.digest("znver3"), measured.digest("znver3"));
    assert_eq!(more.digest("znver4"), measured.digest("znver4"), "another CPU's data are none of its own");
    assert_eq!((more.digest("haswell"), more.len(), Measured::default().is_empty()), (None, 3, true));
}
