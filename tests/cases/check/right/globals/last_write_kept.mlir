// The first of two writes to a public global is dead.
memref.global @state : memref<1xi32> = dense<0>

func.func @f(%a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.get_global @state : memref<1xi32>
  memref.store %a, %m[%c0] : memref<1xi32>
  memref.store %b, %m[%c0] : memref<1xi32>
  return
}

// -----

memref.global @state : memref<1xi32> = dense<0>

func.func @f(%a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %m = memref.get_global @state : memref<1xi32>
  memref.store %b, %m[%c0] : memref<1xi32>
  return
}
