/* Runs a program on this machine: arguments are the input file, the output file, and the most bytes of output. */

#include <stdio.h>
#include <stdlib.h>

unsigned long isotope_main(const unsigned char *input, unsigned long input_bytes, unsigned char *output);

int main(int count, char **arguments) {
    if (count != 4) return 64;
    FILE *in = fopen(arguments[1], "rb");
    if (!in || fseek(in, 0, SEEK_END)) return 65;
    unsigned long bytes = (unsigned long)ftell(in), capacity = strtoul(arguments[3], 0, 10);
    rewind(in);
    unsigned char *input = aligned_alloc(64, (bytes + 127) & ~63ul), *output = aligned_alloc(64, (capacity + 127) & ~63ul);
    if (!input || !output || fread(input, 1, bytes, in) != bytes) return 66;
    fclose(in);
    unsigned long made = isotope_main(input, bytes, output);
    FILE *out = fopen(arguments[2], "wb");
    if (!out || made > capacity || fwrite(output, 1, made, out) != made || fclose(out)) return 67;
    return 0;
}
