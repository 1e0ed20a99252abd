#include "frontend/llvm_library.h"

#include <dlfcn.h>
#include <isotope.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <future>
#include <mutex>
#include <sstream>
#include <system_error>
#include <thread>

namespace isotope {

namespace {

using Context = void *;
using Module = void *;
using Value = void *;
using Buffer = void *;
using LlvmBool = int;

// Of llvm-c/Core.h, llvm-c/Analysis.h.
constexpr int kWeakOdrLinkage = 6;
constexpr int kInternalLinkage = 8;
constexpr int kReturnStatus = 2;
constexpr unsigned kFunctionIndex = ~0u;

// Characters of names that LLVM's text has without quotes.
constexpr const char *kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";

}  // namespace

// Of LLVM's C interface, which is stable: what is needed, by name.
struct LlvmLibrary::Calls {
    Context (*ContextCreate)();
    void (*ContextDispose)(Context);
    Buffer (*CreateMemoryBufferWithMemoryRangeCopy)(const char *, size_t, const char *);
    LlvmBool (*ParseIRInContext)(Context, Buffer, Module *, char **);
    LlvmBool (*ParseBitcodeInContext2)(Context, Buffer, Module *);
    LlvmBool (*VerifyModule)(Module, int, char **);
    Value (*GetNamedFunction)(Module, const char *);
    Value (*GetFirstFunction)(Module);
    Value (*GetNextFunction)(Value);
    Value (*GetFirstGlobal)(Module);
    LlvmBool (*IsDeclaration)(Value);
    unsigned (*GetIntrinsicID)(Value);
    void *(*GlobalGetValueType)(Value);
    char *(*PrintTypeToString)(void *);
    void (*SetValueName2)(Value, const char *, size_t);
    void (*SetLinkage)(Value, int);
    void (*RemoveStringAttributeAtIndex)(Value, unsigned, const char *, unsigned);
    const char *(*GetDataLayoutStr)(Module);
    void (*SetDataLayout)(Module, const char *);
    const char *(*GetTarget)(Module);
    void (*SetTarget)(Module, const char *);
    LlvmBool (*LinkModules2)(Module, Module);
    Buffer (*WriteBitcodeToMemoryBuffer)(Module);
    const char *(*GetBufferStart)(Buffer);
    size_t (*GetBufferSize)(Buffer);
    void (*DisposeMemoryBuffer)(Buffer);
    void (*DisposeModule)(Module);
    void (*DisposeMessage)(char *);

    std::string take(char *message) const {
        const std::string text = message ? message : "";
        if (message) {
            DisposeMessage(message);
        }
        return text;
    }

    Buffer copy(const std::string &bytes) const { return CreateMemoryBufferWithMemoryRangeCopy(bytes.data(), bytes.size(), "isotope"); }

    std::string bitcode(Module module) const {
        const Buffer buffer = WriteBitcodeToMemoryBuffer(module);
        const std::string bytes(GetBufferStart(buffer), GetBufferSize(buffer));
        DisposeMemoryBuffer(buffer);
        return bytes;
    }

    std::string fault(Module module, const std::string &function, const std::string &signature) const;
};

namespace {

// A context with all that is made in it.
template <typename Calls>
class Session {
  public:
    explicit Session(const Calls &calls) : calls(calls), context(calls.ContextCreate()) {}
    Session(const Session &) = delete;
    ~Session() {
        for (Module module : modules) {
            calls.DisposeModule(module);
        }
        calls.ContextDispose(context);
    }

    Module read_text(const std::string &text, std::string *error) {
        Module module = nullptr;
        char *message = nullptr;
        if (calls.ParseIRInContext(context, calls.copy(text), &module, &message)) {
            *error = "LLVM cannot read it: " + calls.take(message);
            return nullptr;
        }
        modules.push_back(module);
        return module;
    }

    Module read_bitcode(const std::string &bytes) {
        Module module = nullptr;
        const Buffer buffer = calls.copy(bytes);
        const bool failed = calls.ParseBitcodeInContext2(context, buffer, &module);
        calls.DisposeMemoryBuffer(buffer);
        if (failed) {
            return nullptr;
        }
        modules.push_back(module);
        return module;
    }

    // Moves `from`, the newest module, into another.
    bool link(Module into, Module from) {
        modules.pop_back();
        calls.SetDataLayout(from, calls.GetDataLayoutStr(into));
        calls.SetTarget(from, calls.GetTarget(into));
        return !calls.LinkModules2(into, from);
    }

