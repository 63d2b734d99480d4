#include "iklab/method.h"

#include <algorithm>
#include <iterator>
#include <numbers>

#include "ik/methods/ccd.h"
#include "ik/methods/constrained.h"
#include "ik/methods/dls.h"
#include "ik/methods/fabrik.h"
#include "ik/methods/learned.h"
#include "ik/methods/minimization.h"
#include "ik/methods/newton.h"
#include "ik/methods/nullspace.h"
#include "ik/methods/pseudoinverse.h"
#include "ik/methods/sdls.h"
#include "ik/simd/check.h"

namespace ik {
namespace {

template <class M>
AnyMethod make() {
  return AnyMethod(M{});
}

constexpr double degrees(double angle) { return angle * std::numbers::pi / 180.0; }

// To add a method, include its header above and add a row: id, label, group, equation, reference,
// help, cap on angles, make, synonyms. The caps are those of the software published by Buss and Kim
// (2005).
const MethodInfo kMethods[] = {
    {"jacobian-transpose", "Jacobian transpose", "First order",
     "Δθ = α Jᵀe,  α = ⟨e, JJᵀe⟩ / ⟨JJᵀe, JJᵀe⟩", "Buss (2009), section 3",
     "Cheap and always downhill. Slow, and poor where several effectors share joints.",
     degrees(30.0), make<JacobianTranspose>, "JT, J transposed, virtual force"},
    {"pseudoinverse", "Pseudoinverse", "First order", "Δθ = J⁺e = Σ σᵢ⁻¹ vᵢ uᵢᵀe",
     "Buss (2009), section 4",
     "The smallest step that would remove the error. Shakes near singularities and out of reach.",
     degrees(5.0), make<Pseudoinverse>,
     "pinv, inverse, generalised inverse, Moore–Penrose, resolved rate, least norm"},
    {"dls", "Damped least squares", "Damped", "Δθ = Jᵀ(JJᵀ + λ²I)⁻¹ e", "Buss (2009), eq. 11",
     "Calm at singularities if λ is large enough, close to the target if λ is small enough.",
     degrees(45.0), make<Dls>,
     "Tikhonov, ridge, ridge regression, regularised, singularity-robust inverse, "
     "Levenberg–Marquardt with constant damping, LM with constant damping"},
    {"sdls", "Selectively damped least squares", "Damped", "Δθ = Σ clamp(σᵢ⁻¹ vᵢ uᵢᵀe, γᵢ)",
     "Buss and Kim (2005)",
     "Damps every singular direction by how far it would move the effectors. No λ to choose.",
     degrees(45.0), make<Sdls>, "SVD, singular value decomposition, selective damping"},
    {"dls-manipulability", "DLS by manipulability", "Damped",
     "Δθ = Jᵀ(JJᵀ + λ²I)⁻¹ e,  λ = λ₀ (1 − w/w₀) where w < w₀", "Nakamura and Hanafusa (1986)",
     "Damps where the manipulability of the whole body is low, and is exact elsewhere.",
     degrees(45.0), make<DlsManipulability>,
     "variable damping, adaptive damping, singularity-robust inverse"},
    {"dls-singular-region", "DLS in the singular region", "Damped",
     "Δθ = Σ σᵢ/(σᵢ² + λᵢ² + β²) vᵢ uᵢᵀe,  λᵢ² = λ² (1 − σᵢ²/ε²) where σᵢ < ε",
     "Maciejewski and Klein (1988)",
     "Damps only directions close to singular, and follows closely in all others.", degrees(45.0),
     make<DlsSingularRegion>, "variable damping, numerical filtering"},
    {"dls-error", "DLS by error", "Damped", "Δθ = Jᵀ(JJᵀ + λ²I)⁻¹ e,  λ² = w_E ‖e‖²/2 + w_N",
     "Chan and Lawrence (1988), Sugihara (2011)",
     "Careful far from the target, fast near it: the damping falls with the error.", degrees(45.0),
     make<DlsError>, "variable damping, adaptive damping, solvability"},
    {"newton", "Newton", "Second order", "min Σ |t − s(θ)| + c·h²·Σ |Δu|,  H = JᵀJ − Σ eᵢ·∂²sᵢ",
     "Moré and Sorensen (1983), section 3; H of a tree in docs/newton.md",
     "The error's exact curvature damps the step where a target is out of reach: no λ to choose. "
     "Predicts the targets' motion and changes course in time.",
     degrees(45.0), make<Newton>,
     "Hessian, second derivatives, trust region, prediction, planning"},
    {"gradient-descent", "Gradient descent", "First order",
     "Δθ = rate · Jᵀe, shortened until the error falls", "Cauchy (1847), Armijo (1966)",
     "The simplest descent, calm and slow. Its rate is fixed or found by a line search.",
     degrees(45.0), make<GradientDescent>, "steepest descent, GD, line search, Armijo"},
    {"gauss-newton", "Gauss–Newton", "Second order",
     "Δθ = α J⁺e, α = 1, shortened until the error falls",
     "Nocedal and Wright (2006), section 10.3",
     "Fast and exact in reach. Out of reach it moves far for little gain.", degrees(45.0),
     make<GaussNewton>, "GN, nonlinear least squares"},
    {"levenberg-marquardt", "Levenberg–Marquardt", "Second order",
     "(JᵀJ + γ diag(JᵀJ)) Δθ = Jᵀe,  γ adapts", "Marquardt (1963), Nielsen (1999)",
     "Tries each step first, and damps more where the linear model was wrong. No λ to choose.",
     degrees(45.0), make<LevenbergMarquardt>,
     "LM, LMA, Tikhonov, ridge, damped least squares, nonlinear least squares, trust region"},
    {"bfgs", "BFGS", "Optimisation", "Δθ = α H Jᵀe,  H learns the curvature from steps",
     "Broyden, Fletcher, Goldfarb and Shanno (1970)",
     "Quasi-Newton: learns the curvature from its own steps and solves no equation.", degrees(45.0),
     make<Bfgs>, "quasi-Newton, variable metric"},
    {"conjugate-gradient", "Conjugate gradient", "Optimisation", "Δθ = α d,  d = Jᵀe + β d",
     "Polak and Ribière (1969)",
     "A gradient with memory: zigzags less than the transpose at nearly the same cost.",
     degrees(45.0), make<ConjugateGradient>, "CG, Polak–Ribière, nonlinear CG"},
    {"ccd", "Cyclic coordinate descent", "Heuristic",
     "θⱼ to its best place, one joint after the other", "Wang and Chen (1991)",
     "No matrix. Robust, and near the target after a few steps. Moves joints unevenly.",
     degrees(45.0), make<Ccd>, "joint by joint"},
    {"fabrik", "FABRIK", "Heuristic",
     "pᵢ := pᵢ₊₁ + lᵢ (pᵢ − pᵢ₊₁)/‖pᵢ − pᵢ₊₁‖,  then hinges follow", "Aristidou and Lasenby (2011)",
     "Moves points along the lines between them, then turns each hinge to where its points went. "
     "Fast on ball joints, poor on hinges, slides and limits.",
     degrees(45.0), make<Fabrik>, "forward and backward reaching"},
    {"constrained", "Constrained", "Constrained",
     "min ‖JΔθ − e‖² + λ²‖Δθ‖²,  θ + Δθ within limits, clear of obstacles",
     "Goldfarb and Idnani (1983); Tu, section 7.5",
     "Damped least squares with limits and obstacles: a quadratic program in every step.",
     degrees(45.0), make<Constrained>,
     "QP, quadratic program, inequality constraints, collision avoidance, obstacle avoidance"},
    {"constraint-forces", "Constraint forces", "Constrained",
     "Δθ = α Jᵀe + Gᵀβ,  β = −(GGᵀ)⁺(G α Jᵀe + C),  G = ∂C/∂θ", "Welman (1993)",
     "The transpose for all effectors, and forces that pin the first effector to its target and "
     "stop joints at their limits.",
     degrees(45.0), make<ConstraintForces>, "Lagrange multipliers, pin, nail"},
    {"learned", "Learned", "Learned", "Δθ = f(e, θ₀) = A(θ₀) e,  A by a small network",
     "van de Panne's lectures; Kingma and Ba (2015)",
     "A network trained on the body's own forward kinematics. Good near the poses of its training, "
     "poor elsewhere. Without θ₀ it fails: one e has many answers.",
     degrees(45.0), make<Learned>, "neural network, machine learning, deep learning, AI, training"},
    {"weighted-pseudoinverse", "Weighted pseudoinverse", "First order",
     "Δθ = W⁻¹Jᵀ(JW⁻¹Jᵀ + λ²I)⁻¹ e", "Whitney (1969), Chan and Dubey (1995)",
     "Stiff trunk, free hands, and joints that slow down near their limits instead of hitting "
     "them.",
     degrees(45.0), make<WeightedPseudoinverse>,
     "weighted least norm, WLN, joint weights, stiffness, limit avoidance"},
    {"nullspace", "Nullspace", "Tasks in the nullspace", "Δθ = J⁺e + (I − J⁺J) φ",
     "Liégeois (1977), Yoshikawa (1985), Maciejewski and Klein (1985)",
     "Redundant joints serve the rest pose, limits, manipulability and obstacles. Needs redundant "
     "joints.",
     degrees(45.0), make<Nullspace>,
     "null space, gradient projection, redundancy, secondary task, rest pose"},
    {"task-priority", "Task priority", "Tasks in the nullspace",
     "Δθᵢ = Δθᵢ₋₁ + (JᵢPᵢ₋₁)⁺(eᵢ − JᵢΔθᵢ₋₁)", "Siciliano and Slotine (1991), Chiaverini (1997)",
     "Effectors in strict order: the first moves as if it were alone, the last gets what is left.",
     degrees(45.0), make<TaskPriority>,
     "hierarchy, prioritised tasks, stack of tasks, strict order"},
    {"extended-jacobian", "Extended Jacobian", "Tasks in the nullspace",
     "[J; ∂(Nᵀ∇g)/∂θ] Δθ = [e; −κ Nᵀ∇g]", "Baillieul (1985)",
     "Follows the best posture without drift: on closed paths the joints come back, too.",
     degrees(45.0), make<ExtendedJacobian>, "augmented Jacobian, repeatable, cyclic"},
};

}  // namespace

std::span<const MethodInfo> methods() { return kMethods; }

const MethodInfo* find_method(std::string_view id) {
  const auto* info = std::ranges::find(kMethods, id, &MethodInfo::id);
  return info == std::end(kMethods) ? nullptr : info;
}

const MethodInfo& known_method(std::string_view id) {
  if (const MethodInfo* info = find_method(id)) return *info;
  refuse_name("method", id, methods(), [](const MethodInfo& info) { return info.id; });
}

}  // namespace ik
