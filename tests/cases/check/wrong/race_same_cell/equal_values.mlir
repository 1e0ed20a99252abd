// All iterations store the same value to one cell without an order, which is a race.
// input: any: iterations 0 and 1 both store to done[], and neither store is atomic.
func.func @flag(%A: memref<8xi32>, %done: memref<i32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 8 {
    affine.store %one, %A[%i] : memref<8xi32>
    affine.store %one, %done[] : memref<i32>
  }
  return
}

// -----

func.func @flag(%A: memref<8xi32>, %done: memref<i32>) {
  %one = arith.constant 1 : i32
  affine.parallel (%i) = (0) to (8) {
    affine.store %one, %A[%i] : memref<8xi32>
    affine.store %one, %done[] : memref<i32>
  }
  return
}
