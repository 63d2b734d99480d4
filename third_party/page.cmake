# The same target names for a browser. Emscripten must not see /usr/include: a folder of links contains the header-only
# libraries of Debian. Libraries with sources are compiled from Debian's sources (scripts/debian-source).
set(headers ${CMAKE_CURRENT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(library eigen3/Eigen nlohmann glm fmt)
  get_filename_component(name ${library} NAME)
  if(NOT EXISTS /usr/include/${library})
    message(FATAL_ERROR "/usr/include/${library} is missing: scripts/install-packages installs it")
  endif()
  file(CREATE_LINK /usr/include/${library} ${headers}/${name} SYMBOLIC)
endforeach()
foreach(header stb_image stb_image_write stb_truetype stb_rect_pack stb_textedit)
  file(CREATE_LINK /usr/include/stb/${header}.h ${headers}/${header}.h SYMBOLIC)
endforeach()

find_file(tiny_gltf NAMES tiny_gltf.h PATHS /usr/include /usr/include/tinygltf REQUIRED NO_CMAKE_FIND_ROOT_PATH)
file(CREATE_LINK ${tiny_gltf} ${headers}/tiny_gltf.h SYMBOLIC)

function(tp_header_only)
  foreach(name IN LISTS ARGN)
    add_library(tp_${name} INTERFACE)
    add_library(tp::${name} ALIAS tp_${name})
    target_include_directories(tp_${name} SYSTEM INTERFACE ${headers})
  endforeach()
endfunction()
tp_header_only(json fmt glm stb tinygltf eigen threads)
target_compile_definitions(tp_fmt INTERFACE FMT_HEADER_ONLY)
target_compile_definitions(
  tp_tinygltf INTERFACE TINYGLTF_NO_STB_IMAGE TINYGLTF_NO_STB_IMAGE_WRITE TINYGLTF_NO_EXTERNAL_IMAGE TINYGLTF_NO_FS)
# Eigen sums in the same order as on a desktop: two numbers at a time, blocks for 16 registers
# (and without its workarounds for GCC, which are x86 assembler)
target_compile_options(tp_eigen INTERFACE -msimd128 -msse2 -fgnuc-version=12.0 "-D__asm__(...)=")
target_compile_definitions(tp_eigen INTERFACE EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS=16)
# large matrix products are blocked as for a desktop's L1 cache of 32 KB
target_compile_definitions(tp_eigen INTERFACE EIGEN_DEFAULT_L1_CACHE_SIZE=32768)

# tp_sources(NAME FOLDER FILES…): a library compiled from a source package
set(package_sources ${PROJECT_SOURCE_DIR}/build/sources)
function(tp_sources name folder)
  list(TRANSFORM ARGN PREPEND ${package_sources}/${folder}/)
  add_library(tp_${name} STATIC ${ARGN})
  add_library(tp::${name} ALIAS tp_${name})
  target_include_directories(tp_${name} SYSTEM PUBLIC ${package_sources}/${folder})
  set_target_properties(tp_${name} PROPERTIES UNITY_BUILD OFF)
  target_compile_options(tp_${name} PRIVATE ${iklab_small})
endfunction()
tp_sources(tinyxml2 tinyxml2 tinyxml2.cpp)
if(NOT IKLAB_WINDOW)
  return()
endif()
tp_sources(imgui imgui imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp misc/cpp/imgui_stdlib.cpp
  backends/imgui_impl_glfw.cpp backends/imgui_impl_opengl3.cpp)
target_include_directories(tp_imgui SYSTEM PUBLIC ${package_sources}/imgui/backends ${package_sources}/imgui/misc/cpp)
# without the demo and debug windows
target_compile_definitions(tp_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3 IMGUI_DISABLE_DEBUG_TOOLS
                           PRIVATE IMGUI_DISABLE_DEMO_WINDOWS)

# GLFW comes from emscripten; OpenGL ES 3 needs no loader
add_library(tp_glfw INTERFACE)
add_library(tp::glfw ALIAS tp_glfw)
target_compile_definitions(tp_glfw INTERFACE GLFW_INCLUDE_NONE)
add_library(tp_glad INTERFACE)
add_library(tp::glad ALIAS tp_glad)
target_include_directories(tp_glad SYSTEM INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/page)
