// Version 1. How a C program of trials loads and stores what an instruction takes and gives, by kind and bits.
// A predicate register is exchanged as bytes of 0 and 1: its bits, in their order.
typedef unsigned char u8;
typedef int vector_1024 __attribute__((__vector_size__(128)));
typedef int vector_2048 __attribute__((__vector_size__(256), __aligned__(128)));
#define LOAD_vector_1024(p) (*(const vector_1024 *)(p))
#define LOAD_vector_2048(p) (*(const vector_2048 *)(p))
#define LOAD_mask_128(p) __builtin_HEXAGON_V6_vandvrt_128B(LOAD_vector_1024(p), -1)
#define LOAD_scalar_32(p) (*(const int *)(p))
#define LOAD_scalar_64(p) (*(const long long *)(p))
#define STORE_vector_1024(p, v) (*(vector_1024 *)(p) = (v))
#define STORE_vector_2048(p, v) (*(vector_2048 *)(p) = (v))
#define STORE_mask_128(p, q) (*(vector_1024 *)(p) = __builtin_HEXAGON_V6_vandqrt_128B(q, 0x01010101))
