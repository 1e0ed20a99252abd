// The bounds of a loop become unsigned, as MLIR 22 writes it.
// input: any: m[0] is 7, and no iteration runs after it, because -1 is 2^32 - 1.
func.func @f(%m: memref<16xi32>) {
  %l = arith.constant -1 : i32
  %u = arith.constant 5 : i32
  %s = arith.constant 1 : i32
  %v = arith.constant 7 : i32
  %c0 = arith.constant 0 : index
  scf.for %i = %l to %u step %s : i32 {
    memref.store %v, %m[%c0] : memref<16xi32>
  }
  return
}

// -----

func.func @f(%m: memref<16xi32>) {
  %l = arith.constant -1 : i32
  %u = arith.constant 5 : i32
  %s = arith.constant 1 : i32
  %v = arith.constant 7 : i32
  %c0 = arith.constant 0 : index
  scf.for %i = %l to %u step %s : i32 {
    memref.store %v, %m[%c0] : memref<16xi32>
  } {unsignedCmp}
  return
}
