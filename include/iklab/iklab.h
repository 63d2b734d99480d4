#pragma once

// All of the library. docs/library.md shows how it is used.
#include <iklab/body.h>
#include <iklab/method.h>
#include <iklab/problem.h>
#include <iklab/solver.h>
