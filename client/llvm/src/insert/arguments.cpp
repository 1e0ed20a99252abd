#include "insert/arguments.h"

#include <llvm/Analysis/VectorUtils.h>

#include <algorithm>
#include <set>
#include <utility>

#include "frontend/answer.h"

using namespace llvm;

namespace isotope {

namespace {

constexpr int64_t kMostStride = 4;

int64_t elements(const LoadInst &load) {
    const auto *vector = dyn_cast<FixedVectorType>(load.getType());
    return vector ? (int64_t)vector->getNumElements() : 1;
}

void plan_leaf(const Window &window, size_t number, Planned *planned) {
    const Leaf &leaf = window.question.leaves[number];
    planned->place = (unsigned)(window.buffers.size() + number);
    if (leaf.address) {
        planned->buffer = Expression::buffer_number(leaf.address->buffer);
        planned->offset = leaf.address->offset;
        planned->place = planned->buffer;
        planned->first = planned->offset;
    }
    const auto place = window.leaves.find(leaf.name);
    planned->is_accumulator = place == window.leaves.end();
    if (!planned->is_accumulator && place->second.size() == 1) {
        planned->value = place->second[0];
        const auto lane = window.lanes.find(leaf.name);
        planned->lane = lane == window.lanes.end() ? std::nullopt : std::optional(lane->second);
    }
}

// A load with a stride is one of all elements between its first and its last, which the window has to load, too. Of
//   let d0 : uint8x4 = load B0[t0, stride 2]
// the elements are 0 to 6.
std::string plan_load(const Window &window, const isotope_parameter &parameter, size_t like, Planned *planned) {
    planned->buffer = Expression::buffer_number(window.question.leaves[like].address->buffer);
    planned->offset = parameter.offset;
    planned->stride = parameter.stride;
    planned->place = planned->buffer;
    planned->first = planned->offset;
    if (parameter.stride < 1 || parameter.stride > kMostStride) {
        return "it loads with a stride of " + std::to_string(parameter.stride);
    }
    std::set<int64_t> loaded;
    for (const Buffer::Piece &piece : window.buffers[planned->buffer].pieces) {
        const int64_t lanes = elements(*piece.load);
        for (int64_t lane = 0; lane < lanes; lane++) {
            loaded.insert(piece.offset + lane);
        }
    }
    const int64_t count = ((int64_t)parameter.type.lanes - 1) * parameter.stride + 1;
    for (int64_t i = 0; i < count; i++) {
        if (!loaded.count(parameter.offset + i)) {
            return "it loads bytes that the window does not";
        }
    }
    return "";
}

}  // namespace

std::string plan(const Window &window, const isotope_result &result, std::vector<Planned> *planned) {
    std::vector<Source> sources;
    std::string why = check_interface(window.question, result, &sources);
    for (size_t i = 0; i < result.parameter_count && why.empty(); i++) {
        const isotope_parameter &parameter = result.parameters[i];
        Planned own;
        own.type = parameter.type;
        if (!sources[i].is_load) {
            plan_leaf(window, sources[i].leaf, &own);
        } else {
            why = plan_load(window, parameter, sources[i].leaf, &own);
        }
        planned->push_back(own);
    }
    return why;
}

bool are_shared(const std::vector<Planned> &planned) {
    std::set<std::pair<unsigned, int64_t>> seen;
    for (const Planned &each : planned) {
        for (int64_t lane = 0; lane < (int64_t)each.type.lanes; lane++) {
            if (!seen.insert({each.place, each.first + lane * each.stride}).second) {
                return true;
            }
        }
    }
    return false;
}

bool is_frozen(const Window &window, const Freezing &freezing, size_t number) {
    const isotope_freeze said = number < freezing.parameters.size() ? freezing.parameters[number] : ISOTOPE_FREEZE_UNKNOWN;
    return said == ISOTOPE_FREEZE_UNLESS_ADDED_UP ? !window.is_reduction() : said != ISOTOPE_FREEZE_NEVER;
}

// A load of elements 8 to 23 stands for these two of <16 x i8>, of elements 0 to 15 and 16 to 31:
//   load <16 x i8>, ptr %p        load <16 x i8>, ptr %p.16
std::vector<LoadInst *> stands_for(const Window &window, const Planned &planned) {
    const int64_t begin = planned.offset;
    const int64_t end = begin + ((int64_t)planned.type.lanes - 1) * planned.stride + 1;
    std::vector<LoadInst *> all;
    for (const Buffer::Piece &piece : window.buffers[planned.buffer].pieces) {
        const int64_t lanes = elements(*piece.load);
        const bool is_new = std::find(all.begin(), all.end(), piece.load) == all.end();
        if (is_new && piece.offset < end && piece.offset + lanes > begin) {
            all.push_back(piece.load);
        }
    }
    return all;
}

//   let e : uint8x4 = load B0[t0 + 1, stride 2]
//   ->  %at = getelementptr i8, ptr %p, i64 1
//       %all = load <7 x i8>, ptr %at
//       shufflevector %all, poison, <0, 2, 4, 6>
Value *load(const Window &window, const Planned &planned, IRBuilder<> &builder) {
    const Buffer &buffer = window.buffers[planned.buffer];
    const auto bytes = (int64_t)buffer.bits / 8;
    // The alignment of each load holds for a load at a distance from it, as far as the distance is a multiple of it.
    Align align(1);
    for (const Buffer::Piece &piece : buffer.pieces) {
        const int64_t distance = (planned.offset - piece.offset) * bytes;
        align = std::max(align, commonAlignment(piece.load->getAlign(), (uint64_t)std::abs(distance)));
    }
    Value *pointer = buffer.pointer;
    if (planned.offset != 0) {
        pointer = builder.CreatePtrAdd(pointer, builder.getInt64((uint64_t)(planned.offset * bytes)));
    }
    const auto count = (unsigned)((planned.type.lanes - 1) * planned.stride + 1);
    llvm::Type *element = builder.getIntNTy(buffer.bits);
    llvm::Type *type = count == 1 ? element : FixedVectorType::get(element, count);
    LoadInst *made = builder.CreateAlignedLoad(type, pointer, align);
    const std::vector<LoadInst *> loads = stands_for(window, planned);
    const std::vector<Value *> values(loads.begin(), loads.end());
    propagateMetadata(made, values);
    if (planned.stride == 1) {
        return made;
    }
    SmallVector<int, 64> lanes;
    for (unsigned i = 0; i < planned.type.lanes; i++) {
        lanes.push_back((int)(i * planned.stride));
    }
    return builder.CreateShuffleVector(made, lanes);
}

}  // namespace isotope
