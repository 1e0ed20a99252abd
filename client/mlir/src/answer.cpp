#include "answer.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <mlir/Dialect/DLTI/DLTI.h>
#include <mlir/Dialect/LLVMIR/LLVMDialect.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMIRToLLVMTranslation.h>
#include <mlir/Target/LLVMIR/Import.h>

#include <vector>

#include "bounds.h"
#include "insert/reads.h"
#include "insert/text.h"

using namespace mlir;

namespace isotope {

namespace {

constexpr int64_t kMostStride = 4;

// One parameter: a leaf that is there, or a load that is to be made.
struct Planned {
    Value value;  // null for a load
    unsigned buffer = 0;
    int64_t offset = 0;
    Begin begin;
    isotope_type type = {};
};

std::string plan(const Window &window, const isotope_result &result, std::vector<Planned> *all) {
    std::vector<Source> sources;
    const std::string why = check_interface(window.question, result, &sources);
    for (size_t i = 0; i < result.parameter_count && why.empty(); i++) {
        const isotope_parameter &parameter = result.parameters[i];
        const Leaf &leaf = window.question.leaves[sources[i].leaf];
        Planned own;
        own.type = parameter.type;
        own.begin.source = {(unsigned)(window.buffers.size() + sources[i].leaf), 0};
        own.buffer = leaf.address ? Expression::buffer_number(leaf.address->buffer) : 0;
        if (!sources[i].is_load) {
            own.value = window.leaves.at(leaf.name);
            if (leaf.address) {
                own.begin.source = {own.buffer, leaf.address->offset};
            }
        } else {
            own.offset = parameter.offset;
            own.begin = {{own.buffer, own.offset}, parameter.stride};
            if (parameter.stride < 1 || parameter.stride > kMostStride) {
                return "it loads with a stride of " + std::to_string(parameter.stride);
            }
        }
        all->push_back(own);
    }
    return why;
}

// A load with a stride is one of all elements between its first and its last, which the window has to load, too.
Value loaded(const Window &window, const Planned &planned, std::string *why) {
    const Buffer &buffer = window.buffers[planned.buffer];
    const int64_t stride = planned.begin.stride, count = ((int64_t)planned.type.lanes - 1) * stride + 1;
    for (int64_t i = planned.offset; i < planned.offset + count; i++) {
        const bool is_loaded = llvm::any_of(buffer.pieces, [&](const Buffer::Piece &piece) {
            return i >= piece.offset && i < piece.offset + piece.lanes;
        });
        if (!is_loaded) {
            *why = "it loads bytes that the window does not";
            return {};
        }
    }
    const Value whole = load(buffer, planned.offset, count, why);
    if (!whole || stride == 1) {
        return whole;
    }
    SmallVector<int64_t> lanes;
    for (int64_t i = 0; i < (int64_t)planned.type.lanes; i++) {
        lanes.push_back(i * stride);
    }
    OpBuilder builder(whole.getContext());
    builder.setInsertionPointAfterValue(whole);
    return builder.create<vector::ShuffleOp>(whole.getLoc(), whole, whole, lanes);
}

mlir::Type plain_type(const isotope_type &type, MLIRContext *context) {
    const auto element = IntegerType::get(context, type.bits);
    return type.lanes == 1 ? mlir::Type(element) : VectorType::get({(int64_t)type.lanes}, element);
}

// The same lanes in a vector of one dimension, or of the window's own.
Value reshaped(Value value, mlir::Type type, OpBuilder &builder) {
    if (value.getType() == type) {
        return value;
    }
    const auto vector = dyn_cast<VectorType>(value.getType());
    if (vector && !isa<VectorType>(type)) {
        return builder.create<vector::ExtractOp>(value.getLoc(), value, ArrayRef<int64_t>(0));
    }
    return builder.create<vector::ShapeCastOp>(value.getLoc(), type, value);
}

// Intrinsics go through MLIR's importer as functions of such names: LLVM 19's knows few of them.
constexpr const char *kIntrinsic = "isotope.";

void hide_intrinsics(llvm::Module &module) {
    for (llvm::Function &function : module) {
        if (function.isIntrinsic()) {
            function.setAttributes({});
            function.setName(kIntrinsic + function.getName());
        }
    }
}

// An answer's function in the dialect of LLVM, in `context`. MLIR's importer loads all dialects that its context knows, so that it gets a
// context of its own, and its text is read again.
OwningOpRef<ModuleOp> imported(std::unique_ptr<llvm::Module> module, MLIRContext *context, std::string *why) {
    const auto note = [why](Diagnostic &diagnostic) {
        *why = why->empty() ? "its code cannot be read by MLIR: " + diagnostic.str() : *why;
        return success();
    };
    hide_intrinsics(*module);
    std::string text;
    {
        DialectRegistry registry;
        registry.insert<LLVM::LLVMDialect, DLTIDialect>();
        registerLLVMDialectImport(registry);
        MLIRContext own(registry, MLIRContext::Threading::DISABLED);
        const ScopedDiagnosticHandler noted(&own, note);
        OwningOpRef<ModuleOp> read = translateLLVMIRToModule(std::move(module), &own);
        if (!read) {
            return {};
        }
        llvm::raw_string_ostream stream(text);
        (*read)->print(stream, OpPrintingFlags().printGenericOpForm());
    }
    const ScopedDiagnosticHandler noted(context, note);
    return parseSourceString<ModuleOp>(text, ParserConfig(context));
}

Value intrinsic(StringRef name, LLVM::CallOp call, const IRMapping &values, Location location, OpBuilder &builder) {
    SmallVector<Value> arguments;
    for (Value argument : call.getArgOperands()) {
        arguments.push_back(values.lookup(argument));
    }
    const TypeRange types = call->getResultTypes();
    const auto flags = LLVM::FastmathFlagsAttr::get(builder.getContext(), {});
    return builder.create<LLVM::CallIntrinsicOp>(location, types, builder.getStringAttr(name), arguments, flags)->getResult(0);
}

// The value that a function computes of its arguments, at the builder's place.
Value inlined(LLVM::LLVMFuncOp function, ValueRange arguments, Location location, OpBuilder &builder) {
    Block &block = function.getBody().front();
    IRMapping values;
    values.map(block.getArguments(), arguments);
    for (Operation &operation : block.without_terminator()) {
        auto call = dyn_cast<LLVM::CallOp>(operation);
        StringRef name = call ? call.getCallee().value_or("") : "";
        if (name.consume_front(kIntrinsic)) {
            values.map(call.getResult(), intrinsic(name, call, values, location, builder));
        } else {
            builder.clone(operation, values)->setLoc(location);
        }
    }
    return values.lookup(block.getTerminator()->getOperand(0));
}

bool has_signature(LLVM::LLVMFuncOp function, ValueRange arguments, mlir::Type result) {
    Region &body = function.getBody();
    return body.hasOneBlock() && body.front().getArgumentTypes() == arguments.getTypes() &&
           body.front().getTerminator()->getOperandTypes() == ArrayRef<mlir::Type>(result);
}

}  // namespace

Value insert(const Window &window, const isotope_result &result, std::string *why) {
    std::vector<Planned> planned;
    *why = plan(window, result, &planned);
    if (!why->empty()) {
        return {};
    }
    llvm::LLVMContext llvm_context;
    Text code = read_answer(result, window.expression.node(window.expression.root).type, llvm::DataLayout(""), llvm_context, why);
    if (!code.function) {
        return {};
    }
    std::vector<Begin> begins;
    for (const Planned &each : planned) {
        begins.push_back(each.begin);
    }
    std::vector<bool> frozen;
    if (!what_to_freeze({window.expression, (unsigned)window.buffers.size(), false}, *code.function, begins, &frozen)) {
        *why = "it reads bytes that may be undefined by two loads for one lane";
        return {};
    }
    Operation *root = window.root.getDefiningOp();
    MLIRContext *context = root->getContext();
    const std::string name = code.function->getName().str();
    // LLVM's values end before their context does.
    OwningOpRef<ModuleOp> read = imported(std::move(code.module), context, why);
    auto function = read ? read->lookupSymbol<LLVM::LLVMFuncOp>(name) : LLVM::LLVMFuncOp();
    if (!function) {
        *why = why->empty() ? "its code cannot be read by MLIR" : *why;
        return {};
    }
    OpBuilder builder(root);
    const Location location = root->getLoc();
    SmallVector<Value> arguments;
    for (size_t i = 0; i < planned.size(); i++) {
        Value value = planned[i].value ? planned[i].value : loaded(window, planned[i], why);
        if (!value) {
            return {};
        }
        value = reshaped(value, plain_type(planned[i].type, context), builder);
        arguments.push_back(frozen[i] ? Value(builder.create<LLVM::FreezeOp>(location, value)) : value);
    }
    if (!has_signature(function, arguments, plain_type(result.type, context))) {
        *why = "its code has another signature than it says";
        return {};
    }
    return reshaped(inlined(function, arguments, location, builder), window.root.getType(), builder);
}

}  // namespace isotope
