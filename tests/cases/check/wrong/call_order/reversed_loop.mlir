// A loop whose body calls a function runs backwards.
// input: @put(0), @put(1), @put(2), and the other way after it.
func.func private @put(index)

func.func @f() {
  affine.for %i = 0 to 3 {
    func.call @put(%i) : (index) -> ()
  }
  return
}

// -----

func.func private @put(index)

func.func @f() {
  affine.for %i = 0 to 3 {
    %j = affine.apply affine_map<(d0) -> (2 - d0)>(%i)
    func.call @put(%j) : (index) -> ()
  }
  return
}
