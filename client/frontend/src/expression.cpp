#include "frontend/expression.h"

#include <memory>
#include <utility>

#include "frontend/graph.h"

namespace isotope {

isotope_type Type::given() const {
    return {is_signed ? (isotope_kind)ISOTOPE_INT : (isotope_kind)ISOTOPE_UINT, bits, lanes};
}

unsigned Expression::add(Node node) {
    nodes.push_back(std::move(node));
    return (unsigned)nodes.size() - 1;
}

unsigned Expression::leaf(const Leaf &leaf) {
    leaves.push_back(leaf);
    Node node;
    node.kind = Node::kLeaf;
    node.type = {leaf.type.kind == ISOTOPE_INT, leaf.type.bits, leaf.type.lanes};
    node.leaf = (unsigned)leaves.size() - 1;
    return add(std::move(node));
}

unsigned Expression::constant(Type type, std::vector<uint64_t> lanes) {
    Node node;
    node.kind = Node::kConstant;
    node.type = type;
    node.numbers = std::move(lanes);
    return add(std::move(node));
}

unsigned Expression::operation(const std::string &op, Type type, std::vector<unsigned> args) {
    Node node;
    node.op = op;
    node.type = type;
    node.args = std::move(args);
    return add(std::move(node));
}

unsigned Expression::shuffle(Type type, std::vector<unsigned> args, std::vector<uint64_t> lanes) {
    Node node;
    node.kind = Node::kShuffle;
    node.type = type;
    node.args = std::move(args);
    node.numbers = std::move(lanes);
    return add(std::move(node));
}

unsigned Expression::as(unsigned node, bool is_signed) {
    const Type type = nodes[node].type.with_sign(is_signed);
    if (type == nodes[node].type) {
        return node;
    }
    if (nodes[node].kind == Node::kConstant) {
        return constant(type, nodes[node].numbers);
    }
    return operation("cast", type, {node});
}

namespace {

// Whether the graph's operation has a type that its operands do not tell.
bool has_own_type(const std::string &op) {
    return op == "cast" || op == "broadcast" || op == "reinterpret" || op.rfind("vector_reduce_", 0) == 0;
}

}  // namespace

bool Expression::ask(Question *question) const {
    std::vector<bool> needed(nodes.size());
    needed[root] = true;
    for (size_t i = nodes.size(); i-- > 0;) {
        for (unsigned arg : nodes[i].args) {
            needed[arg] = needed[arg] || needed[i];
        }
    }
    const auto graph = std::make_shared<Graph>();
    std::vector<isotope_node> numbers(nodes.size(), ISOTOPE_NO_NODE);
    for (size_t i = 0; i < nodes.size(); i++) {
        const Node &node = nodes[i];
        if (!needed[i]) {
            continue;
        }
        std::vector<isotope_node> args;
        for (unsigned arg : node.args) {
            args.push_back(numbers[arg]);
        }
        if (node.kind == Node::kLeaf) {
            numbers[i] = graph->leaf(leaves[node.leaf]);
        } else if (node.kind == Node::kConstant) {
            numbers[i] = graph->constant(node.type.given(), node.numbers);
        } else if (node.kind == Node::kShuffle) {
            numbers[i] = graph->shuffle(args, {node.numbers.begin(), node.numbers.end()});
        } else if (has_own_type(node.op)) {
            numbers[i] = graph->operation(node.op.c_str(), node.type.given(), args);
        } else {
            numbers[i] = graph->operation(node.op.c_str(), args);
        }
    }
    graph->root(numbers[root]);
    question->why = graph->error();
    if (!question->why.empty()) {
        return false;
    }
    question->graph = graph;
    question->type = nodes[root].type.given();
    question->leaves = leaves;
    return true;
}

}  // namespace isotope
