// The called function touches the cell of its iteration only.
// entry: f
func.func private @double(%A: memref<8xi32>, %i: index) {
  %x = memref.load %A[%i] : memref<8xi32>
  %y = arith.addi %x, %x : i32
  memref.store %y, %A[%i] : memref<8xi32>
  return
}

func.func @f(%A: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    func.call @double(%A, %i) : (memref<8xi32>, index) -> ()
  }
  return
}

// -----

func.func private @double(%A: memref<8xi32>, %i: index) {
  %x = memref.load %A[%i] : memref<8xi32>
  %y = arith.addi %x, %x : i32
  memref.store %y, %A[%i] : memref<8xi32>
  return
}

func.func @f(%A: memref<8xi32>) {
  affine.parallel (%i) = (0) to (8) {
    func.call @double(%A, %i) : (memref<8xi32>, index) -> ()
  }
  return
}
