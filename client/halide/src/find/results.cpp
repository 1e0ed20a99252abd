#include "find/results.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "find/alike.h"
#include "find/bodies.h"
#include "find/parts.h"
#include "find/places.h"
#include "find/slices.h"
#include "frontend/sharing.h"
#include "write/graphs.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// As many stores of a block, and lets around it, are looked at: each store is held against all before it.
constexpr size_t kMostGrouped = 64;
constexpr size_t kMostAround = 64;

// A value of more nodes is looked at in part.
constexpr size_t kMostComputing = 400;

// As many registers hold the results of one window until they are stored.
constexpr size_t kResultRegisters = 8;

// Equal expressions have one identity.
using Identities = std::map<Expr, const void *, IRGraphDeepCompare>;

// The operations and loads of vectors that a value without lets is computed from. Addresses are no part of it, nor scalars.
class Computing : public IRGraphVisitor {
  public:
    Computed computed;

    Computing(const Expr &value, Identities &identities) : identities(identities) {
        computed.lanes = value.type().lanes();
        computed.bits = computed.lanes * value.type().bits();
        IRGraphVisitor::include(value);
    }

    void include(const Expr &e) override {
        const bool is_given = e.type().is_scalar() || e.as<Variable>() || e.as<Broadcast>() || e.as<Ramp>();
        if (is_given || nodes++ > kMostComputing) {
            return;
        }
        const void *identity = identities.emplace(e, e.get()).first->second;
        if (e.as<Load>()) {
            computed.loaded.insert(identity);
        } else {
            computed.operations.insert(identity);
            IRGraphVisitor::include(e);
        }
    }

  private:
    Identities &identities;
    size_t nodes = 0;
};

using StmtLets = std::vector<const LetStmt *>;

Expr in_lets(Expr value, const StmtLets &lets) {
    for (auto let = lets.rbegin(); let != lets.rend(); ++let) {
        if (expr_uses_var(value, (*let)->name)) {
            value = Let::make((*let)->name, (*let)->value, value);
        }
    }
    return value;
}

// Whether a let may be computed once more in another place, as parts of addresses may.
bool is_address(const LetStmt *let) {
    return let->value.type() == Int(32) && Loads(let->value).places.empty() && uses_of(let->value).is_pure;
}

// A statement that stores a vector, in no lets but those of addresses and of vectors, and where it does.
struct Stored {
    size_t at;
    Body body;
    Location place;
};

std::optional<Stored> stored_by(const Stmt &statement, size_t at, const StmtLets &addresses) {
    const Body body(statement);
    const auto may_be_inside = [](const LetStmt *let) {
        return is_address(let) || (let->value.type().is_vector() && Loads(let->value).pure);
    };
    const bool is_plain = body.store && plain_store(body.store) && std::all_of(body.lets.begin(), body.lets.end(), may_be_inside);
    if (!is_plain) {
        return {};
    }
    return Stored{at, body, {body.store->name, without_lets(in_lets(body.inside(body.store->index), addresses))}};
}

// A store's value with the lets of its statement and of addresses inside, and what it loads: in lets of vectors before the block, and in
// its own place.
struct Member {
    Stored stored;
    Expr value;
    Loads before, here;
};

// Finds the groups of one block.
class Grouping {
  public:
    Grouping(const std::vector<Stmt> &statements, const std::set<size_t> &taken, const StmtLets &around, const Lets &scalars)
        : statements(statements), alike(std::string(), scalars) {
        for (const LetStmt *let : around) {
            (let->value.type().is_vector() ? vectors : addresses).push_back(let);
        }
        addresses.erase(std::remove_if(addresses.begin(), addresses.end(), [](const LetStmt *let) { return !is_address(let); }),
                        addresses.end());
        for (size_t i = 0; i < statements.size(); i++) {
            stores.push_back(stored_by(statements[i], i, addresses));
            if (stores[i] && !taken.count(i) && members.size() < kMostGrouped) {
                add(*stores[i]);
            }
        }
    }

    std::vector<StoreGroup> groups(int bytes) const {
        std::vector<StoreGroup> found;
        const auto fits = [&](size_t first, size_t next) { return goes_with(members[first], members[next]); };
        for (const std::vector<size_t> &sharing_work : sharing(computed, fits, kResultRegisters * bytes * 8)) {
            StoreGroup group;
            for (size_t i : sharing_work) {
                group.members.push_back(members[i].stored.at);
                group.values.push_back(members[i].value);
            }
            group.lets = own_lets(group);
            group.value = in_lets(in_lets(Shuffle::make_concat(group.values), group.lets), addresses);
            found.push_back(std::move(group));
        }
        return found;
    }

