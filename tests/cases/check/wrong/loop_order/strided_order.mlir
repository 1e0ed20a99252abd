// The even iterations run before the odd ones, though each needs the one before it.
// input: A = 1, 0, 0, ...: A[3] is 1, and 0 after it.
func.func @chain(%A: memref<17xi32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<17xi32>
    affine.store %x, %A[%i + 1] : memref<17xi32>
  }
  return
}

// -----

func.func @chain(%A: memref<17xi32>) {
  affine.for %p = 0 to 2 {
    affine.for %h = 0 to 8 {
      %i = affine.apply affine_map<(d0, d1) -> (d1 * 2 + d0)>(%p, %h)
      %x = affine.load %A[%i] : memref<17xi32>
      affine.store %x, %A[%i + 1] : memref<17xi32>
    }
  }
  return
}
