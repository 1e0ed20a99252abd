#include <stdint.h>

#define PASTE(prefix, name) prefix##_##name
#define JOIN(prefix, name) PASTE(prefix, name)
#define NAME(name) JOIN(PREFIX, name)
