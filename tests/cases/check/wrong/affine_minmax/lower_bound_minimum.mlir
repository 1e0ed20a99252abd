// The start of a clipped window is the smaller of two numbers.
// input: A = 1: window of i = 3 starts at 2; after it at 0.
func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %l = affine.max affine_map<(d0) -> (d0 - 1, 0)>(%i)
    %r = scf.for %j = %l to %i step %c1 iter_args(%t = %zero) -> (i32) {
      %x = memref.load %A[%j] : memref<8xi32>
      %n = arith.addi %t, %x : i32
      scf.yield %n : i32
    }
    memref.store %r, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %l = affine.max affine_map<(d0) -> (d0 - 1, 0)>(%i)
    %m = arith.constant 0 : index
    %r = scf.for %j = %m to %i step %c1 iter_args(%t = %zero) -> (i32) {
      %x = memref.load %A[%j] : memref<8xi32>
      %n = arith.addi %t, %x : i32
      scf.yield %n : i32
    }
    memref.store %r, %B[%i] : memref<8xi32>
  }
  return
}
