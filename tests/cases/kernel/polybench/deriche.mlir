// a recursive filter over rows and columns
// small: W=19 H=21
// large: W=4096 H=2160
func.func @deriche(
    %alpha: f64,
    %imgIn: memref<{W}x{H}xf64>,
    %imgOut: memref<{W}x{H}xf64>,
    %y1: memref<{W}x{H}xf64>,
    %y2: memref<{W}x{H}xf64>) {
  %k = memref.alloc() : memref<f64>
  %a1 = memref.alloc() : memref<f64>
  %a2 = memref.alloc() : memref<f64>
  %a3 = memref.alloc() : memref<f64>
  %a4 = memref.alloc() : memref<f64>
  %b1 = memref.alloc() : memref<f64>
  %b2 = memref.alloc() : memref<f64>
  %xm1 = memref.alloc() : memref<f64>
  %tm1 = memref.alloc() : memref<f64>
  %ym1 = memref.alloc() : memref<f64>
  %ym2 = memref.alloc() : memref<f64>
  %xp1 = memref.alloc() : memref<f64>
  %xp2 = memref.alloc() : memref<f64>
  %tp1 = memref.alloc() : memref<f64>
  %tp2 = memref.alloc() : memref<f64>
  %yp1 = memref.alloc() : memref<f64>
  %yp2 = memref.alloc() : memref<f64>
  %n1 = arith.constant 1.0 : f64
  %n2 = arith.negf %alpha : f64
  %n3 = math.exp %n2 : f64
  %n4 = arith.subf %n1, %n3 : f64
  %n5 = arith.constant 1.0 : f64
  %n6 = arith.negf %alpha : f64
  %n7 = math.exp %n6 : f64
  %n8 = arith.subf %n5, %n7 : f64
  %n9 = arith.mulf %n4, %n8 : f64
  %n10 = arith.constant 1.0 : f64
  %n11 = arith.constant 2.0 : f64
  %n12 = arith.mulf %n11, %alpha : f64
  %n13 = arith.negf %alpha : f64
  %n14 = math.exp %n13 : f64
  %n15 = arith.mulf %n12, %n14 : f64
  %n16 = arith.addf %n10, %n15 : f64
  %n17 = arith.constant 2.0 : f64
  %n18 = arith.mulf %n17, %alpha : f64
  %n19 = math.exp %n18 : f64
  %n20 = arith.subf %n16, %n19 : f64
  %n21 = arith.divf %n9, %n20 : f64
  affine.store %n21, %k[] : memref<f64>
  %n22 = affine.load %k[] : memref<f64>
  affine.store %n22, %a1[] : memref<f64>
  %n23 = affine.load %k[] : memref<f64>
  %n24 = arith.negf %alpha : f64
  %n25 = math.exp %n24 : f64
  %n26 = arith.mulf %n23, %n25 : f64
  %n27 = arith.constant 1.0 : f64
  %n28 = arith.subf %alpha, %n27 : f64
  %n29 = arith.mulf %n26, %n28 : f64
  affine.store %n29, %a2[] : memref<f64>
  %n30 = affine.load %k[] : memref<f64>
  %n31 = arith.negf %alpha : f64
  %n32 = math.exp %n31 : f64
  %n33 = arith.mulf %n30, %n32 : f64
  %n34 = arith.constant 1.0 : f64
  %n35 = arith.addf %alpha, %n34 : f64
  %n36 = arith.mulf %n33, %n35 : f64
  affine.store %n36, %a3[] : memref<f64>
  %n37 = affine.load %k[] : memref<f64>
  %n38 = arith.constant 2.0 : f64
  %n39 = arith.negf %n38 : f64
  %n40 = arith.mulf %n39, %alpha : f64
  %n41 = math.exp %n40 : f64
  %n42 = arith.mulf %n37, %n41 : f64
  %n43 = arith.negf %n42 : f64
  affine.store %n43, %a4[] : memref<f64>
  %n44 = arith.constant 2.0 : f64
  %n45 = arith.negf %alpha : f64
  %n46 = math.powf %n44, %n45 : f64
  affine.store %n46, %b1[] : memref<f64>
  %n47 = arith.constant 2.0 : f64
  %n48 = arith.negf %n47 : f64
  %n49 = arith.mulf %n48, %alpha : f64
  %n50 = math.exp %n49 : f64
  %n51 = arith.negf %n50 : f64
  affine.store %n51, %b2[] : memref<f64>
  affine.for %i = 0 to {W} {
    %n52 = arith.constant 0.0 : f64
    affine.store %n52, %ym1[] : memref<f64>
    %n53 = arith.constant 0.0 : f64
    affine.store %n53, %ym2[] : memref<f64>
    %n54 = arith.constant 0.0 : f64
    affine.store %n54, %xm1[] : memref<f64>
    affine.for %j = 0 to {H} {
      %n55 = affine.load %a1[] : memref<f64>
      %n56 = affine.load %imgIn[%i, %j] : memref<{W}x{H}xf64>
      %n57 = arith.mulf %n55, %n56 : f64
      %n58 = affine.load %a2[] : memref<f64>
      %n59 = affine.load %xm1[] : memref<f64>
      %n60 = arith.mulf %n58, %n59 : f64
      %n61 = arith.addf %n57, %n60 : f64
      %n62 = affine.load %b1[] : memref<f64>
      %n63 = affine.load %ym1[] : memref<f64>
      %n64 = arith.mulf %n62, %n63 : f64
      %n65 = arith.addf %n61, %n64 : f64
      %n66 = affine.load %b2[] : memref<f64>
      %n67 = affine.load %ym2[] : memref<f64>
      %n68 = arith.mulf %n66, %n67 : f64
      %n69 = arith.addf %n65, %n68 : f64
      affine.store %n69, %y1[%i, %j] : memref<{W}x{H}xf64>
      %n70 = affine.load %imgIn[%i, %j] : memref<{W}x{H}xf64>
      affine.store %n70, %xm1[] : memref<f64>
      %n71 = affine.load %ym1[] : memref<f64>
      affine.store %n71, %ym2[] : memref<f64>
      %n72 = affine.load %y1[%i, %j] : memref<{W}x{H}xf64>
      affine.store %n72, %ym1[] : memref<f64>
    }
  }
  affine.for %i = 0 to {W} {
    %n73 = arith.constant 0.0 : f64
    affine.store %n73, %yp1[] : memref<f64>
    %n74 = arith.constant 0.0 : f64
    affine.store %n74, %yp2[] : memref<f64>
    %n75 = arith.constant 0.0 : f64
    affine.store %n75, %xp1[] : memref<f64>
    %n76 = arith.constant 0.0 : f64
    affine.store %n76, %xp2[] : memref<f64>
    affine.for %j = 0 to {H} {
      %n77 = affine.load %a3[] : memref<f64>
      %n78 = affine.load %xp1[] : memref<f64>
      %n79 = arith.mulf %n77, %n78 : f64
      %n80 = affine.load %a4[] : memref<f64>
      %n81 = affine.load %xp2[] : memref<f64>
      %n82 = arith.mulf %n80, %n81 : f64
      %n83 = arith.addf %n79, %n82 : f64
      %n84 = affine.load %b1[] : memref<f64>
      %n85 = affine.load %yp1[] : memref<f64>
      %n86 = arith.mulf %n84, %n85 : f64
      %n87 = arith.addf %n83, %n86 : f64
      %n88 = affine.load %b2[] : memref<f64>
      %n89 = affine.load %yp2[] : memref<f64>
      %n90 = arith.mulf %n88, %n89 : f64
      %n91 = arith.addf %n87, %n90 : f64
      affine.store %n91, %y2[%i, {H-1} - %j] : memref<{W}x{H}xf64>
      %n92 = affine.load %xp1[] : memref<f64>
      affine.store %n92, %xp2[] : memref<f64>
      %n93 = affine.load %imgIn[%i, {H-1} - %j] : memref<{W}x{H}xf64>
      affine.store %n93, %xp1[] : memref<f64>
      %n94 = affine.load %yp1[] : memref<f64>
      affine.store %n94, %yp2[] : memref<f64>
      %n95 = affine.load %y2[%i, {H-1} - %j] : memref<{W}x{H}xf64>
      affine.store %n95, %yp1[] : memref<f64>
    }
  }
  affine.for %i = 0 to {W} {
    affine.for %j = 0 to {H} {
      %n96 = affine.load %y1[%i, %j] : memref<{W}x{H}xf64>
      %n97 = affine.load %y2[%i, %j] : memref<{W}x{H}xf64>
      %n98 = arith.addf %n96, %n97 : f64
      affine.store %n98, %imgOut[%i, %j] : memref<{W}x{H}xf64>
    }
  }
  affine.for %j = 0 to {H} {
    %n99 = arith.constant 0.0 : f64
    affine.store %n99, %tm1[] : memref<f64>
    %n100 = arith.constant 0.0 : f64
    affine.store %n100, %ym1[] : memref<f64>
    %n101 = arith.constant 0.0 : f64
    affine.store %n101, %ym2[] : memref<f64>
    affine.for %i = 0 to {W} {
      %n102 = affine.load %a1[] : memref<f64>
      %n103 = affine.load %imgOut[%i, %j] : memref<{W}x{H}xf64>
      %n104 = arith.mulf %n102, %n103 : f64
      %n105 = affine.load %a2[] : memref<f64>
      %n106 = affine.load %tm1[] : memref<f64>
      %n107 = arith.mulf %n105, %n106 : f64
      %n108 = arith.addf %n104, %n107 : f64
      %n109 = affine.load %b1[] : memref<f64>
      %n110 = affine.load %ym1[] : memref<f64>
      %n111 = arith.mulf %n109, %n110 : f64
      %n112 = arith.addf %n108, %n111 : f64
      %n113 = affine.load %b2[] : memref<f64>
      %n114 = affine.load %ym2[] : memref<f64>
      %n115 = arith.mulf %n113, %n114 : f64
      %n116 = arith.addf %n112, %n115 : f64
      affine.store %n116, %y1[%i, %j] : memref<{W}x{H}xf64>
      %n117 = affine.load %imgOut[%i, %j] : memref<{W}x{H}xf64>
      affine.store %n117, %tm1[] : memref<f64>
      %n118 = affine.load %ym1[] : memref<f64>
      affine.store %n118, %ym2[] : memref<f64>
      %n119 = affine.load %y1[%i, %j] : memref<{W}x{H}xf64>
      affine.store %n119, %ym1[] : memref<f64>
    }
  }
  affine.for %j = 0 to {H} {
    %n120 = arith.constant 0.0 : f64
    affine.store %n120, %tp1[] : memref<f64>
    %n121 = arith.constant 0.0 : f64
    affine.store %n121, %tp2[] : memref<f64>
    %n122 = arith.constant 0.0 : f64
    affine.store %n122, %yp1[] : memref<f64>
    %n123 = arith.constant 0.0 : f64
    affine.store %n123, %yp2[] : memref<f64>
    affine.for %i = 0 to {W} {
      %n124 = affine.load %a3[] : memref<f64>
      %n125 = affine.load %tp1[] : memref<f64>
      %n126 = arith.mulf %n124, %n125 : f64
      %n127 = affine.load %a4[] : memref<f64>
      %n128 = affine.load %tp2[] : memref<f64>
      %n129 = arith.mulf %n127, %n128 : f64
      %n130 = arith.addf %n126, %n129 : f64
      %n131 = affine.load %b1[] : memref<f64>
      %n132 = affine.load %yp1[] : memref<f64>
      %n133 = arith.mulf %n131, %n132 : f64
      %n134 = arith.addf %n130, %n133 : f64
      %n135 = affine.load %b2[] : memref<f64>
      %n136 = affine.load %yp2[] : memref<f64>
      %n137 = arith.mulf %n135, %n136 : f64
      %n138 = arith.addf %n134, %n137 : f64
      affine.store %n138, %y2[{W-1} - %i, %j] : memref<{W}x{H}xf64>
      %n139 = affine.load %tp1[] : memref<f64>
      affine.store %n139, %tp2[] : memref<f64>
      %n140 = affine.load %imgOut[{W-1} - %i, %j] : memref<{W}x{H}xf64>
      affine.store %n140, %tp1[] : memref<f64>
      %n141 = affine.load %yp1[] : memref<f64>
      affine.store %n141, %yp2[] : memref<f64>
      %n142 = affine.load %y2[{W-1} - %i, %j] : memref<{W}x{H}xf64>
      affine.store %n142, %yp1[] : memref<f64>
    }
  }
  affine.for %i = 0 to {W} {
    affine.for %j = 0 to {H} {
      %n143 = affine.load %y1[%i, %j] : memref<{W}x{H}xf64>
      %n144 = affine.load %y2[%i, %j] : memref<{W}x{H}xf64>
      %n145 = arith.addf %n143, %n144 : f64
      affine.store %n145, %imgOut[%i, %j] : memref<{W}x{H}xf64>
    }
  }
  memref.dealloc %k : memref<f64>
  memref.dealloc %a1 : memref<f64>
  memref.dealloc %a2 : memref<f64>
  memref.dealloc %a3 : memref<f64>
  memref.dealloc %a4 : memref<f64>
  memref.dealloc %b1 : memref<f64>
  memref.dealloc %b2 : memref<f64>
  memref.dealloc %xm1 : memref<f64>
  memref.dealloc %tm1 : memref<f64>
  memref.dealloc %ym1 : memref<f64>
  memref.dealloc %ym2 : memref<f64>
  memref.dealloc %xp1 : memref<f64>
  memref.dealloc %xp2 : memref<f64>
  memref.dealloc %tp1 : memref<f64>
  memref.dealloc %tp2 : memref<f64>
  memref.dealloc %yp1 : memref<f64>
  memref.dealloc %yp2 : memref<f64>
  return
}
