// The numbers that the calls get are computed in another order, and the calls keep theirs.
func.func private @put(i32)

func.func @f(%a: i32, %b: i32) {
  %x = arith.addi %a, %b : i32
  func.call @put(%x) : (i32) -> ()
  %y = arith.muli %a, %b : i32
  func.call @put(%y) : (i32) -> ()
  return
}

// -----

func.func private @put(i32)

func.func @f(%a: i32, %b: i32) {
  %y = arith.muli %a, %b : i32
  %x = arith.addi %b, %a : i32
  func.call @put(%x) : (i32) -> ()
  func.call @put(%y) : (i32) -> ()
  return
}
