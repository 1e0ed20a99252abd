// A private global that nobody names is removed.
memref.global "private" @unused : memref<4xi32> = dense<7>

func.func @f(%a: i32) -> i32 {
  return %a : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  return %a : i32
}
