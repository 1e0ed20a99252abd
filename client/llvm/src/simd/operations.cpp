#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "simd/arrays.h"
#include "simd/body.h"
#include "simd/callers.h"
#include "simd/stated.h"
#include "simd/text.h"
#include "versions.h"

using namespace llvm;

namespace isotope::simd {

void Body::write_operation(Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        write_load(*load);
        return;
    }
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        write_store(*store);
        return;
    }
    if (auto *array = dyn_cast<AllocaInst>(&instruction)) {
        write_array(*array);
        return;
    }
    if (auto *pointer = dyn_cast<GetElementPtrInst>(&instruction); pointer && side_by_side(pointer)) {
        write_element(*pointer);
        return;
    }
    if (auto *call = dyn_cast<CallInst>(&instruction); call && is_by_lane(*call) && !shapes.is_uniform(call)) {
        write_lanes_call(*call);
        return;
    }
    if (shapes.step(&instruction)) {
        // All lanes have this value, or the others' follow from lane 0's.
        Instruction *copy = instruction.clone();
        for (Use &use : copy->operands()) {
            if (!isa<Function>(use.get())) {
                use.set(scalar(use.get()));
            }
        }
        scalars[&instruction] = builder.Insert(copy, instruction.getName());
        return;
    }
    if (auto *call = dyn_cast<CallInst>(&instruction)) {
        write_call(*call);
        return;
    }
    vectors[&instruction] = elementwise(instruction);
}

// %z = op %x, %y becomes the same operation on vectors. A lane that is off divides by 1:
//   %z = sdiv i32 %x, %y     ->     %on = select <8 x i1> %mask, <8 x i32> %y, splat (i32 1)
//                                   %z = sdiv <8 x i32> %x, %on
Value *Body::elementwise(Instruction &instruction) {
    if (auto *pointer = dyn_cast<GetElementPtrInst>(&instruction)) {
        return address(*pointer);
    }
    if (!isa<BinaryOperator>(instruction) && !isa<UnaryOperator>(instruction) && !isa<CastInst>(instruction) &&
        !isa<CmpInst>(instruction) && !isa<SelectInst>(instruction) && !isa<FreezeInst>(instruction)) {
        return refuse(instruction, std::string("it has the operation ") + instruction.getOpcodeName(),
                      variant.widened(instruction.getType()));
    }
    SmallVector<Value *, 3> operands;
    for (Value *operand : instruction.operands()) {
        operands.push_back(vector(operand));
    }
    Value *mask = masks[instruction.getParent()];
    if (instruction.isIntDivRem() && mask && !isa<Constant>(instruction.getOperand(1))) {
        operands[1] = builder.CreateSelect(mask, operands[1], ConstantInt::get(operands[1]->getType(), 1));
    }
    // Made by hand, not by the builder's folding: the operation keeps its flags that are no promises.
    Instruction *made = nullptr;
    if (auto *binary = dyn_cast<BinaryOperator>(&instruction)) {
        made = BinaryOperator::Create(binary->getOpcode(), operands[0], operands[1]);
    } else if (auto *unary = dyn_cast<UnaryOperator>(&instruction)) {
        made = UnaryOperator::Create(unary->getOpcode(), operands[0]);
    } else if (auto *cast = dyn_cast<CastInst>(&instruction)) {
        made = CastInst::Create(cast->getOpcode(), operands[0], variant.widened(instruction.getType()));
    } else if (auto *compare = dyn_cast<CmpInst>(&instruction)) {
        made = CmpInst::Create(compare->getOpcode(), compare->getPredicate(), operands[0], operands[1]);
    } else if (isa<SelectInst>(instruction)) {
        Value *condition = instruction.getOperand(0);
        made = SelectInst::Create(shapes.is_uniform(condition) ? scalar(condition) : operands[0], operands[1], operands[2]);
    } else {
        made = new FreezeInst(operands[0]);
    }
    made->copyIRFlags(&instruction);
    return builder.Insert(made, instruction.getName());
}

