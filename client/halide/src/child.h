// Work in a process of its own: what aborts there, or never ends, leaves this one as it is.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace isotope {

// What the work writes to the file whose path it gets, in a copy of this process: empty where the work
// failed, nothing where it never came to its end. Only this thread goes on in the copy, and what another has
// locked stays locked there: `locks` are those that the work takes, in the order in which threads take them,
// and a copy has them free.
std::optional<std::string> in_child(const std::function<void(const std::string &)> &work, uint32_t timeout_ms,
                                    const std::vector<std::mutex *> &locks);

}  // namespace isotope
