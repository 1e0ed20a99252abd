// The memory is given away at the end of the body, and the store before the other call comes after that from the second iteration on.
// input: @keep stores the memref, @use reads cell 0: in the second iteration it sees 1, and 0 after it.
func.func private @keep(memref<4xindex>)
func.func private @use()

func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xindex>
  memref.store %c0, %m[%c0] : memref<4xindex>
  scf.for %i = %c0 to %c3 step %c1 {
    memref.store %i, %m[%c0] : memref<4xindex>
    func.call @use() : () -> ()
    func.call @keep(%m) : (memref<4xindex>) -> ()
  }
  return
}

// -----

func.func private @keep(memref<4xindex>)
func.func private @use()

func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xindex>
  memref.store %c0, %m[%c0] : memref<4xindex>
  scf.for %i = %c0 to %c3 step %c1 {
    func.call @use() : () -> ()
    memref.store %i, %m[%c0] : memref<4xindex>
    func.call @keep(%m) : (memref<4xindex>) -> ()
  }
  return
}
