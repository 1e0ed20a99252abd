// The private global is never read.
memref.global "private" @trace : memref<1xi32> = dense<0>

func.func @f(%A: memref<8xi32>, %a: i32) {
  %c0 = arith.constant 0 : index
  %t = memref.get_global @trace : memref<1xi32>
  memref.store %a, %t[%c0] : memref<1xi32>
  memref.store %a, %A[%c0] : memref<8xi32>
  return
}

// -----

memref.global "private" @trace : memref<1xi32> = dense<0>

func.func @f(%A: memref<8xi32>, %a: i32) {
  %c0 = arith.constant 0 : index
  memref.store %a, %A[%c0] : memref<8xi32>
  return
}
