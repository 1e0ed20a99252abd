//! `isotope explore`: what its page asks over HTTP, and what it refuses.

#![allow(clippy::unwrap_used)]

use crate::command::{AVERAGE, daemon::daemon, run, stderr};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// The command, serving its page.
pub(crate) struct Served {
    child: Child,
    pub(crate) port: u16,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves the page with these flags on a free port.
pub(crate) fn served(url: &str, flags: &[&str]) -> Served {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isotope"));
    command.args(["explore", "--listen", "127.0.0.1:0"]).args(flags).env("ISOTOPE_SERVER", url);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port =
        line.split("127.0.0.1:").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_else(|| panic!("{line}"));
    Served { child, port: port.parse().unwrap() }
}

impl Served {
    /// Sends a request as it is and reads the whole answer: status, headers, body.
    fn send(&self, request: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer}"));
        (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_ascii_lowercase(), body.to_owned())
    }

    fn get(&self, path: &str, headers: &str) -> (u16, String, String) {
        let port = self.port;
        self.send(&format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n{headers}\r\n"))
    }

    fn post(&self, path: &str, headers: &str, body: &str) -> (u16, String, String) {
        let (port, length) = (self.port, body.len());
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        ))
    }

    fn call(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, _, text) = self.post(path, "content-type: application/json\r\n", &body.to_string());
        (status, serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}")))
    }
}

#[test]
fn the_page_loads_nothing_from_elsewhere_and_asks_as_the_command_does() {
    let daemon = daemon();
    let page = served(&daemon.url, &[]);
    let (status, head, body) = page.get("/", "");
    assert_eq!(status, 200);
    assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{head}");
    assert!(head.contains("x-content-type-options: nosniff") && head.contains("frame-ancestors 'none'"), "{head}");
    assert!(!body.contains("http://") && !body.contains("https://") && !body.contains("style="), "{body}");
    for (path, kind) in
        [("/explore.js", "text/javascript"), ("/programs.js", "text/javascript"), ("/explore.css", "text/css")]
    {
        let (status, head, body) = page.get(path, "");
        assert!(status == 200 && head.contains(&format!("content-type: {kind}")), "{head}");
        assert!(!body.contains("://"), "{path}");
        assert!(!body.contains("innerHTML") && !body.contains("eval("), "{path} makes no HTML of strings");
    }
    let about: Value = serde_json::from_str(&page.get("/api/about", "").2).unwrap();
    assert!(about["cpus"]["x86_64"].as_array().unwrap().contains(&"znver4".into()), "{about}");
    assert_eq!((&about["epoch"], &about["server"]), (&"e0".into(), &daemon.url.clone().into()));

    let ask = json!({ "text": AVERAGE, "arch": "x86_64", "mcpu": "znver4" });
    let (status, state) = page.call("/api/select", &ask);
    assert_eq!((status, &state["results"][0]["verdict"]), (200, &"proved".into()), "{state}");
    assert_eq!(state["results"][0]["source"], "search");
    assert_eq!(page.call("/api/select", &ask).1["results"][0]["source"], "memo");
    let (_, code) = page.call("/api/code", &ask);
    let sides = &code["windows"][0];
    assert_eq!((&sides["plain"]["code"], &sides["ours"]["code"]), (&"nop\nnop".into(), &"nop".into()), "{code}");
    let why = json!({ "text": AVERAGE, "arch": "x86_64", "mcpu": "znver4", "why_not": "vpor" });
    assert_eq!(page.call("/api/explain", &why).1["windows"][0]["why_not"]["finding"], "differs");
    let own = json!({ "text": format!("target x86_64 haswell\n{AVERAGE}") });
    assert_eq!(page.call("/api/select", &own).1["results"][0]["target"]["mcpu"], "haswell");
    let state: Value = serde_json::from_str(&page.get("/api/state", "").2).unwrap();
    assert_eq!((&state["running"], &state["waiting"]), (&0.into(), &0.into()), "{state}");
}

