// Halide's expressions in the text form: what Halide prints, with types that its printer leaves out.
//
// What the service has no operation for, and what may only be computed under a condition, becomes a leaf:
// Halide computes it and the answer gets its value.
#include "write/window.h"

#include <cstring>
#include <map>
#include <sstream>

#include "write/graphs.h"
#include "write/leaves.h"
#include "write/operations.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// Text of an expression without lets. What is used more than once is bound to a name, so that the text is no
// longer than the graph.
class Writer {
  public:
    explicit Writer(Leaves &leaves) : leaves(leaves) {}

    std::string whole(const Expr &value) {
        count(value);
        const std::string body = text(value);
        return lets.str() + body;
    }

    // Operations, other than data that is only passed on.
    int operations = 0;

  private:
    void count(const Expr &e) {
        if (uses[e.get()]++ == 0) {
            for (const Expr &operand : operands(e)) {
                count(operand);
            }
        }
    }

    std::string text(const Expr &e) {
        const auto known = bound.find(e.get());
        if (known != bound.end()) {
            return known->second;
        }
        const std::string written = write(e);
        if (uses[e.get()] < 2 || operands(e).empty()) {
            return written;
        }
        const std::string name = "n" + std::to_string(bound.size());
        lets << "let " << name << " = " << written << " in ";
        return bound[e.get()] = "(" + spell(e.type()) + ")" + name;
    }

    std::string list(const std::vector<Expr> &values) {
        std::string joined;
        for (const Expr &value : values) {
            joined += (joined.empty() ? "" : ", ") + text(value);
        }
        return joined;
    }

    std::string leaf(const Expr &e) { return "(" + spell(e.type()) + ")" + leaves.name(e); }

    // What the text of `e` is made from; empty for leaves and constants.
    std::vector<Expr> operands(const Expr &e) const;
    std::string write(const Expr &e);
    std::string write_shuffle(const Shuffle &op);

    Leaves &leaves;
    std::map<const IRNode *, int> uses;
    std::map<const IRNode *, std::string> bound;
    std::ostringstream lets;
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

// The mark of an operator between its operands, and those; null for what is written otherwise.
const char *infix(const Expr &e, Expr *a, Expr *b) {
    return binary<Add>(e, a, b)   ? " + "
           : binary<Sub>(e, a, b) ? " - "
           : binary<Mul>(e, a, b) ? " * "
           : binary<Div>(e, a, b) ? " / "
           : binary<Mod>(e, a, b) ? " % "
           : binary<EQ>(e, a, b)  ? " == "
           : binary<NE>(e, a, b)  ? " != "
           : binary<LT>(e, a, b)  ? " < "
           : binary<LE>(e, a, b)  ? " <= "
           : binary<GT>(e, a, b)  ? " > "
           : binary<GE>(e, a, b)  ? " >= "
           : binary<And>(e, a, b) ? " && "
           : binary<Or>(e, a, b)  ? " || "
                                  : nullptr;
}

std::vector<Expr> Writer::operands(const Expr &e) const {
    if (const Cast *op = e.as<Cast>()) {
        return {op->value};
    }
    // Scalars are Halide's own affair, but for casts: a narrow scalar behind one is worth knowing.
    if (e.type().is_scalar() && !e.as<VectorReduce>()) {
        return {};
    }
    Expr a, b;
    if (infix(e, &a, &b) || binary<Min>(e, &a, &b) || binary<Max>(e, &a, &b)) {
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

std::string constant(const Expr &e) {
    const std::string type = e.type() == Int(32) ? "" : "(" + spell(e.type()) + ")";
    if (const IntImm *op = e.as<IntImm>()) {
        return type + std::to_string(op->value);
    } else if (const UIntImm *op = e.as<UIntImm>()) {
        return type + std::to_string(op->value);
    }
    const FloatImm *op = e.as<FloatImm>();
    // By their bits: decimal text would round.
    std::ostringstream bits;
    if (op && e.type() == Float(32)) {
        const float value = (float)op->value;
        uint32_t word;
        memcpy(&word, &value, sizeof(word));
        bits << type << "0x" << std::hex << word;
    } else if (op && e.type() == Float(64)) {
        uint64_t word;
        memcpy(&word, &op->value, sizeof(word));
        bits << type << "0x" << std::hex << word;
    }
    return bits.str();
}

std::string Writer::write(const Expr &e) {
    const std::string known = constant(e);
    if (!known.empty()) {
        return known;
    }
    const std::vector<Expr> args = operands(e);
    if (args.empty()) {
        return leaf(e);
    }
    const std::string type = spell(e.type());
    Expr a, b;
    if (e.as<Cast>()) {
        operations += e.type().is_vector();
        return type + "(" + list(args) + ")";
    } else if (const Broadcast *op = e.as<Broadcast>()) {
        return "x" + std::to_string(op->lanes) + "(" + list(args) + ")";
    } else if (const Ramp *op = e.as<Ramp>()) {
        return "ramp(" + list(args) + ", " + std::to_string(op->lanes) + ")";
    } else if (const Shuffle *op = e.as<Shuffle>()) {
        return write_shuffle(*op);
    }
    operations++;
    if (const char *mark = infix(e, &a, &b)) {
        const std::string left = text(a);
        return "(" + left + mark + text(b) + ")";
    } else if (const Not *op = e.as<Not>()) {
        return "!(" + text(op->a) + ")";
    } else if (const Call *op = e.as<Call>()) {
        return "(" + type + ")" + operation_name(*op) + "(" + list(args) + ")";
    } else if (const VectorReduce *op = e.as<VectorReduce>()) {
        return "(" + type + ")" + reduction_name(op->op) + "(" + list(args) + ")";
    }
    const char *name = e.as<Min>() ? "min" : e.as<Max>() ? "max" : e.as<Select>() ? "select" : "reinterpret";
    return "(" + type + ")" + name + "(" + list(args) + ")";
}

std::string Writer::write_shuffle(const Shuffle &op) {
    operations++;
    if (op.is_interleave()) {
        return "interleave_vectors(" + list(op.vectors) + ")";
    } else if (op.is_concat()) {
        return "concat_vectors(" + list(op.vectors) + ")";
    }
    std::string indices;
    for (int index : op.indices) {
        indices += ", " + std::to_string(index);
    }
    return "shuffle(" + list(op.vectors) + indices + ")";
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
    Leaves leaves(facts);
    Writer writer(leaves);
    const std::string body = writer.whole(window.value);
    if (writer.operations == 0) {
        window.why = "nothing but data is passed on";
    } else if (has_handles(window.value)) {
        window.why = "it has an opaque pointer in it";
    } else {
        window.text = leaves.declarations() + spell(value.type()) + " " + body + "\n";
    }
    window.type = asked_type(value.type());
    window.leaves = std::move(leaves.leaves);
    window.values = std::move(leaves.values);
    window.bases = std::move(leaves.bases);
    return window;
}

}  // namespace isotope
