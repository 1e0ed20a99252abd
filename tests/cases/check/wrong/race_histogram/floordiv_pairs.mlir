// Pairs of neighbours add to one cell each, and the loop over all of them is parallel.
// input: A = 1: iterations 2 and 3 both load P[1] = 0.
func.func @pairs(%A: memref<16xf32>, %P: memref<8xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    %o = affine.load %P[%i floordiv 2] : memref<8xf32>
    %n = arith.addf %o, %x fastmath<reassoc,nsz> : f32
    affine.store %n, %P[%i floordiv 2] : memref<8xf32>
  }
  return
}

// -----

func.func @pairs(%A: memref<16xf32>, %P: memref<8xf32>) {
  affine.parallel (%i) = (0) to (16) {
    %x = affine.load %A[%i] : memref<16xf32>
    %o = affine.load %P[%i floordiv 2] : memref<8xf32>
    %n = arith.addf %o, %x fastmath<reassoc,nsz> : f32
    affine.store %n, %P[%i floordiv 2] : memref<8xf32>
  }
  return
}
