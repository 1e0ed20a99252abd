# libisotope for CMake: `find_package(isotope)` defines isotope::isotope, the shared library, and isotope::static, the archive.
# Everything is found from this file's own folder, so that an installed tree may be moved.
get_filename_component(_isotope_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET isotope::isotope)
    add_library(isotope::isotope SHARED IMPORTED)
    set_target_properties(isotope::isotope PROPERTIES
        IMPORTED_LOCATION "${_isotope_prefix}/lib/libisotope.so.@ABI@"
        IMPORTED_SONAME "libisotope.so.@ABI@"
        INTERFACE_INCLUDE_DIRECTORIES "${_isotope_prefix}/include")

    add_library(isotope::static STATIC IMPORTED)
    set_target_properties(isotope::static PROPERTIES
        IMPORTED_LOCATION "${_isotope_prefix}/lib/libisotope.a"
        INTERFACE_LINK_LIBRARIES "pthread;dl;m"
        INTERFACE_INCLUDE_DIRECTORIES "${_isotope_prefix}/include")
endif()
unset(_isotope_prefix)
