// Functions see no values around them, so that their names may be the same.
"builtin.module"() ({
  %0 = "test.outer"() : () -> i32
  "func.func"() <{function_type = (f32) -> f32, sym_name = "f"}> ({
  ^bb0(%1: f32):
    "cf.br"(%1)[^bb2] : (f32) -> ()
  ^bb1:
    "func.return"(%0) : (f32) -> ()
  ^bb2(%2: f32):
    %0 = "test.inner"(%2) : (f32) -> f32
    "cf.br"()[^bb1] : () -> ()
  }) : () -> ()
}) : () -> ()
