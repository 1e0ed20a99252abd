#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<() -> (0)>
#map2 = affine_map<() -> (12)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> (d0 + 4, 9)>
#map5 = affine_map<() -> (9)>
#set = affine_set<(d0) : (d0 - 3 >= 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<9x12xf64>, memref<12x9xf64>, memref<9x9xf64>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<9x12xf64>, %arg1: memref<12x9xf64>, %arg2: memref<9x9xf64>):
    "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map5}> ({
    ^bb0(%arg3: index):
      "affine.for"(%arg3, %arg3) <{lowerBoundMap = #map3, operandSegmentSizes = array<i32: 1, 1, 0>, step = 1 : index, upperBoundMap = #map4}> ({
      ^bb0(%arg4: index):
        "affine.for"() <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 0, 0>, step = 2 : index, upperBoundMap = #map2}> ({
        ^bb0(%arg5: index):
          "affine.if"(%arg5) ({
            %0 = "affine.load"(%arg0, %arg3, %arg5) <{map = #map}> : (memref<9x12xf64>, index, index) -> f64
            %1 = "affine.load"(%arg1, %arg5, %arg4) <{map = #map}> : (memref<12x9xf64>, index, index) -> f64
            %2 = "affine.load"(%arg2, %arg3, %arg4) <{map = #map}> : (memref<9x9xf64>, index, index) -> f64
            %3 = "arith.mulf"(%0, %1) <{fastmath = #arith.fastmath<fast>}> : (f64, f64) -> f64
            %4 = "arith.addf"(%2, %3) <{fastmath = #arith.fastmath<fast>}> : (f64, f64) -> f64
            "affine.store"(%4, %arg2, %arg3, %arg4) <{map = #map}> : (f64, memref<9x9xf64>, index, index) -> ()
            "affine.yield"() : () -> ()
          }, {
          }) {condition = #set} : (index) -> ()
          "affine.yield"() : () -> ()
        }) : () -> ()
        "affine.yield"() : () -> ()
      }) : (index, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

