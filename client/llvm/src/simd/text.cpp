#include "simd/text.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include "simd/arrays.h"
#include "simd/callers.h"
#include "simd/structure.h"
#include "simd/words.h"

using namespace llvm;

namespace isotope::simd {

namespace {

class Printer {
  public:
    Printer(Function &function, raw_ostream &out) : function(function), layout(function.getParent()->getDataLayout()), out(out) {}

    bool write(const std::string &name) {
        out << "\"llvm.func\"() <{sym_name = \"" << name << "\"}> ({\n";
        for (BasicBlock &block : function) {
            labels[&block] = (unsigned)labels.size();
        }
        for (BasicBlock &block : function) {
            header(block);
            for (Instruction &instruction : block) {
                if (!isa<PHINode>(instruction)) {
                    operation(instruction);
                }
            }
        }
        out << "}) : () -> ()\n";
        return is_whole;
    }

  private:
    Function &function;
    const DataLayout &layout;
    raw_ostream &out;
    DenseMap<const BasicBlock *, unsigned> labels;
    DenseMap<const Value *, unsigned> numbers;
    unsigned next = 0;
    bool is_whole = true;

    std::string lacking() {
        is_whole = false;
        return "none";
    }

    std::string type(Type *of) {
        if (of->isPointerTy()) {
            return "!llvm.ptr";
        }
        if (of->isFloatTy() || of->isDoubleTy()) {
            return of->isFloatTy() ? "f32" : "f64";
        }
        if (of->isIntegerTy()) {
            return "i" + std::to_string(of->getIntegerBitWidth());
        }
        if (auto *vector = dyn_cast<FixedVectorType>(of)) {
            return "vector<" + std::to_string(vector->getNumElements()) + "x" + type(vector->getElementType()) + ">";
        }
        return lacking();
    }

    std::string named(const Value *value) {
        const auto [at, is_new] = numbers.try_emplace(value, next);
        next += is_new;
        return "%" + std::to_string(at->second);
    }

    // `%n = "name"(operands) <{properties}> : (types) -> type`
    std::string made(StringRef name, ArrayRef<std::string> operands, ArrayRef<std::string> types, const std::string &properties,
                     const std::string &result, std::string to = "") {
        if (to.empty() && !result.empty()) {
            to = "%" + std::to_string(next++);
        }
        out << "  " << (result.empty() ? "" : to + " = ") << "\"" << name << "\"(" << join(operands) << ")";
        if (!properties.empty()) {
            out << " <{" << properties << "}>";
        }
        out << " : (" << join(types) << ") -> " << (result.empty() ? "()" : result) << "\n";
        return to;
    }

    static std::string join(ArrayRef<std::string> parts) {
        std::string all;
        for (const std::string &part : parts) {
            all += (all.empty() ? "" : ", ") + part;
        }
        return all;
    }

    // %x = phi i32 [..], [..]       ^bb1(%3: i32):
    void header(BasicBlock &block) {
        std::vector<std::string> arguments;
        if (&block == &function.getEntryBlock()) {
            for (Argument &argument : function.args()) {
                arguments.push_back(named(&argument) + ": " + type(argument.getType()));
            }
        }
        for (PHINode &phi : block.phis()) {
            arguments.push_back(named(&phi) + ": " + type(phi.getType()));
        }
        out << "^bb" << labels[&block] << "(" << join(arguments) << "):\n";
    }

    std::string elements(Constant *constant, unsigned count) {
        std::vector<std::string> all;
        for (unsigned at = 0; at < count; at++) {
            const Constant *element = constant->getAggregateElement(at);
            if (!element || !(isa<ConstantInt>(element) || isa<ConstantFP>(element))) {
                return lacking();
            }
            all.push_back(bits(*element));
        }
        return join(all);
    }

