// The tiles of both loops are those of the innermost one: the first program has the first of them alone.
// input: B[4] = 1, else 0: A[4] stays 0, and is 1 after the second program.
func.func @first(%A: memref<16xf64>, %B: memref<16xf64>) {
  affine.for %j = 0 to 4 {
    %x = affine.load %B[%j] : memref<16xf64>
    affine.store %x, %A[%j] : memref<16xf64>
  }
  return
}

// -----

func.func @first(%A: memref<16xf64>, %B: memref<16xf64>) {
  affine.for %J = 0 to 16 step 4 {
    affine.for %K = 0 to 16 step 4 {
      affine.for %j = max affine_map<(d0, d1) -> (d0, d1)>(%J, %K) to min affine_map<(d0, d1) -> (d0 + 4, d1 + 4)>(%J, %K) {
        %x = affine.load %B[%j] : memref<16xf64>
        affine.store %x, %A[%j] : memref<16xf64>
      }
    }
  }
  return
}
