// A map of a map is one map.
func.func @f(%A: memref<32xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %j = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %x = affine.load %A[%j * 2 + 1] : memref<32xi32>
    affine.store %x, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<32xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i * 4 + 1] : memref<32xi32>
    affine.store %x, %B[%i] : memref<8xi32>
  }
  return
}
