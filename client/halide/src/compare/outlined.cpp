#include "compare/outlined.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include "frontend/child.h"
#include "insert/runtime_module.h"
#include "write/graphs.h"

using namespace Halide;
using namespace Halide::Internal;

namespace isotope {

namespace {

// Code generation makes up names of its own, of a letter and a number.
const std::string kName = "isotope_", kIteration = kName + "iteration", kIterations = kName + "iterations", kOut = kName + "out";

// A place so many elements further, as far as it is known by this modulus, which divides the known one.
ModulusRemainder shifted(const ModulusRemainder &known, int64_t by, int64_t modulus) {
    return {modulus, (((known.remainder + by) % modulus) + modulus) % modulus};
}

// Of what the index of a load is known to be a multiple, with a remainder, as far as its buffer is aligned, too: Halide's own are.
ModulusRemainder alignment_of(const Load &load) {
    constexpr int64_t kAligned = 128;  // bytes
    const int64_t host = load.image.defined() ? 1 : load.param.defined() ? load.param.host_alignment() : kAligned;
    const int64_t elements = std::max<int64_t>(1, std::gcd(host, kAligned) / load.type.bytes());
    // A constant is a multiple of whatever it is, with itself as remainder.
    return shifted(load.alignment, 0, std::gcd(load.alignment.modulus, elements));
}

// Takes values out of their pipeline. Loads keep their distances from each other. Scalars that are the same in every iteration of the
// program's loop are the same here. Of a loop over x that stores 8 lanes, and an index of no known alignment:
//   in[ramp(x*8 + y, 1, 8)] + x8(w)     ->     isotope_0[ramp(isotope_iteration*8 + isotope_1, 1, 8)] + x8(isotope_2)
class Outliner : public IRGraphMutator {
  public:
    explicit Outliner(std::string loop_variable) : loop_variable(std::move(loop_variable)) {}

    std::vector<LoweredArgument> arguments;
    std::ostringstream types;
    int gathered = 0;  // lanes
    int step = 0;      // elements that an iteration goes on by

    // A value with the lets around it.
    Expr outlined(const Expr &value, const Lets &around) {
        // A name may stand for something else there.
        expr_replacements.clear();
        lets = around;
        return mutate(value);
    }

    // The argument that stands for something of the program's.
    std::string argument(const std::string &what, const Type &holds, const Type &type) {
        const auto [place, fresh] = names.emplace(what, kName + std::to_string(names.size()));
        if (fresh) {
            arguments.emplace_back(place->second, Argument::InputScalar, type, 0, ArgumentEstimates());
            types << holds << " " << place->second << "\n";
        }
        return place->second;
    }

    Expr iteration() const { return Variable::make(Int(32), kIteration); }

  private:
    using IRGraphMutator::visit;
    Expr visit(const Load *op) override {
        const std::string buffer = argument("buffer " + op->name, op->type.element_of(), type_of<void *>());
        const auto place = ramp_of(*op, lets);
        if (!place) {
            gathered += op->type.lanes();
            return Load::make(op->type, buffer, mutate(op->index), Buffer<>(), Parameter(), mutate(op->predicate), ModulusRemainder());
        }
        // Only distances count: the first load from a base is where it begins. The known part of its alignment stays known.
        const std::string base = "base " + op->name + " " + place->base;
        const ModulusRemainder known = alignment_of(*op);
        const Origin &origin = origins.emplace(base, Origin{place->offset, known}).first->second;
        Expr index = Variable::make(Int(32), argument(base, Int(32), Int(32)));
        index = index * (int)origin.alignment.modulus + (int)(origin.alignment.remainder + place->offset - origin.offset);
        // Halide loads by this, and not by the index, where it can: two registers that are aligned, and what lies between them.
        ModulusRemainder alignment = shifted(origin.alignment, place->offset - origin.offset, origin.alignment.modulus);
        // A vector at the same address may be another one each time.
        if (op->type.is_vector() || depends(op->index, loop_variable, lets)) {
            index = iteration() * step + index;
            alignment = shifted(alignment, 0, std::gcd(alignment.modulus, (int64_t)step));
        }
        if (op->type.is_vector()) {
            index = Ramp::make(index, make_const(Int(32), place->stride), op->type.lanes());
        }
        return Load::make(op->type, buffer, index, Buffer<>(), Parameter(), mutate(op->predicate), alignment);
    }
    Expr visit(const Variable *op) override {
        if (op->name == loop_variable) {
            return iteration();
        }
        const auto let = lets.find(op->name);
        if (let && depends(let->value, loop_variable, let->around)) {
            const ScopedValue<Lets> around(lets, let->around);
            return mutate(let->value);
        }
        if (op->type.is_scalar()) {
            return Variable::make(op->type, argument("variable " + op->name, op->type, op->type));
        }
        // A vector that was computed before comes from memory here.
        const std::string buffer = argument("variable " + op->name, op->type, type_of<void *>());
        return Load::make(op->type, buffer, Ramp::make(iteration() * step, 1, op->type.lanes()), Buffer<>(), Parameter(),
                          const_true(op->type.lanes()), ModulusRemainder());
    }

