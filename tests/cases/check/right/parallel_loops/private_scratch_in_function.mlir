// The called function has its scratch memory on its own stack.
// entry: f
func.func private @twice(%A: memref<8xi32>, %i: index) {
  %c0 = arith.constant 0 : index
  %t = memref.alloca() : memref<1xi32>
  %x = memref.load %A[%i] : memref<8xi32>
  memref.store %x, %t[%c0] : memref<1xi32>
  %y = memref.load %t[%c0] : memref<1xi32>
  %z = arith.addi %y, %y : i32
  memref.store %z, %A[%i] : memref<8xi32>
  return
}

func.func @f(%A: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    func.call @twice(%A, %i) : (memref<8xi32>, index) -> ()
  }
  return
}

// -----

func.func private @twice(%A: memref<8xi32>, %i: index) {
  %c0 = arith.constant 0 : index
  %t = memref.alloca() : memref<1xi32>
  %x = memref.load %A[%i] : memref<8xi32>
  memref.store %x, %t[%c0] : memref<1xi32>
  %y = memref.load %t[%c0] : memref<1xi32>
  %z = arith.addi %y, %y : i32
  memref.store %z, %A[%i] : memref<8xi32>
  return
}

func.func @f(%A: memref<8xi32>) {
  affine.parallel (%i) = (0) to (8) {
    func.call @twice(%A, %i) : (memref<8xi32>, index) -> ()
  }
  return
}
