// The pass that compares a module with what it was before other passes.
#pragma once

namespace isotope {

void register_check();

}  // namespace isotope