#[test]
fn mistakes_are_told_with_their_place_and_what_is_no_call_is_refused() {
    let daemon = daemon();
    let page = served(&daemon.url, &[]);
    let (status, told) =
        page.call("/api/select", &json!({ "text": "uint8x64 frobnicate((uint8x64)a)", "mcpu": "znver4" }));
    assert_eq!((status, &told["line"], &told["column"]), (400, &1.into(), &10.into()), "{told}");
    assert!(told["error"].as_str().unwrap().contains("unknown operation"), "{told}");
    let (status, told) = page.call("/api/explain", &json!({ "text": AVERAGE, "mcpu": "znver99" }));
    assert!(status == 400 && told["error"].as_str().unwrap().contains("znver99"), "{told}");
    let (status, told) = page.call("/api/compile", &json!({ "text": "int x;", "language": "fortran" }));
    assert!(status == 400 && told["error"].as_str().unwrap().contains("fortran"), "{told}");
    assert_eq!(
        page.call("/api/select", &json!({ "text": AVERAGE, "shell": "id" })).0,
        400,
        "no member that is not known"
    );

    let json = "content-type: application/json\r\n";
    let body = json!({ "text": AVERAGE }).to_string();
    assert_eq!(page.post("/api/select", "content-type: text/plain\r\n", &body).0, 415);
    assert_eq!(page.post("/api/select", &format!("{json}origin: http://evil.example\r\n"), &body).0, 403);
    assert_eq!(page.get("/api/state", "sec-fetch-site: cross-site\r\n").0, 403);
    let foreign =
        format!("POST /api/select HTTP/1.1\r\nhost: evil.example:{}\r\nconnection: close\r\n{json}\r\n", page.port);
    assert_eq!(page.send(&foreign).0, 421, "a name that somebody made lead here");
    let large = json!({ "text": "x".repeat(300 << 10) }).to_string();
    let (status, _, told) = page.post("/api/select", json, &large);
    assert!(status == 413 && told.contains("EXPLORE_BODY"), "{told}");
    assert_eq!(page.get("/etc/passwd", "").0, 404);
    assert_eq!(page.get("/reference/../../Cargo.toml", "").0, 404);
    assert_eq!(page.post("/", json, "").0, 405);
    assert_eq!(daemon.double.searched(), 0, "none of these reached a search");
}

#[test]
fn every_instruction_leads_to_its_page_of_the_reference() {
    let daemon = daemon();
    let page = served(&daemon.url, &[]);
    let place = |name: &str| {
        let (status, head, _) = page.get(&format!("/find?name={name}"), "");
        assert_eq!(status, 303, "{head}");
        head.lines().find_map(|line| line.strip_prefix("location: ")).unwrap().to_owned()
    };
    let average = place("_mm512_avg_epu8");
    assert!(average.starts_with("/reference/class/") && average.ends_with("#_mm512_avg_epu8"), "{average}");
    let (status, head, body) = page.get(average.split('#').next().unwrap(), "");
    assert!(status == 200 && head.contains("text/html") && body.contains("id=\"_mm512_avg_epu8\""), "{body:.300}");
    assert_eq!(place("vpavgb"), "/reference/index.html#q=vpavgb", "several have this mnemonic");
    assert_eq!(place("%3Cscript%3E%0d%0ax"), "/reference/index.html#q=scriptx");
}

#[test]
fn it_listens_on_this_machine_alone_and_ends_in_order() {
    let refused = run("http://127.0.0.1:9", &["explore", "--listen", "0.0.0.0:0"], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains("reached from other machines") && stderr(&refused).contains("ssh -L"),
        "{}",
        stderr(&refused)
    );
    let nobody = run("http://127.0.0.1:9", &["explore", "--listen", "127.0.0.1:0"], "");
    assert_eq!(nobody.status.code(), Some(1));
    assert!(stderr(&nobody).contains("start isotoped"), "{}", stderr(&nobody));
    let daemon = daemon();
    let mut page = served(&daemon.url, &[]);
    let taken = format!("127.0.0.1:{}", page.port);
    let second = run(&daemon.url, &["explore", "--listen", &taken], "");
    assert!(stderr(&second).contains(&format!("cannot listen on {taken}")), "{}", stderr(&second));
    kill(Pid::from_raw(page.child.id() as i32), Signal::SIGTERM).unwrap();
    assert_eq!(page.child.wait().unwrap().code(), Some(0));
}
