// The row of a coalesced loop is the index divided by the number of rows.
// input: A = 0, 1, ..., 23, B = 0: B[1, 5] = 11 is not written.
func.func @copy(%A: memref<24xi32>, %B: memref<6x6xi32>) {
  affine.for %k = 0 to 24 {
    %i = affine.apply affine_map<(d0) -> (d0 floordiv 6)>(%k)
    %j = affine.apply affine_map<(d0) -> (d0 mod 6)>(%k)
    %x = affine.load %A[%k] : memref<24xi32>
    affine.store %x, %B[%i, %j] : memref<6x6xi32>
  }
  return
}

// -----

func.func @copy(%A: memref<24xi32>, %B: memref<6x6xi32>) {
  affine.for %k = 0 to 24 {
    %i = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%k)
    %j = affine.apply affine_map<(d0) -> (d0 mod 4)>(%k)
    %x = affine.load %A[%k] : memref<24xi32>
    affine.store %x, %B[%i, %j] : memref<6x6xi32>
  }
  return
}
