// The store goes to the next cell of the global.
// input: @state[1] is 7 after the call, and @state[2] after it.
memref.global @state : memref<4xi32> = dense<0>

func.func @f() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %seven = arith.constant 7 : i32
  %m = memref.get_global @state : memref<4xi32>
  memref.store %seven, %m[%c1] : memref<4xi32>
  return
}

// -----

memref.global @state : memref<4xi32> = dense<0>

func.func @f() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %seven = arith.constant 7 : i32
  %m = memref.get_global @state : memref<4xi32>
  memref.store %seven, %m[%c2] : memref<4xi32>
  return
}
