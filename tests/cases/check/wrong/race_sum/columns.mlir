// The outer loop over rows is parallel, but each of its iterations adds to all sums of columns.
// input: A = 1: rows 0 and 1 both load c[0] = 0, and one addition is lost.
func.func @columns(%A: memref<8x4xi32>, %c: memref<4xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<8x4xi32>
      %o = affine.load %c[%j] : memref<4xi32>
      %n = arith.xori %o, %x : i32
      affine.store %n, %c[%j] : memref<4xi32>
    }
  }
  return
}

// -----

func.func @columns(%A: memref<8x4xi32>, %c: memref<4xi32>) {
  affine.parallel (%i) = (0) to (8) {
    affine.for %j = 0 to 4 {
      %x = affine.load %A[%i, %j] : memref<8x4xi32>
      %o = affine.load %c[%j] : memref<4xi32>
      %n = arith.xori %o, %x : i32
      affine.store %n, %c[%j] : memref<4xi32>
    }
  }
  return
}
