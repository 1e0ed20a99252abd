// Halide's expressions as the service's graphs.
//
// A value that the service has no operation for, and one that may only be computed under a condition, becomes a leaf: Halide computes it,
// and the answer gets it.
#include "write/window.h"

#include <cstring>
#include <map>
#include <optional>

#include "frontend/graph.h"
#include "write/graphs.h"
#include "write/leaves.h"
#include "write/operations.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// The graph of an expression without lets:
//   uint16x8(in[ramp(x, 1, 8)]) * x8(w)     ->     let l0 : uint8x8 = load in[b0, stride 1]
//                                                  let l1 : uint16
//                                                  uint16x8((uint8x8)l0) * x8((uint16)l1)
class Writer {
  public:
    Writer(Leaves &leaves, Graph &graph) : leaves(leaves), graph(graph) {}

    isotope_node node(const Expr &e) {
        const auto known = nodes.find(e.get());
        return known != nodes.end() ? known->second : nodes[e.get()] = write(e);
    }

    // Operations, other than data that is only passed on.
    int operations = 0;

  private:
    // The expressions that `e` is made from, a and b of a + b; empty for leaves and constants.
    static std::vector<Expr> operands(const Expr &e);
    isotope_node write(const Expr &e);
    isotope_node write_shuffle(const Shuffle &op, const std::vector<isotope_node> &args);

    Leaves &leaves;
    Graph &graph;
    std::map<const IRNode *, isotope_node> nodes;
};

template <typename T>
bool binary(const Expr &e, Expr *a, Expr *b) {
    const T *op = e.as<T>();
    if (op) {
        *a = op->a;
        *b = op->b;
    }
    return op != nullptr;
}

// The name of an operation of two operands, and those; null for other operations. a < b is "lt" of a and b.
const char *binary_name(const Expr &e, Expr *a, Expr *b) {
    return binary<Add>(e, a, b)   ? "add"
           : binary<Sub>(e, a, b) ? "sub"
           : binary<Mul>(e, a, b) ? "mul"
           : binary<Div>(e, a, b) ? "div"
           : binary<Mod>(e, a, b) ? "mod"
           : binary<Min>(e, a, b) ? "min"
           : binary<Max>(e, a, b) ? "max"
           : binary<EQ>(e, a, b)  ? "eq"
           : binary<NE>(e, a, b)  ? "ne"
           : binary<LT>(e, a, b)  ? "lt"
           : binary<LE>(e, a, b)  ? "le"
           : binary<GT>(e, a, b)  ? "gt"
           : binary<GE>(e, a, b)  ? "ge"
           : binary<And>(e, a, b) ? "bitwise_and"
           : binary<Or>(e, a, b)  ? "bitwise_or"
                                  : nullptr;
}

std::vector<Expr> Writer::operands(const Expr &e) {
    if (const Cast *op = e.as<Cast>()) {
        return {op->value};
    }
    // Scalars are Halide's own affair, but for casts: a narrow scalar behind one is worth knowing.
    if (e.type().is_scalar() && !e.as<VectorReduce>()) {
        return {};
    }
    Expr a, b;
    if (binary_name(e, &a, &b)) {
        return {a, b};
    }
    if (const Reinterpret *op = e.as<Reinterpret>()) {
        return {op->value};
    } else if (const Broadcast *op = e.as<Broadcast>()) {
        return {op->value};
    } else if (const Ramp *op = e.as<Ramp>()) {
        return {op->base, op->stride};
    } else if (const Not *op = e.as<Not>()) {
        return {op->a};
    } else if (const Select *op = e.as<Select>()) {
        return {op->condition, op->true_value, op->false_value};
    } else if (const VectorReduce *op = e.as<VectorReduce>()) {
        return {op->value};
    } else if (const Shuffle *op = e.as<Shuffle>()) {
        return op->vectors;
    } else if (const Call *op = e.as<Call>()) {
        return operation_name(*op).empty() ? std::vector<Expr>() : op->args;
    }
    return {};
}

