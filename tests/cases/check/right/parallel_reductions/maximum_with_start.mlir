// The maximum starts with the number that the loop started with.
func.func @f(%A: memref<8xi32>, %init: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %init) -> (i32) {
    %x = memref.load %A[%i] : memref<8xi32>
    %n = arith.maxsi %s, %x : i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

func.func @f(%A: memref<8xi32>, %init: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%init) -> i32 {
    %x = memref.load %A[%i] : memref<8xi32>
    scf.reduce(%x : i32) {
    ^bb0(%l: i32, %q: i32):
      %n = arith.maxsi %l, %q : i32
      scf.reduce.return %n : i32
    }
  }
  return %r : i32
}
