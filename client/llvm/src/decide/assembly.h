// A module's own assembly, and the blocks of it that are compared.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace isotope {

// The assembly that the code generator makes of a module, with the names of blocks in comments; empty where it makes nothing. The module is
// changed.
std::string assembly(llvm::Module &module);

// The characters that begin a comment in a module's assembly: `#` for x86.
std::string begin_of_comments(const llvm::Module &module);

// The instructions of the block with this name: of a loop from its label to its jump back, of another block up to the next label.
// One instruction or label a line, without comments and directives. Empty where the block is not found as such.
std::string listing(const std::string &assembly, const std::string &comment, const std::string &block, bool is_loop);

// Whether a function keeps vectors on the stack for want of registers: vmovups %ymm0, (%rsp)    # 32-byte Spill
bool spills_vectors(const std::string &assembly, const std::string &function);

}  // namespace isotope
