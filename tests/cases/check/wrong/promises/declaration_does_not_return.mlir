// A function without a body is declared as one that never returns.
// input: @e returns: m[0] is 0, and what lies behind the call may be gone after it.
func.func private @e()

func.func @f(%m: memref<16xf32>) {
  call @e() : () -> ()
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  memref.store %z, %m[%c0] : memref<16xf32>
  return
}

// -----

func.func private @e() attributes {passthrough = ["noreturn"]}

func.func @f(%m: memref<16xf32>) {
  call @e() : () -> ()
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  memref.store %z, %m[%c0] : memref<16xf32>
  return
}
