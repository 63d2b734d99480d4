#pragma once

namespace ik {

// Constants of an attempt of Solver::solve, alone or in lanes: steps of damped least squares from
// one start, see Solver::solve and GoalRows.

/// Longest error of a goal in a step: a fifth of the body's length, and one radian. Longer ones are
/// directions: the model of J is not valid so far.
inline constexpr double kLongestWay = 0.2;
inline constexpr double kLongestTurn = 1.0;  // rad
/// Share of the tolerance that counts as reached: a second computation of the error rounds
/// differently.
inline constexpr double kWithin = 0.999;
// The damping mu of an attempt: 1e-10 keeps singular poses solvable, and is far below the
// tolerance of any; the other part grows with |e|^2 up to 5e-3, for far goals.
inline constexpr double kMinDamping = 1e-10;
inline constexpr double kFarDamping = 5e-3;
/// An attempt ends after kPatience steps that do not gain kGain of the error.
inline constexpr int kPatience = 8;
inline constexpr double kGain = 0.1;
/// Most steps with joints held at limits. A redundant body slides along its solutions into the
/// limits; the solutions of another one are single points, and the next start is more promising.
inline constexpr int kRedundantSteps = 8;
inline constexpr int kSingleSteps = 2;
/// After so many failed attempts a search asks whether the goals can be reached at all.
inline constexpr int kAttemptsBeforeProof = 3;
/// Most steps that are kept back for the descent to the closest pose.
inline constexpr int kDescentSteps = 50;

}  // namespace ik
