/* What libjpeg-turbo's build system would write, for the C paths. */
#define JPEG_LIB_VERSION 62
#define LIBJPEG_TURBO_VERSION 0
#define LIBJPEG_TURBO_VERSION_NUMBER 2001000
#define C_ARITH_CODING_SUPPORTED 1
#define D_ARITH_CODING_SUPPORTED 1
#define MEM_SRCDST_SUPPORTED 1
#define BITS_IN_JSAMPLE 8
