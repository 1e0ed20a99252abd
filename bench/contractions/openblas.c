/* link: -lopenblas
   A product of floats by OpenBLAS, one thread: SIZE_I x SIZE_K by SIZE_K x SIZE_J, added to what is there. */
#include <cblas.h>

void contraction(const float *a, const float *b, float *c) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, SIZE_I, SIZE_J, SIZE_K, 1.0f, a, SIZE_K, b, SIZE_J, 1.0f, c, SIZE_J);
}
