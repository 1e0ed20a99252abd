/* link: -ldnnl
   A product of bytes by oneDNN, one thread: SIZE_I x SIZE_K by SIZE_K x SIZE_J, added to what is there. A_IS_SIGNED says whether A's bytes have a sign. */
#include <oneapi/dnnl/dnnl.h>
#include <stdlib.h>

void contraction(const void *a, const void *b, void *c) {
  const int32_t zero = 0;
  const dnnl_status_t done =
#if A_IS_SIGNED
      dnnl_gemm_s8s8s32('N', 'N', 'F', SIZE_I, SIZE_J, SIZE_K, 1.0f, a, SIZE_K, 0, b, SIZE_J, 0, 1.0f, c, SIZE_J, &zero);
#else
      dnnl_gemm_u8s8s32('N', 'N', 'F', SIZE_I, SIZE_J, SIZE_K, 1.0f, a, SIZE_K, 0, b, SIZE_J, 0, 1.0f, c, SIZE_J, &zero);
#endif
  if (done != dnnl_success) abort();
}