  private:
    const Calls &calls;
    Context context;
    std::vector<Module> modules;
};

}  // namespace

LlvmLibrary::LlvmLibrary() {
    const char *given = getenv("ISOTOPE_LLVM");
    const std::vector<const char *> names =
        given ? std::vector<const char *>{given} : std::vector<const char *>{"libLLVM.so.19.1", "libLLVM-19.so.1", "libLLVM-19.so"};
    void *library = nullptr;
    for (const char *name : names) {
        // Its symbols must not meet those of another LLVM, which the compiler may have inside.
        library = library ? library : dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    }
    if (!library) {
        trouble = "the LLVM 19 library is not installed (Debian: libllvm19; elsewhere name it in ISOTOPE_LLVM)";
        return;
    }
    calls = std::make_shared<Calls>();
    const auto find = [&](auto &call, const char *name) {
        call = (std::decay_t<decltype(call)>)dlsym(library, (std::string("LLVM") + name).c_str());
        if (!call) {
            trouble = std::string("the LLVM library lacks LLVM") + name;
        }
    };
    find(calls->ContextCreate, "ContextCreate");
    find(calls->ContextDispose, "ContextDispose");
    find(calls->CreateMemoryBufferWithMemoryRangeCopy, "CreateMemoryBufferWithMemoryRangeCopy");
    find(calls->ParseIRInContext, "ParseIRInContext");
    find(calls->ParseBitcodeInContext2, "ParseBitcodeInContext2");
    find(calls->VerifyModule, "VerifyModule");
    find(calls->GetNamedFunction, "GetNamedFunction");
    find(calls->GetFirstFunction, "GetFirstFunction");
    find(calls->GetNextFunction, "GetNextFunction");
    find(calls->GetFirstGlobal, "GetFirstGlobal");
    find(calls->IsDeclaration, "IsDeclaration");
    find(calls->GetIntrinsicID, "GetIntrinsicID");
    find(calls->GlobalGetValueType, "GlobalGetValueType");
    find(calls->PrintTypeToString, "PrintTypeToString");
    find(calls->SetValueName2, "SetValueName2");
    find(calls->SetLinkage, "SetLinkage");
    find(calls->RemoveStringAttributeAtIndex, "RemoveStringAttributeAtIndex");
    find(calls->GetDataLayoutStr, "GetDataLayoutStr");
    find(calls->SetDataLayout, "SetDataLayout");
    find(calls->GetTarget, "GetTarget");
    find(calls->SetTarget, "SetTarget");
    find(calls->LinkModules2, "LinkModules2");
    find(calls->WriteBitcodeToMemoryBuffer, "WriteBitcodeToMemoryBuffer");
    find(calls->GetBufferStart, "GetBufferStart");
    find(calls->GetBufferSize, "GetBufferSize");
    find(calls->DisposeMemoryBuffer, "DisposeMemoryBuffer");
    find(calls->DisposeModule, "DisposeModule");
    find(calls->DisposeMessage, "DisposeMessage");
}

const LlvmLibrary &LlvmLibrary::shared() {
    // Never destroyed: threads may compile while the process ends.
    static const LlvmLibrary *library = new LlvmLibrary();
    return *library;
}

// How long the thread waits for a sign that there will be answers.
constexpr uint32_t kConnect_ms = 500;

// How long an exit waits for loading that has begun. An exit in the middle of it ends the library while it begins, and then neither of both
// comes to an end. Loading takes seconds on a machine with much other work.
constexpr std::chrono::seconds kLoading(60);

namespace {

struct Loading {
    std::mutex mutex;
    bool is_over = false;  // nothing is loaded any more
    std::promise<void> ended;
    std::shared_future<void> end = ended.get_future();
    pid_t process = getpid();

    // Whether the thread may load the library.
    bool may_begin() {
        const std::lock_guard<std::mutex> guard(mutex);
        return !is_over;
    }

