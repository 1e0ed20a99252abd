// A vector body: the graph of the structured function with a vector in the place of each value that lanes differ in.
//
// A block is entered only where at least one lane is on. So what all lanes share stays scalar, and needs no mask: a lane that is on
// would do the same.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "simd/guards.h"
#include "simd/shapes.h"
#include "simd/structure.h"

namespace isotope::simd {

class Body {
  public:
    Body(llvm::Function &structured, llvm::Function &vector, const Variant &variant, llvm::FunctionAnalysisManager &analyses);

    // Writes the body; why that cannot be done, or nothing.
    std::optional<Refusal> write();

  private:
    using Block = llvm::BasicBlock;

    llvm::Function &from, &to;
    const Variant &variant;
    llvm::DominatorTree &dominators;
    llvm::LoopInfo &loops;
    Shapes shapes;
    const llvm::DataLayout &layout;
    llvm::IRBuilder<> builder;
    std::optional<Refusal> refusal;
    llvm::DenseMap<const llvm::Value *, llvm::Value *> scalars;  // lane 0's value of what is uniform or has a step
    llvm::DenseMap<const llvm::Value *, llvm::Value *> vectors;
    llvm::DenseMap<const Block *, Block *> blocks;
    llvm::DenseMap<const Block *, llvm::Value *> masks;        // null: all lanes are on
    llvm::DenseMap<const Block *, llvm::Value *> taken;        // by the block that ends with it: lanes that enter the guarded side
    llvm::DenseMap<const llvm::Loop *, llvm::PHINode *> live;  // lanes that are still in a loop
    std::vector<std::pair<llvm::PHINode *, llvm::PHINode *>> headers;
    const Guards guards;

    llvm::Value *refuse(const llvm::Instruction &at, const std::string &why, llvm::Type *type = nullptr);

    // Values.
    llvm::Value *scalar(llvm::Value *value);
    llvm::Value *vector(llvm::Value *value);
    llvm::Value *splat(llvm::Value *value);
    llvm::Value *off() const;
    llvm::Value *on() const;
    llvm::Value *narrowed(llvm::Value *mask, llvm::Value *condition);
    llvm::Value *any(llvm::Value *mask);

    // Control flow.
    void enter();
    void write_block(Block &block);
    llvm::Value *mask_of(Block &block);
    const llvm::Loop *left_by(const Block *block, const Block *successor) const;
    void write_phi(llvm::PHINode &phi);
    void write_join(llvm::PHINode &phi, Block *head);
    llvm::Value *collected(llvm::PHINode &phi, const llvm::Loop &loop);
    void write_end(Block &block);
    void write_branch(Block &block, llvm::BranchInst &branch);
    void close_headers();

    // Lanes that go on: those of a mask (null: all), where what they share is true (null: it is).
    struct Lanes {
        llvm::Value *mask = nullptr, *all = nullptr;
    };
    Lanes where(llvm::Value *condition, bool truth, llvm::Value *mask);
    std::optional<Lanes> where_join(llvm::PHINode &phi, bool truth, llvm::Value *mask);
    llvm::DenseMap<const llvm::Loop *, Lanes> latches;

    // A value of the lanes that are in a mask, and of those that are not.
    struct Parted {
        llvm::Value *last, *others;
    };
    std::optional<Parted> parted_by(llvm::Value *value, llvm::Value *mask);

    // Operations.
    void write_operation(llvm::Instruction &instruction);
    llvm::Value *elementwise(llvm::Instruction &instruction);
    llvm::Value *address(llvm::GetElementPtrInst &instruction);
    void write_array(llvm::AllocaInst &array);
    void write_element(llvm::GetElementPtrInst &instruction);
    void write_load(llvm::LoadInst &load);
    void write_store(llvm::StoreInst &store);
    void write_call(llvm::CallInst &call);
    void write_lanes_call(llvm::CallInst &call);
    llvm::Align alignment(const llvm::Value *pointer, llvm::Align known) const;
    bool is_row(const llvm::Value *address, llvm::Type *element) const;
};

}  // namespace isotope::simd
