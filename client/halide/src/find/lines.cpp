#include "find/lines.h"

#include <algorithm>
#include <set>

#include "compare/ramps.h"
#include "find/alike.h"
#include "find/bodies.h"
#include "find/parts.h"
#include "find/slices.h"
#include "write/graphs.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// How many lines are done at once: as many as there are registers for, which hold their values until these are stored. On a Zen 4 with
// AVX2, blur7x7 is 1.35 times as fast by four lines, 1.19 by two; sobel5x5, where a line has two buffers, 1.20 and 1.22.
constexpr int kCounts[] = {4, 2};
constexpr int kRegisters = 8;

// Names that only one line has.
std::string own_name(const std::string &name, int line) {
    return line == 0 ? name : name + ".line" + std::to_string(line);
}

// An expression or statement of the loop as it is in one of its lines.
class OfLine : public IRGraphMutator {
  public:
    OfLine(const Lines &lines, const Expr &first, int line) : line(line), variable(lines.loop->name), value(simplify(first + line)) {
        for (const Lines::Named &named : lines.around) {
            const LetStmt *let = named.let_or_allocation.as<LetStmt>();
            if (named.is_own) {
                own.insert(let ? let->name : named.let_or_allocation.as<Allocate>()->name);
            }
        }
    }

    using IRGraphMutator::mutate;
    std::string name(const std::string &of) const { return own.count(of) ? own_name(of, line) : of; }

  private:
    using IRGraphMutator::visit;
    Expr visit(const Variable *op) override {
        return op->name == variable ? value : own.count(op->name) ? Variable::make(op->type, name(op->name)) : Expr(op);
    }
    Expr visit(const Load *op) override {
        return Load::make(op->type, name(op->name), mutate(op->index), op->image, op->param, mutate(op->predicate), op->alignment);
    }
    Stmt visit(const Store *op) override {
        return Store::make(name(op->name), mutate(op->value), mutate(op->index), op->param, mutate(op->predicate), op->alignment);
    }

    const int line;
    const std::string variable;
    const Expr value;
    std::set<std::string> own;
};

// The variable of the loop over several lines.
std::string variable_of(const Lines &lines) {
    return lines.loop->name + ".lines";
}

// Which line the first of an iteration's is.
Expr first_line(const Lines &lines) {
    return simplify(lines.loop->min + Variable::make(Int(32), variable_of(lines)) * lines.count);
}

Expr iterations(const Lines &lines) {
    const Expr all = max(lines.loop->extent, 0) / lines.count;
    return simplify(lines.lie_apart.defined() ? select(lines.lie_apart, all, 0) : all);
}

// A statement with the lets and buffers of all lines around it.
Stmt surrounded(const Lines &lines, Stmt stmt) {
    const Expr first = first_line(lines);
    for (auto named = lines.around.rbegin(); named != lines.around.rend(); ++named) {
        for (int line = named->is_own ? lines.count - 1 : 0; line >= 0; line--) {
            OfLine of_line(lines, first, line);
            if (const LetStmt *let = named->let_or_allocation.as<LetStmt>()) {
                stmt = LetStmt::make(of_line.name(let->name), of_line.mutate(let->value), stmt);
            } else {
                const Allocate *buffer = named->let_or_allocation.as<Allocate>();
                stmt = Allocate::make(of_line.name(buffer->name), buffer->type, buffer->memory_type, of_line.mutate(buffer->extents),
                                      buffer->condition, stmt, Expr(), std::string(), buffer->padding);
            }
        }
    }
    return stmt;
}

// Finds what is joined.
class Finder {
  public:
    // Finds nothing where so many lines fill more registers than there are.
    Finder(const For *loop, int count, int bytes) : parts(loop) {
        lines.loop = loop;
        lines.count = count;
        lines.bytes = bytes;
        name_own();
        for (const For *columns : parts.loops) {
            bodies.emplace_back(columns->body);
            lines.loops.push_back(columns);
        }
        check();
        Expr first = first_line(lines);
        for (const Lines::Named &named : lines.around) {
            if (const LetStmt *let = named.let_or_allocation.as<LetStmt>()) {
                for (int line = 0; line < (named.is_own ? lines.count : 1); line++) {
                    OfLine of_line(lines, first, line);
                    lets = let->value.type() == Int(32) ? lets.with(of_line.name(let->name), of_line.mutate(let->value)) : lets;
                }
            }
        }
        group(bytes);
    }

