#include "insert/intrinsics.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>

using namespace llvm;

namespace isotope {

namespace {

struct Row {
    const char *name;
    unsigned lanes, bits;  // of the result
    const char *operands;
};

// By name.
const Row kRows[] = {
#include "insert/crossings.inc"
};

const Row *row_of(const CallBase &call) {
    const StringRef name = call.getCalledFunction() ? call.getCalledFunction()->getName() : "";
    const Row *row = std::lower_bound(std::begin(kRows), std::end(kRows), name,
                                      [](const Row &each, StringRef wanted) { return StringRef(each.name) < wanted; });
    return row != std::end(kRows) && name == row->name ? row : nullptr;
}

// The digit that a word goes on with.
std::optional<unsigned> digit(StringRef *word) {
    if (word->empty() || word->front() < '0' || word->front() > '9') {
        return std::nullopt;
    }
    const auto number = (unsigned)(word->front() - '0');
    *word = word->drop_front();
    return number;
}

// What a word of a row says; nothing where it says more than is known here, or names an operand that is not there.
std::optional<Depends> read(StringRef word, size_t operands) {
    Depends said;
    while (!word.empty()) {
        const char letter = word.front();
        word = word.drop_front();
        const size_t choice = StringRef("svlh").find(letter);
        if (letter == '=' || letter == 'b' || letter == '*') {
            said.place = letter == '=' ? Depends::kSame : letter == 'b' ? Depends::kBlock : Depends::kAll;
            continue;
        }
        if (letter == '~') {
            said.is_bytewise = true;
            continue;
        }
        const auto bytes = letter == 'x' ? digit(&word) : 0;
        const auto number = digit(&word);
        if (!bytes || !number || (letter == 'p' ? *number > 1 : *number >= operands)) {
            return std::nullopt;
        }
        if (letter == 'p') {
            said.place = *number == 0 ? Depends::kFirstHalf : Depends::kSecondHalf;
        } else if (letter == 'x') {
            said.factor_bytes = *bytes;
            said.factor = *number;
        } else if (choice != StringRef::npos) {
            said.choice = (Depends::Choice)(Depends::kInBlock + choice);
            said.chosen_by = *number;
        } else {
            return std::nullopt;
        }
    }
    return said;
}

}  // namespace

Depends depends_on(const CallBase &call, unsigned operand) {
    const Row *row = row_of(call);
    const auto *vector = dyn_cast<FixedVectorType>(call.getType());
    if (!row || row->lanes != (vector ? vector->getNumElements() : 1) || row->bits != call.getType()->getScalarSizeInBits()) {
        return {};
    }
    StringRef rest = row->operands, word;
    for (unsigned i = 0; i <= operand; i++) {
        std::tie(word, rest) = rest.split(' ');
    }
    return read(word, call.arg_size()).value_or(Depends());
}

}  // namespace isotope