    // An address in all lanes: `shufflevector (insertelement poison, %p, 0), poison, <0, 0, ..>`.
    std::string spread(Constant &value, const std::string &whole, unsigned count) {
        const std::string one = constant(&value), none = made("llvm.mlir.poison", {}, {}, "", whole);
        const std::string zero = made("llvm.mlir.constant", {}, {}, "value = 0 : i64", "i64");
        const std::string first = made("llvm.insertelement", {none, one, zero}, {whole, type(value.getType()), "i64"}, "", whole);
        const std::string mask = "mask = array<i32: " + join(std::vector<std::string>(count, "0")) + ">";
        return made("llvm.shufflevector", {first, none}, {whole, whole}, mask, whole);
    }

    // A float is the bits of an integer, cast, so that no digit is lost:
    //   %0 = "llvm.mlir.constant"() <{value = 1065353216 : i32}> : () -> i32
    //   %1 = "llvm.bitcast"(%0) : (i32) -> f32
    std::string constant(Constant *value) {
        Type *of = value->getType();
        const std::string whole = type(of);
        if (isa<PoisonValue>(value) || isa<UndefValue>(value)) {
            return made(isa<PoisonValue>(value) ? "llvm.mlir.poison" : "llvm.mlir.undef", {}, {}, "", whole);
        }
        if (value->isNullValue() && of->getScalarType()->isPointerTy()) {
            return made("llvm.mlir.zero", {}, {}, "", whole);
        }
        if (auto *global = dyn_cast<GlobalValue>(value)) {
            return made("llvm.mlir.addressof", {}, {}, "global_name = @\"" + global->getName().str() + "\"", whole);
        }
        if (auto *expression = dyn_cast<ConstantExpr>(value)) {
            Instruction *instruction = expression->getAsInstruction();
            const std::string result = "%" + std::to_string(next++);
            compute(*instruction, result);
            instruction->deleteValue();
            return result;
        }
        if (Constant *one = of->isVectorTy() && of->getScalarType()->isPointerTy() ? value->getSplatValue() : nullptr) {
            return spread(*one, whole, cast<FixedVectorType>(of)->getNumElements());
        }
        Type *element = of->getScalarType();
        if (!element->isIntegerTy() && !element->isFloatTy() && !element->isDoubleTy()) {
            return lacking();
        }
        auto *vector = dyn_cast<FixedVectorType>(of);
        const std::string integer = "i" + std::to_string(element->getScalarSizeInBits());
        const std::string held = vector ? "vector<" + std::to_string(vector->getNumElements()) + "x" + integer + ">" : integer;
        const std::string text = vector ? "dense<[" + elements(value, vector->getNumElements()) + "]>" : bits(*value);
        const std::string result = made("llvm.mlir.constant", {}, {}, "value = " + text + " : " + held, held);
        return element->isIntegerTy() ? result : made("llvm.bitcast", {result}, {held}, "", whole);
    }

    std::string use(Value *value) {
        if (auto *of = dyn_cast<Constant>(value)) {
            return constant(of);
        }
        return named(value);
    }

    void operation(Instruction &instruction) {
        if (instruction.isTerminator()) {
            end(instruction);
        } else if (!instruction.isDebugOrPseudoInst()) {
            compute(instruction, instruction.getType()->isVoidTy() ? "" : named(&instruction));
        }
    }

