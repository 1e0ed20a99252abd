//! The limits of this process's control group, as a container's manager or a service's unit sets them.

use std::path::Path;

/// Bytes of memory that the control groups of this process may take: the least of them. `None` where nothing bounds them.
pub(super) fn own_memory_bytes() -> Option<usize> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    memory_bytes(&groups, Path::new("/sys/fs/cgroup"))
}

/// The same by a list of groups as `/proc/self/cgroup` has it, and where they are mounted. In a container the list may name groups of the
/// machine that are not seen inside: then the mounted root is the container's own.
fn memory_bytes(groups: &str, root: &Path) -> Option<usize> {
    let bounds = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, Path::new(parts.next()?));
        let (mounted, file) = match controllers {
            "" => (root.to_owned(), "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => (root.join("memory"), "memory.limit_in_bytes"),
            _ => return None,
        };
        let own = path.strip_prefix("/").unwrap_or(path);
        let read = |group: &Path| std::fs::read_to_string(mounted.join(group).join(file)).ok()?.trim().parse().ok();
        own.ancestors().filter_map(read).min()
    });
    bounds.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_services_bound_and_a_containers_are_found_and_the_least_counts() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let of = |groups: &str| memory_bytes(groups, root.path());
        assert_eq!((of(""), of("0::/"), of("0::/../other")), (None, None, None));
        write("system.slice/isotoped.service/memory.max", "6442450944\n");
        write("system.slice/memory.max", "max\n");
        assert_eq!(of("0::/system.slice/isotoped.service\n"), Some(6 << 30));
        write("system.slice/memory.max", "1073741824\n");
        assert_eq!(of("1:name=systemd:/x\n0::/system.slice/isotoped.service\n"), Some(1 << 30));
        // A container's own root, whatever the list says.
        write("memory.max", "536870912\n");
        assert_eq!(of("0::/"), Some(512 << 20));
        write("memory/docker/1/memory.limit_in_bytes", "268435456\n");
        assert_eq!(of("5:cpu,memory:/docker/1\n"), Some(256 << 20));
    }
}
