#include "find/iterations.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "compare/ramps.h"
#include "find/bodies.h"
#include "write/graphs.h"
#include "write/operations.h"

namespace isotope {

using namespace Halide;
using namespace Halide::Internal;

namespace {

// Registers that the value of all iterations fills. Work on the loads of one more register than that is not shared, which is little for
// four and a quarter more for two; but four do not leave room for much else, and take longer to search for. On a Zen 3, of eight stencils
// of nine loads or less none is slower with two, and one is by a tenth with four; one of 25 is 1.3 times faster with four, 1.1 with two.
constexpr int kFewRegisters = 2, kRegisters = 4, kManyLoads = 16;

int registers_of(const Expr &value) {
    struct Loads : IRGraphVisitor {
        int count = 0;
        using IRGraphVisitor::visit;
        void visit(const Load *op) override {
            count++;
            IRGraphVisitor::visit(op);
        }
    } loads;
    value.accept(&loads);
    return loads.count < kManyLoads ? kFewRegisters : kRegisters;
}

// A value has no other of several iterations.
struct Refused {};

// A value of one iteration as that of several. An expression that is no operation lane by lane, or not side by side in them, is refused.
//   in[ramp(x*8 + 1, 1, 8)]     ->     in[ramp((x.iterations*2)*8 + 1, 1, 16)], of two iterations
//   x8(y)                       ->     x16(y)
//   shuffle(a, b, 0, 8, ..)     refused
class Widened : public IRGraphMutator {
  public:
    Widened(std::string variable, const Expr &first, int count) : variable(std::move(variable)), first(first), count(count) {}

    std::vector<const Load *> loads;  // of the value that is given

    // The place of all iterations, which are side by side: ramp(x*8, 1, 8) goes on by its 8 lanes in each.
    Expr place(const Expr &index) {
        const Ramp *ramp = index.as<Ramp>();
        const auto stride = ramp ? as_const_int(ramp->stride) : std::nullopt;
        if (!stride || ramp->base.type() != Int(32) || growth(ramp->base, variable) != *stride * ramp->lanes) {
            throw Refused();
        }
        return Ramp::make(substitute(variable, first, ramp->base), ramp->stride, ramp->lanes * count);
    }

    Expr mutate(const Expr &e) override {
        if (e.type().is_vector()) {
            return IRGraphMutator::mutate(e);
        }
        allowed(!expr_uses_var(e, variable));
        return e;
    }

  private:
    static void allowed(bool is) {
        if (!is) {
            throw Refused();
        }
    }
    Type widened(const Type &type) const { return type.with_lanes(type.lanes() * count); }

    using IRGraphMutator::visit;
    Expr visit(const Load *op) override {
        allowed(is_const_one(op->predicate));
        const Expr index = place(op->index);
        loads.push_back(op);
        // An alignment that holds in every iteration holds in the first of some.
        return Load::make(widened(op->type), op->name, index, op->image, op->param, const_true(index.type().lanes()), op->alignment);
    }
    Expr visit(const Broadcast *op) override {
        allowed(op->value.type().is_scalar());
        return Broadcast::make(mutate(op->value), op->lanes * count);
    }
    Expr visit(const Cast *op) override { return Cast::make(widened(op->type), mutate(op->value)); }
    Expr visit(const Reinterpret *op) override {
        allowed(op->type.bits() == op->value.type().bits());
        return Reinterpret::make(widened(op->type), mutate(op->value));
    }
    Expr visit(const VectorReduce *op) override { return VectorReduce::make(op->op, mutate(op->value), op->type.lanes() * count); }
    Expr visit(const Call *op) override {
        // Others may move lanes, or do more than compute.
        allowed(op->is_pure() && !operation_name(*op).empty());
        std::vector<Expr> args;
        for (const Expr &arg : op->args) {
            allowed(arg.type().is_scalar() || arg.type().lanes() == op->type.lanes());
            args.push_back(mutate(arg));
        }
        return Call::make(widened(op->type), op->name, args, op->call_type);
    }
    Expr visit(const Ramp *) override { throw Refused(); }
    Expr visit(const Shuffle *) override { throw Refused(); }
    Expr visit(const Variable *) override { throw Refused(); }
    Expr visit(const Let *) override { throw Refused(); }

