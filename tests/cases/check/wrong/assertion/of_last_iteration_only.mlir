// The assertion of each iteration is kept for the last one.
// input: A = -1, 1, 1, 1: the program ends; after it it prints 4 numbers.
func.func @f(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %A[%i] : memref<4xi32>
    %p = arith.cmpi sge, %x, %zero : i32
    cf.assert %p, "negative"
    vector.print %x : i32
  }
  return
}

// -----

func.func @f(%A: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %A[%i] : memref<4xi32>
    %p = arith.cmpi sge, %x, %zero : i32
    %last = arith.cmpi ne, %i, %c3 : index
    %q = arith.ori %p, %last : i1
    cf.assert %q, "negative"
    vector.print %x : i32
  }
  return
}