    void compute(Instruction &instruction, const std::string &result) {
        if (auto *pointer = dyn_cast<GetElementPtrInst>(&instruction)) {
            return address(*pointer, result);
        }
        if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction); intrinsic && !is_by_lane(*intrinsic)) {
            return call(*intrinsic, result);
        }
        std::string properties = promises(instruction);
        const auto add = [&](const std::string &more) { properties += (properties.empty() ? "" : ", ") + more; };
        if (auto *array = dyn_cast<AllocaInst>(&instruction)) {
            made("llvm.alloca", {}, {}, words_of(*array), "!llvm.ptr", result);
            return;
        }
        if (auto *of = dyn_cast<CallBase>(&instruction)) {
            const std::string words = words_of(*of);
            words.empty() ? (void)lacking() : plain("llvm.call", of->args(), words, of->getType(), result);
            return;
        }
        if (auto *compare = dyn_cast<CmpInst>(&instruction)) {
            add("predicate = " + std::to_string(predicate(*compare)) + " : i64");
        } else if (isa<LoadInst>(instruction) || isa<StoreInst>(instruction)) {
            if (instruction.isVolatile() || instruction.isAtomic()) {
                lacking();
            }
            add("alignment = " + std::to_string(getLoadStoreAlignment(&instruction).value()) + " : i64");
        } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
            std::vector<std::string> mask;
            for (const int lane : shuffle->getShuffleMask()) {
                mask.push_back(std::to_string(lane));
            }
            add("mask = array<i32: " + join(mask) + ">");
        }
        plain("llvm." + std::string(instruction.getOpcodeName()), instruction.operands(), properties, instruction.getType(), result);
    }

    template <class Range>
    void plain(const std::string &name, const Range &values, const std::string &properties, Type *of, const std::string &result) {
        std::vector<std::string> operands, types;
        for (const auto &value : values) {
            operands.push_back(use(value));
            types.push_back(type(((Value *)value)->getType()));
        }
        made(name, operands, types, properties, result.empty() ? "" : type(of), result);
    }

    void call(IntrinsicInst &call, const std::string &result) {
        // LLVM 19 has the alignment of a masked access among the operands, behind the address; later ones have it as an attribute.
        const bool has_operand = call.arg_size() == 4;
        const auto alignment = [&](unsigned address) {
            const uint64_t bytes = has_operand ? cast<ConstantInt>(call.getArgOperand(address + 1))->getZExtValue()
                                               : call.getParamAlign(address).valueOrOne().value();
            return "alignment = " + std::to_string(bytes) + " : i64";
        };
        const unsigned behind = has_operand ? 1 : 0;
        const auto with = [&](const std::string &name, std::initializer_list<unsigned> which, const std::string &properties) {
            SmallVector<Value *, 3> values;
            for (const unsigned at : which) {
                values.push_back(call.getArgOperand(at));
            }
            plain(name, values, properties, call.getType(), result);
        };
        switch (call.getIntrinsicID()) {
            case Intrinsic::vector_reduce_or:
                return with("llvm.intr.vector.reduce.or", {0}, "");
            case Intrinsic::masked_load:
                return with("llvm.intr.masked.load", {0, 1 + behind, 2 + behind}, alignment(0));
            case Intrinsic::masked_gather:
                return with("llvm.intr.masked.gather", {0, 1 + behind, 2 + behind}, alignment(0));
            case Intrinsic::masked_store:
                return with("llvm.intr.masked.store", {0, 1, 2 + behind}, alignment(1));
            case Intrinsic::masked_scatter:
                return with("llvm.intr.masked.scatter", {0, 1, 2 + behind}, alignment(1));
            default:
                break;
        }
        std::string properties = promises(call);
        properties += (properties.empty() ? "" : ", ") + ("intrin = \"" + Intrinsic::getBaseName(call.getIntrinsicID()).str() + "\"");
        plain("llvm.call_intrinsic", call.args(), properties, call.getType(), result);
    }

    // getelementptr i32, ptr %p, i64 %i goes on by bytes for each index, then by 0, which has the promises:
    //   %bytes = "llvm.mul"(%i, %size) : (i64, i64) -> i64                               ; %size = 4
    //   %at = "llvm.getelementptr"(%p, %bytes) <{elem_type = i8}>
    //   %to = "llvm.getelementptr"(%at, %zero) <{elem_type = i8, isotope.promises}>
    void address(GetElementPtrInst &pointer, const std::string &result) {
        const std::string whole = type(pointer.getType());
        const bool is_vector = pointer.getType()->isVectorTy();
        Type *integer = Type::getInt64Ty(function.getContext());
        const std::string wide = type(is_vector ? VectorType::get(integer, cast<VectorType>(pointer.getType())) : integer);
        const auto widened = [&](bool is_wide) { return is_wide ? wide : std::string("i64"); };
        std::string sum = use(pointer.getPointerOperand()), sum_type = type(pointer.getPointerOperandType());
        for (gep_type_iterator at = gep_type_begin(pointer), last = gep_type_end(pointer); at != last; ++at) {
            Value *index = at.getOperand();
            std::string bytes, bytes_type = "i64";
            if (StructType *structure = at.getStructTypeOrNull()) {
                const auto *field = cast<ConstantInt>(index->getType()->isVectorTy() ? cast<Constant>(index)->getSplatValue() : index);
                const uint64_t offset = layout.getStructLayout(structure)->getElementOffset((unsigned)field->getZExtValue());
                bytes = made("llvm.mlir.constant", {}, {}, "value = " + std::to_string(offset) + " : i64", "i64");
            } else {
                const bool is_wide = index->getType()->isVectorTy();
                bytes = use(index), bytes_type = widened(is_wide);
                const unsigned width = index->getType()->getScalarSizeInBits();
                if (width != 64) {
                    bytes = made(width < 64 ? "llvm.sext" : "llvm.trunc", {bytes}, {type(index->getType())}, "", bytes_type);
                }
                const uint64_t stride = at.getSequentialElementStride(layout).getFixedValue();
                const std::string size = made("llvm.mlir.constant", {}, {}, "value = " + std::to_string(stride) + " : i64", "i64");
                bytes = made("llvm.mul", {bytes, size}, {bytes_type, "i64"}, "", bytes_type);
            }
            sum = made("llvm.getelementptr", {sum, bytes}, {sum_type, bytes_type}, "elem_type = i8", whole);
            sum_type = whole;
        }
        const std::string zero = made("llvm.mlir.constant", {}, {}, "value = 0 : i64", "i64");
        const std::string promised = pointer.hasPoisonGeneratingFlags() ? ", isotope.promises" : "";
        made("llvm.getelementptr", {sum, zero}, {sum_type, "i64"}, "elem_type = i8" + promised, whole, result);
    }

    // Values of a successor's phis, and their types.
    unsigned passed(BasicBlock &from, BasicBlock &to, std::vector<std::string> *operands, std::vector<std::string> *types) {
        unsigned count = 0;
        for (PHINode &phi : to.phis()) {
            operands->push_back(use(phi.getIncomingValueForBlock(&from)));
            types->push_back(type(phi.getType()));
            count++;
        }
        return count;
    }

    void end(Instruction &instruction) {
        std::vector<std::string> operands, types;
        const auto ends = [&](const std::string &name, const std::string &to, const std::string &properties) {
            out << "  \"llvm." << name << "\"(" << join(operands) << ")" << to << (properties.empty() ? "" : " <{" + properties + "}>");
            out << " : (" << join(types) << ") -> ()\n";
        };
        if (isa<ReturnInst>(instruction) || isa<UnreachableInst>(instruction)) {
            for (Value *value : instruction.operands()) {
                operands.push_back(use(value));
                types.push_back(type(value->getType()));
            }
            return ends(isa<ReturnInst>(instruction) ? "return" : "unreachable", "", "");
        }
        auto *branch = dyn_cast<BranchInst>(&instruction);
        if (!branch) {
            lacking();
            return;
        }
        BasicBlock &block = *instruction.getParent();
        const auto label = [&](unsigned at) { return "^bb" + std::to_string(labels[branch->getSuccessor(at)]); };
        if (branch->isUnconditional()) {
            passed(block, *branch->getSuccessor(0), &operands, &types);
            return ends("br", "[" + label(0) + "]", "");
        }
        operands.push_back(use(branch->getCondition()));
        types.push_back("i1");
        const unsigned yes = passed(block, *branch->getSuccessor(0), &operands, &types);
        const unsigned no = passed(block, *branch->getSuccessor(1), &operands, &types);
        ends("cond_br", "[" + label(0) + ", " + label(1) + "]",
             "operandSegmentSizes = array<i32: 1, " + std::to_string(yes) + ", " + std::to_string(no) + ">");
    }
};

}  // namespace

bool write_text(Function &function, const std::string &name, std::string *out) {
    raw_string_ostream stream(*out);
    return Printer(function, stream).write(name);
}

std::string module_text(const std::string &functions) {
    return "\"builtin.module\"() ({\n" + functions + "}) : () -> ()\n";
}

}  // namespace isotope::simd
