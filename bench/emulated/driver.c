/* Runs a kernel of the suite on an emulator, without a C library: its buffers are the program's input, the bytes of its output
 * are what comes out. One of two functions is linked in: Halide's kernel, or a reference, which the linker is told to call
 * `reference`.
 *
 * The input, as `suite buffers` writes it, in words of 32 bits: how many buffers there are, the last of them the output; for each
 * its type as HalideRuntime.h numbers it, bits, number of dimensions, where its contents begin and how many bytes they are; then
 * min, extent and stride of each dimension. The contents of inputs follow.
 */

#include <stddef.h>
#include <stdint.h>

/* As HalideRuntime.h has them. */
struct dimension { int32_t min, extent, stride; uint32_t flags; };
struct type { uint8_t code, bits; uint16_t lanes; };
struct buffer {
    uint64_t device;
    const void *device_interface;
    uint8_t *host;
    uint64_t flags;
    struct type type;
    int32_t dimensions;
    struct dimension *dim;
    void *padding;
};

int kernel_argv(void **arguments) __attribute__((weak));
void reference(const void *const *inputs, void *output) __attribute__((weak));

enum { MAX_BUFFERS = 16, MAX_DIMENSIONS = 8, HEAP = 32 << 20, NONE = 0xA5 };

/* A heap that is empty again as soon as nothing on it is used. */
static uint8_t heap[HEAP] __attribute__((aligned(128)));
static size_t heap_end, heap_used;

void *halide_malloc(void *user, size_t bytes) {
    (void)user;
    const size_t at = heap_end, taken = (bytes + 255) & ~(size_t)127;
    if (taken > HEAP - at) return 0;
    heap_end += taken;
    heap_used++;
    return heap + at;
}

void halide_free(void *user, void *memory) {
    (void)user;
    if (memory && --heap_used == 0) heap_end = 0;
}

void *memset(void *to, int byte, size_t bytes) {
    for (volatile uint8_t *p = to; bytes--; p++) *p = (uint8_t)byte;
    return to;
}

void *memcpy(void *to, const void *from, size_t bytes) {
    const uint8_t *q = from;
    for (volatile uint8_t *p = to; bytes--; p++) *p = *q++;
    return to;
}

/* Nothing comes out of a kernel that fails: its output's hash is then none of a reference. */
unsigned long isotope_main(const unsigned char *input, unsigned long bytes, unsigned char *output) {
    static struct buffer buffers[MAX_BUFFERS];
    static struct dimension dimensions[MAX_BUFFERS][MAX_DIMENSIONS];
    const void *inputs[MAX_BUFFERS];
    void *arguments[MAX_BUFFERS];
    const int32_t *word = (const int32_t *)(const void *)input;
    const int32_t count = *word++;
    if (bytes < 4 || count < 1 || count > MAX_BUFFERS) return 0;
    unsigned long made = 0;
    for (int32_t i = 0; i < count; i++) {
        struct buffer *buffer = &buffers[i];
        buffer->type = (struct type){(uint8_t)word[0], (uint8_t)word[1], 1};
        buffer->dimensions = word[2];
        buffer->host = i + 1 == count ? output : (uint8_t *)input + word[3];
        buffer->dim = dimensions[i];
        made = (unsigned long)word[4];
        word += 5;
        if (buffer->dimensions > MAX_DIMENSIONS) return 0;
        for (int32_t d = 0; d < buffer->dimensions; d++, word += 3) {
            buffer->dim[d] = (struct dimension){word[0], word[1], word[2], 0};
        }
        inputs[i] = buffer->host;
        arguments[i] = buffer;
    }
    /* Bytes that no side would leave everywhere. */
    memset(output, NONE, made);
    if (reference) {
        reference(inputs, output);
    } else if (!kernel_argv || kernel_argv(arguments) != 0) {
        return 0;
    }
    return made;
}
