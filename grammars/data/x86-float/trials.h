// Version 1. How a C program of trials loads and stores what an intrinsic takes and gives, by its C type.
#include <immintrin.h>
typedef unsigned char u8;
typedef __bf16 __bfloat16;
#define __int64 long long
// A value that is loaded whole is in a register before it is used: clang 19 folds a loaded `c` of the scalar `_maskz_fmadd_` and its like into the
// 132 form of the instruction, in which it is a factor and `b` is added.
#define LOAD_AS(type, p) ({ const volatile struct { type v; } __attribute__((packed, may_alias)) *whole = (const void *)(p); whole->v; })
#define STORE_AS(type, p, v) do { type stored = v; __builtin_memcpy(p, &stored, sizeof stored); } while (0)
// An optimiser may exchange the operands of a sum, as it takes any NaN for another. With FMA it is wanted: without it C's header
// negates an operand before `vfmadd`, also a NaN, where the instruction is `vfmsub`.
#ifndef __FMA__
#pragma clang optimize off
#endif
