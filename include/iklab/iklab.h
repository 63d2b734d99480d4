#pragma once

// The whole library; docs/library.md shows its use.
#include <iklab/batch.h>
#include <iklab/body.h>
#include <iklab/experiment.h>
#include <iklab/kinds.h>
#include <iklab/method.h>
#include <iklab/path.h>
#include <iklab/problem.h>
#include <iklab/scene.h>
#include <iklab/solver.h>
#include <iklab/studies.h>
#include <iklab/version.h>
