// The initial value of a product is that of a sum.
// input: A = 1: 1, and 0 after it.
func.func @product(%A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c = arith.constant 1 : i32
  %r = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%c) -> i32 {
    %x = memref.load %A[%i] : memref<8xi32>
    scf.reduce(%x : i32) {
    ^bb0(%l: i32, %q: i32):
      %n = arith.muli %l, %q : i32
      scf.reduce.return %n : i32
    }
  }
  return %r : i32
}

// -----

func.func @product(%A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c = arith.constant 0 : i32
  %r = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%c) -> i32 {
    %x = memref.load %A[%i] : memref<8xi32>
    scf.reduce(%x : i32) {
    ^bb0(%l: i32, %q: i32):
      %n = arith.muli %l, %q : i32
      scf.reduce.return %n : i32
    }
  }
  return %r : i32
}
