// A call says of its argument how it is aligned, as MLIR 22 writes it.
// input: m at an address that 4096 does not divide.
// entry: f
func.func @f(%m: memref<16xf32>) {
  call @g(%m) : (memref<16xf32>) -> ()
  return
}

func.func private @g(%m: memref<16xf32>) {
  return
}

// -----

func.func @f(%m: memref<16xf32>) {
  call @g(%m) {arg_attrs = [{llvm.align = 4096 : i64}]} : (memref<16xf32>) -> ()
  return
}

func.func private @g(%m: memref<16xf32>) {
  return
}
