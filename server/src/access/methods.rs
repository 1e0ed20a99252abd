//! The table of methods: which role each asks for. A method without a row is refused to everybody, and fails a test.

use super::Role;

/// Where load balancers ask: answered to everybody, and whatever else finds no room.
pub const HEALTH: &str = "/grpc.health.v1.Health/";

/// The description of the service is no secret; asking takes an identity all the same.
const REFLECTION: &str = "/grpc.reflection.";

/// Method of `isotope.v1.Isotope`, and the roles of which one is needed; the first is named where none is there. A method that needs
/// `search` only in part asks for less here, and does less for whoever has less: a compiler's build is never broken by a role.
pub const TABLE: &[(&str, &[Role])] = &[
    ("Select", &[Role::Lookup]),
    ("SelectBatch", &[Role::Lookup]),
    ("Compare", &[Role::Lookup]),
    ("Stats", &[Role::Lookup, Role::Admin]),
    ("Explain", &[Role::Search]),
    ("Check", &[Role::Search]),
    ("Compile", &[Role::Search, Role::Warm]),
    ("Nest", &[Role::Search]),
    ("Schedule", &[Role::Search]),
    ("Alternatives", &[Role::Search]),
    ("ComparedLoops", &[Role::Admin]),
    ("Audit", &[Role::Admin]),
    ("LogLevel", &[Role::Admin]),
    ("Misses", &[Role::Warm]),
    ("Pin", &[Role::Admin]),
    ("Purge", &[Role::Admin]),
    ("Verify", &[Role::Admin]),
    ("Export", &[Role::Admin]),
    ("Import", &[Role::Admin]),
];

/// The subject of a call, by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Nothing: anybody may.
    Nothing,
    /// That the caller is somebody.
    Identity,
    /// One of these roles.
    Role(&'static [Role]),
    /// There is no such method here.
    Unknown,
}

/// The subject of a call of `path`, and the method's name.
pub fn asks(path: &str) -> (Asks, &'static str) {
    if path.starts_with(HEALTH) {
        return (Asks::Nothing, "Health");
    }
    if path.starts_with(REFLECTION) {
        return (Asks::Identity, "Reflection");
    }
    let method = path.strip_prefix("/isotope.v1.Isotope/").unwrap_or_default();
    match TABLE.iter().find(|(name, _)| *name == method) {
        Some((name, roles)) => (Asks::Role(roles), name),
        None => (Asks::Unknown, "unknown"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Roles;
    use isotope_proto::DESCRIPTORS;
    use prost::Message as _;

    #[test]
    fn every_method_of_the_service_has_a_row_and_every_row_a_method() {
        let files = prost_types::FileDescriptorSet::decode(DESCRIPTORS).unwrap();
        let services = files.file.iter().flat_map(|file| &file.service);
        let methods: Vec<&str> = services.flat_map(|service| &service.method).map(|method| method.name()).collect();
        assert!(!methods.is_empty());
        for method in &methods {
            let (asks, name) = asks(&format!("/isotope.v1.Isotope/{method}"));
            assert!(matches!(asks, Asks::Role(_)), "{method} has no row in TABLE");
            assert_eq!(name, *method);
        }
        assert!(TABLE.iter().all(|(name, _)| methods.contains(name)));
    }

    /// docs/access.md lists for each role the methods that it is enough for.
    #[test]
    fn the_page_about_access_lists_the_methods_of_each_role() {
        let page = include_str!("../../../docs/access.md");
        for role in Role::ALL {
            let row = page.lines().find(|line| line.starts_with(&format!("| `{role}` | "))).unwrap();
            let is_method = |word: &&str| word.starts_with(|c: char| c.is_ascii_uppercase());
            let mut said: Vec<&str> = row.split('`').skip(3).step_by(2).filter(is_method).collect();
            let has: Roles = [role].into_iter().collect();
            let suffices = |(_, asked): &&(&str, &[Role])| asked.iter().any(|asked| has.has(*asked));
            let mut may: Vec<&str> = TABLE.iter().filter(suffices).map(|(name, _)| *name).collect();
            said.sort_unstable();
            may.sort_unstable();
            assert_eq!(said, may, "{role}");
        }
    }

    #[test]
    fn other_paths_are_told_apart() {
        assert_eq!(asks("/grpc.health.v1.Health/Check").0, Asks::Nothing);
        assert_eq!(asks("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo").0, Asks::Identity);
        for path in ["/isotope.v1.Isotope/", "/isotope.v1.Isotope/select", "/", "", "/other.Isotope/Select"] {
            assert_eq!(asks(path).0, Asks::Unknown, "{path}");
        }
    }
}
