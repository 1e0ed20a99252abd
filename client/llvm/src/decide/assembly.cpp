#include "decide/assembly.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>

#include "bounds.h"
#include "versions.h"

using namespace llvm;

namespace isotope {

namespace {

// The least register of vectors.
constexpr unsigned kVectorBytes = 16;

std::unique_ptr<TargetMachine> target_machine(const Module &module) {
    const Triple triple = module_triple(module);
    std::string mistake;
    const Target *target = find_target(triple, &mistake);
    return target ? make_machine(*target, triple, "", "") : nullptr;
}

// A line without its comment.
StringRef code_of(StringRef line, StringRef comment) {
    return line.split(comment).first.rtrim();
}

// Whether a comment of the line is the name of this block: `.LBB0_2:      # %isotope.block.3` is named isotope.block.3.
bool is_named(StringRef line, const std::string &block) {
    const size_t at = line.find("%" + block);
    const StringRef rest = at == StringRef::npos ? StringRef() : line.drop_front(at + 1 + block.size());
    return at != StringRef::npos && (rest.empty() || rest[0] == ' ' || rest[0] == '\t');
}

// Whether the last operand of an instruction is a label, as of `jne .LBB0_2`: nothing else than a jump has one.
bool is_jump_to(StringRef code, StringRef label) {
    const size_t before = code.rtrim().find_last_of(", \t");
    return before != StringRef::npos && code.rtrim().drop_front(before + 1) == label;
}

}  // namespace

std::string assembly(Module &module) {
    const std::unique_ptr<TargetMachine> machine = target_machine(module);
    if (!machine) {
        return "";
    }
    SmallString<0> text;
    raw_svector_ostream stream(text);
    legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::AssemblyFile)) {
        return "";
    }
    passes.run(module);
    return text.str().str();
}

std::string begin_of_comments(const Module &module) {
    const std::unique_ptr<TargetMachine> machine = target_machine(module);
    return machine ? machine->getMCAsmInfo()->getCommentString().str() : "#";
}

std::string listing(const std::string &assembly, const std::string &comment, const std::string &block, bool is_loop) {
    StringRef rest = assembly;
    const std::string begin_of_block = comment + " %bb.";
    StringRef label;
    std::string found;
    bool inside = false;
    while (!rest.empty()) {
        const auto [line, after] = rest.split('\n');
        rest = after;
        const StringRef code = code_of(line, comment);
        // Debug information has labels of its own, in the middle of blocks.
        const bool is_label = code.starts_with(".LBB") && code.ends_with(":");
        if (!inside) {
            inside = is_named(line, block);
            label = is_label ? code.drop_back() : StringRef();
            if (inside && is_loop && label.empty()) {
                return "";
            }
            found = inside && is_loop ? code.str() + "\n" : "";
            continue;
        }
        const bool is_next = is_label || line.ltrim().starts_with(begin_of_block);
        if (code.starts_with(".Lfunc_end") || found.size() > kMostListingBytes) {
            return is_loop ? "" : found;
        }
        if (is_next && !is_loop) {
            return found;
        }
        if (code.trim().empty() || (code.ltrim().starts_with(".") && !is_label)) {
            continue;
        }
        found += code.str() + "\n";
        if (is_loop && is_jump_to(code, label)) {
            return found;
        }
    }
    return is_loop ? "" : found;
}

bool spills_vectors(const std::string &assembly, const std::string &function) {
    const size_t begin = assembly.find("\n" + function + ":");
    if (begin == std::string::npos) {
        return true;
    }
    StringRef rest = StringRef(assembly).drop_front(begin + 1);
    while (!rest.empty()) {
        const auto [line, after] = rest.split('\n');
        rest = after;
        if (line.starts_with(".Lfunc_end")) {
            return false;
        }
        // "32-byte Spill", "64-byte Folded Reload"
        const size_t at = line.find("-byte ");
        const StringRef what = at == StringRef::npos ? StringRef() : line.drop_front(at);
        const bool is_spill = what.contains("Spill") || what.contains("Reload");
        unsigned bytes = 0;
        if (is_spill && !line.take_front(at).rsplit(' ').second.getAsInteger(10, bytes) && bytes >= kVectorBytes) {
            return true;
        }
    }
    return true;
}

}  // namespace isotope