// Scalar bases and indices stay scalar. With %i that lanes differ in, and %p that they share:
//   getelementptr i32, ptr %p, i64 %i     ->     getelementptr i32, ptr %p, <8 x i64> %i
Value *Body::address(GetElementPtrInst &instruction) {
    SmallVector<Value *, 4> indices;
    const auto kept = [&](Value *value) { return shapes.is_uniform(value) ? scalar(value) : vector(value); };
    for (Value *index : instruction.indices()) {
        indices.push_back(kept(index));
    }
    Value *base = kept(instruction.getPointerOperand());
    const auto is_vector = [](Value *value) { return value->getType()->isVectorTy(); };
    if (!is_vector(base) && none_of(indices, is_vector)) {
        base = splat(base);
    }
    return builder.CreateGEP(instruction.getSourceElementType(), base, indices, instruction.getName());
}

// `alloca [16 x i32]` of 8 lanes becomes `alloca [512 x i8]`, in whatever order lanes lie in it; its own block is entered once.
void Body::write_array(AllocaInst &array) {
    const Lying lying = laid(array, variant.lanes);
    IRBuilderBase::InsertPointGuard keep(builder);
    // In the order of the function's own, by which the proof pairs them.
    builder.SetInsertPoint(&to.getEntryBlock(), to.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    AllocaInst *made = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), lying.bytes), nullptr, array.getName());
    made->setAlignment(lying.align);
    made->setMetadata(kElement, MDNode::get(from.getContext(), ConstantAsMetadata::get(builder.getInt64(lying.element))));
    scalars[&array] = made;
}

// An element further of a lane is an element of each lane further: `getelementptr [4 x i8], %p, %i` becomes `getelementptr [32 x i8]`.
void Body::write_element(GetElementPtrInst &instruction) {
    const bool is_row = shapes.step(&instruction).has_value();
    Value *place = is_row ? scalar(instruction.getPointerOperand()) : vector(instruction.getPointerOperand());
    for (gep_type_iterator at = gep_type_begin(instruction), end = gep_type_end(instruction); at != end; ++at) {
        Value *index = at.getOperand();
        uint64_t bytes = 0;
        if (StructType *structure = at.getStructTypeOrNull()) {
            bytes = layout.getStructLayout(structure)->getElementOffset((unsigned)cast<ConstantInt>(index)->getZExtValue()).getFixedValue();
            index = builder.getInt64(1);
        } else {
            bytes = at.getSequentialElementStride(layout).getFixedValue();
        }
        Value *by = shapes.is_uniform(index) ? scalar(index) : vector(index);
        place = builder.CreateGEP(ArrayType::get(builder.getInt8Ty(), bytes * variant.lanes), place, by, instruction.getName());
    }
    (is_row ? scalars : vectors)[&instruction] = place;
}

// Lane l's address is lane 0's and l elements more: the step of %p is 4 for an i32.
bool Body::is_row(const Value *address, Type *element) const {
    const std::optional<int64_t> step = shapes.step(address);
    return step && *step == (int64_t)layout.getTypeStoreSize(element).getFixedValue();
}

// Of lanes that lie side by side each element is as even as its size.
Align Body::alignment(const Value *pointer, Align known) const {
    const AllocaInst *array = side_by_side(pointer);
    return array ? std::min(known, Align(laid(*array, variant.lanes).element)) : known;
}

// %p uniform           load i32, ptr %p
// %p with step 4       load <8 x i32>, ptr %p, or @llvm.masked.load(%p, %mask) where lanes may be off
// else                 @llvm.masked.gather(<8 x ptr> %p, %mask)
void Body::write_load(LoadInst &load) {
    Value *pointer = load.getPointerOperand();
    if (shapes.is_uniform(&load)) {
        scalars[&load] = builder.CreateAlignedLoad(load.getType(), scalar(pointer), load.getAlign(), load.getName());
        return;
    }
    Type *type = variant.widened(load.getType());
    Value *mask = masks[load.getParent()];
    Value *&made = vectors[&load];
    const Align align = alignment(pointer, load.getAlign());
    if (!is_row(pointer, load.getType())) {
        made = builder.CreateMaskedGather(type, vector(pointer), align, mask ? mask : on(), PoisonValue::get(type));
    } else if (mask) {
        made = builder.CreateMaskedLoad(type, scalar(pointer), align, mask, PoisonValue::get(type));
    } else {
        made = builder.CreateAlignedLoad(type, scalar(pointer), align);
    }
}

