#include "lab/claims/tables.h"

#include "lab/scene/number_text.h"

namespace lab {
namespace {

struct Published {
  const char* scene;
  double error;  ///< mean, m
};
constexpr Published kMinErrors[] = {{"y", 0.2010}, {"double-y", 0.4530}, {"double-y-25", 0.4077}};

std::vector<ClaimRun> unavoidable_plan() {
  std::vector<ClaimRun> runs;
  for (const Published& least : kMinErrors) {
    runs.push_back({"1 update", least.scene, "dls"});
    // lambda 1.1 is calm enough to converge while targets are out of reach
    runs.push_back(
        {"400 updates", least.scene, "dls", {{&knob::kDamping, 1.1}, {&knob::kIterations, 400.0}}});
  }
  return runs;
}

/// Uses a lower bound: in any pose |t - s| is at least the distance of t from the links' reach. The
/// error at rest is reported too, but is no bound: it is a local optimum of the sum of squares.
Judgement judge_unavoidable(std::span<const ClaimResult> results) {
  constexpr double kPart = 0.5;
  int most = 0;
  std::string sentence;
  for (const Published& least : kMinErrors) {
    const ClaimResult& once = result_of(results, "1 update", least.scene);
    const double error = once.summary.mean_error;
    const double rest = result_of(results, "400 updates", least.scene).summary.mean_error;
    most += once.beyond > kPart * error;
    sentence += (sentence.empty() ? "" : "; ") + scene_name(results, least.scene) +
                ": no pose leaves less than " + four(once.beyond) + " m, " +
                percent(once.beyond / error) + " of the " + four(error) +
                " m by one update a frame; " + four(rest) +
                " m are left at rest after 400 (published: " + four(least.error) + ")";
  }
  return {verdict_of(most, 3), sentence + ". A rest is a local optimum and no bound.",
          most == 3 ? 0 : 1};
}

std::vector<ClaimRun> updates_plan() {
  std::vector<ClaimRun> runs;
  for (const char* scene : {"y", "double-y"}) {
    for (const double updates : {1.0, 2.0, 4.0, 8.0, 16.0, 32.0}) {
      runs.push_back({.series = "DLS",
                      .scene = scene,
                      .method = "dls",
                      .settings = {{&knob::kIterations, updates}},
                      .x = updates});
    }
  }
  return runs;
}

Judgement judge_updates(std::span<const ClaimResult> results) {
  constexpr double kMore = 0.7;  // share of the error that remains with 32 updates
  int closer = 0, enough = 0;
  std::string sentence;
  for (const char* scene : {"y", "double-y"}) {
    const auto sweep = sweep_of(results, "DLS", scene);
    const double one = sweep.front()->summary.mean_error, all = sweep.back()->summary.mean_error;
    closer += all < one;
    enough += all > kMore * one;
    sentence += (sentence.empty() ? "" : "; ") + scene_name(results, scene) + ": " + four(one) +
                " m by one update a frame, " + four(sweep[1]->summary.mean_error) + " by two, " +
                four(all) + " by " + short_number(sweep.back()->run.x);
  }
  return {closer > 0 ? verdict_of(closer + enough, 4) : Verdict::kDoesNotHold, sentence + ".",
          closer == 2 ? (enough == 2 ? 0 : 1) : 2};
}

}  // namespace

std::vector<Claim> claims_on_frames() {
  return {
      {.id = "unavoidable-error",
       .sentence = "Most of the tracking error cannot be avoided: the targets leave the reach.",
       .source = "Buss (2009), section 8; converged errors 0.2010, 0.4530, 0.4077",
       .question = "How much of the error would be left by any pose at all, because targets are "
                   "further away than the links are long?",
       .answers = {"More than half", "Less than half"},
       .plan = unavoidable_plan,
       .judge = judge_unavoidable},
      {.id = "one-update-a-frame",
       .sentence = "One update a frame is enough to follow; more of them come closer.",
       .source = "Buss (2009), section 2",
       .question = "Instead of one update a frame DLS makes 32. What becomes of the error?",
       .answers = {"It falls, by less than a third", "It falls by a third or more",
                   "It does not fall"},
       .x = {.label = "updates a frame", .unit = ""},
       .view = ClaimView::kErrorBySweep,
       .plan = updates_plan,
       .judge = judge_updates},
  };
}

}  // namespace lab
