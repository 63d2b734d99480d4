#pragma once

// Empty: Eigen includes it before the SSE2 header; emscripten has no MMX, and Eigen uses none.
