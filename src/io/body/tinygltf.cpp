// The one place where the library in tiny_gltf.h is compiled; its settings are in third_party.
#include <fstream>  // which the library forgets

#define TINYGLTF_IMPLEMENTATION
#include <tiny_gltf.h>
