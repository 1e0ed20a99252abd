#include "simd/registers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "versions.h"

using namespace llvm;

namespace isotope::simd {

namespace {

using Parts = SmallVector<Value *, 4>;

class Writer {
  public:
    Writer(Function &from, Function &to, unsigned lanes) : from(from), to(to), lanes(lanes), builder(from.getContext()) {}

    bool write() {
        for (BasicBlock &block : from) {
            blocks[&block] = BasicBlock::Create(from.getContext(), block.getName(), &to);
        }
        builder.SetInsertPoint(blocks[&from.getEntryBlock()]);
        for (Argument &argument : from.args()) {
            Argument *given = to.getArg(argument.getArgNo());
            given->setName(argument.getName());
            is_vector(&argument) ? (void)(parts[&argument] = taken_apart(given)) : (void)(scalars[&argument] = given);
        }
        for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&from)) {
            builder.SetInsertPoint(blocks[block]);
            for (Instruction &instruction : *block) {
                if (!write(instruction)) {
                    return false;
                }
            }
        }
        close_phis();
        return true;
    }

  private:
    Function &from, &to;
    const unsigned lanes;
    IRBuilder<> builder;
    DenseMap<const BasicBlock *, BasicBlock *> blocks;
    DenseMap<const Value *, Value *> scalars;
    DenseMap<const Value *, Parts> parts;
    std::vector<PHINode *> phis;

    static bool is_vector(const Value *value) { return value->getType()->isVectorTy(); }
    static unsigned lanes_of(const Value *value) { return cast<FixedVectorType>(value->getType())->getNumElements(); }
    Type *narrowed(Type *type) const { return FixedVectorType::get(type->getScalarType(), lanes); }

    // shufflevector %v, <0..7>; shufflevector %v, <8..15>; ..
    Parts taken_apart(Value *whole) {
        Parts made;
        for (unsigned first = 0; first < lanes_of(whole); first += lanes) {
            made.push_back(builder.CreateShuffleVector(whole, createSequentialMask(first, lanes, 0)));
        }
        return made;
    }

    Value *scalar(Value *value) { return isa<Constant>(value) || isa<MetadataAsValue>(value) ? value : scalars.lookup(value); }

    // The parts of a constant have its lanes: splat (i32 3) of 16 lanes is twice splat (i32 3) of 8.
    Parts parts_of(Value *value) {
        auto *constant = dyn_cast<Constant>(value);
        if (!constant) {
            return parts.lookup(value);
        }
        Parts made;
        for (unsigned first = 0; first < lanes_of(value); first += lanes) {
            SmallVector<Constant *, 16> elements;
            for (unsigned lane = 0; lane < lanes; lane++) {
                elements.push_back(constant->getAggregateElement(first + lane));
            }
            made.push_back(ConstantVector::get(elements));
        }
        return made;
    }

