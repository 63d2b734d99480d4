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
      {"dls-error", {{"weight", 1.0}, {"bias", 0.01}}, dls_error},
      {"gradient-descent", {{"rate", 0.3}, {"line-search", 1.0}}, gradient_descent},
      {"gauss-newton", {{"cutoff", 1e-6}}, gauss_newton},
      {"levenberg-marquardt", {{"gamma", 1.0}, {"least", 0.2}}, levenberg_marquardt},
      {"bfgs", {{"memory", 30.0}}, bfgs},
      {"conjugate-gradient", {{"restart", 1.0}}, conjugate_gradient},
      {"ccd", {{"max-turn", 0.2}, {"max-slide", 0.1}}, ccd},
      {"fabrik", {{"passes", 4.0}, {"max-turn", 0.8}, {"max-slide", 0.1}}, fabrik},
  };
  return all;
}

}  // namespace second
