#include "window/expression.h"

#include <utility>

namespace isotope {

std::string Type::text() const {
    const std::string element = bits == 1 ? "bool" : (is_signed ? "int" : "uint") + std::to_string(bits);
    if (lanes == 1) {
        return element;
    }
    return (bits == 1 ? "uint1" : element) + "x" + std::to_string(lanes);
}

unsigned Expression::add(Node node) {
    nodes.push_back(std::move(node));
    return (unsigned)nodes.size() - 1;
}

unsigned Expression::leaf(const Leaf &leaf) {
    leaves.push_back(leaf);
    Node node;
    node.kind = Node::kLeaf;
    node.type = leaf.type;
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

// The sign between two operands, or null.
const char *infix(const std::string &op) {
    const std::pair<const char *, const char *> all[] = {
        {"add", "+"}, {"sub", "-"},  {"mul", "*"}, {"div", "/"},  {"eq", "=="},
        {"ne", "!="}, {"lt", "<"},   {"le", "<="}, {"gt", ">"},   {"ge", ">="},
    };
    for (const auto &[word, sign] : all) {
        if (op == word) {
            return sign;
        }
    }
    return nullptr;
}

std::string literal(Type type, uint64_t bits) {
    const Type scalar = type.with_lanes(1);
    std::string number = std::to_string(bits);
    if (type.is_signed) {
        const unsigned unused = 64 - type.bits;
        number = std::to_string((int64_t)(bits << unused) >> unused);
    }
    return "(" + scalar.text() + ")" + number;
}

std::string constant_text(const Node &node) {
    const std::string first = literal(node.type, node.numbers[0]);
    if (node.type.lanes == 1) {
        return first;
    }
    if (node.numbers.size() == 1) {
        return "x" + std::to_string(node.type.lanes) + "(" + first + ")";
    }
    std::string all = "concat_vectors(";
    for (size_t i = 0; i < node.numbers.size(); i++) {
        all += (i ? ", " : "") + literal(node.type, node.numbers[i]);
    }
    return all + ")";
}

}  // namespace

// A leaf and a constant stand for themselves.
std::string Expression::name(unsigned number) const {
    const Node &node = nodes[number];
    switch (node.kind) {
        case Node::kLeaf:
            return "(" + node.type.text() + ")" + leaves[node.leaf].name;
        case Node::kConstant:
            return constant_text(node);
        default:
            return "n" + std::to_string(number);
    }
}

std::string Expression::written(const Node &node) const {
    std::string operands;
    for (size_t i = 0; i < node.args.size(); i++) {
        operands += (i ? ", " : "") + name(node.args[i]);
    }
    if (node.kind == Node::kShuffle) {
        for (uint64_t lane : node.numbers) {
            operands += ", " + std::to_string(lane);
        }
        return "shuffle(" + operands + ")";
    }
    if (const char *sign = infix(node.op)) {
        return "(" + name(node.args[0]) + " " + sign + " " + name(node.args[1]) + ")";
    }
    if (node.op == "cast") {
        return node.type.text() + "(" + operands + ")";
    }
    if (node.op == "broadcast") {
        return "x" + std::to_string(node.type.lanes) + "(" + operands + ")";
    }
    if (node.op == "select" || node.op == "concat_vectors") {
        return node.op + "(" + operands + ")";
    }
    return "(" + node.type.text() + ")" + node.op + "(" + operands + ")";
}

std::string Expression::text() const {
    std::vector<bool> needed(nodes.size());
    needed[root] = true;
    for (size_t i = nodes.size(); i-- > 0;) {
        for (unsigned arg : nodes[i].args) {
            needed[arg] = needed[arg] || needed[i];
        }
    }
    std::string lines, lets;
    for (size_t i = 0; i < nodes.size(); i++) {
        const Node &node = nodes[i];
        if (!needed[i] || node.kind == Node::kConstant) {
            continue;
        }
        if (node.kind != Node::kLeaf) {
            lets += "let n" + std::to_string(i) + " = " + written(node) + " in ";
            continue;
        }
        const Leaf &leaf = leaves[node.leaf];
        lines += "let " + leaf.name + " : " + leaf.type.text();
        if (leaf.range) {
            lines += " in [" + std::to_string(leaf.range->least) + ", " + std::to_string(leaf.range->greatest) + "]";
        }
        if (leaf.address) {
            const int64_t offset = leaf.address->offset;
            lines += " = load " + buffer_name(leaf.address->buffer) + "[" + base_name(leaf.address->buffer) +
                     (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset) + ", stride 1]";
        }
        lines += "\n";
    }
    return lines + nodes[root].type.text() + " " + lets + name(root) + "\n";
}

}  // namespace isotope