    Lines lines;

  private:
    // Each line has its own buffers, and lets that depend on the line.
    void name_own() {
        std::set<std::string> own = {lines.loop->name};
        for (const Stmt &stmt : parts.around) {
            const LetStmt *let = stmt.as<LetStmt>();
            const std::set<std::string> used = let ? uses_of(let->value).variables : std::set<std::string>();
            const bool is_own = !let || std::any_of(used.begin(), used.end(), [&](const auto &name) { return own.count(name); });
            if (is_own && let) {
                own.insert(let->name);
            }
            lines.around.push_back({stmt, is_own});
            if (const Allocate *buffer = stmt.as<Allocate>()) {
                for (const Expr &extent : buffer->extents) {
                    const Uses uses = uses_of(extent);
                    require(uses.is_pure && uses.buffers.empty());
                }
            }
        }
    }
    // Of what leaves a line there is one store, so that the stores stay in their order, and nothing reads it.
    void check() {
        std::set<std::string> loaded, outside;
        for (size_t i = 0; i < bodies.size(); i++) {
            const Store *store = bodies[i].store;
            require(store != nullptr && store->value.type().is_vector() && is_const_one(store->predicate));
            const For *columns = parts.loops[i];
            for (const Expr &e : {bodies[i].inside(store->value), bodies[i].inside(store->index), columns->min, columns->extent}) {
                const Uses uses = uses_of(e);
                require(uses.is_pure);
                loaded.insert(uses.buffers.begin(), uses.buffers.end());
            }
            if (!parts.own.count(store->name)) {
                require(outside.empty());
                outside.insert(store->name);
            }
        }
        for (const std::string &name : outside) {
            require(!loaded.count(name));
        }
    }
    bool is_alike(size_t a, size_t b) const {
        const For *one = parts.loops[a], *other = parts.loops[b];
        const auto reads = [&](size_t i, const std::string &buffer) {
            return uses_of(bodies[i].inside(bodies[i].store->value)).buffers.count(buffer) != 0;
        };
        const Store *first = bodies[a].store, *second = bodies[b].store;
        return equal(one->min, other->min) && equal(one->extent, other->extent) && first->value.type() == second->value.type() &&
               first->name != second->name && parts.own.count(first->name) && parts.own.count(second->name) && !reads(b, first->name) &&
               !reads(a, second->name);
    }
    // Neighbouring loops over the same columns are one, for all lines.
    void group(int bytes) {
        const Expr first = first_line(lines);
        for (size_t begin = 0, end; begin < bodies.size(); begin = end) {
            const auto fits = [&](size_t next) {
                for (size_t each = begin; each < next; each++) {
                    if (!is_alike(each, next)) {
                        return false;
                    }
                }
                return true;
            };
            end = begin + 1;
            while (end < bodies.size() && fits(end)) {
                end++;
            }
            const For *columns = parts.loops[begin];
            const bool is_same = equal(OfLine(lines, first, 0).mutate(columns->extent), OfLine(lines, first, 1).mutate(columns->extent)) &&
                                 equal(OfLine(lines, first, 0).mutate(columns->min), OfLine(lines, first, 1).mutate(columns->min));
            const Type type = bodies[begin].store->value.type();
            const bool has_buffer = parts.own.count(bodies[begin].store->name) > 0;
            if (is_same && (has_buffer || store_directly())) {
                require((int)(end - begin) * lines.count * type.bytes() * type.lanes() <= kRegisters * bytes);
                join(begin, end);
            }
        }
    }
    // Whether the lines have nothing but a loop that stores their results, at places that are further from each other than a line is long.
    // The index of one line's store, (y*s + t) + x*32, is as far from the next one's as s.
    bool store_directly() {
        const For *columns = parts.loops[0];
        const Store *store = bodies[0].store;
        const Expr index = bodies[0].inside(store->index);
        const Ramp *ramp = index.as<Ramp>();
        const auto step = ramp ? growth(ramp->base, columns->name) : std::nullopt;
        if (bodies.size() != 1 || !parts.own.empty() || !ramp || !is_const_one(ramp->stride) || !step || *step <= 0) {
            return false;
        }
        const Expr index_of_line = outside(ramp->base), extent = outside(columns->extent);
        if (!is_small_tree(index_of_line) || !is_small_tree(extent)) {
            return false;
        }
        const std::string &line = lines.loop->name;
        const Expr distance = simplify(substitute(line, Variable::make(Int(32), line) + 1, index_of_line) - index_of_line);
        const Expr length = simplify((max(extent, 1) - 1) * (int)*step + ramp->lanes);
        const auto varies = [&](const Expr &e) { return expr_uses_var(e, line) || expr_uses_var(e, columns->name); };
        if (varies(distance) || varies(length)) {
            return false;
        }
        lines.lie_apart = simplify(abs(distance) >= cast<uint32_t>(length));
        return !is_const_zero(lines.lie_apart);
    }
    // An expression in terms of what is known outside of the loop over lines, and of its variables.
    Expr outside(Expr e) const {
        for (auto named = lines.around.rbegin(); named != lines.around.rend(); ++named) {
            const LetStmt *let = named->let_or_allocation.as<LetStmt>();
            e = let ? graph_substitute(let->name, let->value, e) : e;
        }
        return e;
    }
    void join(size_t begin, size_t end) {
        Lines::Joined joined;
        Alike alike(variable_of(lines), lets);
        std::vector<Expr> values;
        std::set<std::string> stored, loaded;
        for (size_t i = begin; i < end; i++) {
            joined.loops.push_back(i);
            stored.insert(bodies[i].store->name);
        }
        for (int line = 0; line < lines.count; line++) {
            alike.begin_line();
            for (size_t i = begin; i < end; i++) {
                const For *columns = parts.loops[i];
                OfLine of_line(lines, first_line(lines), line);
                const Expr of_one = substitute_variable(columns->name, parts.loops[begin]->name, bodies[i].inside(bodies[i].store->value));
                loaded.merge(uses_of(of_one).buffers);
                values.push_back(alike.mutate(of_line.mutate(of_one)));
            }
        }
        const bool reads_own = std::any_of(stored.begin(), stored.end(), [&](const auto &name) { return loaded.count(name); });
        if (reads_own || alike.found == 0) {
            return;
        }
        const For *columns = parts.loops[begin];
        const Expr value = Shuffle::make_concat(values);
        const int lanes = value.type().lanes();
        const std::string name = bodies[begin].store->name + " of " + std::to_string(lines.count) + " lines";
        const Stmt store = Store::make(name, value, Ramp::make(0, 1, lanes), Parameter(), const_true(lanes), ModulusRemainder());
        Stmt asked = For::make(columns->name, columns->min, columns->extent, columns->for_type, columns->partition_policy,
                               columns->device_api, store);
        // Buffers have no values to be known.
        const Expr first = first_line(lines);
        for (auto named = lines.around.rbegin(); named != lines.around.rend(); ++named) {
            const LetStmt *let = named->let_or_allocation.as<LetStmt>();
            for (int line = named->is_own ? lines.count - 1 : 0; let && line >= 0; line--) {
                OfLine of_line(lines, first, line);
                asked = LetStmt::make(of_line.name(let->name), of_line.mutate(let->value), asked);
            }
        }
        const For *loop = lines.loop;
        joined.asked = For::make(variable_of(lines), 0, iterations(lines), loop->for_type, loop->partition_policy, loop->device_api, asked);
        lines.joined.push_back(std::move(joined));
    }
    static Expr substitute_variable(const std::string &from, const std::string &to, const Expr &e) {
        return from == to ? e : graph_substitute(from, Variable::make(Int(32), to), e);
    }

