/* The implementation of one header. */
#define STB_TRUETYPE_IMPLEMENTATION
#define STBI_NO_SIMD
#include "stb_truetype.h"
