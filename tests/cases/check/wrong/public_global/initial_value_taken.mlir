// A load of a public global that may be written elsewhere is replaced by its initial value.
// input: the caller has set @state to 5: 5, and 3 after it.
memref.global @state : memref<1xi32> = dense<3>

func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %m = memref.get_global @state : memref<1xi32>
  %x = memref.load %m[%c0] : memref<1xi32>
  return %x : i32
}

// -----

memref.global @state : memref<1xi32> = dense<3>

func.func @f() -> i32 {
  %x = arith.constant 3 : i32
  return %x : i32
}
