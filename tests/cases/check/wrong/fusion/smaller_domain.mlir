// Fused into a shorter loop, the first statement no longer writes all of its cells.
// input: A = 1, B = 0: B[15] stays 0.
func.func @shorter(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<8xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 8 {
    %y = affine.load %B[%i] : memref<16xf32>
    %z = arith.addf %y, %y : f32
    affine.store %z, %C[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @shorter(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<16xf32>
    affine.store %x, %B[%i] : memref<16xf32>
    %y = affine.load %B[%i] : memref<16xf32>
    %z = arith.addf %y, %y : f32
    affine.store %z, %C[%i] : memref<8xf32>
  }
  return
}
