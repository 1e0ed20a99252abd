// The condition of the second part reads what the first part has changed.
// input: A = 1: B[0] is 1; after it the second loop sees A = 0.
func.func @guard(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %A[%i] : memref<8xi32>
    %p = arith.cmpi eq, %x, %one : i32
    %y = arith.select %p, %zero, %x : i32
    memref.store %y, %A[%i] : memref<8xi32>
    %z = memref.load %B[%i] : memref<8xi32>
    %w = arith.select %p, %one, %z : i32
    memref.store %w, %B[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @guard(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %A[%i] : memref<8xi32>
    %p = arith.cmpi eq, %x, %one : i32
    %y = arith.select %p, %zero, %x : i32
    memref.store %y, %A[%i] : memref<8xi32>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %A[%i] : memref<8xi32>
    %p = arith.cmpi eq, %x, %one : i32
    %z = memref.load %B[%i] : memref<8xi32>
    %w = arith.select %p, %one, %z : i32
    memref.store %w, %B[%i] : memref<8xi32>
  }
  return
}
