/* The implementation of one header. */
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#define STBI_NO_SIMD
#include "stb_image_resize.h"
