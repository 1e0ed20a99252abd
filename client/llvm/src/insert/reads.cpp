#include "insert/reads.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "insert/crossings.h"
#include "bounds.h"

using namespace llvm;

namespace isotope {

namespace {

bool is_before(const Reads::Each &some, const Reads::Each &other) {
    return some.first < other.first;
}

}  // namespace

bool Reads::has(const Element &source) const {
    const auto place = std::lower_bound(all.begin(), all.end(), Each(source, {}), is_before);
    return place != all.end() && !(source < place->first);
}

void Reads::add(const Reads &more) {
    if (all.empty()) {
        all = more.all;
        return;
    }
    std::vector<Each> merged;
    merged.reserve(all.size() + more.all.size());
    std::merge(all.begin(), all.end(), more.all.begin(), more.all.end(), std::back_inserter(merged), is_before);
    all.clear();
    for (Each &each : merged) {
        if (all.empty() || all.back().first < each.first) {
            all.push_back(std::move(each));
            continue;
        }
        Seen &mine = all.back().second;
        mine.times += each.second.times;
        for (unsigned parameter : each.second.parameters) {
            auto place = std::lower_bound(mine.parameters.begin(), mine.parameters.end(), parameter);
            if (place == mine.parameters.end() || *place != parameter) {
                mine.parameters.insert(place, parameter);
            }
        }
    }
}

Reads Reads::in_common(const Reads &other) const {
    Reads shared;
    std::copy_if(all.begin(), all.end(), std::back_inserter(shared.all),
                 [&](const Each &each) { return other.has(each.first); });
    return shared;
}

size_t count(const Lanes &lanes) {
    size_t all = 0;
    for (const Reads &reads : lanes) {
        all += reads.size();
    }
    return all;
}

namespace {

// What groups of lanes read, for a value with fewer lanes, and the other way round.
Lanes regrouped(const Lanes &from, size_t lanes) {
    Lanes to(lanes);
    for (size_t i = 0; i < std::max(lanes, from.size()); i++) {
        Reads &reads = to[i * lanes / std::max(lanes, from.size())];
        reads.add(from[i * from.size() / std::max(lanes, from.size())]);
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
            own[i] = Reads(source);
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
                own[i] = lanes[node.args[1]][i].in_common(lanes[node.args[2]][i]);
                own[i].add(lanes[node.args[0]][i]);
                continue;
            }
            for (unsigned arg : node.args) {
                own[i].add(lanes[arg][i]);
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
        all.add(reads);
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
            own[i] = Reads({begin.source.place, begin.source.number + (int64_t)i * begin.stride}, argument.getArgNo());
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
                    own[i].add(place->second[lane]);
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
            if (seen.times > 1 || !always[i].has(source)) {
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
