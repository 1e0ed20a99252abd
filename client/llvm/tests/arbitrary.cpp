// Makes what is undefined arbitrary: gives each use of a loaded value, of a lane that a shuffle takes from nowhere, and of an undefined
// lane of a constant bits of its own, which the program that calls the function draws (certain.c has the layout of its memory).
// A value that is computed of them is computed for each use by itself, up to where it is frozen. Prints the names of functions that are too
// long for that.
//
//   arbitrary IN.ll OUT.ll
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <map>
#include <vector>

using namespace llvm;

namespace {

constexpr uint64_t kPlane = 1 << 13, kPlanes = 30;  // as in certain.c
constexpr size_t kMostInstructions = 4096;          // of a function

class Arbitrary {
  public:
    explicit Arbitrary(Function &function) : function(function) {}

    // Computes each use of a vector by itself; false where there are too many of them.
    bool separate() {
        std::vector<Instruction *> all;
        for (Instruction &instruction : instructions(function)) {
            all.push_back(&instruction);
        }
        size_t count = all.size();
        while (!all.empty()) {
            Instruction *last = all.back();
            all.pop_back();
            if (!last->getType()->isVectorTy() || isa<PHINode>(last) || isa<FreezeInst>(last) || isa<LoadInst>(last)) {
                continue;
            }
            std::vector<Use *> uses;
            for (Use &use : last->uses()) {
                uses.push_back(&use);
            }
            for (size_t i = 1; i < uses.size(); i++) {
                Instruction *copy = last->clone();
                copy->insertAfter(last);
                uses[i]->set(copy);
                if (++count > kMostInstructions) {
                    return false;
                }
            }
        }
        return true;
    }

    void make() {
        std::vector<Instruction *> all;
        for (Instruction &instruction : instructions(function)) {
            all.push_back(&instruction);
            if (auto *load = dyn_cast<LoadInst>(&instruction)) {
                first_loads.try_emplace(instruction.getParent(), load);
            }
        }
        for (Instruction *instruction : all) {
            of_constants(*instruction);
        }
        for (Instruction *instruction : all) {
            auto *load = dyn_cast<LoadInst>(instruction);
            const auto *shuffle = dyn_cast<ShuffleVectorInst>(instruction);
            if ((!load && !shuffle) || !has_whole_bytes(instruction->getType())) {
                continue;
            }
            std::vector<Use *> uses;
            for (Use &use : instruction->uses()) {
                uses.push_back(&use);
            }
            for (Use *use : uses) {
                IRBuilder<> builder(instruction->getNextNode());
                Value *which = load ? at(builder, load->getPointerOperand(), kPlane, load->getType()) : nowhere(*shuffle);
                Value *from = load ? load->getPointerOperand() : place(*instruction);
                use->set(changed(builder, instruction, which, from));
            }
        }
    }

  private:
    Function &function;
    uint64_t drawn = 0;
    std::map<const BasicBlock *, LoadInst *> first_loads;

    // Where the bits of what is in no memory are taken from: what moves with the loop, so that each iteration has others.
    Value *place(const Instruction &instruction) const {
        const auto found = first_loads.find(instruction.getParent());
        const bool is_before = found != first_loads.end() && found->second->comesBefore(&instruction);
        return is_before ? found->second->getPointerOperand() : function.getArg(1);
    }

    static bool has_whole_bytes(const Type *type) { return type->getScalarType()->isIntegerTy() && type->getScalarSizeInBits() % 8 == 0; }

    static Value *at(IRBuilder<> &builder, Value *pointer, uint64_t bytes, Type *type) {
        return builder.CreateAlignedLoad(type, builder.CreatePtrAdd(pointer, builder.getInt64(bytes)), Align(1));
    }

    // The value with other bits wherever `which` has ones.
    Value *changed(IRBuilder<> &builder, Value *value, Value *which, Value *from) {
        Value *bits = at(builder, from, (2 + drawn++ % kPlanes) * kPlane, value->getType());
        return builder.CreateXor(value, builder.CreateAnd(which, bits));
    }

    // Ones in the lanes that a shuffle takes from nowhere.
    static Constant *nowhere(const ShuffleVectorInst &shuffle) {
        std::vector<Constant *> lanes;
        for (int lane : shuffle.getShuffleMask()) {
            auto *type = shuffle.getType()->getScalarType();
            lanes.push_back(lane < 0 ? Constant::getAllOnesValue(type) : Constant::getNullValue(type));
        }
        return ConstantVector::get(lanes);
    }

    void of_constants(Instruction &instruction) {
        for (Use &use : instruction.operands()) {
            auto *constant = dyn_cast<Constant>(use.get());
            const auto *type = constant ? dyn_cast<FixedVectorType>(constant->getType()) : nullptr;
            if (!type || !has_whole_bytes(type) || isa<PHINode>(instruction)) {
                continue;
            }
            std::vector<Constant *> lanes, which;
            bool is_whole = true;
            for (unsigned i = 0; i < type->getNumElements(); i++) {
                Constant *lane = constant->getAggregateElement(i);
                const bool is_undefined = !lane || isa<UndefValue>(lane);
                is_whole = is_whole && !is_undefined;
                Constant *none = Constant::getNullValue(type->getElementType());
                lanes.push_back(is_undefined ? none : lane);
                which.push_back(is_undefined ? Constant::getAllOnesValue(type->getElementType()) : none);
            }
            if (!is_whole) {
                IRBuilder<> builder(&instruction);
                use.set(changed(builder, ConstantVector::get(lanes), ConstantVector::get(which), place(instruction)));
            }
        }
    }
};

}  // namespace

int main(int count, char **arguments) {
    LLVMContext context;
    SMDiagnostic mistake;
    const auto module = count == 3 ? parseAssemblyFile(arguments[1], mistake, context) : nullptr;
    if (!module) {
        fprintf(stderr, "arbitrary: %s\n", count == 3 ? mistake.getMessage().str().c_str() : "IN.ll OUT.ll");
        return 2;
    }
    for (Function &function : *module) {
        if (function.isDeclaration()) {
            continue;
        }
        Arbitrary arbitrary(function);
        if (!arbitrary.separate()) {
            printf("%s\n", function.getName().str().c_str());
        }
        arbitrary.make();
    }
    std::error_code error;
    raw_fd_ostream out(arguments[2], error);
    if (error || verifyModule(*module, &errs())) {
        return 2;
    }
    module->print(out, nullptr);
    return 0;
}
