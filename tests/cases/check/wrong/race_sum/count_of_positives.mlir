// A counter in memory is incremented by parallel iterations.
// input: A = 1, 1, ...: iterations 0 and 1 both load count = 0 and both store 1.
func.func @count(%A: memref<32xf32>, %count: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %A[%i] : memref<32xf32>
    %p = arith.cmpf ogt, %x, %zero : f32
    %one = arith.extui %p : i1 to i64
    %o = memref.load %count[] : memref<i64>
    %n = arith.addi %o, %one : i64
    memref.store %n, %count[] : memref<i64>
  }
  return
}

// -----

func.func @count(%A: memref<32xf32>, %count: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%c32) step (%c1) {
    %x = memref.load %A[%i] : memref<32xf32>
    %p = arith.cmpf ogt, %x, %zero : f32
    %one = arith.extui %p : i1 to i64
    %o = memref.load %count[] : memref<i64>
    %n = arith.addi %o, %one : i64
    memref.store %n, %count[] : memref<i64>
  }
  return
}
