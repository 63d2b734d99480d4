#include "iklab/method.h"

#include <algorithm>
#include <iterator>
#include <numbers>

#include "ik/methods/ccd.h"
#include "ik/methods/constrained.h"
#include "ik/methods/dls.h"
#include "ik/methods/fabrik.h"
#include "ik/methods/halley.h"
#include "ik/methods/lane_kernels.h"
#include "ik/methods/learned.h"
#include "ik/methods/minimization.h"
#include "ik/methods/newton.h"
#include "ik/methods/nullspace.h"
#include "ik/methods/pseudoinverse.h"
#include "ik/methods/sdls.h"
#include "ik/methods/two_bone.h"
#include "ik/simd/check.h"

namespace ik {
namespace {

template <class M>
AnyMethod make() {
  return AnyMethod(M{});
}

constexpr double degrees(double angle) { return angle * std::numbers::pi / 180.0; }

// To add a method, include its header above and add a row. The caps are values of the software
// published by Buss and Kim (2005). The colours were found by a search for large distances
// (CIEDE2000) to normal and to colour-deficient sight on both grounds: largest among the report's
// methods and newton, and away from the red of targets. DLS, the report's recommendation, is blue.
const MethodInfo kMethods[] = {
    {.id = "jacobian-transpose",
     .label = "Jacobian transpose",
     .short_name = "JT",
     .color = 0x8c6a02,
     .group = "First order",
     .equation = "Δθ = α Jᵀe,  α = ⟨e, JJᵀe⟩ / ⟨JJᵀe, JJᵀe⟩",
     .reference = "Buss (2009), section 3",
     .help = "Cheap and always downhill. Slow, and poor where several effectors share joints.",
     .max_angle = degrees(30.0),
     .make = make<JacobianTranspose>,
     .synonyms = "JT, J transposed, virtual force",
     .to_the_letter = true,
     .simd_lanes = &JacobianTransposeLanes::kForm},
    {.id = "pseudoinverse",
     .label = "Pseudoinverse",
     .short_name = "PInv",
     .color = 0x9d0361,
     .group = "First order",
     .equation = "Δθ = J⁺e = Σ σᵢ⁻¹ vᵢ uᵢᵀe",
     .reference = "Buss (2009), section 4",
     .help = "The smallest step that would remove the error. Shakes near singularities and out of "
             "reach.",
     .max_angle = degrees(5.0),
     .make = make<Pseudoinverse>,
     .synonyms = "pinv, inverse, generalised inverse, Moore–Penrose, resolved rate, least norm",
     .to_the_letter = true,
     .simd_lanes = &PseudoinverseLanes::kForm},
    {.id = "dls",
     .label = "Damped least squares",
     .short_name = "DLS",
     .color = 0x0072b2,
     .group = "Damped",
     .equation = "Δθ = Jᵀ(JJᵀ + λ²I)⁻¹ e",
     .reference = "Buss (2009), eq. 11",
     .help =
         "Calm at singularities if λ is large enough, close to the target if λ is small enough.",
     .make = make<Dls>,
     .synonyms = "Tikhonov, ridge, ridge regression, regularised, singularity-robust inverse, "
                 "Levenberg–Marquardt with constant damping, LM with constant damping",
     .to_the_letter = true,
     .simd_lanes = &DlsLanes::kForm},
    {.id = "sdls",
     .label = "Selectively damped least squares",
     .short_name = "SDLS",
     .color = 0x58a068,
     .group = "Damped",
     .equation = "Δθ = Σ φᵢ γᵢ/(γᵢ + max|φᵢ|),  φᵢ = σᵢ⁻¹ vᵢ uᵢᵀe",
     .reference = "Buss and Kim (2005)",
     .help =
         "Damps every singular direction by how far it would move the effectors. No λ to choose.",
     .make = make<Sdls>,
     .synonyms = "SVD, singular value decomposition, selective damping",
     .to_the_letter = true,
     .simd_lanes = &SdlsLanes::kForm},
    {.id = "dls-manipulability",
     .label = "DLS by manipulability",
     .short_name = "DLS-w",
     .color = 0x234b89,
     .group = "Damped",
     .equation = "Δθ = Jᵀ(JJᵀ + λ²I)⁻¹ e,  λ = λ₀ (1 − w/w₀) where w < w₀",
     .reference = "Nakamura and Hanafusa (1986)",
     .help =
         "Damps more the lower the manipulability of the whole body is: by default from λ₀/2 at "
         "the best poses to λ₀ at singular ones.",
     .make = make<DlsManipulability>,
     .synonyms = "variable damping, adaptive damping, singularity-robust inverse",
     .to_the_letter = true},
    {.id = "dls-singular-region",
     .label = "DLS in the singular region",
     .short_name = "DLS-σ",
     .color = 0x794b7c,
     .group = "Damped",
     .equation = "Δθ = Σ σᵢ/(σᵢ² + λᵢ² + β²) vᵢ uᵢᵀe,  λᵢ² = λ² (1 − σᵢ²/ε²) where σᵢ < ε",
     .reference = "Maciejewski and Klein (1988)",
     .help = "Damps only directions close to singular, and follows closely in all others.",
     .make = make<DlsSingularRegion>,
     .synonyms = "variable damping, numerical filtering",
     .to_the_letter = true},
    {.id = "dls-error",
     .label = "DLS by error",
     .short_name = "DLS-e",
     .color = 0x086b4f,
     .group = "Damped",
     .equation = "Δθ = Jᵀ(JJᵀ + λ²I)⁻¹ e,  λ² = w_E ρ² (‖e‖/ρ)^p + w_N",
     .reference = "Chan and Lawrence (1988), Sugihara (2011)",
     .help = "Careful far from the target, fast near it: the damping falls with the error. Calm "
             "just beyond reach.",
     .make = make<DlsError>,
     .synonyms = "variable damping, adaptive damping, solvability",
     .to_the_letter = true},
    {.id = "newton",
     .label = "Newton",
     .short_name = "Newton",
     .color = 0x4400b9,
     .group = "Second order",
     .equation = "min Σ |t − s(θ)| + c·h²·Σ |Δu|,  H = JᵀJ − Σ eᵢ·∂²sᵢ",
     .reference = "Moré and Sorensen (1983), section 3; H of a tree in docs/newton.md",
     .help = "The error's exact curvature damps the step where a target is out of reach: no λ to "
             "choose. Predicts the targets' motion and changes course in time.",
     .make = make<Newton>,
     .synonyms = "Hessian, second derivatives, trust region, prediction, planning",
     .to_the_letter = true},
    {.id = "gradient-descent",
     .label = "Gradient descent",
     .short_name = "GD",
     .color = 0x64006d,
     .group = "First order",
     .equation = "Δθ = rate · Jᵀe, shortened until the error falls",
     .reference = "Cauchy (1847), Armijo (1966)",
     .help = "The simplest descent, calm and slow. Its rate is fixed or found by a line search.",
     .make = make<GradientDescent>,
     .synonyms = "steepest descent, GD, line search, Armijo",
     .to_the_letter = true},
    {.id = "gauss-newton",
     .label = "Gauss–Newton",
     .short_name = "GN",
     .color = 0x4e7afd,
     .group = "Second order",
     .equation = "Δθ = α J⁺e, α = 1, shortened until the error falls",
     .reference = "Nocedal and Wright (2006), section 10.3",
     .help = "Fast and exact in reach. Out of reach it moves far for little gain.",
     .make = make<GaussNewton>,
     .synonyms = "GN, nonlinear least squares",
     .to_the_letter = true},
    {.id = "levenberg-marquardt",
     .label = "Levenberg–Marquardt",
     .short_name = "LM",
     .color = 0x5f2743,
     .group = "Second order",
     .equation = "(JᵀJ + λ² diag(JᵀJ)) Δθ = Jᵀe,  λ² adapts, and vanishes with the error",
     .reference = "Marquardt (1963), Nielsen (1999), Fan and Yuan (2005)",
     .help =
         "Tries each step first, and damps more where the linear model was wrong. No λ to choose.",
     .make = make<LevenbergMarquardt>,
     .synonyms =
         "LM, LMA, Tikhonov, ridge, damped least squares, nonlinear least squares, trust region",
     .to_the_letter = true},
    {.id = "halley",
     .label = "Halley",
     .short_name = "Halley",
     .color = 0x104850,
     .group = "Second order",
     .equation = "Δθ = K⁺e,  K = J + ½ ∂J·J⁺e,  both damped by the error",
     .reference = "Deuflhard (2011); Lloyd, Irani and Ahmadi (2022), eq. 22",
     .help = "Solves again with the Jacobian in the middle of a Newton step: in reach every update "
             "triples the correct digits. Out of reach it is damped like DLS by error.",
     .make = make<Halley>,
     .synonyms = "QuIK, third order, cubic convergence, second derivatives",
     .to_the_letter = true},
    {.id = "bfgs",
     .label = "BFGS",
     .short_name = "BFGS",
     .color = 0x406632,
     .group = "Optimisation",
     .equation = "Δθ = α H Jᵀe,  H learns the curvature from steps",
     .reference = "Broyden, Fletcher, Goldfarb and Shanno (1970)",
     .help = "Quasi-Newton: learns the curvature from its own steps and solves no equation.",
     .make = make<Bfgs>,
     .synonyms = "quasi-Newton, variable metric",
     .to_the_letter = true},
    {.id = "conjugate-gradient",
     .label = "Conjugate gradient",
     .short_name = "CG",
     .color = 0xc50b4e,
     .group = "Optimisation",
     .equation = "Δθ = α d,  d = Jᵀe + β d",
     .reference = "Polak and Ribière (1969)",
     .help = "A gradient with memory: zigzags less than the transpose at nearly the same cost.",
     .make = make<ConjugateGradient>,
     .synonyms = "CG, Polak–Ribière, nonlinear CG",
     .to_the_letter = true},
    {.id = "ccd",
     .label = "Cyclic coordinate descent",
     .short_name = "CCD",
     .color = 0x6f3420,
     .group = "Heuristic",
     .equation = "θⱼ to its best place, one joint after the other",
     .reference = "Wang and Chen (1991)",
     .help = "No matrix. Robust, and near the target after a few steps. Moves joints unevenly.",
     .make = make<Ccd>,
     .synonyms = "joint by joint",
     .to_the_letter = true},
    {.id = "fabrik",
     .label = "FABRIK",
     .short_name = "FABRIK",
     .color = 0x880000,
     .group = "Heuristic",
     .equation = "pᵢ := pᵢ₊₁ + lᵢ (pᵢ − pᵢ₊₁)/‖pᵢ − pᵢ₊₁‖,  then hinges follow",
     .reference = "Aristidou and Lasenby (2011)",
     .help = "Moves points along the lines between them, then turns each hinge to where its points "
             "went. Fast on ball joints, poor on hinges, slides and limits.",
     .make = make<Fabrik>,
     .synonyms = "forward and backward reaching",
     .to_the_letter = true},
    {.id = "two-bone",
     .label = "Two bones",
     .short_name = "2Bone",
     .color = 0x9888a0,
     .group = "Closed form",
     .equation = "cos ψ = (D² − a² − b²)/(2ab),  then the shoulder turns s towards t",
     .reference = "Korein and Badler (1982), Tolani, Goswami and Badler (2000)",
     .help = "Legs and arms of two bones reach their targets in one step, with a pole for the knee "
             "and a soft end. Other bodies move by DLS by error.",
     .max_angle = degrees(180.0),
     .make = make<TwoBone>,
     .synonyms =
         "analytic, analytical, law of cosines, two-bone IK, pole vector, soften, limb, leg"},
    {.id = "constrained",
     .label = "Constrained",
     .short_name = "QP",
     .color = 0x3c4b3c,
     .group = "Constrained",
     .equation = "min ‖JΔθ − e‖² + λ²‖Δθ‖²,  θ + Δθ within limits, clear of obstacles",
     .reference = "Goldfarb and Idnani (1983); Tu, section 7.5",
     .help = "Damped least squares with limits and obstacles: a quadratic program in every step.",
     .make = make<Constrained>,
     .synonyms =
         "QP, quadratic program, inequality constraints, collision avoidance, obstacle avoidance",
     .to_the_letter = true},
    {.id = "constraint-forces",
     .label = "Constraint forces",
     .short_name = "CF",
     .color = 0x647971,
     .group = "Constrained",
     .equation = "Δθ = α Jᵀe + Gᵀβ,  β = −(GGᵀ)⁺(G α Jᵀe + C),  G = ∂C/∂θ",
     .reference = "Welman (1993)",
     .help = "The transpose for all effectors, and forces that pin the first effector to its "
             "target and stop joints at their limits.",
     .make = make<ConstraintForces>,
     .synonyms = "Lagrange multipliers, pin, nail",
     .to_the_letter = true},
    {.id = "learned",
     .label = "Learned",
     .short_name = "Learned",
     .color = 0x989404,
     .group = "Learned",
     .equation = "Δθ = f(e, θ₀) = A(θ₀) e,  A by a small network",
     .reference = "van de Panne's lectures; Kingma and Ba (2015)",
     .help = "A network trained on the body's own forward kinematics. Good near the poses of its "
             "training, poor elsewhere. Without θ₀ it fails: one e has many answers.",
     .make = make<Learned>,
     .synonyms = "neural network, machine learning, deep learning, AI, training",
     .to_the_letter = true},
    {.id = "weighted-pseudoinverse",
     .label = "Weighted pseudoinverse",
     .short_name = "WPInv",
     .color = 0xb5588a,
     .group = "First order",
     .equation = "Δθ = W⁻¹Jᵀ(JW⁻¹Jᵀ + λ²I)⁻¹ e",
     .reference = "Whitney (1969), Chan and Dubey (1995)",
     .help = "Stiff trunk, free hands, and joints that slow down near their limits instead of "
             "hitting them.",
     .make = make<WeightedPseudoinverse>,
     .synonyms = "weighted least norm, WLN, joint weights, stiffness, limit avoidance",
     .to_the_letter = true},
    {.id = "nullspace",
     .label = "Nullspace",
     .short_name = "Null",
     .color = 0x720f28,
     .group = "Tasks in the nullspace",
     .equation = "Δθ = J⁺e + (I − J⁺J) φ",
     .reference = "Liégeois (1977), Yoshikawa (1985), Maciejewski and Klein (1985)",
     .help = "Redundant joints serve the rest pose, limits, manipulability and obstacles. Needs "
             "redundant joints.",
     .make = make<Nullspace>,
     .synonyms = "null space, gradient projection, redundancy, secondary task, rest pose",
     .to_the_letter = true},
    {.id = "task-priority",
     .label = "Task priority",
     .short_name = "TP",
     .color = 0xbd7686,
     .group = "Tasks in the nullspace",
     .equation = "Δθᵢ = Δθᵢ₋₁ + (JᵢPᵢ₋₁)⁺(eᵢ − JᵢΔθᵢ₋₁)",
     .reference = "Siciliano and Slotine (1991), Chiaverini (1997)",
     .help = "Effectors in strict order: the first moves as if it were alone, the last gets what "
             "is left.",
     .make = make<TaskPriority>,
     .synonyms = "hierarchy, prioritised tasks, stack of tasks, strict order",
     .to_the_letter = true},
    {.id = "extended-jacobian",
     .label = "Extended Jacobian",
     .short_name = "ExtJ",
     .color = 0x814714,
     .group = "Tasks in the nullspace",
     .equation = "[J; ∂(Nᵀ∇g)/∂θ] Δθ = [e; −κ Nᵀ∇g]",
     .reference = "Baillieul (1985)",
     .help = "Follows the best posture without drift: on closed paths the joints come back, too.",
     .make = make<ExtendedJacobian>,
     .synonyms = "augmented Jacobian, repeatable, cyclic",
     .to_the_letter = true},
};

}  // namespace

std::span<const MethodInfo> methods() { return kMethods; }

const MethodInfo* find_method(std::string_view id) {
  const auto* info = std::ranges::find(kMethods, id, &MethodInfo::id);
  return info == std::end(kMethods) ? nullptr : info;
}

const MethodInfo& known_method(std::string_view id) {
  if (const MethodInfo* info = find_method(id)) return *info;
  refuse_name("method", id, methods(), &MethodInfo::id);
}

}  // namespace ik