  private:
    void add(const Stored &stored) {
        const Expr own = without_lets(in_lets(stored.body.inside(stored.body.store->value), addresses));
        alike.begin_line();
        const Expr here = alike.mutate(own);
        const Expr inlined = in_lets(here, vectors);
        const Expr value = inlined.same_as(here) ? here : without_lets(in_lets(inlined, addresses));
        const Loads all(value);
        if (all.pure) {
            members.push_back({stored, here, value.same_as(here) ? Loads(Expr()) : all, Loads(own)});
            computed.push_back(Computing(value, identities).computed);
        }
    }
    // Whether the value of `next` may be computed where `first` stands: nothing is stored meanwhile that it loads, nor, where lets around
    // the block are in it, before that.
    bool goes_with(const Member &first, const Member &next) const {
        const auto fits = [&](const Member &member) {
            return is_kept(member.before, 0, first.stored.at) && is_kept(member.here, first.stored.at, member.stored.at);
        };
        return first.value.type() == next.value.type() && fits(first) && fits(next);
    }
    // Whether no statement of these stores what is loaded.
    bool is_kept(const Loads &loads, size_t begin, size_t end) const {
        const auto keeps = [&](const std::optional<Stored> &store) { return store && !loads.meet(store->place); };
        return loads.places.empty() || std::all_of(stores.begin() + (ptrdiff_t)begin, stores.begin() + (ptrdiff_t)end, keeps);
    }
    // Those of the vectors around the block that nothing but the members reads. One that another let reads, which others read, is not
    // among them.
    StmtLets own_lets(const StoreGroup &group) const {
        StmtLets own;
        std::vector<Expr> read;  // by others
        for (auto let = vectors.rbegin(); let != vectors.rend(); ++let) {
            const std::string &name = (*let)->name;
            const auto uses = [&](const Expr &e) { return expr_uses_var(e, name); };
            bool is_read = std::any_of(read.begin(), read.end(), uses);
            for (size_t i = 0; i < statements.size() && !is_read; i++) {
                const bool is_member = std::count(group.members.begin(), group.members.end(), i) > 0;
                is_read = is_member ? uses(stores[i]->body.store->index) : stmt_uses_var(statements[i], name);
            }
            if (is_read) {
                read.push_back((*let)->value);
            } else {
                own.insert(own.begin(), *let);
            }
        }
        return own;
    }

    const std::vector<Stmt> &statements;
    Alike alike;
    StmtLets vectors, addresses;                // around the block
    std::vector<std::optional<Stored>> stores;  // of the statements, where they are such
    std::vector<Member> members;
    std::vector<Computed> computed;
    Identities identities;
};

// The statement with a part of a value that is stored; its lets stay.
Stmt with_part(const Stmt &statement, const Expr &whole, int at, int bytes) {
    const Body body(statement);
    Stmt stmt = Block::make(stores_of_part(whole, at, body.store, bytes));
    for (auto let = body.lets.rbegin(); let != body.lets.rend(); ++let) {
        stmt = LetStmt::make((*let)->name, (*let)->value, stmt);
    }
    return stmt;
}

}  // namespace

std::vector<StoreGroup> several_results(const std::vector<Stmt> &statements, const std::set<size_t> &taken,
                                        const std::vector<const LetStmt *> &around, const Lets &scalars, int bytes) {
    return around.size() > kMostAround ? std::vector<StoreGroup>() : Grouping(statements, taken, around, scalars).groups(bytes);
}

// sums[i] = a + b; differences[i] = a - b     ->     let sums.results0 = value
//                                                    sums[i] = slice_vectors(sums.results0, 0, 1, 8)
//                                                    differences[i] = slice_vectors(sums.results0, 8, 1, 8)
Stmt with_results(const std::vector<Stmt> &statements, const std::vector<StoreGroup> &groups, const std::vector<Expr> &values, int bytes) {
    std::vector<Stmt> done = statements;
    std::map<size_t, std::pair<std::string, Expr>> first;
    for (size_t i = 0; i < groups.size(); i++) {
        if (!values[i].defined()) {
            continue;
        }
        const size_t begin = groups[i].members[0];
        const std::string name = Body(done[begin]).store->name + ".results" + std::to_string(begin);
        first[begin] = {name, values[i]};
        int at = 0;
        for (size_t member : groups[i].members) {
            const int lanes = Body(done[member]).store->value.type().lanes();
            done[member] = with_part(done[member], Variable::make(values[i].type(), name), at, bytes);
            at += lanes;
        }
    }
    Stmt rest;
    for (size_t i = done.size(); i-- > 0;) {
        rest = rest.defined() ? Block::make(done[i], rest) : done[i];
        const auto begin = first.find(i);
        if (begin != first.end()) {
            rest = LetStmt::make(begin->second.first, begin->second.second, rest);
        }
    }
    return rest;
}

}  // namespace isotope
