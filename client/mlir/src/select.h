// The pass over a module: answers compute the vectors that its functions store, return and yield, where they are cheaper.
#pragma once

namespace isotope {

void register_select();

}  // namespace isotope
