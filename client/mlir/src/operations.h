// Which of MLIR's operations are which of the language's.
#pragma once

#include <mlir/IR/Operation.h>

namespace isotope {

// An operation of one or two operands whose lanes depend on the same lanes of its operands.
struct Lanewise {
    enum Sign { kUnsigned, kSigned, kOfOperands };
    const char *name = nullptr;  // null: it is none of these
    Sign sign = kOfOperands;
    unsigned operands = 2;
    bool unsigned_second = false;  // an amount
    bool unsigned_result = false;  // whatever its operands are
};

// An operation that may be undefined where the language's is not is none.
Lanewise lanewise(mlir::Operation *operation);

// A comparison, and whether it is one of signed numbers; of equality it is of neither.
struct Comparison {
    const char *name = nullptr;
    enum Sign { kUnsigned, kSigned, kNeither } sign = kNeither;
};
Comparison comparison(mlir::Operation *operation);

// The operation that adds up lanes, and the one of two vectors with the same name and sign; null names for kinds of floats.
struct Reduction {
    const char *name = nullptr;
    Lanewise combine;
};
Reduction reduction(mlir::Operation *operation);

// Whether an operation reads its operands with a sign.
bool reads_with_sign(mlir::Operation *operation);

}  // namespace isotope
