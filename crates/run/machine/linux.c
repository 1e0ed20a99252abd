/* Runs a program on Linux without a C library: input from standard input, output to standard output. What stands before this is
   `call`, a processor's way into Linux. */

unsigned long isotope_main(const unsigned char *input, unsigned long input_bytes, unsigned char *output);

static unsigned char input[BYTES] __attribute__((aligned(128))), output[BYTES] __attribute__((aligned(128)));

enum { READ = 63, WRITE = 64, EXIT_GROUP = 94 };

__attribute__((noreturn)) static void leave(long status) {
    for (;;) call(EXIT_GROUP, status, 0, 0);
}

void _start(void) {
    unsigned long bytes = 0, done = 0;
    for (;;) {
        long got = call(READ, 0, (long)(input + bytes), (long)(BYTES - bytes));
        if (got < 0) leave(65);
        if (got == 0) break;
        bytes += (unsigned long)got;
    }
    unsigned long made = isotope_main(input, bytes, output);
    if (made > BYTES) leave(66);
    while (done < made) {
        long put = call(WRITE, 1, (long)(output + done), (long)(made - done));
        if (put <= 0) leave(67);
        done += (unsigned long)put;
    }
    leave(0);
}
