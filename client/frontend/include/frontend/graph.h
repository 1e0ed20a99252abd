// A window as a graph, node by node. A step that fails is remembered: `error` says which one, and nothing
// after it counts.
#pragma once

#include <isotope.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "frontend/question.h"

namespace isotope {

class Graph {
  public:
    Graph() : graph(isotope_graph_new()) {}

    // A leaf, with the bounds of its lanes where they are known.
    isotope_node leaf(const Leaf &leaf);
    // The bits of one lane for all lanes, or of each.
    isotope_node constant(const isotope_type &type, const std::vector<uint64_t> &bits);
    // An operation of `isotope ops`. Its type, where operands tell it, follows from them.
    isotope_node operation(const char *name, const std::vector<isotope_node> &operands);
    isotope_node operation(const char *name, const isotope_type &type, const std::vector<isotope_node> &operands);
    // Lanes by their number in all operands side by side.
    isotope_node shuffle(const std::vector<isotope_node> &operands, const std::vector<uint32_t> &lanes);
    void root(isotope_node node);

    // Of a node; zeros where there is none.
    isotope_type type(isotope_node node) const;
    // Why it cannot be asked for; "" when it can.
    std::string error() const { return isotope_graph_error(graph.get()); }
    // In the text form, for people.
    std::string text() const { return isotope_graph_text(graph.get()); }

    const isotope_graph *get() const { return graph.get(); }

  private:
    struct Free {
        void operator()(isotope_graph *graph) const { isotope_graph_free(graph); }
    };
    std::unique_ptr<isotope_graph, Free> graph;
};

}  // namespace isotope