    // Where the part begins in memory that has the lanes side by side: part 1 of 8 lanes of i32 at getelementptr i8, ptr %p, i64 32.
    Value *address(Value *pointer, size_t part, Type *element) {
        const uint64_t bytes = part * lanes * from.getParent()->getDataLayout().getTypeStoreSize(element).getFixedValue();
        return bytes ? builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, bytes) : pointer;
    }

    static Align alignment(Align whole, size_t part, Type *element, unsigned lanes) {
        return commonAlignment(whole, part * lanes * (element->getScalarSizeInBits() + 7) / 8);
    }

    bool write(Instruction &instruction) {
        using namespace PatternMatch;
        if (auto *phi = dyn_cast<PHINode>(&instruction)) {
            write_phi(*phi);
            return true;
        }
        if (instruction.isTerminator()) {
            return write_end(instruction);
        }
        if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
            return write_call(*call);
        }
        if (isa<CallInst>(instruction) && instruction.hasMetadata()) {
            // The function that is called takes all lanes at once.
            return false;
        }
        Value *first = nullptr;
        if (match(&instruction, m_Shuffle(m_InsertElt(m_Value(), m_Value(first), m_Zero()), m_Value(), m_ZeroMask()))) {
            parts[&instruction] = Parts(lanes_of(&instruction) / lanes, builder.CreateVectorSplat(lanes, scalar(first)));
            return true;
        }
        // `insertelement` of a splat, which is read by nothing else.
        if (match(&instruction, m_InsertElt(m_Poison(), m_Value(), m_Zero()))) {
            return all_of(instruction.users(), [](const User *user) { return isa<ShuffleVectorInst>(user); });
        }
        if (auto *load = dyn_cast<LoadInst>(&instruction); load && is_vector(load)) {
            for (size_t part = 0; part < lanes_of(load) / lanes; part++) {
                Type *element = load->getType()->getScalarType();
                Value *pointer = address(scalar(load->getPointerOperand()), part, element);
                parts[load].push_back(
                    builder.CreateAlignedLoad(narrowed(load->getType()), pointer, alignment(load->getAlign(), part, element, lanes)));
            }
            return true;
        }
        if (auto *store = dyn_cast<StoreInst>(&instruction); store && is_vector(store->getValueOperand())) {
            const Parts values = parts_of(store->getValueOperand());
            for (size_t part = 0; part < values.size(); part++) {
                Type *element = values[part]->getType()->getScalarType();
                builder.CreateAlignedStore(values[part], address(scalar(store->getPointerOperand()), part, element),
                                           alignment(store->getAlign(), part, element, lanes));
            }
            return true;
        }
        return write_operation(instruction);
    }

    // Each part gets the operation; it is written once where no operand and no result is a vector.
    //   %z = add <16 x i32> %x, %y     ->     %z = add <8 x i32> %x, %y
    //                                         %z1 = add <8 x i32> %x1, %y1
    bool write_operation(Instruction &instruction) {
        const bool is_wide = is_vector(&instruction);
        if (!is_wide && any_of(instruction.operand_values(), is_vector)) {
            return false;
        }
        const size_t count = is_wide ? lanes_of(&instruction) / lanes : 1;
        for (size_t part = 0; part < count; part++) {
            Instruction *made = instruction.clone();
            for (Use &use : made->operands()) {
                use.set(is_vector(use.get()) ? parts_of(use.get())[part] : scalar(use.get()));
            }
            if (is_wide) {
                made->mutateType(narrowed(instruction.getType()));
            }
            builder.Insert(made, instruction.getName());
            is_wide ? parts[&instruction].push_back(made) : (void)(scalars[&instruction] = made);
        }
        return true;
    }

    // @llvm.vector.reduce.or(<16 x i1> %m)     @llvm.vector.reduce.or(or <8 x i1> %m, %m1)
    // @llvm.sqrt.v16f32(%x)                    @llvm.sqrt.v8f32(%x), @llvm.sqrt.v8f32(%x1)
    bool write_call(IntrinsicInst &call) {
        switch (call.getIntrinsicID()) {
            case Intrinsic::vector_reduce_or: {
                const Parts all = parts_of(call.getArgOperand(0));
                Value *some = all[0];
                for (size_t part = 1; part < all.size(); part++) {
                    some = builder.CreateOr(some, all[part]);
                }
                scalars[&call] = builder.CreateOrReduce(some);
                return true;
            }
            case Intrinsic::masked_load:
            case Intrinsic::masked_store:
            case Intrinsic::masked_gather:
            case Intrinsic::masked_scatter:
                return write_access(call);
            default:
                break;
        }
        const Intrinsic::ID id = call.getIntrinsicID();
        const bool is_wide = is_vector(&call);
        for (size_t part = 0; part < (is_wide ? lanes_of(&call) / lanes : 1); part++) {
            SmallVector<Value *, 4> operands;
            SmallVector<Type *, 2> types;
            if (is_overloaded(id, -1)) {
                types.push_back(is_wide ? narrowed(call.getType()) : call.getType());
            }
            for (unsigned at = 0; at < call.arg_size(); at++) {
                Value *operand = call.getArgOperand(at);
                operands.push_back(is_vector(operand) ? parts_of(operand)[part] : scalar(operand));
                if (is_overloaded(id, (int)at)) {
                    types.push_back(operands.back()->getType());
                }
            }
            CallInst *made = builder.CreateCall(intrinsic_declaration(to.getParent(), id, types), operands, call.getName());
            made->copyIRFlags(&call);
            is_wide ? parts[&call].push_back(made) : (void)(scalars[&call] = made);
        }
        return true;
    }

    // @llvm.masked.load(%p, <16 x i1> %m)     ->     @llvm.masked.load(%p, <8 x i1> %m), @llvm.masked.load(%p + 32, <8 x i1> %m1), of i32
    bool write_access(IntrinsicInst &call) {
        const Intrinsic::ID id = call.getIntrinsicID();
        const bool is_store = id == Intrinsic::masked_store || id == Intrinsic::masked_scatter;
        const auto [pointer, mask, whole] = masked_operands(call);
        const Parts masks = parts_of(call.getArgOperand(mask));
        const Parts values = parts_of(call.getArgOperand(is_store ? 0 : call.arg_size() - 1));
        Value *given = call.getArgOperand(pointer);
        const Parts pointers = is_vector(given) ? parts_of(given) : Parts();
        for (size_t part = 0; part < masks.size(); part++) {
            Type *type = values[part]->getType(), *element = type->getScalarType();
            Value *place = is_vector(given) ? pointers[part] : address(scalar(given), part, element);
            const Align align = is_vector(given) ? whole : alignment(whole, part, element, lanes);
            switch (id) {
                case Intrinsic::masked_load:
                    parts[&call].push_back(builder.CreateMaskedLoad(type, place, align, masks[part], values[part]));
                    break;
                case Intrinsic::masked_gather:
                    parts[&call].push_back(builder.CreateMaskedGather(type, place, align, masks[part], values[part]));
                    break;
                case Intrinsic::masked_store:
                    builder.CreateMaskedStore(values[part], place, align, masks[part]);
                    break;
                default:
                    builder.CreateMaskedScatter(values[part], place, align, masks[part]);
                    break;
            }
        }
        return true;
    }

    void write_phi(PHINode &phi) {
        const size_t count = is_vector(&phi) ? lanes_of(&phi) / lanes : 1;
        for (size_t part = 0; part < count; part++) {
            Type *type = is_vector(&phi) ? narrowed(phi.getType()) : phi.getType();
            PHINode *made = builder.CreatePHI(type, phi.getNumIncomingValues(), phi.getName());
            is_vector(&phi) ? parts[&phi].push_back(made) : (void)(scalars[&phi] = made);
        }
        phis.push_back(&phi);
    }

    void close_phis() {
        for (PHINode *phi : phis) {
            for (unsigned at = 0; at < phi->getNumIncomingValues(); at++) {
                Value *value = phi->getIncomingValue(at);
                BasicBlock *way = blocks[phi->getIncomingBlock(at)];
                if (!is_vector(phi)) {
                    cast<PHINode>(scalars[phi])->addIncoming(scalar(value), way);
                    continue;
                }
                const Parts given = parts_of(value), made = parts[phi];
                for (size_t part = 0; part < made.size(); part++) {
                    cast<PHINode>(made[part])->addIncoming(given[part], way);
                }
            }
        }
    }

    bool write_end(Instruction &end) {
        auto *result = dyn_cast<ReturnInst>(&end);
        if (result && result->getReturnValue() && is_vector(result->getReturnValue())) {
            builder.CreateRet(concatenateVectors(builder, parts_of(result->getReturnValue())));
            return true;
        }
        Instruction *made = end.clone();
        for (Use &use : made->operands()) {
            auto *block = dyn_cast<BasicBlock>(use.get());
            use.set(block ? blocks[block] : scalar(use.get()));
        }
        builder.Insert(made);
        return true;
    }
};

}  // namespace

unsigned register_bits(const Function &function) {
    unsigned most = 128;
    for (const Set &set : sets()) {
        most = has_registers(function, set) ? std::max(most, set.bits) : most;
    }
    unsigned preferred = 0;
    const StringRef attribute = function.getFnAttribute("prefer-vector-width").getValueAsString();
    return attribute.getAsInteger(10, preferred) || preferred < 128 ? most : std::min(most, preferred);
}

unsigned register_lanes(const Function &scalar) {
    unsigned bits = 8;
    const auto count = [&](Type *type) {
        const bool is_number = type->isIntegerTy() || type->isFloatTy() || type->isDoubleTy();
        bits = is_number ? std::max(bits, (unsigned)type->getPrimitiveSizeInBits()) : bits;
    };
    count(scalar.getReturnType());
    for (const Argument &argument : scalar.args()) {
        count(argument.getType());
    }
    return register_bits(scalar) / bits;
}

bool write_in_registers(Function &body, Function &to, unsigned lanes) {
    return Writer(body, to, lanes).write();
}

}  // namespace isotope::simd
