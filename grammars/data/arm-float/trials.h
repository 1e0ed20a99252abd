// Version 1. How a C program of trials loads and stores what an intrinsic takes and gives, by its C type.
#include <arm_acle.h>
#include <arm_fp16.h>
#include <arm_neon.h>
typedef unsigned char u8;
#define LOAD_AS(type, p) ({ type loaded; __builtin_memcpy(&loaded, p, sizeof loaded); loaded; })
#define STORE_AS(type, p, v) do { type stored = v; __builtin_memcpy(p, &stored, sizeof stored); } while (0)
