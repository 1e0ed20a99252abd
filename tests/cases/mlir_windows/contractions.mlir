#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
"builtin.module"() ({
  "func.func"() <{function_type = (vector<4x4xi8>, vector<4x8xi8>, vector<4x8xi32>, vector<4xi32>, vector<8xi32>, i32, vector<16xi32>, i32) -> (vector<4x8xi32>, vector<4x8xi32>, vector<8xi32>, i32), sym_name = "contract"}> ({
  ^bb0(%arg0: vector<4x4xi8>, %arg1: vector<4x8xi8>, %arg2: vector<4x8xi32>, %arg3: vector<4xi32>, %arg4: vector<8xi32>, %arg5: i32, %arg6: vector<16xi32>, %arg7: i32):
    %0 = "arith.extsi"(%arg0) : (vector<4x4xi8>) -> vector<4x4xi32>
    %1 = "arith.extsi"(%arg1) : (vector<4x8xi8>) -> vector<4x8xi32>
    %2 = "vector.contract"(%0, %1, %arg2) <{indexing_maps = [#map, #map1, #map2], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4x4xi32>, vector<4x8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %3 = "vector.outerproduct"(%arg3, %arg4, %arg2) <{kind = #vector.kind<maxsi>}> : (vector<4xi32>, vector<8xi32>, vector<4x8xi32>) -> vector<4x8xi32>
    %4 = "vector.outerproduct"(%arg4, %arg5) <{kind = #vector.kind<add>}> : (vector<8xi32>, i32) -> vector<8xi32>
    %5 = "vector.contract"(%arg6, %arg6, %arg7) <{indexing_maps = [#map3, #map3, #map4], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<16xi32>, vector<16xi32>, i32) -> i32
    "func.return"(%2, %3, %4, %5) : (vector<4x8xi32>, vector<4x8xi32>, vector<8xi32>, i32) -> ()
  }) : () -> ()
}) : () -> ()

