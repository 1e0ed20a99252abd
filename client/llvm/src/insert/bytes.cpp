// What each byte of an answer's values depends on, where all its leaves have values.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>

#include "bounds.h"
#include "insert/crossings.h"
#include "insert/intrinsics.h"
#include "insert/reads.h"

using namespace llvm;

namespace isotope {

namespace {

// Lanes of fewer than eight bits are a byte each.
struct Shape {
    unsigned lanes = 1, bytes = 1;  // of each lane
    explicit Shape(const Value &value) {
        const auto *vector = dyn_cast<FixedVectorType>(value.getType());
        lanes = vector ? vector->getNumElements() : 1;
        bytes = std::max(1U, value.getType()->getScalarSizeInBits() / 8);
    }
    unsigned all() const { return lanes * bytes; }
};

// The constant in a lane of an operand, where it is known.
const ConstantInt *number_in(const Value *operand, unsigned lane) {
    const auto *constant = dyn_cast<Constant>(operand);
    if (!constant || !constant->getType()->isVectorTy()) {
        return dyn_cast<ConstantInt>(operand);
    }
    return dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
}

class Bytes {
  public:
    Bytes(const Function &function, const std::vector<Begin> &begins) : function(function), begins(begins) {}

    Lanes of_result() {
        for (const Argument &argument : function.args()) {
            known[&argument] = of_argument(argument);
        }
        size_t all = 0;
        for (const Instruction &instruction : function.getEntryBlock()) {
            if (const auto *end = dyn_cast<ReturnInst>(&instruction)) {
                const Value *value = end->getReturnValue();
                return known.count(value) ? known[value] : Lanes(Shape(*value).all());
            }
            Lanes own = of(instruction);
            all += count(own);
            if (all > 16 * kMostReads) {
                return {};
            }
            known[&instruction] = std::move(own);
        }
        return {};
    }

  private:
    const Function &function;
    const std::vector<Begin> &begins;
    std::map<const Value *, Lanes> known;

    Lanes of_argument(const Argument &argument) const {
        const Shape shape(argument);
        Lanes own(shape.all());
        const Begin &begin = begins[argument.getArgNo()];
        for (unsigned i = 0; i < shape.all(); i++) {
            const int64_t element = begin.source.number + (int64_t)(i / shape.bytes) * begin.stride;
            own[i] = Reads({begin.source.place, element}, argument.getArgNo());
        }
        return own;
    }

    Lanes of(const Instruction &instruction) {
        Lanes own(Shape(instruction).all());
        for (unsigned number = 0; number < instruction.getNumOperands(); number++) {
            const auto place = known.find(instruction.getOperand(number));
            if (place != known.end()) {
                add(instruction, number, place->second, &own);
            }
        }
        return own;
    }

    void add(const Instruction &instruction, unsigned number, const Lanes &from, Lanes *own) {
        const Shape shape(instruction), other(*instruction.getOperand(number));
        if (isa<BitCastInst>(instruction) && shape.all() == other.all() && are_whole(instruction, shape, other)) {
            for (unsigned i = 0; i < shape.all(); i++) {
                (*own)[i] = from[i];
            }
            return;
        }
        const auto crossed = crossing(instruction, number, shape.lanes);
        for (unsigned i = 0; i < shape.all(); i++) {
            const unsigned lane = i / shape.bytes, byte = i % shape.bytes;
            for (unsigned source : crossed[lane]) {
                const auto [begin, end] = needed(instruction, number, lane, byte, other.bytes);
                for (unsigned j = begin; j < end; j++) {
                    if (!is_times_zero(instruction, number, source, j)) {
                        (*own)[i].add(from[source * other.bytes + j]);
                    }
                }
            }
        }
    }

    // Whether a byte of an operand's lane belongs to a factor of zero times something. That is zero, whatever value the byte has.
    static bool is_times_zero(const Instruction &instruction, unsigned number, unsigned lane, unsigned byte) {
        unsigned other = 0;
        const unsigned bytes = factor_bytes(instruction, number, &other);
        const ConstantInt *factors = bytes ? number_in(instruction.getOperand(other), lane) : nullptr;
        if (!factors || factors->getBitWidth() > 64 || factors->getBitWidth() < 8 * bytes) {
            return false;
        }
        const uint64_t mask = bytes >= 8 ? ~UINT64_C(0) : (UINT64_C(1) << (8 * bytes)) - 1;
        return ((factors->getZExtValue() >> (8 * (byte / bytes * bytes))) & mask) == 0;
    }

    static bool are_whole(const Instruction &instruction, const Shape &shape, const Shape &other) {
        return instruction.getType()->getPrimitiveSizeInBits() == shape.all() * 8 &&
               instruction.getOperand(0)->getType()->getPrimitiveSizeInBits() == other.all() * 8;
    }

    // Which bytes of an operand's lane a byte of the result's lane depends on.
    static std::pair<unsigned, unsigned> needed(const Instruction &instruction, unsigned number, unsigned lane, unsigned byte,
                                                unsigned count) {
        const std::pair<unsigned, unsigned> all = {0, count}, none = {0, 0}, same = {byte, std::min(byte + 1, count)};
        const bool has_two = isa<BinaryOperator>(instruction);
        const ConstantInt *other = has_two ? number_in(instruction.getOperand(1 - number), lane) : nullptr;
        const uint64_t bits = other ? other->getZExtValue() : 0;
        switch (instruction.getOpcode()) {
            case Instruction::And:
                return other && ((bits >> (8 * byte)) & 0xff) == 0 ? none : same;
            case Instruction::Or:
            case Instruction::Xor:
            case Instruction::Trunc:
            case Instruction::ShuffleVector:
            case Instruction::Freeze:
                return same;
            case Instruction::ZExt:
                return byte < count ? same : none;
            case Instruction::Select:
                return number == 0 ? all : same;
            case Instruction::Add:
            case Instruction::Sub:
            case Instruction::Mul:
                return {0, std::min(byte + 1, count)};
            case Instruction::Call:
                return depends_on(cast<CallBase>(instruction), number).is_bytewise ? same : all;
            case Instruction::Shl:
                return other && number == 0 ? shifted(byte + 1, bits, count) : all;
            case Instruction::LShr:
                return other && number == 0 && bits < 64 ? std::pair(std::min(byte + (unsigned)bits / 8, count),
                                                       std::min(byte + 1 + (unsigned)(bits + 7) / 8, count))
                                            : all;
            case Instruction::AShr:
                // The last byte has the sign.
                return other && number == 0 && bits < 64 ? std::pair(std::min(byte + (unsigned)bits / 8, count - 1),
                                                                     std::min(byte + 1 + (unsigned)(bits + 7) / 8, count))
                                                         : all;
            default:
                return all;
        }
    }

    // Of a shift to the left by a number of bits: byte `end` - 1 comes from as many bytes below.
    static std::pair<unsigned, unsigned> shifted(unsigned end, uint64_t bits, unsigned count) {
        const uint64_t least = bits / 8, most = (bits + 7) / 8;
        const uint64_t begin = most + 1 < end ? end - 1 - most : 0;
        return {(unsigned)std::min<uint64_t>(begin, count), (unsigned)std::min<uint64_t>(least < end ? end - least : 0, count)};
    }
};

}  // namespace

Lanes bytes_read(const Function &function, const std::vector<Begin> &begins) {
    return Bytes(function, begins).of_result();
}

}  // namespace isotope
