// The last iteration is peeled from the loop and never written out.
// input: A = 1: 8, and 7 after it.
func.func @sum(%A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %zero) -> (i32) {
    %x = memref.load %A[%i] : memref<8xi32>
    %n = arith.addi %t, %x : i32
    scf.yield %n : i32
  }
  return %s : i32
}

// -----

func.func @sum(%A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %c7 step %c1 iter_args(%t = %zero) -> (i32) {
    %x = memref.load %A[%i] : memref<8xi32>
    %n = arith.addi %t, %x : i32
    scf.yield %n : i32
  }
  return %s : i32
}
