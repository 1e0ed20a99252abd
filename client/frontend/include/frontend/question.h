// One window of a front end, apart from the front end's own language.
#pragma once

#include <isotope.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace isotope {

class Graph;

// Where a leaf is loaded from: lane i is buffer[base + offset + i * stride], in elements.
struct Address {
    std::string buffer;
    std::string base;  // its name for the symbolic part of the index; empty when the index is a constant
    int64_t offset = 0;
    int64_t stride = 1;
};

struct Leaf {
    std::string name;
    isotope_type type = {};
    std::optional<Address> address;
    std::optional<std::pair<int64_t, int64_t>> range;  // of every lane, both inclusive
};

struct Question {
    std::string place;  // for reports
    // Its text, or its graph; without either there is nothing to ask, and `why` says why.
    std::string text;
    std::shared_ptr<Graph> graph;
    std::string why;
    isotope_type type = {};  // of its value
    std::vector<Leaf> leaves;

    bool is_asked() const { return graph || !text.empty(); }
    // The question, for people; "" for nothing.
    std::string shown() const;
};

// Of a front end's own questions, those that it shares with others.
template <typename Window>
std::vector<const Question *> questions(const std::vector<Window> &windows) {
    std::vector<const Question *> all;
    for (const Window &window : windows) {
        all.push_back(&window);
    }
    return all;
}

}  // namespace isotope
