//! Tables on terminals of several widths, and for programs.

#![allow(clippy::unwrap_used)]

use crate::command::daemon::daemon;
use crate::command::{AVERAGE, stdout};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::process::{Command, Stdio};

/// The output of a command on a terminal of so many columns.
pub(crate) fn on_a_terminal(columns: u16, mut command: Command) -> String {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let path = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let slave = OpenOptions::new().read(true).write(true).open(path).unwrap();
    tcsetwinsize(&slave, Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let reading = std::thread::spawn(move || {
        let (mut master, mut bytes, mut part) = (File::from(master), Vec::new(), [0; 4096]);
        // The terminal is gone when nobody writes to it any more, which is an error of the system's.
        while let Ok(length @ 1..) = master.read(&mut part) {
            bytes.extend_from_slice(&part[..length]);
        }
        bytes
    });
    let status = command.stdin(Stdio::null()).stdout(slave).stderr(Stdio::null()).status().unwrap();
    drop(command);
    assert!(status.success());
    String::from_utf8(reading.join().unwrap()).unwrap().replace('\r', "")
}

const SUM: &str =
    "uint8x64 ((uint8x64)saturating_add((uint8x64)first_image, (uint8x64)second_image) + (uint8x64)third_image)\n";

#[test]
fn a_table_fits_every_terminal_and_is_whole_in_a_pipe() {
    let daemon = daemon();
    let file = daemon.file(&format!("{AVERAGE}{SUM}"));
    let select = |columns| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
        command.args(["select", &file, "--mcpu", "znver4"]).env("ISOTOPE_SERVER", &daemon.url);
        on_a_terminal(columns, command)
    };
    let words = ["saturating_add", "first_image", "second_image", "third_image", "instructions", "baseline", "vpavgb"];
    for (columns, most) in [(40, 40), (80, 80), (120, 120), (0, 80)] {
        let text = select(columns);
        assert!(text.lines().all(|line| line.chars().count() <= most), "{columns}:\n{text}");
        words.iter().for_each(|word| assert!(text.contains(word), "{columns}: {word} is not in\n{text}"));
        assert!(text.lines().filter(|line| line.starts_with('─')).count() <= 1, "{columns}:\n{text}");
    }
    let piped = stdout(&daemon.run(&["select", &file, "--mcpu", "znver4"], ""));
    let rows: Vec<Vec<&str>> = piped.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!((rows.len(), rows[0].len(), rows[0][0]), (3, 9, "expression"), "{piped}");
    assert_eq!(rows[2][0], SUM.trim_end(), "nothing is cut");
}

#[test]
fn counters_stay_beside_their_names() {
    let daemon = daemon();
    for columns in [40, 80] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
        command.arg("stats").env("ISOTOPE_SERVER", &daemon.url);
        let text = on_a_terminal(columns, command);
        assert!(text.lines().all(|line| line.chars().count() <= usize::from(columns)), "{columns}:\n{text}");
        assert!(text.lines().any(|line| line.starts_with("windows") && line.ends_with('0')), "{columns}:\n{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with('─')).count(), 1, "{text}");
    }
}
