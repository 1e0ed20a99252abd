// The memory of a global is freed.
// input: the caller calls the function a second time.
memref.global "private" @state : memref<4xi32> = dense<0>

func.func @f(%a: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.get_global @state : memref<4xi32>
  memref.store %a, %m[%c0] : memref<4xi32>
  return
}

// -----

memref.global "private" @state : memref<4xi32> = dense<0>

func.func @f(%a: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.get_global @state : memref<4xi32>
  memref.store %a, %m[%c0] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}
