// Every bound of the pass. Over one of them code stays as LLVM made it, with a remark that names the bound.
#pragma once

#include <cstddef>

namespace isotope {

constexpr size_t kMostInstructions = 4096;        // of a block that is searched
constexpr size_t kMostJoined = 1024;              // of a block that several iterations become
constexpr size_t kMostNodes = 400;                // of a window's expression
constexpr size_t kMostDepth = 64;                 // operations above one another in a window
constexpr size_t kMostLanes = 512;                // of one value in a window
constexpr size_t kMostBuffers = 32;               // that one window loads from
constexpr size_t kMostStores = 256;               // of a block that are looked at
constexpr size_t kMostPhis = 64;                  // of a block that are looked at
constexpr size_t kMostTree = 64;                  // instructions in which the accumulators of a loop are added up
constexpr size_t kMostTerms = 16;                 // of a sum of neighbours
constexpr unsigned kMostTermDepth = 6;            // operations between a term of a sum and its loads
constexpr size_t kMostWindows = 2048;             // of a module
constexpr size_t kMostAnswerBytes = 1 << 20;      // of an answer's LLVM IR
constexpr size_t kMostAnswerInstructions = 4096;  // of an answer's function
constexpr size_t kMostAnswerBits = 512;           // of one value in an answer's registers
constexpr size_t kMostListingBytes = 1 << 20;     // of one block's assembly
constexpr size_t kMostSimdInstructions = 4096;    // of a function that gets vector bodies
constexpr size_t kMostSimdBlocks = 1024;          // of its structured form
constexpr size_t kMostSimdFunctions = 256;        // of a module that get vector bodies
constexpr size_t kMostSimdLoops = 64;             // of a function that are carried out in groups of iterations
constexpr size_t kMostSimdStack = 1 << 16;        // bytes of an array on the stack, for all lanes
constexpr size_t kMostSimdPieces = 64;            // accesses that one memset or memcpy becomes
constexpr unsigned kMostSimdLanes = 64;           // of one body
constexpr unsigned kShareMs = 20000;              // of the processor, for the assembly of one module

}  // namespace isotope
