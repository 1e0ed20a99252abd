// Passes that libisotope runs: a module goes to it as text, and what comes back takes the module's place.
#pragma once

namespace isotope {

void register_stages();

}  // namespace isotope
