// A body as its callers see it: the ABI's names, and calls that may be mapped to it.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <optional>

#include "simd/variants.h"

namespace isotope::simd {

// Gives a body the ABI's name. Where it is masked, the ABI's mask becomes one bit a lane.
void write_entry(llvm::Function &scalar, llvm::Function &body, const Variant &variant);

// A body under the ABI's name that calls the scalar function for one lane after the other.
void write_lane_loop(llvm::Function &scalar, const Variant &variant);

// How names of functions begin that stand in the place of calls of another: `f`, and `atan.f32` of `llvm.atan.f32`.
std::string own_name(const llvm::Function &called);

// A function of the module's own, for the same processor as the function that calls it.
llvm::Function *function_for(llvm::Function &within, llvm::FunctionType *type, const std::string &name);

// A function with the type of a body that does, for each lane that is on, what the called function does; null where its name is taken.
llvm::Function *in_lanes(llvm::Function &called, const std::string &shape, llvm::FunctionType *type, unsigned lanes,
                         llvm::Function &within);

// The clauses of a body with such a mask and number of lanes (`N8`) that takes these arguments, with the most that are no vectors: `ul4v`
// for arguments whose lanes differ by 0 and by 4; empty where there is none.
std::string clauses_of_body(llvm::Function &called, const std::string &lanes, llvm::ArrayRef<std::optional<int64_t>> steps);

// For the proof: whose function is called, for which lanes, and whether it only reads; empty where nobody knows.
std::string words_of(const llvm::CallBase &call);

// Names the bodies on each call of the function, for LLVM's loop vectoriser.
//   call float @f(float %x)     ->     call float @f(float %x) "vector-function-abi-variant"="_ZGV_LLVM_N8v_f(f.simd.N8v)"
void map_calls(llvm::Function &scalar, const std::vector<std::string> &mappings);

}  // namespace isotope::simd
