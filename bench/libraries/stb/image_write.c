/* The implementation of one header. */
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_NO_SIMD
#include "stb_image_write.h"
