//! Why an answer is not used, in sentences: the same as `client/frontend` says to people.

use isotope_client::compiler::{NotNow, Reason, Reply};
use isotope_proto::v1;
use isotope_windows::Windows;

/// Why a window has no answer that is used; nothing where it has one.
pub fn refusal(reply: &Reply, (windows, at): (&Windows, usize), used: &[bool]) -> Option<String> {
    let answer = match reply {
        Ok(answer) => answer,
        Err(not_now) => return Some(no_answer(not_now)),
    };
    let Some(selection) = &answer.selection else { return Some("no answer: malformed".to_owned()) };
    if used.get(at) == Some(&true) {
        None
    } else if windows.is_joined(at, used) {
        Some("computed with the windows that share its work".to_owned())
    } else if selection.verdict() != v1::Verdict::Proved {
        Some(unproved(answer))
    } else if selection.cost >= selection.baseline_cost {
        Some("not cheaper than plain LLVM".to_owned())
    } else if windows.found.get(at).is_some_and(|found| found.members.is_empty()) {
        Some("not cheaper than what is there, which other windows share".to_owned())
    } else {
        Some("not cheaper than its results apart".to_owned())
    }
}

fn no_answer(not_now: &NotNow) -> String {
    let (name, detail) = (not_now.reason.name(), in_one_line(said(not_now)));
    if !detail.is_empty() { format!("no answer: {name}: {detail}") } else { format!("no answer: {name}") }
}

/// The sentence of a reason that is worth saying, where it is for all windows of a process. A refusal's is for all, such as of a CPU,
/// unless it names a place in a window.
fn said(not_now: &NotNow) -> &str {
    match not_now.reason {
        Reason::Off | Reason::Deadline | Reason::Busy | Reason::Malformed => "",
        Reason::Refused if not_now.detail.starts_with("line ") => "",
        _ => &not_now.detail,
    }
}

fn unproved(answer: &v1::Answer) -> String {
    let detail = in_one_line(&answer.notes.join("; "));
    match (answer.truncated, answer.searched_on) {
        (true, true) => "still searched: the server's time was over before it had one".to_owned(),
        (false, _) => "not proved".to_owned(),
        (true, false) if detail.is_empty() => "not searched to the end".to_owned(),
        (true, false) => detail,
    }
}

/// A sentence of the service in one line, which moves no cursor.
fn in_one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_said_in_the_daemons_words_unless_they_are_about_a_window() {
        let said = |reason, detail: &str| no_answer(&NotNow::new(reason, detail));
        let typed = "CPU `znver33` is not known; did you mean `znver3`?";
        assert_eq!(
            said(Reason::Refused, typed),
            "no answer: refused: CPU `znver33` is not known; did you mean `znver3`?"
        );
        assert_eq!(said(Reason::Refused, "line 1, column 2: no type"), "no answer: refused");
        assert_eq!(said(Reason::Deadline, "the time was over"), "no answer: deadline");
        assert_eq!(said(Reason::Unreachable, "nobody\nthere"), "no answer: unreachable: nobody there");
    }
}
