// Which lanes of their operands the intrinsics of targets depend on, as their instructions' semantics say it.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace isotope {

// What is known of an operand. `crossings.inc` says what each means.
struct Depends {
    enum Place { kAll, kSame, kBlock, kFirstHalf, kSecondHalf } place = kAll;
    bool is_bytewise = false;  // each byte of a lane on the same one
    // In the order of the letters s, v, l and h.
    enum Choice { kNoChoice, kInBlock, kOfOne, kOfFirst, kOfSecond } choice = kNoChoice;
    unsigned chosen_by = 0;     // an operand
    unsigned factor_bytes = 0;  // 0 where it is no factor
    unsigned factor = 0;        // an operand
};

// What is known of a call's operand: all of its lanes count where the intrinsic is not in the table, or has other types there.
Depends depends_on(const llvm::CallBase &call, unsigned operand);

}  // namespace isotope
