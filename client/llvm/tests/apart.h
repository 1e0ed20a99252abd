#include <stdint.h>

#define PASTE(prefix, name) prefix##_##name
#define JOIN(prefix, name) PASTE(prefix, name)
#define NAME(name) JOIN(PREFIX, name)

// Of the rows whose length no function knows.
extern int apart_width;
