// Integers may be added in any order.
func.func @f(%A: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> (i32) {
    %x = memref.load %A[%i] : memref<16xi32>
    %n = arith.addi %s, %x : i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

func.func @f(%A: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %r = scf.parallel (%i) = (%c0) to (%c16) step (%c1) init (%zero) -> i32 {
    %x = memref.load %A[%i] : memref<16xi32>
    scf.reduce(%x : i32) {
    ^bb0(%l: i32, %q: i32):
      %n = arith.addi %l, %q : i32
      scf.reduce.return %n : i32
    }
  }
  return %r : i32
}
