// All four iterations are written out.
func.func @f(%A: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %zero) -> (i32) {
    %x = memref.load %A[%i] : memref<4xi32>
    %n = arith.addi %t, %x : i32
    scf.yield %n : i32
  }
  return %s : i32
}

// -----

func.func @f(%A: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %a = memref.load %A[%c0] : memref<4xi32>
  %b = memref.load %A[%c1] : memref<4xi32>
  %c = memref.load %A[%c2] : memref<4xi32>
  %d = memref.load %A[%c3] : memref<4xi32>
  %e = arith.addi %a, %b : i32
  %g = arith.addi %e, %c : i32
  %s = arith.addi %g, %d : i32
  return %s : i32
}
