// A function says of its argument how it is aligned, which no caller promises.
// input: m at an address that 4096 does not divide.
// entry: f
func.func @f(%m: memref<16xf32>) {
  call @g(%m, %m) : (memref<16xf32>, memref<16xf32>) -> ()
  return
}

func.func private @g(%a: memref<16xf32>, %b: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%c0] : memref<16xf32>
  memref.store %x, %b[%c1] : memref<16xf32>
  return
}

// -----

func.func @f(%m: memref<16xf32>) {
  call @g(%m, %m) : (memref<16xf32>, memref<16xf32>) -> ()
  return
}

func.func private @g(%a: memref<16xf32> {llvm.align = 4096 : i64}, %b: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%c0] : memref<16xf32>
  memref.store %x, %b[%c1] : memref<16xf32>
  return
}
