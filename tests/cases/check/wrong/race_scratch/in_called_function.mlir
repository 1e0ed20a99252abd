// The called function writes and reads a scratch cell that its caller has for all iterations.
// input: A = 1, 2, ...: the call of iteration 1 stores 2 between the store and the load of that of iteration 0.
// entry: f
func.func private @twice(%A: memref<8xi32>, %i: index, %t: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %A[%i] : memref<8xi32>
  memref.store %x, %t[%c0] : memref<1xi32>
  %y = memref.load %t[%c0] : memref<1xi32>
  %z = arith.addi %y, %y : i32
  memref.store %z, %A[%i] : memref<8xi32>
  return
}

func.func @f(%A: memref<8xi32>) {
  %t = memref.alloca() : memref<1xi32>
  affine.for %i = 0 to 8 {
    func.call @twice(%A, %i, %t) : (memref<8xi32>, index, memref<1xi32>) -> ()
  }
  return
}

// -----

func.func private @twice(%A: memref<8xi32>, %i: index, %t: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %A[%i] : memref<8xi32>
  memref.store %x, %t[%c0] : memref<1xi32>
  %y = memref.load %t[%c0] : memref<1xi32>
  %z = arith.addi %y, %y : i32
  memref.store %z, %A[%i] : memref<8xi32>
  return
}

func.func @f(%A: memref<8xi32>) {
  %t = memref.alloca() : memref<1xi32>
  affine.parallel (%i) = (0) to (8) {
    func.call @twice(%A, %i, %t) : (memref<8xi32>, index, memref<1xi32>) -> ()
  }
  return
}
