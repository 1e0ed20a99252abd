/* What Halide's code for Hexagon asks its operating system for, and clang's for copies. */

/* The vectors of this thread, which has them on Linux. */
int halide_qurt_hvx_lock(void *user) { (void)user; return 0; }
int halide_qurt_hvx_unlock(void *user) { (void)user; return 0; }
void halide_qurt_hvx_unlock_as_destructor(void *user, void *object) { (void)user; (void)object; }

/* Copies of at least 32 bytes, and a multiple of 8. */
void __hexagon_memcpy_likely_aligned_min32bytes_mult8bytes(void *to, const void *from, unsigned bytes) {
    volatile unsigned char *p = to;
    for (const unsigned char *q = from; bytes--;) *p++ = *q++;
}