    void wait_to_exit() {
        // A fork has no such thread to wait for.
        if (process != getpid()) {
            return;
        }
        {
            const std::lock_guard<std::mutex> guard(mutex);
            is_over = true;
        }
        end.wait_for(kLoading);
    }
};

// Never destroyed: threads may load while the process ends. Made before there is a thread or a fork, which would take it for its own.
Loading &loading = *new Loading();

// An exit destroys the objects of its thread before it does anything that libraries have asked for: LLVM asks for the end of its own
// objects while it makes them.
struct Exit {
    ~Exit() { loading.wait_to_exit(); }
};

}  // namespace

// Starts to load the library in a thread of its own as soon as this one is there: it takes as long as
// lowering a small pipeline, and a program has other things to do first. Not where nobody will answer.
const bool prepared = [] {
    try {
        std::thread([] {
            if (isotope_server_listens(kConnect_ms) && loading.may_begin()) {
                LlvmLibrary::shared();
            }
            loading.ended.set_value();
        }).detach();
    } catch (const std::system_error &) {
        return false;  // no thread: whoever needs the library loads it
    }
    static thread_local const Exit here;
    (void)&here;
    // An exit of another thread.
    atexit([] { loading.wait_to_exit(); });
    return true;
}();

// A function `name` that gives what `function` gives in more lanes.
static std::string padding(const std::string &function, const Signature &signature, int lanes, const std::string &name) {
    std::string parameters, indices;
    for (size_t i = 0; i < signature.parameters.size(); i++) {
        parameters += (i ? ", " : "") + signature.parameters[i].text() + " %a" + std::to_string(i);
    }
    for (int lane = 0; lane < lanes; lane++) {
        indices += std::string(lane ? ", " : "") + "i32 " + (lane < signature.result.lanes ? std::to_string(lane) : "poison");
    }
    const std::string own = signature.result.text();
    const std::string padded = Signature::Type{signature.result.element, lanes}.text();
    std::ostringstream text;
    text << "\ndefine " << padded << " @" << name << "(" << parameters << ") alwaysinline nounwind {\n"
         << "  %own = call " << own << " @" << function << "(" << parameters << ")\n"
         << "  %padded = shufflevector " << own << " %own, " << own << " poison, <" << lanes << " x i32> <" << indices << ">\n"
         << "  ret " << padded << " %padded\n}\n";
    return text.str();
}

// The fault in an answer's module; empty when there is none.
std::string LlvmLibrary::Calls::fault(Module module, const std::string &function, const std::string &signature) const {
    char *message = nullptr;
    const bool invalid = VerifyModule(module, kReturnStatus, &message);
    const std::string why = take(message);
    if (invalid) {
        return "LLVM finds it invalid: " + why;
    }
    const Value wanted = GetNamedFunction(module, function.c_str());
    if (!wanted || IsDeclaration(wanted)) {
        return "it does not define " + function;
    }
    for (Value f = GetFirstFunction(module); f; f = GetNextFunction(f)) {
        if (f != wanted && (!IsDeclaration(f) || GetIntrinsicID(f) == 0)) {
            return "it has a function besides its own that is no intrinsic of LLVM 19";
        }
    }
    if (GetFirstGlobal(module)) {
        return "it has a global variable";
    }
    const std::string type = take(PrintTypeToString(GlobalGetValueType(wanted)));
    return type == signature ? "" : "it is " + type + ", not " + signature;
}

Bitcode LlvmLibrary::compile(const std::string &text, const std::string &function, const Signature &signature, int lanes,
                             const std::string &name) const {
    if (!trouble.empty()) {
        return {"", trouble};
    }
    Session<Calls> session(*calls);
    std::string error;
    Module module = session.read_text(text, &error);
    if (!module) {
        return {"", error};
    }
    error = calls->fault(module, function, signature.text());
    if (!error.empty()) {
        return {"", error};
    }
    const bool is_padded = lanes != signature.result.lanes;
    if (is_padded) {
        // The name stands in text of ours.
        if (function.find_first_not_of(kPlain) != std::string::npos) {
            return {"", "its name is not plain: " + function};
        }
        module = session.read_text(text + padding(function, signature, lanes, name), &error);
        if (!module) {
            return {"", error};
        }
    }
    Value f = calls->GetNamedFunction(module, function.c_str());
    // A compiler gives all functions of a module the same target; another one would not be inlined.
    for (const std::string attribute : {"target-cpu", "target-features", "tune-cpu"}) {
        calls->RemoveStringAttributeAtIndex(f, kFunctionIndex, attribute.data(), (unsigned)attribute.size());
    }
    if (is_padded) {
        calls->SetLinkage(f, kInternalLinkage);
        f = calls->GetNamedFunction(module, name.c_str());
    }
    calls->SetValueName2(f, name.data(), name.size());
    // Dropped where it is not called.
    calls->SetLinkage(f, kWeakOdrLinkage);
    return {calls->bitcode(module), ""};
}

Bitcode LlvmLibrary::link(const std::string &base, const std::vector<std::string> &others) const {
    if (!trouble.empty()) {
        return {"", trouble};
    }
    Session<Calls> session(*calls);
    const Module whole = session.read_bitcode(base);
    if (!whole) {
        return {"", "LLVM cannot read the module that answers go into"};
    }
    for (const std::string &other : others) {
        const Module part = session.read_bitcode(other);
        if (!part || !session.link(whole, part)) {
            return {"", "LLVM cannot link an answer with that module"};
        }
    }
    return {calls->bitcode(whole), ""};
}

}  // namespace isotope