    Parts parts;
    std::vector<Body> bodies;
    Lets lets;
};

// One loop over columns that stores the parts of a value. Halide's own code for all lines, let t = a in concat_vectors(t + b, t + c), has
// its parts stored as they are, so that Halide finds its patterns in them.
Stmt joined_loop(const Lines &lines, const Lines::Joined &joined, const Expr &value) {
    const For *columns = lines.loops[joined.loops[0]];
    const Expr first = first_line(lines);
    const std::string name = columns->name + ".joined";
    const Expr whole = Variable::make(value.type(), name);
    std::vector<std::pair<std::string, Expr>> lets;
    Expr inner = value;
    for (const Let *let = inner.as<Let>(); let; let = inner.as<Let>()) {
        lets.emplace_back(let->name, let->value);
        inner = let->body;
    }
    const Shuffle *parts = inner.as<Shuffle>();
    bool is_apart = parts && parts->is_concat() && parts->vectors.size() == lines.count * joined.loops.size();
    for (size_t k = 0; is_apart && k < parts->vectors.size(); k++) {
        const Body body(lines.loops[joined.loops[k % joined.loops.size()]]->body);
        is_apart = parts->vectors[k].type() == body.store->value.type();
    }
    if (!is_apart) {
        lets = {{name, value}};
    }
    std::vector<Stmt> stores;
    int at = 0;
    for (int line = 0; line < lines.count; line++) {
        OfLine of_line(lines, first, line);
        for (size_t i : joined.loops) {
            const Body body(lines.loops[i]->body);
            const Store *store = body.store;
            const Expr index = graph_substitute(lines.loops[i]->name, Variable::make(Int(32), columns->name), body.inside(store->index));
            const Expr part = is_apart ? parts->vectors[stores.size()] : store->value;
            const Stmt like =
                Store::make(of_line.name(store->name), part, of_line.mutate(index), store->param, store->predicate, store->alignment);
            const std::vector<Stmt> of_part = stores_of_part(whole, at, like.as<Store>(), lines.bytes);
            stores.push_back(is_apart ? like : Block::make(of_part));
            at += store->value.type().lanes();
        }
    }
    Stmt all = Block::make(stores);
    for (auto let = lets.rbegin(); let != lets.rend(); ++let) {
        all = LetStmt::make(let->first, let->second, all);
    }
    return For::make(columns->name, columns->min, columns->extent, columns->for_type, columns->partition_policy, columns->device_api, all);
}

}  // namespace

