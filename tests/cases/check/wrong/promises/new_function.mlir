// The body moves to a function of its own, which says that it writes nothing.
// input: m[0] = 1, m[1] = 2: a compiler may drop the call.
// entry: f
func.func @f(%m: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c0] : memref<16xf32>
  memref.store %x, %m[%c1] : memref<16xf32>
  return
}

// -----

func.func @f(%m: memref<16xf32>) {
  call @g(%m) : (memref<16xf32>) -> ()
  return
}

func.func private @g(%m: memref<16xf32>) attributes {llvm.readnone} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c0] : memref<16xf32>
  memref.store %x, %m[%c1] : memref<16xf32>
  return
}
