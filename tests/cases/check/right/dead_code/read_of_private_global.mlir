// The private global is read, and nobody uses the number.
memref.global "private" @state : memref<1xi32> = dense<0>

func.func @f(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %t = memref.get_global @state : memref<1xi32>
  %x = memref.load %t[%c0] : memref<1xi32>
  return %a : i32
}

// -----

memref.global "private" @state : memref<1xi32> = dense<0>

func.func @f(%a: i32) -> i32 {
  return %a : i32
}
