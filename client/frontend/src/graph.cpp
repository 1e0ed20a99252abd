#include "frontend/graph.h"

namespace isotope {

isotope_node Graph::leaf(const Leaf &leaf) {
    isotope_leaf given = {};
    given.size = sizeof(given);
    given.name = leaf.name.c_str();
    given.type = leaf.type;
    if (leaf.range) {
        given.has_range = 1;
        given.min = leaf.range->first;
        given.max = leaf.range->second;
    }
    if (leaf.address) {
        given.buffer = leaf.address->buffer.c_str();
        given.base = leaf.address->base.c_str();
        given.offset = leaf.address->offset;
        given.stride = leaf.address->stride;
    }
    return isotope_graph_leaf(graph.get(), &given);
}

isotope_node Graph::constant(const isotope_type &type, const std::vector<uint64_t> &bits) {
    return isotope_graph_constant(graph.get(), type, bits.data(), bits.size());
}

isotope_node Graph::operation(const char *name, const std::vector<isotope_node> &operands) {
    return isotope_graph_operation(graph.get(), name, nullptr, operands.data(), operands.size());
}

isotope_node Graph::operation(const char *name, const isotope_type &type, const std::vector<isotope_node> &operands) {
    return isotope_graph_operation(graph.get(), name, &type, operands.data(), operands.size());
}

isotope_node Graph::shuffle(const std::vector<isotope_node> &operands, const std::vector<uint32_t> &lanes) {
    return isotope_graph_shuffle(graph.get(), operands.data(), operands.size(), lanes.data(), lanes.size());
}

void Graph::root(isotope_node node) {
    isotope_graph_root(graph.get(), node);
}

isotope_type Graph::type(isotope_node node) const {
    isotope_type type = {};
    isotope_graph_type(graph.get(), node, &type);
    return type;
}

std::string Question::shown() const {
    return graph ? graph->text() : text;
}

}  // namespace isotope
