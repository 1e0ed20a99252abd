// Two cells of a public global are written in the other order.
memref.global @state : memref<2xi32> = dense<0>

func.func @f(%a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.get_global @state : memref<2xi32>
  memref.store %a, %m[%c0] : memref<2xi32>
  memref.store %b, %m[%c1] : memref<2xi32>
  return
}

// -----

memref.global @state : memref<2xi32> = dense<0>

func.func @f(%a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.get_global @state : memref<2xi32>
  memref.store %b, %m[%c1] : memref<2xi32>
  memref.store %a, %m[%c0] : memref<2xi32>
  return
}
