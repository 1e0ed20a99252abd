#include "simd/variants.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include "bounds.h"

using namespace llvm;

namespace isotope::simd {

namespace {

// "Vector Function Application Binary Interface", Intel, 2.4 and 2.6; the bit masks are what gcc 12 passes.
constexpr Set kSets[] = {
    {'b', 128, "+sse2", false},
    {'c', 256, "+avx", false},
    {'d', 256, "+avx2", false},
    {'e', 512, "+avx512f", true},
};

const Set *set_of(StringRef name) {
    for (const Set &set : kSets) {
        if (name.size() > 5 && name.starts_with("_ZGV") && name[4] == set.letter) {
            return &set;
        }
    }
    return nullptr;
}

// The type that the number of lanes follows from: the result's, else that of the first argument with a value a lane, else int.
Type *characteristic(const Function &scalar, const Variant &variant) {
    if (!scalar.getReturnType()->isVoidTy()) {
        return scalar.getReturnType();
    }
    for (const Argument &argument : scalar.args()) {
        if (variant.is_vector(argument.getArgNo())) {
            return argument.getType();
        }
    }
    return Type::getInt32Ty(scalar.getContext());
}

unsigned bits_of(const Function &scalar, Type *type) {
    return (unsigned)scalar.getParent()->getDataLayout().getTypeSizeInBits(type).getFixedValue();
}

}  // namespace

ArrayRef<Set> sets() {
    return kSets;
}

bool has_registers(const Function &function, const Set &set) {
    SmallVector<StringRef, 64> features;
    function.getFnAttribute("target-features").getValueAsString().split(features, ',');
    return is_contained(features, set.feature);
}

bool Variant::is_vector(unsigned argument) const {
    return parameters[argument].ParamKind == VFParamKind::Vector;
}

Type *Variant::widened(Type *of) const {
    return FixedVectorType::get(of, lanes);
}

FunctionType *Variant::body_type(const Function &scalar) const {
    SmallVector<Type *, 8> types;
    for (const Argument &argument : scalar.args()) {
        types.push_back(is_vector(argument.getArgNo()) ? widened(argument.getType()) : argument.getType());
    }
    if (is_masked) {
        types.push_back(widened(Type::getInt1Ty(scalar.getContext())));
    }
    Type *result = scalar.getReturnType();
    return FunctionType::get(result->isVoidTy() ? result : widened(result), types, false);
}

Type *Variant::mask_type(const Function &scalar) const {
    const unsigned bits = bits_of(scalar, characteristic(scalar, *this));
    if (set->has_bit_masks) {
        return Type::getIntNTy(scalar.getContext(), bits == 8 ? 64 : 32);
    }
    return widened(Type::getIntNTy(scalar.getContext(), bits));
}

FunctionType *Variant::abi_type(const Function &scalar) const {
    FunctionType *body = body_type(scalar);
    Type *result = scalar.getReturnType();
    if (!result->isVoidTy() && lanes * bits_of(scalar, result) > set->bits) {
        return nullptr;
    }
    SmallVector<Type *, 8> types(body->params());
    for (const VFParameter &parameter : given) {
        if (parameter.ParamKind == VFParamKind::OMP_LinearPos) {
            types[parameter.ParamPos] = scalar.getArg(parameter.ParamPos)->getType();
        }
    }
    if (is_masked) {
        types.back() = mask_type(scalar);
    }
    return FunctionType::get(body->getReturnType(), types, false);
}

std::string Variant::body_name(const Function &scalar) const {
    return (scalar.getName() + ".simd." + shape).str();
}

bool has_variants(const Function &function) {
    return any_of(function.getAttributes().getFnAttrs(), [](const Attribute &attribute) {
        return attribute.isStringAttribute() && set_of(attribute.getKindAsString()) != nullptr;
    });
}

// Lanes of a vector have no vectors, no structures and no complex numbers.
static bool is_of_lanes(const Function &function) {
    const Type *result = function.getReturnType();
    return (result->isVoidTy() || VectorType::isValidElementType(function.getReturnType())) &&
           all_of(function.args(), [](const Argument &argument) { return VectorType::isValidElementType(argument.getType()); });
}

// N8ls1u -> N8vu: the body takes a vector of what follows from the step.
static void take_vectors(const Function &function, Variant *variant) {
    for (VFParameter &parameter : variant->parameters) {
        const bool is_integer = function.getArg(parameter.ParamPos)->getType()->isIntegerTy();
        const std::string clause = "ls" + std::to_string(parameter.LinearStepOrPos);
        size_t at = variant->shape.find(clause);
        while (at != std::string::npos && at + clause.size() < variant->shape.size() && isDigit(variant->shape[at + clause.size()])) {
            at = variant->shape.find(clause, at + 1);
        }
        if (parameter.ParamKind == VFParamKind::OMP_LinearPos && is_integer && at != std::string::npos &&
            function.getArg((unsigned)parameter.LinearStepOrPos)->getType()->isIntegerTy()) {
            variant->shape.replace(at, clause.size(), "v");
            parameter = VFParameter{parameter.ParamPos, VFParamKind::Vector};
        }
    }
}

std::vector<Variant> variants_of(const Function &function, std::vector<Unread> *unread) {
    std::vector<Variant> found;
    for (const Attribute &attribute : function.getAttributes().getFnAttrs()) {
        const Set *set = attribute.isStringAttribute() ? set_of(attribute.getKindAsString()) : nullptr;
        if (!set || !has_registers(function, *set)) {
            continue;
        }
        const std::string name = attribute.getKindAsString().str();
        if (!is_of_lanes(function)) {
            unread->push_back({name, "an argument or its result has a type without a vector form"});
            continue;
        }
        const std::optional<VFInfo> info = VFABI::tryDemangleForVFABI(name, function.getFunctionType());
        if (!info || !StringRef(name).ends_with("_" + function.getName().str())) {
            unread->push_back({name, "a clause of " + name + " is unknown"});
            continue;
        }
        Variant variant;
        variant.name = name;
        variant.set = set;
        variant.is_masked = info->isMasked();
        variant.lanes = (unsigned)info->Shape.VF.getFixedValue();
        variant.shape = name.substr(5, name.size() - 5 - function.getName().size() - 1);
        for (const VFParameter &parameter : info->Shape.Parameters) {
            if (parameter.ParamKind != VFParamKind::GlobalPredicate) {
                variant.parameters.push_back(parameter);
            }
        }
        variant.given = variant.parameters;
        take_vectors(function, &variant);
        // References that move on, and steps of a pointer that another argument has, are not read.
        const auto is_known = [](const VFParameter &parameter) {
            return parameter.ParamKind == VFParamKind::Vector || parameter.ParamKind == VFParamKind::OMP_Uniform ||
                   parameter.ParamKind == VFParamKind::OMP_Linear;
        };
        if (!all_of(variant.parameters, is_known)) {
            unread->push_back({name, "a clause of " + name + " is unknown"});
            continue;
        }
        if (variant.lanes < 2 || variant.lanes > kMostSimdLanes || !isPowerOf2_32(variant.lanes)) {
            unread->push_back({name, "simdlen " + std::to_string(variant.lanes) + " is no width of registers"});
            continue;
        }
        found.push_back(std::move(variant));
    }
    return found;
}

}  // namespace isotope::simd
