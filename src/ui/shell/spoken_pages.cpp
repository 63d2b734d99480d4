// The pages of the right column in words: what they say, and what can be done on them.
#include <algorithm>
#include <array>

#include "lab/advise/conclusion.h"
#include "lab/run/metrics.h"
#include "lab/scene/number_text.h"
#include "lab/sweep/sweep_figures.h"
#include "ui/kit/text.h"
#include "ui/shell/spoken.h"

namespace ui {
namespace {

void say_reach(const LabView& shown, const Panels&, SpokenPage& page) {
  const ReachShown& reach = shown.reach;
  const bool stands = shown.timeline.setup().frozen;
  page.actions.push_back(
      {stands ? "Let the targets move" : "Let the targets stand", [](const Context& context) {
         const lab::Tracker& front = context.shown.tracker();
         stand(front, !context.edit.setup.frozen, context.edit);
       }});
  if (reach.trouble != nullptr) page.lines.push_back(*reach.trouble);
  if (reach.verdict != nullptr && !reach.verdict->sentence.empty()) {
    page.lines.push_back(reach.verdict->sentence);
  }
  if (reach.verdict != nullptr && !reach.verdict->singularity.empty()) {
    page.lines.push_back(reach.verdict->singularity);
  }
  page.lines.insert(page.lines.end(), reach.lane_ends.begin(), reach.lane_ends.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < reach.solutions.size(); ++i) {
    const ShownSolution& solution = reach.solutions[i];
    const std::string share = solution.share < 0.0 ? "" : " from " + lab::percent(solution.share);
    names.push_back(solution.name + share);
    const std::string name = "take " + solution.name;
    page.actions.push_back(
        {"Solution " + std::to_string(i + 1) + ": " + name, [i, name](const Context& context) {
           start_at(context.shown.reach.solutions[i].theta, name, context.edit);
         }});
  }
  if (reach.place) {
    const ik::Family& family = reach.families[reach.place->family];
    const bool elbow = family.parameter == ik::Family::Parameter::kElbow;
    page.lines.push_back(
        (elbow ? "Elbow at " + lab::number_text(lab::kDegrees * reach.place->parameter, 3) + "°"
               : "Self-motion at " + lab::number_text(reach.place->parameter, 3) + " rad") +
        ".");
  }
  if (!names.empty()) {
    page.lines.push_back("Solutions, with the share of the map's starts: " + listed(names) + ".");
  } else if (reach.searching) {
    page.lines.emplace_back("Looking for solutions …");
  }
}

void say_compare(const LabView& shown, const Panels& panels, SpokenPage& page) {
  const Ranking& ranking = panels.lanes.ranking;
  const std::vector<std::string> labels = lab::lane_labels(shown.timeline.setup());
  if (ranking.standings.size() != labels.size()) return;
  page.lines.push_back(verdict(ranking, labels));
  for (const std::size_t lane : ranked_lanes(ranking)) {
    std::string line = labels[lane] + ":";
    const char* separator = " ";
    for (const RankingColumn& column : ranking_columns()) {
      const double value = column.scale * ranking.standings[lane].*column.value;
      line += separator + std::string(column.what) + " " + lab::number_text(value, 3) + " " +
              column.unit;
      separator = ", ";
    }
    page.lines.push_back(line);
  }
}

void say_why(const LabView& shown, const Panels&, SpokenPage& page) {
  const lab::Diagnosis* known = shown.seen.diagnosis;
  if (known == nullptr) {
    page.lines.emplace_back("Watching: the causes are known after the body has moved for a while.");
    return;
  }
  page.lines.push_back("Jitter " + lab::number_text(known->jitter_deg, 3) + "° a step, " +
                       lab::percent(known->roughness) + " of the motion turns back.");
  for (std::size_t i = 0; i < known->causes.size(); ++i) {
    const lab::Cause& cause = known->causes[i];
    const std::string presence = lab::presence(cause);
    page.lines.push_back(std::string(lab::words(cause.id)) +
                         (presence.empty() ? "" : ", " + presence) + ". " + cause.sentence);
    for (const lab::Symptom& symptom : cause.symptoms) page.lines.push_back(lab::text(symptom));
    for (std::size_t k = 0; k < cause.remedies.size(); ++k) {
      const lab::Remedy& remedy = cause.remedies[k];
      page.actions.push_back(
          {remedy.label + ": " + lab::effect(remedy), [i, k](const Context& context) {
             const lab::Remedy& chosen = context.shown.seen.diagnosis->causes[i].remedies[k];
             lab::apply(chosen, context.edit.change(chosen.label).front_lane());
           }});
    }
  }
}

void say_claims(const LabView& shown, const Panels& panels, SpokenPage& page) {
  const lab::Claim& claim = lab::claims()[panels.claims.chosen];
  page.lines.push_back("Claim " + std::to_string(panels.claims.chosen + 1) + " of " +
                       std::to_string(lab::claims().size()) + ": " + claim.sentence + " " +
                       claim.source);
  const auto turn = [&page](const char* label, std::size_t by) {
    page.actions.push_back({label, [by](const Context& context) {
                              std::size_t& chosen = context.panels.claims.chosen;
                              chosen = (chosen + by) % lab::claims().size();
                            }});
  };
  turn("Next claim", 1);
  turn("Previous claim", lab::claims().size() - 1);
  if (shown.experiments.measuring == &claim) {
    page.lines.push_back("Measuring, " + lab::percent(shown.experiments.progress) + ".");
    return;
  }
  const lab::Finding* finding = finding_of(shown.experiments, claim);
  // a verdict waits for the reader's guess, or for the wish to see it without one
  if (panels.claims.predictions.contains(&claim) && finding != nullptr) {
    page.lines.push_back(lab::statement(finding->judgement.verdict) + " " +
                         finding->judgement.sentence);
    return;
  }
  page.lines.emplace_back(claim.question);
  const auto answer = [&](const std::string& label, int prediction) {
    page.actions.push_back({label, [&claim, prediction](const Context& context) {
                              context.panels.claims.predictions[&claim] = prediction;
                              if (finding_of(context.shown.experiments, claim) == nullptr) {
                                context.edit.send(Measure{&claim});
                              }
                            }});
  };
  for (std::size_t i = 0; i < claim.answers.size(); ++i) {
    answer(std::string("My guess: ") + claim.answers[i], static_cast<int>(i));
  }
  answer(finding != nullptr ? "Show the result" : "Measure without a guess",
         ClaimsPanel::kNoPrediction);
}

void say_advice(const LabView& shown, const Panels&, SpokenPage& page) {
  const AdviceShown& advice = shown.advice;
  if (advice.running) {
    page.lines.push_back("Trying, " + lab::percent(advice.progress) + ".");
  } else {
    page.actions.push_back({"Try all methods", [](const Context& context) {
                              context.edit.send(Advise{kAdviceSteps});
                            }});
  }
  if (advice.advised == nullptr) return;
  if (advice.stale) page.lines.emplace_back("This advice is about another set-up.");
  const auto& recommendations = advice.advised->advice.recommendations;
  for (std::size_t i = 0; i < recommendations.size(); ++i) {
    const lab::Recommendation& each = recommendations[i];
    if (each.repeated) continue;
    page.lines.push_back(each.sentence + " " + each.reason);
    page.actions.push_back(
        {std::string("Use the recommendation: ") + lab::name(each.choice.purpose),
         [i](const Context& context) {
           const lab::Advised& advised = *context.shown.advice.advised;
           const std::size_t candidate = advised.advice.recommendations[i].choice.candidate;
           use_candidate(advised.plan.candidates[candidate], context.edit);
         }});
  }
  if (advice.advised->advice.bounds) page.lines.push_back(lab::bounds_in_words(*advice.advised));
}

void say_sweep(const LabView& shown, const Panels&, SpokenPage& page) {
  const SweepShown& sweep = shown.sweep;
  if (sweep.trouble != nullptr) page.lines.push_back(*sweep.trouble);
  if (sweep.running) page.lines.push_back("Computing, " + lab::percent(sweep.done) + ".");
  if (sweep.sweep == nullptr || sweep.results == nullptr) return;
  page.lines.push_back(lab::describe(*sweep.sweep) + ", " + std::to_string(sweep.results->done()) +
                       " of " + std::to_string(sweep.sweep->cell_count()) + " cells are known.");
  const lab::Landmarks found = lab::find(*sweep.sweep, *sweep.results);
  const auto say = [&](const char* what, const std::optional<int>& cell) {
    const lab::Summary* const summary = cell ? sweep.results->at(*cell) : nullptr;
    if (summary == nullptr) return;
    page.lines.push_back(std::string(what) + " at " + lab::describe(*sweep.sweep, *cell) +
                         ": mean error " + lab::number_text(summary->mean_error, 3) +
                         " m, jitter " + lab::number_text(summary->mean_jitter_deg, 3) + "°.");
  };
  say("Smallest error", found.least_error);
  say("Calmest close to it", found.calmest);
  if (found.cliff) {
    page.lines.push_back("Shaking begins between " +
                         lab::describe(*sweep.sweep, found.cliff->calm) + " and " +
                         lab::describe(*sweep.sweep, found.cliff->shaky) + ".");
  }
}

void say_spectrum(const LabView& shown, const Panels&, SpokenPage& page) {
  const lab::Spectrum& spectrum = shown.seen.spectrum;
  std::vector<std::string> values;
  for (const lab::SingularComponent& each : spectrum.components) {
    values.push_back(lab::number_text(each.sigma, 3));
  }
  page.lines.push_back("Singular values, m/rad: " + listed(values) + ". Rank " +
                       std::to_string(spectrum.rank) + ", condition " +
                       lab::number_text(spectrum.condition, 3) + ".");
}

void say_path(const LabView& shown, const Panels& panels, SpokenPage& page) {
  const PathShown& path = shown.path;
  if (path.trouble != nullptr) page.lines.push_back(*path.trouble);
  if (path.searching) page.lines.emplace_back("Looking for the best way and all branches …");
  if (path.way == nullptr) return;
  page.lines.push_back(lab::way_in_words(*path.question, *path.way, path.first_look));
  page.lines.push_back(lab::stop_in_words(*path.question, *path.way, panels.path.player.at));
  page.actions.push_back(
      {"Save the joints", [](const Context& context) { context.edit.send(Command::kSavePath); }});
  for (std::size_t i = 0; path.ladder != nullptr && i < path.ladder->lines.size(); ++i) {
    const lab::LadderLine& line = path.ladder->lines[i];
    page.lines.push_back("Branch " + line.name + ": waypoints " + std::to_string(line.first + 1) +
                         " to " + std::to_string(line.last + 1) +
                         (line.begin.empty() ? "" : "; begins: " + line.begin) +
                         (line.end.empty() ? "" : "; ends: " + line.end) + ".");
    if (line.first > 0) continue;
    page.actions.push_back({"Follow " + line.name, [i](const Context& context) {
                              follow_branch(context.shown.path, i, context.edit);
                            }});
  }
  for (const lab::PathTrial& trial : path.trials) {
    page.lines.push_back(std::string(trial.method->label) + ": mean error " +
                         lab::number_text(trial.mean_error, 3) + " m, jumps " +
                         std::to_string(trial.jumps) + ".");
  }
}

struct PageWords {
  const char* page;
  void (*say)(const LabView&, const Panels&, SpokenPage&);
};
constexpr PageWords kPageWords[] = {{"Spectrum", say_spectrum}, {"Compare", say_compare},
                                    {"Sweep", say_sweep},       {"Advice", say_advice},
                                    {"Why?", say_why},          {"Claims", say_claims},
                                    {"Reach", say_reach},       {"Path", say_path}};

}  // namespace

SpokenPage spoken_page(const LabView& shown, const Panels& panels) {
  SpokenPage page;
  if (panels.hidden || !panels.arrangement.page.shown()) return page;
  page.name = side_pages()[panels.page].name;
  page.help = side_pages()[panels.page].help;
  const auto words = std::ranges::find(kPageWords, page.name, &PageWords::page);
  if (words != std::end(kPageWords)) words->say(shown, panels, page);
  std::erase(page.lines, "");
  return page;
}

}  // namespace ui
