// Version 2. How a C program of trials loads and stores what an intrinsic takes and gives, by its C type.
#include <arm_acle.h>
#include <arm_neon.h>
#include <arm_neon_sve_bridge.h>
typedef unsigned char u8;
#define LOAD_AS(type, p) ({ type loaded; __builtin_memcpy(&loaded, p, sizeof loaded); loaded; })
#define STORE_AS(type, p, v) do { type stored = v; __builtin_memcpy(p, &stored, sizeof stored); } while (0)
// SVE's vectors hold those of Advanced SIMD in their low 128 bits. Bits above are nobody's.
#define BETWEEN(fixed, scalable, kind) \
  static inline __attribute__((overloadable, always_inline)) scalable CONVERT(fixed v) { return svset_neonq_##kind(svundef_##kind(), v); } \
  static inline __attribute__((overloadable, always_inline)) fixed CONVERT(scalable v) { return svget_neonq_##kind(v); }
BETWEEN(int8x16_t, svint8_t, s8)
BETWEEN(int16x8_t, svint16_t, s16)
BETWEEN(int32x4_t, svint32_t, s32)
BETWEEN(int64x2_t, svint64_t, s64)
BETWEEN(uint8x16_t, svuint8_t, u8)
BETWEEN(uint16x8_t, svuint16_t, u16)
BETWEEN(uint32x4_t, svuint32_t, u32)
BETWEEN(uint64x2_t, svuint64_t, u64)
