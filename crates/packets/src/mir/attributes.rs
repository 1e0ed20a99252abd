//! Attributes of a function's LLVM IR by which `llc` chooses its processor.

/// The statements of a function about its processor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// The CPU that it names.
    pub cpu: Option<String>,
    /// Whether it asks for packets of one instruction: `"target-features"="-packets"`.
    pub is_unpacked: bool,
    /// Whether it asks not to be optimized: `optnone`. LLVM makes no packets of it either.
    pub is_unoptimized: bool,
}

impl Attributes {
    /// Reads the text's LLVM IR: `define void @f() #3 {` and `attributes #3 = { "target-cpu"="hexagonv66" }`.
    pub(super) fn read(lines: &[String], function: &str) -> Attributes {
        let names = [format!("@{function}("), format!("@\"{function}\"(")];
        let ir = || lines.iter().take_while(|line| !line.starts_with("name:")).map(|line| line.trim());
        let define = ir().find(|line| line.starts_with("define ") && names.iter().any(|name| line.contains(name)));
        let group = define.and_then(|line| line.rsplit(" #").next()?.split(' ').next());
        let head = group.map(|number| format!("attributes #{number} = "));
        let Some(text) = head.and_then(|head| ir().find_map(|line| line.strip_prefix(&head))) else {
            return Attributes::default();
        };
        let of = |key: &str| text.split_once(&format!("\"{key}\"=\""))?.1.split('"').next();
        let is_unpacked = of("target-features").is_some_and(|list| list.split(',').any(|word| word == "-packets"));
        let is_unoptimized = text.split(' ').any(|word| word == "optnone");
        Attributes { cpu: of("target-cpu").map(str::to_owned), is_unpacked, is_unoptimized }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_has_the_attributes_of_its_group() {
        let text = "
          define void @f(ptr %x) local_unnamed_addr #0 {
          define void @\"g h\"() #12 align 16 {
          define void @plain() {
          attributes #0 = { nounwind optnone \"target-cpu\"=\"hexagonv60\" \"target-features\"=\"+hvx,-packets\" }
          attributes #12 = { \"target-cpu\"=\"hexagonv66\" \"target-features\"=\"+packets\" }
        ";
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let of = |name| Attributes::read(&lines, name);
        let cpu = |cpu: &str, is| Attributes { cpu: Some(cpu.to_owned()), is_unpacked: is, is_unoptimized: is };
        assert_eq!(of("f"), cpu("hexagonv60", true));
        assert_eq!(of("g h"), cpu("hexagonv66", false));
        assert_eq!(of("plain"), Attributes::default());
        assert_eq!(of("x"), Attributes::default());
    }
}
