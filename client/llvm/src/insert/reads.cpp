#include "insert/reads.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "insert/crossings.h"
#include "bounds.h"

using namespace llvm;

namespace isotope {

void add_reads(Reads *some, const Reads &more) {
    for (const auto &[source, seen] : more) {
        Seen &mine = (*some)[source];
        mine.parameters.insert(seen.parameters.begin(), seen.parameters.end());
        mine.times += seen.times;
    }
}

size_t count(const Lanes &lanes) {
    size_t all = 0;
    for (const Reads &reads : lanes) {
        all += reads.size();
    }
    return all;
}

namespace {

Reads common(const Reads &some, const Reads &more) {
    Reads shared;
    for (const auto &[source, seen] : some) {
        if (more.count(source)) {
            shared[source] = seen;
        }
    }
    return shared;
}

// What groups of lanes read, for a value with fewer lanes, and the other way round.
Lanes regrouped(const Lanes &from, size_t lanes) {
    Lanes to(lanes);
    for (size_t i = 0; i < std::max(lanes, from.size()); i++) {
        Reads &reads = to[i * lanes / std::max(lanes, from.size())];
        add_reads(&reads, from[i * from.size() / std::max(lanes, from.size())]);
    }
    return to;
}

class Always {
  public:
    explicit Always(const Computed &window) : buffers(window.buffers), expression(window.expression) {}

    Lanes of_root() {
        size_t all = 0;
        for (unsigned i = 0; i <= expression.root; i++) {
            lanes.push_back(of(expression.node(i)));
            all += count(lanes.back());
            if (all > 16 * kMostReads) {
                return {};
            }
        }
        return lanes[expression.root];
    }

  private:
    const unsigned buffers;
    const Expression &expression;
    std::vector<Lanes> lanes;

    Lanes of_leaf(const Node &node) {
        const Leaf &leaf = expression.all_leaves()[node.leaf];
        const unsigned place = buffers + node.leaf;
        Lanes own(node.type.lanes);
        for (unsigned i = 0; i < node.type.lanes; i++) {
            const Element source = leaf.address ? Element{Expression::buffer_number(leaf.address->buffer), leaf.address->offset + i}
                                               : Element{place, (int64_t)i};
            own[i][source] = {1, {}};
        }
        return own;
    }

    Lanes of_shuffle(const Node &node) {
        Lanes all;
        for (unsigned arg : node.args) {
            all.insert(all.end(), lanes[arg].begin(), lanes[arg].end());
        }
        if (node.op == "concat_vectors") {
            return all;
        }
        Lanes own;
        for (uint64_t lane : node.numbers) {
            own.push_back(all[lane]);
        }
        return own;
    }

    Lanes of(const Node &node) {
        if (node.kind == Node::kLeaf) {
            return of_leaf(node);
        }
        if (node.kind == Node::kConstant) {
            return Lanes(node.type.lanes);
        }
        if (node.kind == Node::kShuffle || node.op == "concat_vectors") {
            return of_shuffle(node);
        }
        if (node.op == "broadcast") {
            return Lanes(node.type.lanes, lanes[node.args[0]][0]);
        }
        if (node.op == "reinterpret" || node.op.rfind("vector_reduce_", 0) == 0) {
            return regrouped(lanes[node.args[0]], node.type.lanes);
        }
        Lanes own(node.type.lanes);
        for (unsigned i = 0; i < node.type.lanes; i++) {
            if (node.op == "select") {
                own[i] = common(lanes[node.args[1]][i], lanes[node.args[2]][i]);
                add_reads(&own[i], lanes[node.args[0]][i]);
                continue;
            }
            for (unsigned arg : node.args) {
                add_reads(&own[i], lanes[arg][i]);
            }
        }
        return own;
    }
};

}  // namespace

Lanes always_read(const Computed &window) {
    Lanes own = Always(window).of_root();
    if (!window.is_added_up || own.empty()) {
        return own;
    }
    // All lanes of an accumulator become one number.
    Reads all;
    for (const Reads &reads : own) {
        add_reads(&all, reads);
    }
    return Lanes(own.size(), all);
}

Lanes may_read(const Function &function, const std::vector<Begin> &begins) {
    std::map<const Value *, Lanes> known;
    const auto lanes_of = [](const Value *value) {
        const auto *vector = dyn_cast<FixedVectorType>(value->getType());
        return vector ? (size_t)vector->getNumElements() : 1;
    };
    for (const Argument &argument : function.args()) {
        Lanes own(lanes_of(&argument));
        const Begin &begin = begins[argument.getArgNo()];
        for (size_t i = 0; i < own.size(); i++) {
            own[i][{begin.source.place, begin.source.number + (int64_t)i * begin.stride}] = {1, {argument.getArgNo()}};
        }
        known[&argument] = own;
    }
    size_t all = 0;
    for (const Instruction &instruction : function.getEntryBlock()) {
        if (const auto *end = dyn_cast<ReturnInst>(&instruction)) {
            const auto place = known.find(end->getReturnValue());
            return place == known.end() ? Lanes(lanes_of(end->getReturnValue())) : place->second;
        }
        Lanes own(lanes_of(&instruction));
        for (unsigned number = 0; number < instruction.getNumOperands(); number++) {
            const auto place = known.find(instruction.getOperand(number));
            if (place == known.end()) {
                continue;  // a constant or a callee
            }
            const std::vector<std::vector<unsigned>> crossed = crossing(instruction, number, own.size());
            for (size_t i = 0; i < own.size(); i++) {
                for (unsigned lane : crossed[i]) {
                    add_reads(&own[i], place->second[lane]);
                }
            }
        }
        all += count(own);
        if (all > 16 * kMostReads) {
            return {};
        }
        known[&instruction] = std::move(own);
    }
    return {};
}

bool what_to_freeze(const Computed &window, const Function &function, const std::vector<Begin> &begins,
                    std::vector<bool> *frozen) {
    frozen->assign(function.arg_size(), false);
    const Lanes always = always_read(window), may = may_read(function, begins);
    if (always.empty() || may.size() != always.size()) {
        return false;
    }
    bool by_several = false;
    for (size_t i = 0; i < may.size(); i++) {
        for (const auto &[source, seen] : may[i]) {
            by_several = by_several || seen.parameters.size() > 1;
            if (seen.times > 1 || !always[i].count(source)) {
                for (unsigned parameter : seen.parameters) {
                    (*frozen)[parameter] = true;
                }
            }
        }
    }
    if (!by_several) {
        return true;
    }
    // What is frozen has a value in each byte, so that bytes count by themselves.
    const Lanes bytes = bytes_read(function, begins);
    const auto is_of_one = [](const Reads &reads) {
        return std::all_of(reads.begin(), reads.end(),
                           [](const auto &each) { return each.second.parameters.size() == 1; });
    };
    return !bytes.empty() && std::all_of(bytes.begin(), bytes.end(), is_of_one);
}

}  // namespace isotope
