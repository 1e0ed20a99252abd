#include "simd/arrays.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "bounds.h"
#include "simd/text.h"

using namespace llvm;

namespace isotope::simd {

namespace {

const DataLayout &layout_of(const Instruction &instruction) {
    return instruction.getModule()->getDataLayout();
}

uint64_t bytes_of(const AllocaInst &array) {
    return array.getAllocationSize(layout_of(array))->getFixedValue();
}

// Whether each index moves by whole elements: getelementptr [16 x i32], ptr %a, i64 0, i64 %i does by 4 bytes, and
// getelementptr i8, ptr %a, i64 %i does not.
bool moves_by(const GetElementPtrInst &address, uint64_t element) {
    const DataLayout &layout = layout_of(address);
    for (gep_type_iterator at = gep_type_begin(address), end = gep_type_end(address); at != end; ++at) {
        const StructType *structure = at.getStructTypeOrNull();
        const uint64_t bytes = structure ? layout.getStructLayout(const_cast<StructType *>(structure))
                                               ->getElementOffset((unsigned)cast<ConstantInt>(at.getOperand())->getZExtValue())
                                               .getFixedValue()
                                         : at.getSequentialElementStride(layout).getFixedValue();
        // `getelementptr i8, %p, -4` is an element back.
        const auto *index = structure ? nullptr : dyn_cast<ConstantInt>(at.getOperand());
        if ((index ? bytes * (uint64_t)index->getSExtValue() : bytes) % element != 0) {
            return false;
        }
    }
    return true;
}

// The bytes of each access, where all have as many and begin at a multiple of them, and the address is used for nothing else; else 0.
//   %a = alloca [16 x i32]
//   store i32 %x, ptr (getelementptr [16 x i32], ptr %a, i64 0, i64 %i)         ; 4, unless another access is an i64
uint64_t element_of(const AllocaInst &array) {
    const DataLayout &layout = layout_of(array);
    uint64_t element = 0;
    bool is_alike = true;
    SmallVector<const GetElementPtrInst *, 16> addresses;
    SmallVector<const Value *, 16> open{&array};
    const auto accesses = [&](Type *type) {
        const uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
        is_alike &= element == 0 || element == bytes;
        element = bytes;
    };
    while (!open.empty() && is_alike) {
        const Value *pointer = open.pop_back_val();
        for (const User *user : pointer->users()) {
            const auto *store = dyn_cast<StoreInst>(user);
            const auto *address = dyn_cast<GetElementPtrInst>(user);
            if (const auto *load = dyn_cast<LoadInst>(user)) {
                accesses(load->getType());
            } else if (store && store->getValueOperand() != pointer) {
                accesses(store->getValueOperand()->getType());
            } else if (address && address->getPointerOperand() == pointer) {
                addresses.push_back(address);
                open.push_back(address);
            } else {
                return 0;
            }
        }
    }
    const bool is_element = is_alike && isPowerOf2_64(element) && element <= 8 && bytes_of(array) % element == 0;
    return is_element && all_of(addresses, [&](const auto *address) { return moves_by(*address, element); }) ? element : 0;
}

// The bytes of one access in place of a memset or memcpy: those of the array's elements. @llvm.memset(ptr %a, i8 0, i64 64) of an
// alloca [16 x i32] is 16 stores of 4 bytes.
uint64_t unit_of(const MemIntrinsic &call) {
    const Value *to = call.getRawDest()->stripInBoundsOffsets();
    const auto *array = dyn_cast<AllocaInst>(to);
    Type *type = array ? array->getAllocatedType() : nullptr;
    while (auto *of = dyn_cast_or_null<ArrayType>(type)) {
        type = of->getElementType();
    }
    const bool is_element = type && (type->isIntegerTy() || type->isFloatingPointTy());
    uint64_t unit = is_element ? layout_of(call).getTypeStoreSize(type).getFixedValue() : 8;
    unit = std::min<uint64_t>(unit, std::min<uint64_t>(8, call.getDestAlign().valueOrOne().value()));
    const uint64_t bytes = cast<ConstantInt>(call.getLength())->getZExtValue();
    while (unit > 1 && (bytes % unit != 0 || !isPowerOf2_64(unit))) {
        unit = isPowerOf2_64(unit) ? unit / 2 : PowerOf2Ceil(unit) / 2;
    }
    return unit;
}

}  // namespace

std::string why_not_laid(const AllocaInst &array) {
    const std::optional<TypeSize> bytes = array.getAllocationSize(layout_of(array));
    if (!array.isStaticAlloca() || !bytes || bytes->isScalable() || array.isUsedWithInAlloca() || array.isSwiftError()) {
        return "it has memory on the stack whose size is not known, or that is not there from the beginning";
    }
    if (bytes->getFixedValue() == 0 || bytes->getFixedValue() > kMostSimdStack / kMostSimdLanes) {
        return "it has more than " + std::to_string(kMostSimdStack / kMostSimdLanes) + " bytes on the stack";
    }
    return "";
}

Lying laid(const AllocaInst &array, unsigned lanes) {
    const uint64_t element = element_of(array), bytes = bytes_of(array);
    if (element) {
        return {element, element, bytes * lanes, std::max(array.getAlign(), Align(std::min<uint64_t>(64, element * lanes)))};
    }
    const uint64_t step = alignTo(bytes, array.getAlign());
    return {0, step, step * lanes, array.getAlign()};
}

const AllocaInst *side_by_side(const Value *pointer) {
    while (const auto *address = dyn_cast<GetElementPtrInst>(pointer)) {
        pointer = address->getPointerOperand();
    }
    const auto *array = dyn_cast<AllocaInst>(pointer);
    return array && element_of(*array) ? array : nullptr;
}

bool is_short(const IntrinsicInst &call) {
    const auto *memory = dyn_cast<MemIntrinsic>(&call);
    if (!memory || memory->isVolatile() || !isa<ConstantInt>(memory->getLength()) || memory->getDestAddressSpace() != 0) {
        return false;
    }
    const auto *set = dyn_cast<MemSetInst>(memory);
    const auto *copy = dyn_cast<MemCpyInst>(memory);
    const bool is_known = set ? isa<ConstantInt>(set->getValue()) : copy && copy->getSourceAddressSpace() == 0;
    return is_known && cast<ConstantInt>(memory->getLength())->getValue().ule(kMostSimdPieces * unit_of(*memory));
}

// memset(%p, 0, 8) becomes store i32 0, %p; store i32 0, %p + 4. memcpy loads each piece before it stores it.
void write_out(IntrinsicInst &call) {
    auto &memory = cast<MemIntrinsic>(call);
    const uint64_t unit = unit_of(memory), bytes = cast<ConstantInt>(memory.getLength())->getZExtValue();
    IRBuilder<> builder(&call);
    Type *type = builder.getIntNTy((unsigned)unit * 8);
    for (uint64_t at = 0; at < bytes; at += unit) {
        const auto place = [&](Value *pointer) { return builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, at); };
        Value *value = nullptr;
        if (auto *set = dyn_cast<MemSetInst>(&memory)) {
            value = ConstantInt::get(type, APInt::getSplat((unsigned)unit * 8, cast<ConstantInt>(set->getValue())->getValue()));
        } else {
            auto &copy = cast<MemCpyInst>(memory);
            value = builder.CreateAlignedLoad(type, place(copy.getRawSource()), commonAlignment(copy.getSourceAlign().valueOrOne(), at));
        }
        builder.CreateAlignedStore(value, place(memory.getRawDest()), commonAlignment(memory.getDestAlign().valueOrOne(), at));
    }
    call.eraseFromParent();
}

std::string words_of(const AllocaInst &array) {
    const MDNode *node = array.getMetadata(kElement);
    const uint64_t element = node ? mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue() : 0;
    const auto number = [](const char *name, uint64_t of) { return std::string(name) + " = " + std::to_string(of) + " : i64"; };
    return number("isotope.bytes", bytes_of(array)) + ", " + number("alignment", array.getAlign().value()) + ", " +
           number("isotope.element", element);
}

}  // namespace isotope::simd
