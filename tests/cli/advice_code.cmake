# The functions printed by `iklab advise --code` compile against the public headers, link with the library and make
# solvers that move a body.
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
execute_process(
  COMMAND ${IKLAB} advise --scene y --steps 60 --d-max 0.4 --limits clamp --jacobian target --code
  OUTPUT_FILE ${WORK_DIR}/advice.cpp COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${IKLAB} advise --goal reach --scene y --methods bfgs --poses 5 --d-max 0.4 --limits clamp --code
  OUTPUT_FILE ${WORK_DIR}/reach_advice.cpp COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${WORK_DIR}/main.cpp [[
#include "advice.cpp"
#include "reach_advice.cpp"

#include <cmath>

int main() {
  const ik::Multibody arm = ik::chain({1.0, 0.8, 0.5});
  for (const auto make : {closest, calmest, quickest}) {
    ik::Solver solver = make(arm);
    if (solver.get("d-max") != 0.4) return 1;
    solver.target("tip") = {0.9, 0.9, 0.0};
    const double before = (solver.position(0) - solver.target(0)).norm();
    for (int i = 0; i < 200; ++i) solver.step();
    if (!((solver.position(0) - solver.target(0)).norm() < 0.9 * before)) return 2;
  }
  ik::Solver solver = make_solver(arm);
  if (solver.get("d-max") != 0.4) return 3;
  solver.target("tip") = {0.9, 0.9, 0.0};
  if (reach(solver).outcome != ik::Outcome::kReached) return 4;
  if (!((solver.position(0) - solver.target(0)).norm() <= 1e-6)) return 5;
  return 0;
}
]])
set(includes "")
foreach(folder IN LISTS INCLUDES)
  list(APPEND includes -isystem ${folder})
endforeach()
execute_process(
  COMMAND ${COMPILER} -std=c++20 -Wall -Wextra -Werror -I${SOURCE_DIR}/include -I${BINARY_DIR}/include ${includes} main.cpp
          ${LIBRARY} -o advice
  WORKING_DIRECTORY ${WORK_DIR} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK_DIR}/advice COMMAND_ERROR_IS_FATAL ANY)
