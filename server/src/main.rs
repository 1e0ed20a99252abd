//! `isotoped`, as cargo builds it.

fn main() -> std::process::ExitCode {
    isotope_server::program::main()
}
