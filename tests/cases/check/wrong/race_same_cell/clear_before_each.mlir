// Each parallel iteration clears the whole row before it writes its cell.
// input: A = 1: iteration 0 writes r[0], and then iteration 1 clears it.
func.func @f(%A: memref<4xi32>, %r: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 0 to 4 {
    affine.store %zero, %r[%j] : memref<4xi32>
  }
  affine.parallel (%i) = (0) to (4) {
    %x = affine.load %A[%i] : memref<4xi32>
    affine.store %x, %r[%i] : memref<4xi32>
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>, %r: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.parallel (%i) = (0) to (4) {
    affine.for %j = 0 to 4 {
      affine.store %zero, %r[%j] : memref<4xi32>
    }
    %x = affine.load %A[%i] : memref<4xi32>
    affine.store %x, %r[%i] : memref<4xi32>
  }
  return
}
