// The inner loop begins at 1.
// input: A = 1: r[0] is 4, and 3 after it.
func.func @rows(%A: memref<3x4xi32>, %r: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c3 step %c1 {
    %s = scf.for %j = %c0 to %c4 step %c1 iter_args(%a = %zero) -> (i32) {
      %x = memref.load %A[%i, %j] : memref<3x4xi32>
      %n = arith.addi %a, %x : i32
      scf.yield %n : i32
    }
    memref.store %s, %r[%i] : memref<3xi32>
  }
  return
}

// -----

func.func @rows(%A: memref<3x4xi32>, %r: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c3 step %c1 {
    %s = scf.for %j = %c1 to %c4 step %c1 iter_args(%a = %zero) -> (i32) {
      %x = memref.load %A[%i, %j] : memref<3x4xi32>
      %n = arith.addi %a, %x : i32
      scf.yield %n : i32
    }
    memref.store %s, %r[%i] : memref<3xi32>
  }
  return
}
