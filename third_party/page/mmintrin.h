#pragma once

// Eigen asks for it before it asks for SSE2's header; emscripten has no MMX, and nobody uses it.
