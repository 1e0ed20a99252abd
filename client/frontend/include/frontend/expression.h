// An expression of integers, which is asked for as a graph: nodes by number, leaves with what is known of them.
//
// Here belong: what the service reads. Elsewhere: LLVM's values, which the window holds beside it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/question.h"

namespace isotope {

// `lanes` integers of `bits` bits; one bit is bool, and never signed.
struct Type {
    bool is_signed = false;
    unsigned bits = 0, lanes = 0;

    bool operator==(const Type &other) const { return is_signed == other.is_signed && bits == other.bits && lanes == other.lanes; }
    Type with_lanes(unsigned count) const { return {is_signed, bits, count}; }
    Type with_sign(bool sign) const { return {sign && bits > 1, bits, lanes}; }
    isotope_type given() const;  // as the service names it
};

// One node over earlier ones.
struct Node {
    enum Kind { kLeaf, kConstant, kOperation, kShuffle };
    Kind kind = kOperation;
    std::string op;  // as `isotope ops` names it; operators by their word: "add", "lt"
    Type type;
    std::vector<unsigned> args;
    std::vector<uint64_t> numbers;  // of a constant: one lane for all, or each; of a shuffle: lanes of its operands side by side
    unsigned leaf = 0;
};

class Expression {
  public:
    unsigned leaf(const Leaf &leaf);
    unsigned constant(Type type, std::vector<uint64_t> lanes);
    unsigned operation(const std::string &op, Type type, std::vector<unsigned> args);
    unsigned shuffle(Type type, std::vector<unsigned> args, std::vector<uint64_t> lanes);

    // A node as integers with or without a sign: itself, or the same bits.
    unsigned as(unsigned node, bool is_signed);

    const Node &node(unsigned number) const { return nodes[number]; }
    size_t size() const { return nodes.size(); }

    unsigned root = 0;

    // Makes it a question's graph; false where it is none, and why.
    bool ask(Question *question) const;

    // The name of a buffer and of the symbolic part of its indices.
    static std::string buffer_name(unsigned buffer) { return "B" + std::to_string(buffer); }
    static unsigned buffer_number(const std::string &name) { return (unsigned)std::stoul(name.substr(1)); }
    static std::string base_name(unsigned buffer) { return "t" + std::to_string(buffer); }

  private:
    std::vector<Node> nodes;
    std::vector<Leaf> leaves;

    unsigned add(Node node);
};

}  // namespace isotope