    // Where loads from a base begin, and what is known of that place.
    struct Origin {
        int64_t offset;
        ModulusRemainder alignment;
    };

    const std::string loop_variable;
    Lets lets;
    std::map<std::string, std::string> names;
    std::map<std::string, Origin> origins;
};

// Gives lets names by their order: those that Halide makes up depend on what it has compiled before.
//   let t17 = a*b in t17 + t17     ->     let isotope_let0 = a*b in isotope_let0 + isotope_let0
class NumberedLets : public IRMutator {
    std::map<std::string, std::string> names;

    using IRMutator::visit;
    Expr visit(const Let *op) override {
        const Expr value = mutate(op->value);
        const std::string name = kName + "let" + std::to_string(names.size());
        names[op->name] = name;
        return Let::make(name, value, mutate(op->body));
    }
    Expr visit(const Variable *op) override {
        const auto name = names.find(op->name);
        return name == names.end() ? Expr(op) : Variable::make(op->type, name->second);
    }
};

// How many lanes an iteration stores.
int lanes_of(const std::vector<Versions> &versions, Expr Versions::*side) {
    return std::accumulate(versions.begin(), versions.end(), 0,
                           [&](int lanes, const Versions &each) { return lanes + (each.*side).type().lanes(); });
}

// How many iterations a side has, where that decides: fewer, if each has the lanes of several.
int iterations_of(const std::vector<Versions> &versions, Expr Versions::*side) {
    return versions[0].scope->iterations * lanes_of(versions, &Versions::own) / lanes_of(versions, side);
}

// A loop that stores the values one after the other, of so many iterations if not 0.
Stmt loop(const std::vector<Versions> &versions, Expr Versions::*side, int iterations, Outliner *outliner) {
    outliner->step = lanes_of(versions, side);
    std::vector<Stmt> stores;
    int at = 0;
    for (const Versions &each : versions) {
        // Code generation looks at everything as often as it stands there.
        const Expr graph = outliner->outlined(without_lets(each.*side), each.scope->lets);
        Expr value = NumberedLets().mutate(common_subexpression_elimination(graph));
        const int lanes = value.type().lanes();
        if (value.type().is_bool()) {
            value = Cast::make(UInt(8, lanes), value);
        }
        Expr index = outliner->iteration() * outliner->step + at;
        index = lanes > 1 ? Ramp::make(index, 1, lanes) : index;
        stores.push_back(Store::make(kOut, value, index, Parameter(), const_true(lanes), ModulusRemainder()));
        at += lanes;
    }
    const Expr extent = iterations ? make_const(Int(32), iterations) : Variable::make(Int(32), kIterations);
    return For::make(kIteration, 0, extent, ForType::Serial, Partition::Never, DeviceAPI::None, Block::make(stores));
}

}  // namespace

Stmt without_repeats(const Stmt &stmt) {
    return NumberedLets().mutate(common_subexpression_elimination(stmt));
}

Outlined outline(const std::vector<Versions> &versions) {
    Outliner outliner(versions[0].scope->variable);
    Outlined made;
    made.own_iterations = iterations_of(versions, &Versions::own);
    made.own = loop(versions, &Versions::own, made.own_iterations, &outliner);
    if (versions[0].selected.defined()) {
        made.selected_iterations = iterations_of(versions, &Versions::selected);
        made.selected = loop(versions, &Versions::selected, made.selected_iterations, &outliner);
    }
    made.gathered = outliner.gathered;
    made.arguments = std::move(outliner.arguments);
    made.arguments.emplace_back(kOut, Argument::InputScalar, type_of<void *>(), 0, ArgumentEstimates());
    made.arguments.emplace_back(kIterations, Argument::InputScalar, Int(32), 0, ArgumentEstimates());
    std::ostringstream name;
    name << outliner.types.str() << made.own << made.selected;
    made.name = name.str();
    return made;
}

namespace {

// Of the processor, for one of them: ten times what most take. A gather of many lanes takes seconds.
constexpr uint32_t kShare_ms = 300;
// LLVM for Hexagon takes longer: it moves the lanes of what HVX has no operation for one by one.
constexpr uint32_t kHexagonShare_ms = 2000;

const char *const kSides[] = {"own", "selected"};

// The packet that a function ends with.
const char *const kReturn = "{\njumpr r31\n}\n";

// A listing that says how many iterations it is of.
std::string with_iterations(const std::string &listing, int iterations) {
    return listing.empty() || iterations == 0 ? listing : "iterations." + std::to_string(iterations) + ":\n" + listing;
}

void compile_sides(const std::string &path, const Outlined &one, const std::vector<const char *> &sides, const Target &target) {
    Module module(kName + "alone", target.with_feature(Target::NoRuntime));
    for (const char *side : sides) {
        const Stmt &body = side == kSides[0] ? one.own : one.selected;
        if (body.defined()) {
            module.append(LoweredFunc(kName + side, one.arguments, body, LinkageType::External, NameMangling::C));
        }
    }
    module.compile({{OutputFileType::assembly, path}});
}

// Both sides; the answer's alone where Halide refuses its own, which then has no code.
void compile_to(const std::string &path, const Outlined &one, const Target &target) {
    try {
        compile_sides(path, one, {kSides[0], kSides[1]}, target);
    } catch (const Error &) {
        if (!one.selected.defined() || target.arch != Target::Hexagon) {
            throw;
        }
        compile_sides(path, one, {kSides[1]}, target);
    }
}

}  // namespace

std::vector<std::optional<Listings>> compile(const std::vector<Outlined> &all, const Target &target, uint32_t timeout_ms) {
    const auto work = [&](size_t i, const std::string &path) { compile_to(path, all[i], target); };
    // Halide and LLVM have locks of their own, which another thread may have held: hence a share.
    const bool any_whole = std::any_of(all.begin(), all.end(), [](const Outlined &one) { return one.is_whole; });
    const uint32_t share_ms = any_whole ? timeout_ms : target.arch == Target::Hexagon ? kHexagonShare_ms : kShare_ms;
    const auto made = in_child(work, all.size(), {share_ms, timeout_ms}, codegen_locks());
    const char *comment = target.arch == Target::X86 ? "#" : "//";
    std::vector<std::optional<Listings>> listings(all.size());
    for (size_t i = 0; i < all.size(); i++) {
        if (made[i]) {
            auto found = functions_in(*made[i], {kName + kSides[0], kName + kSides[1]}, comment);
            listings[i] = Listings{with_iterations(found[kName + kSides[0]], all[i].own_iterations),
                                   with_iterations(found[kName + kSides[1]], all[i].selected_iterations)};
            if (all[i].is_whole && !listings[i]->selected.empty()) {
                listings[i]->selected = kReturn;
            }
        }
    }
    return listings;
}

}  // namespace isotope