// The bits of a literal, if `e` is one that the service has: 1065353216 of 1.0f.
std::optional<uint64_t> constant(const Expr &e) {
    if (const IntImm *op = e.as<IntImm>()) {
        return (uint64_t)op->value;
    } else if (const UIntImm *op = e.as<UIntImm>()) {
        return op->value;
    }
    const FloatImm *op = e.as<FloatImm>();
    if (op && e.type() == Float(32)) {
        const float value = (float)op->value;
        uint32_t word;
        memcpy(&word, &value, sizeof(word));
        return word;
    } else if (op && e.type() == Float(64)) {
        uint64_t word;
        memcpy(&word, &op->value, sizeof(word));
        return word;
    }
    return {};
}

isotope_node Writer::write(const Expr &e) {
    const isotope_type type = asked_type(e.type());
    if (const auto bits = constant(e)) {
        return graph.constant(type, {*bits});
    }
    std::vector<isotope_node> args;
    for (const Expr &operand : operands(e)) {
        args.push_back(node(operand));
    }
    if (args.empty()) {
        return leaves.node(e, &graph);
    }
    if (const Cast *op = e.as<Cast>()) {
        operations += e.type().is_vector();
        return op->value.type() == e.type() ? args[0] : graph.operation("cast", type, args);
    } else if (e.as<Broadcast>()) {
        return graph.operation("broadcast", type, args);
    } else if (e.as<Ramp>()) {
        return graph.operation("ramp", type, args);
    }
    operations++;
    Expr a, b;
    if (const Shuffle *op = e.as<Shuffle>()) {
        return write_shuffle(*op, args);
    } else if (const char *name = binary_name(e, &a, &b)) {
        return graph.operation(name, args);
    } else if (const Call *op = e.as<Call>()) {
        return graph.operation(operation_name(*op).c_str(), type, args);
    } else if (const VectorReduce *op = e.as<VectorReduce>()) {
        return graph.operation(reduction_name(op->op).c_str(), type, args);
    }
    return graph.operation(e.as<Not>() ? "bitwise_not" : e.as<Select>() ? "select" : "reinterpret", type, args);
}

// slice_vectors(a, 2, 1, 4)                         shuffle(a, 2, 3, 4, 5)
// interleave_vectors(a, b), concat_vectors(a, b)    the same
isotope_node Writer::write_shuffle(const Shuffle &op, const std::vector<isotope_node> &args) {
    if (op.is_interleave()) {
        return graph.operation("interleave_vectors", args);
    } else if (op.is_concat()) {
        return graph.operation("concat_vectors", args);
    }
    return graph.shuffle(args, {op.indices.begin(), op.indices.end()});
}

bool has_handles(const Expr &value) {
    struct Finder : IRGraphVisitor {
        bool found = false;
        using IRGraphVisitor::visit;
        void visit(const Variable *op) override { found |= op->type.is_handle(); }
    } finder;
    value.accept(&finder);
    return finder.found;
}

}  // namespace

Window write_window(const Expr &value, std::string place, const Facts &facts) {
    Window window;
    window.place = std::move(place);
    // Leaves are computed before the answer, where a let inside the expression is not in scope.
    window.value = without_lets(value);
    window.graph = std::make_shared<Graph>();
    Leaves leaves(facts);
    Writer writer(leaves, *window.graph);
    window.graph->root(writer.node(window.value));
    if (writer.operations == 0) {
        window.why = "it only moves data, which LLVM does as well";
    } else if (has_handles(window.value)) {
        window.why = "it has an opaque pointer in it";
    } else {
        window.why = window.graph->error();
    }
    if (!window.why.empty()) {
        window.graph.reset();
    }
    window.type = asked_type(value.type());
    window.leaves = std::move(leaves.leaves);
    window.values = std::move(leaves.values);
    window.bases = std::move(leaves.bases);
    return window;
}

}  // namespace isotope
