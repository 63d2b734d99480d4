#include <numbers>

#include "ik/second_statements/question.h"

namespace second {

const std::vector<Statement>& statements() {
  static const std::vector<Statement> all = {
      {"jacobian-transpose", {{"gain", 1.0}}, jacobian_transpose},
      {"pseudoinverse", {{"cutoff", 0.01}}, pseudoinverse},
      {"dls", {{"lambda", 1.1}}, dls},
      {"sdls", {{"gamma-max", std::numbers::pi / 4.0}, {"hard-clamp", 0.0}}, sdls},
      {"dls-manipulability", {{"lambda", 1.1}, {"threshold", 2.0}}, dls_manipulability},
      {"dls-singular-region",
       {{"lambda", 1.1}, {"epsilon", 3.0}, {"beta", 0.05}, {"filtering", 1.0}},
       dls_singular_region},
      {"dls-error", {{"weight", 0.375}, {"bias", 0.001}, {"exponent", 1.0}}, dls_error},
      {"gradient-descent", {{"rate", 0.3}, {"line-search", 1.0}}, gradient_descent},
      {"gauss-newton", {{"cutoff", 1e-6}}, gauss_newton},
      {"levenberg-marquardt", {{"gamma", 1.0}, {"least", 0.22}}, levenberg_marquardt},
      {"newton", {{"calm", 0.0075}, {"horizon", 0.6}, {"radius", 0.02}, {"floor", 0.0016}}, newton},
      {"halley", {{"weight", 0.375}}, halley},
      {"bfgs", {{"memory", 30.0}}, bfgs},
      {"conjugate-gradient", {{"restart", 1.0}}, conjugate_gradient},
      {"ccd", {{"max-turn", 0.2}, {"max-translation", 0.1}}, ccd},
      {"fabrik", {{"passes", 4.0}, {"max-turn", 0.8}, {"max-translation", 0.1}}, fabrik},
      {"constrained", {{"lambda", 0.5}, {"margin", 0.02}, {"hold", 0.0}}, constrained},
      {"constraint-forces", {{"gain", 1.0}, {"feedback", 1.0}, {"pin", 1.0}}, constraint_forces},
      {"learned",
       {{"see-pose", 1.0},
        {"guard", 1.0},
        {"noise", 0.2},
        {"spread", 1.3},
        {"reach", 0.5},
        {"training", 1500.0},
        {"seed", 1.0}},
       learned},
      {"weighted-pseudoinverse",
       {{"lambda", 0.1}, {"stiffness", 0.5}, {"limit-avoidance", 1.0}},
       weighted_pseudoinverse},
      {"nullspace",
       {{"lambda", 0.1},
        {"rest", 0.02},
        {"limit-avoidance", 0.02},
        {"manipulability", 0.001},
        {"obstacles", 0.2},
        {"margin", 0.1}},
       nullspace},
      {"task-priority", {{"lambda", 0.1}, {"first", 0.0}, {"reverse", 0.0}}, task_priority},
      {"extended-jacobian",
       {{"lambda", 0.1}, {"damping", 1.0}, {"correction", 0.1}, {"manipulability", 0.0}},
       extended_jacobian},
  };
  return all;
}

}  // namespace second
