// The parallel iterations call a function that adds to one cell.
// input: A = 1: two calls load s = 0 and store 1.
// entry: sum
func.func private @add(%x: i32, %s: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %o = memref.load %s[%c0] : memref<1xi32>
  %n = arith.addi %o, %x : i32
  memref.store %n, %s[%c0] : memref<1xi32>
  return
}

func.func @sum(%A: memref<16xi32>, %s: memref<1xi32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %A[%i] : memref<16xi32>
    func.call @add(%x, %s) : (i32, memref<1xi32>) -> ()
  }
  return
}

// -----

func.func private @add(%x: i32, %s: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %o = memref.load %s[%c0] : memref<1xi32>
  %n = arith.addi %o, %x : i32
  memref.store %n, %s[%c0] : memref<1xi32>
  return
}

func.func @sum(%A: memref<16xi32>, %s: memref<1xi32>) {
  affine.parallel (%i) = (0) to (16) {
    %x = affine.load %A[%i] : memref<16xi32>
    func.call @add(%x, %s) : (i32, memref<1xi32>) -> ()
  }
  return
}
