// Work in a process of its own: what aborts there, or never ends, leaves this one as it is.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace isotope {

// Pieces of work, each by its number; it writes its result to the file whose path it gets.
using Work = std::function<void(size_t, const std::string &)>;

// How long it may take.
struct Allowance {
    uint32_t share_ms;    // of the processor, for each piece: a busy machine makes nothing slow
    uint32_t timeout_ms;  // on the clock, for all of them
};

// The output of `count` pieces of work, one after the other, in a copy of this process: empty where one failed
// or used up its share, nothing where its turn did not come in time. Only this thread goes on in the copy,
// and what another has locked stays locked there: `locks` are those that the work takes, in the order in
// which threads take them, and a copy has them free.
std::vector<std::optional<std::string>> in_child(const Work &work, size_t count, const Allowance &allowance,
                                                 const std::vector<std::mutex *> &locks);

}  // namespace isotope