    const std::string variable;
    const Expr first;
    const int count;
};

// Whether an iteration loads what the next one loads again, and made something of: two loads of neighbours in one array that overlap, as
//   in[ramp(x*8, 1, 8)] and in[ramp(x*8 + 1, 1, 8)]
bool overlap(const std::vector<const Load *> &loads) {
    std::map<std::tuple<std::string, Type, std::string>, std::set<int64_t>> places;
    for (const Load *load : loads) {
        const auto place = ramp_of(*load, Lets());
        if (place && place->stride == 1) {
            places[{load->name, load->type, place->base}].insert(place->offset);
        }
    }
    const auto is_near = [](const auto &of_array) {
        const auto &[array, offsets] = of_array;
        const uint64_t lanes = std::get<Type>(array).lanes();
        // As numbers without signs, so that what lies far apart wraps around to a distance and not to an
        // error.
        const auto follows = [&](int64_t a, int64_t b) { return (uint64_t)b - (uint64_t)a < lanes; };
        return std::adjacent_find(offsets.begin(), offsets.end(), follows) != offsets.end();
    };
    return std::any_of(places.begin(), places.end(), is_near);
}

// As many as fill the registers, where they load the same; or two.
enum class Of { Sharing, Two };

// With registers of 32 bytes and elements of 32 bits, two iterations of this loop are one:
//   for (x, 0, n) out[ramp(x*8, 1, 8)] = in[ramp(x*8, 1, 8)] + in[ramp(x*8 + 1, 1, 8)]
//   ->  for (x.iterations, 0, max(n, 0)/2) out[ramp((x.iterations*2)*8, 1, 16)] = in[ramp((x.iterations*2)*8, 1, 16)] + ..
std::optional<Iterations> iterations_of(const For *loop, int bytes, Of of) {
    if (loop->for_type != ForType::Serial || loop->device_api != DeviceAPI::None) {
        return {};
    }
    const Body body(loop->body);
    const Store *store = body.store;
    const Ramp *to = store ? store->index.as<Ramp>() : nullptr;
    if (!to || !is_const_one(to->stride) || !is_const_one(store->predicate)) {
        return {};
    }
    const Expr of_one = body.inside(store->value);
    const int size = of_one.type().bytes() * of_one.type().lanes();
    const int most = (of == Of::Two ? kRegisters : registers_of(of_one)) * bytes;
    if (size % bytes != 0 || size * 2 > most) {
        return {};
    }
    Iterations iterations;
    iterations.count = of == Of::Two ? 2 : most / size;
    const std::string name = loop->name + ".iterations";
    const Expr first = simplify(loop->min + Variable::make(Int(32), name) * iterations.count);
    Widened widened(loop->name, first, iterations.count);
    const Expr value = widened.mutate(of_one);
    const Expr index = widened.place(body.inside(store->index));
    const auto reads_it = [&](const Load *load) { return load->name == store->name; };
    const bool is_of_use = of == Of::Two || overlap(widened.loads);
    if (std::any_of(widened.loads.begin(), widened.loads.end(), reads_it) || !is_of_use) {
        return {};
    }
    iterations.of_one = of_one;
    const Expr whole = simplify(max(loop->extent, 0) / iterations.count);
    iterations.rest = simplify(loop->min + whole * iterations.count);
    iterations.loop = For::make(name, 0, whole, loop->for_type, loop->partition_policy, loop->device_api,
                                Store::make(store->name, value, index, store->param, const_true(value.type().lanes()), ModulusRemainder()));
    return iterations;
}

}  // namespace

const Store *Iterations::store() const {
    return loop.as<For>()->body.as<Store>();
}

// for (x.iterations, 0, max(n, 0)/2) out[ramp((x.iterations*2)*8, 1, 16)] = value
// for (x, rest, n - rest) out[ramp(x*8, 1, 8)] = ..           ; where an iteration may be left, with rest = (max(n, 0)/2)*2
Stmt Iterations::with(const Expr &value, const Stmt &of_one) const {
    const For *all = loop.as<For>(), *one = of_one.as<For>();
    const Store *of_all = store();
    const Stmt stored = Store::make(of_all->name, value, of_all->index, of_all->param, of_all->predicate, of_all->alignment);
    const Stmt first = For::make(all->name, all->min, all->extent, all->for_type, all->partition_policy, all->device_api, stored);
    const Expr left = simplify(one->min + one->extent - rest);
    if (is_const_zero(left)) {
        return first;
    }
    const Stmt last = For::make(one->name, rest, left, one->for_type, one->partition_policy, one->device_api, one->body);
    return Block::make(first, last);
}

std::optional<Iterations> several_iterations(const For *loop, int bytes) {
    return unless_refused([&] { return iterations_of(loop, bytes, Of::Sharing); });
}

std::optional<Iterations> two_iterations(const For *loop, int bytes) {
    return unless_refused([&] { return iterations_of(loop, bytes, Of::Two); });
}

}  // namespace isotope
