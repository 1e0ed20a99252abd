// The bits of a matrix are combined by both parallel loops.
func.func @f(%A: memref<4x4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (i32) {
    %t = scf.for %j = %c0 to %c4 step %c1 iter_args(%u = %s) -> (i32) {
      %x = memref.load %A[%i, %j] : memref<4x4xi32>
      %n = arith.ori %u, %x : i32
      scf.yield %n : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}

// -----

func.func @f(%A: memref<4x4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) init (%zero) -> i32 {
    %x = memref.load %A[%i, %j] : memref<4x4xi32>
    scf.reduce(%x : i32) {
    ^bb0(%l: i32, %q: i32):
      %n = arith.ori %l, %q : i32
      scf.reduce.return %n : i32
    }
  }
  return %r : i32
}
