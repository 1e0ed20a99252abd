// Only whole tiles are computed.
// input: A = 1, B = 0: B[16] stays 0.
func.func @copy(%A: memref<18xf32>, %B: memref<18xf32>) {
  affine.for %i = 0 to 18 {
    %x = affine.load %A[%i] : memref<18xf32>
    affine.store %x, %B[%i] : memref<18xf32>
  }
  return
}

// -----

func.func @copy(%A: memref<18xf32>, %B: memref<18xf32>) {
  affine.for %t = 0 to 16 step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 4)>(%t) {
      %x = affine.load %A[%i] : memref<18xf32>
      affine.store %x, %B[%i] : memref<18xf32>
    }
  }
  return
}