// With two lines at once:
// for (y, 0, n) { c[ramp(x*8, 1, 8)] = f(y) for all x; out[..] = g(c) for all x }
// ->  for (y.lines, 0, max(n, 0)/2) {
//         let x.joined = value, c[ramp(x*8, 1, 8)] = its first half, c.line1[ramp(x*8, 1, 8)] = its second half, for all x
//         out[..] = g(c) for all x
//         out[..] = g(c.line1) for all x
//     }
//     for (y, rest, n - rest) ..                  ; where a line may be left, with rest = (max(n, 0)/2)*2
// Lines that store their results themselves are all left where they do not lie apart.
Stmt Lines::with(const std::vector<Expr> &values, const std::map<const For *, Stmt> &done, const Stmt &line) const {
    const Expr first = first_line(*this);
    std::vector<Stmt> body;
    for (size_t i = 0; i < loops.size(); i++) {
        bool is_joined = false;
        for (size_t k = 0; k < joined.size(); k++) {
            const std::vector<size_t> &of = joined[k].loops;
            if (values[k].defined() && std::count(of.begin(), of.end(), i)) {
                is_joined = true;
                // The others of them stand where the first one does.
                if (i == of[0]) {
                    body.push_back(joined_loop(*this, joined[k], values[k]));
                }
            }
        }
        for (int line = 0; !is_joined && line < count; line++) {
            body.push_back(OfLine(*this, first, line).mutate(done.at(loops[i])));
        }
    }
    const Stmt both = For::make(variable_of(*this), 0, iterations(*this), loop->for_type, loop->partition_policy, loop->device_api,
                                surrounded(*this, Block::make(body)));
    const Expr rest = simplify(loop->min + iterations(*this) * count);
    const Expr left = simplify(loop->min + loop->extent - rest);
    if (is_const_zero(left)) {
        return both;
    }
    const For *one = line.as<For>();
    return Block::make(both, For::make(one->name, rest, left, one->for_type, one->partition_policy, one->device_api, one->body));
}

Lines several_lines(const For *loop, int bytes, int most) {
    const bool is_loop = loop->for_type == ForType::Serial || loop->for_type == ForType::Parallel;
    if (!is_loop || loop->device_api != DeviceAPI::None) {
        return {};
    }
    const auto extent = as_const_int(loop->extent);
    for (const int count : kCounts) {
        const bool are_too_many = count > most || (extent && *extent < count);
        Lines found = are_too_many ? Lines() : unless_refused([&] { return Finder(loop, count, bytes).lines; });
        if (!found.joined.empty()) {
            return found;
        }
    }
    return {};
}

}  // namespace isotope
