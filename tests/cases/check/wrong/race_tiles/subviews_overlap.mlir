// The windows of the parallel iterations begin every two cells and have three.
// input: A = 1, 2, ...: window 0 and window 2 both write cell 2.
func.func @windows(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c14 = arith.constant 14 : index
  %seven = arith.constant 7 : i32
  scf.parallel (%w) = (%c0) to (%c14) step (%c2) {
    %v = memref.subview %A[%w] [2] [1] : memref<16xi32> to memref<2xi32, strided<[1], offset: ?>>
    scf.for %i = %c0 to %c2 step %c1 {
      %x = memref.load %v[%i] : memref<2xi32, strided<[1], offset: ?>>
      %y = arith.muli %x, %seven : i32
      memref.store %y, %v[%i] : memref<2xi32, strided<[1], offset: ?>>
    }
  }
  return
}

// -----

func.func @windows(%A: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c14 = arith.constant 14 : index
  %seven = arith.constant 7 : i32
  scf.parallel (%w) = (%c0) to (%c14) step (%c2) {
    %v = memref.subview %A[%w] [3] [1] : memref<16xi32> to memref<3xi32, strided<[1], offset: ?>>
    scf.for %i = %c0 to %c3 step %c1 {
      %x = memref.load %v[%i] : memref<3xi32, strided<[1], offset: ?>>
      %y = arith.muli %x, %seven : i32
      memref.store %y, %v[%i] : memref<3xi32, strided<[1], offset: ?>>
    }
  }
  return
}
