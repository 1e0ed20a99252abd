// The vector variants that a function's `_ZGV...` attributes ask for, as x86's vector function ABI names them.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/VFABIDemangler.h>

#include <string>
#include <vector>

namespace isotope::simd {

// How one instruction set of the ABI passes values: a row for each letter.
struct Set {
    char letter;
    unsigned bits;        // of a register
    const char *feature;  // that a function has if its code may use these registers
    bool has_bit_masks;   // a mask is an integer with a bit a lane, and not a vector with an element a lane
};

llvm::ArrayRef<Set> sets();

// The function's own features have these registers.
bool has_registers(const llvm::Function &function, const Set &set);

struct Variant {
    std::string name;  // _ZGVdN8vul4_f
    const Set *set = nullptr;
    bool is_masked = false;
    unsigned lanes = 0;
    std::string shape;                                   // N8vul4: what the body depends on
    llvm::SmallVector<llvm::VFParameter, 8> parameters;  // of the body
    llvm::SmallVector<llvm::VFParameter, 8> given;       // of the ABI's name: where a step is in another argument, the body takes a vector

    bool is_vector(unsigned argument) const;
    llvm::Type *widened(llvm::Type *of) const;
    // The arguments' types of the body: vectors for `v`, scalars for `u` and `l`, then `<lanes x i1>` where it is masked.
    //   float (float, i32) with M8vu     ->     <8 x float> (<8 x float>, i32, <8 x i1>)
    llvm::FunctionType *body_type(const llvm::Function &scalar) const;
    // The types with which callers of the ABI's name pass them; null where a result needs more than one register.
    llvm::FunctionType *abi_type(const llvm::Function &scalar) const;
    // The type of the ABI's mask.
    llvm::Type *mask_type(const llvm::Function &scalar) const;
    std::string body_name(const llvm::Function &scalar) const;
};

// A variant that cannot be read, and why.
struct Unread {
    std::string name;
    std::string why;
};

bool has_variants(const llvm::Function &function);

// Those whose registers the function's own features have. Names of other architectures are passed over.
std::vector<Variant> variants_of(const llvm::Function &function, std::vector<Unread> *unread);

}  // namespace isotope::simd
