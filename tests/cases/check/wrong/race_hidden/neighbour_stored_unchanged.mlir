// Every iteration adds 0 to its neighbour's cell, which changes nothing as long as iterations run one after the other.
// input: A[1] = 1: iteration 0 loads A[1] = 1, iteration 1 stores 2, and iteration 0 stores 1 again.
func.func @f(%A: memref<9xi32>) {
  %zero = arith.constant 0 : i32
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<9xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<9xi32>
  }
  return
}

// -----

func.func @f(%A: memref<9xi32>) {
  %zero = arith.constant 0 : i32
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %A[%i] : memref<9xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %A[%i] : memref<9xi32>
    %u = affine.load %A[%i + 1] : memref<9xi32>
    %v = arith.addi %u, %zero : i32
    affine.store %v, %A[%i + 1] : memref<9xi32>
  }
  return
}