// A scatter writes in the order of lanes. A lane that is off writes nothing, not even what is there.
//   %p and %v uniform    store i32 %v, ptr %p
//   %p with step 4       store <8 x i32> %v, ptr %p, or @llvm.masked.store(%v, %p, %mask) where lanes may be off
//   else                 @llvm.masked.scatter(%v, <8 x ptr> %p, %mask)
void Body::write_store(StoreInst &store) {
    Value *pointer = store.getPointerOperand(), *value = store.getValueOperand();
    Value *mask = masks[store.getParent()];
    const Align align = alignment(pointer, store.getAlign());
    if (shapes.is_uniform(pointer) && shapes.is_uniform(value)) {
        builder.CreateAlignedStore(scalar(value), scalar(pointer), store.getAlign());
    } else if (!is_row(pointer, value->getType())) {
        builder.CreateMaskedScatter(vector(value), vector(pointer), align, mask ? mask : on());
    } else if (mask) {
        builder.CreateMaskedStore(vector(value), scalar(pointer), align, mask);
    } else {
        builder.CreateAlignedStore(vector(value), scalar(pointer), align);
    }
}

// `call @f(%x, %u)` becomes `call @f.simd.M8vu(%x, %u, mask)`, or the same of a loop over lanes.
void Body::write_lanes_call(CallInst &call) {
    Function &called = *call.getCalledFunction();
    Value *mask = masks[call.getParent()];
    SmallVector<Value *, 8> operands;
    SmallVector<Type *, 8> types;
    const std::string lanes = (mask ? "M" : "N") + std::to_string(variant.lanes);
    SmallVector<std::optional<int64_t>, 8> steps;
    for (Value *argument : call.args()) {
        steps.push_back(shapes.step(argument));
    }
    // A body that asks for uniform and linear arguments, where they are; else the arguments decide.
    std::string clauses = clauses_of_body(called, lanes, steps);
    if (clauses.empty()) {
        for (const std::optional<int64_t> &step : steps) {
            clauses += step == 0 ? "u" : "v";
        }
    }
    const std::string shape = lanes + clauses;
    for (unsigned at = 0, letter = 0; at < call.arg_size(); at++) {
        const bool is_vector = clauses[letter] == 'v';
        operands.push_back(is_vector ? vector(call.getArgOperand(at)) : scalar(call.getArgOperand(at)));
        types.push_back(operands.back()->getType());
        letter = (unsigned)std::min(clauses.find_first_of("vul", letter + 1), clauses.size());
    }
    if (mask) {
        operands.push_back(mask);
        types.push_back(mask->getType());
    }
    Type *result = call.getType()->isVoidTy() ? call.getType() : variant.widened(call.getType());
    FunctionType *type = FunctionType::get(result, types, false);
    Function *parts = in_parts(call, shape, type, variant.lanes, from);
    Function *made = parts ? parts : in_lanes(called, shape, type, variant.lanes, from);
    if (!made) {
        refuse(call, "it calls " + called.getName().str());
        return;
    }
    CallInst *all = builder.CreateCall(made, operands);
    LLVMContext &context = from.getContext();
    all->setMetadata(kLanes, MDNode::get(context, {MDString::get(context, called.getName()), MDString::get(context, shape)}));
    vectors[&call] = all;
}

// `call @llvm.sqrt.f32(%x)` becomes `call @llvm.sqrt.v8f32(%x)`.
void Body::write_call(CallInst &call) {
    const Intrinsic::ID id = call.getCalledFunction()->getIntrinsicID();
    SmallVector<Value *, 4> operands;
    SmallVector<Type *, 2> types;
    if (is_overloaded(id, -1)) {
        types.push_back(variant.widened(call.getType()));
    }
    for (unsigned at = 0; at < call.arg_size(); at++) {
        Value *operand = call.getArgOperand(at);
        if (has_scalar_operand(id, at) && !shapes.is_uniform(operand)) {
            refuse(call, "it calls " + call.getCalledFunction()->getName().str() + " with a different number in each lane");
            return;
        }
        operands.push_back(has_scalar_operand(id, at) ? scalar(operand) : vector(operand));
        if (is_overloaded(id, (int)at)) {
            types.push_back(operands.back()->getType());
        }
    }
    auto *made = builder.CreateCall(intrinsic_declaration(to.getParent(), id, types), operands, call.getName());
    made->copyIRFlags(&call);
    vectors[&call] = made;
}

}  // namespace isotope::simd
