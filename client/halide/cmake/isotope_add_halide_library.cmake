# isotope_add_halide_library(TARGET FROM GENERATOR ...): add_halide_library, whose generator uses answers.
#
# The arguments are those of Halide's add_halide_library. A generator in C++ is linked to the library that a program without
# Isotope preloads; one in Python is started with it. The build's environment says how long generators wait for answers:
# ISOTOPE_REQUIRE=all for a product.
macro(isotope_add_halide_library)
    _isotope_attach(${ARGV})
    set(_isotope_launcher ${Halide_PYTHON_LAUNCHER})
    set(Halide_PYTHON_LAUNCHER
        ${CMAKE_COMMAND} -E env "LD_PRELOAD=$<TARGET_FILE:isotope::halide_preload>" ${_isotope_launcher})
    add_halide_library(${ARGV})
    set(Halide_PYTHON_LAUNCHER ${_isotope_launcher})
endmacro()

function(_isotope_attach)
    cmake_parse_arguments(PARSE_ARGV 1 given "" "FROM" "")
    if(NOT given_FROM OR NOT TARGET "${given_FROM}")
        message(FATAL_ERROR "isotope_add_halide_library: FROM has to name a generator of this project, not '${given_FROM}'")
    endif()
    get_target_property(type "${given_FROM}" TYPE)
    get_target_property(attached "${given_FROM}" ISOTOPE_ATTACHED)
    if(type STREQUAL EXECUTABLE AND NOT attached)
        # Before Halide: the first library that has a symbol is the one whose symbol counts.
        set(library "$<TARGET_FILE:isotope::halide_preload>")
        target_link_options("${given_FROM}" PRIVATE "LINKER:--push-state,--no-as-needed,${library},--pop-state")
        set_property(TARGET "${given_FROM}" APPEND PROPERTY BUILD_RPATH "$<TARGET_FILE_DIR:isotope::halide_preload>")
        set_target_properties("${given_FROM}" PROPERTIES ISOTOPE_ATTACHED ON)
    endif()
endfunction()
