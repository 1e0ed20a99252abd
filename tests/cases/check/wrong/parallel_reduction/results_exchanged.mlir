// Two reductions of one parallel loop get each other's operands.
// input: A = 1, 2, ..., 8: 36 and 0, and -36 and 8 after it.
func.func @both(%A: memref<8xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %r:2 = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%zero, %zero) -> (i32, i32) {
    %x = memref.load %A[%i] : memref<8xi32>
    %m = arith.subi %zero, %x : i32
    scf.reduce(%x, %m : i32, i32) {
    ^bb0(%l: i32, %q: i32):
      %n = arith.addi %l, %q : i32
      scf.reduce.return %n : i32
    }, {
    ^bb0(%l: i32, %q: i32):
      %n = arith.maxsi %l, %q : i32
      scf.reduce.return %n : i32
    }
  }
  return %r#0, %r#1 : i32, i32
}

// -----

func.func @both(%A: memref<8xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %r:2 = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%zero, %zero) -> (i32, i32) {
    %x = memref.load %A[%i] : memref<8xi32>
    %m = arith.subi %zero, %x : i32
    scf.reduce(%m, %x : i32, i32) {
    ^bb0(%l: i32, %q: i32):
      %n = arith.addi %l, %q : i32
      scf.reduce.return %n : i32
    }, {
    ^bb0(%l: i32, %q: i32):
      %n = arith.maxsi %l, %q : i32
      scf.reduce.return %n : i32
    }
  }
  return %r#0, %r#1 : i32, i32
}
