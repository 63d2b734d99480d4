#include "app/session/reach_runner.h"

#include <algorithm>
#include <exception>
#include <set>

#include "io/files/text.h"
#include "lab/scene/number_text.h"
#include "work/platform.h"

namespace app {
namespace {

constexpr const char* kLoops =
    "This body has closed loops. The searches of this page do not keep them closed, so that it has "
    "no map, no solutions and no shape of reach.";

constexpr long kPoses = 500;             // poses of a cloud in a portion
constexpr int kCurveUpdates = 16;        // updates of a curve in a portion
constexpr std::size_t kMaxPostures = 4;  // a redundant body's postures in the picture
constexpr int kPixelsOfCell = 2;         // the side of a cell
constexpr int kGhostsOfSweep = 7;        // poses of a family in the picture
constexpr int kNoHue = -1;               // of a solution without a colour yet

/// The tracker's lane in the pose where the run begins.
lab::StandingLane lane_at_start(const lab::Tracker& tracker) {
  lab::StandingLane lane(tracker);
  lane.theta = tracker.first_theta();
  return lane;
}

/// Whether two lanes have the same body with the same joints that may move.
bool same_body(const lab::StandingLane& a, const lab::StandingLane& b) {
  const auto ignores = [](const lab::StandingLane& lane) {
    return lane.settings.limits == ik::LimitRule::kIgnore;
  };
  return a.scene == b.scene && a.mobility == b.mobility && ignores(a) == ignores(b);
}

bool begins_alike(const lab::StandingLane& a, const lab::StandingLane& b) {
  return a.theta == b.theta && a.same_updates(b);
}

/// Moves the cells and contours of a figure into a raster. The page says the rest in its own words.
void draw_raster(lab::BasinFigure& figure, Raster& raster) {
  const long revision = raster.revision + 1;
  raster = raster_of(figure, kPixelsOfCell);
  raster.revision = revision;
  figure.contour_text.clear();
  figure.contours.clear();
  figure.legend.clear();
  figure.title.clear();
  figure.subtitle.clear();
}

/// A lane's errors from its pose on, some updates at a time.
class CurveRun {
 public:
  explicit CurveRun(const lab::StandingLane& lane)
      : lane_(lane), run_(lane_), rounding_(lab::rounding_of(lane_)) {
    run_.start(lane_.theta);
    curve_.errors.push_back(run_.error());
  }
  CurveRun(const CurveRun&) = delete;
  CurveRun& operator=(const CurveRun&) = delete;

  double advance() {
    for (int i = 0; i < kCurveUpdates && !over(); ++i) {
      run_.update();
      curve_.errors.push_back(run_.error());
    }
    if (!over()) {
      return static_cast<double>(curve_.errors.size()) / (lab::kConvergenceBudget + 1.0);
    }
    curve_.reached = curve_.errors.back() <= rounding_;
    curve_.order = lab::fit_order(curve_.errors, rounding_);
    return 1.0;
  }
  const lab::Convergence& curve() const { return curve_; }

 private:
  bool over() const {
    return curve_.errors.size() > static_cast<std::size_t>(lab::kConvergenceBudget) ||
           !(curve_.errors.back() > rounding_);
  }

  const lab::StandingLane lane_;
  lab::StandingRun run_;
  double rounding_;
  lab::Convergence curve_;
};

}  // namespace

std::optional<double> ReachRunner::pace() const {
  return lane_ && wish_ && stands_ && wish_->pace > 0.0 ? std::optional(wish_->pace) : std::nullopt;
}

void ReachRunner::forget() {
  trouble_.clear();
  map_.runner.want(std::nullopt);
  second_.runner.want(std::nullopt);
  course_.clear();
  goals_.reset();
  lane_.reset();
  cut_.reset();
  drop_verdict();
  solve_.drop();
  search_job_ = {};
  search_.reset();
  take_solutions();
  solutions_.clear();
  family_job_ = {};
  family_lane_.reset();
  take_families({});
  marks_.clear();
  map_names_.clear();
  curve_job_ = {};
  wanted_lanes_.clear();
  curve_lanes_.clear();
  convergence_.reset();
}

void ReachRunner::want(const std::optional<ui::ReachWish>& wish, const lab::Bench& bench) {
  wish_ = wish;
  stands_ = bench.setup().frozen;
  present_ = bench.front().pose().theta;
  if (!wish_) {
    map_.runner.pause();
    second_.runner.pause();
    asked_.reset();
    solve_.drop();
    return;
  }
  Question question{*wish_, bench.setup(), {}, bench.front().prepared()};
  if (stands_) {  // what is computed while targets move does not depend on them
    const auto targets = bench.front().targets();
    question.targets.assign(targets.begin(), targets.end());
  }
  if (asked_ && *asked_ == question) return;
  asked_ = std::move(question);
  const lab::StandingLane lane = lane_at_start(bench.front());
  if (!lane.multibody->loops().empty()) {
    // no search of this page keeps loops closed: what it found would be poses of another body
    forget();
    cloud_job_ = {};
    cloud_.reset();
    cloud_lane_.reset();
    trouble_ = kLoops;
    return;
  }
  want_cloud(lane);
  if (!stands_) return forget();
  lane_ = lane;
  starts_solved_ = lab::is_solved(lane, lane.theta);
  if (goals_ && !same_body(*goals_, lane)) cut_.reset();
  if (kept_ && !same_body(*kept_, lane)) drop_kept();
  if (starts_solved_) cut_ = lane.theta;
  want_map();
  want_solutions(lane);
  want_curves(bench);
}

void ReachRunner::want_map() {
  trouble_.clear();
  std::optional<lab::Basins> question;
  lab::StandingLane lane = *lane_;
  lane.theta = lab::middle_pose(lane);
  for (const int j : lane.moving_joints()) {
    if (cut_) lane.theta[j] = (*cut_)[j];
  }
  const auto joints = wish_->joints ? wish_->joints : lab::plane_joints(lane);
  try {
    if (joints) {
      const lab::BasinPlane plane = lab::plane_of(lane, (*joints)[0], (*joints)[1], wish_->side);
      question.emplace(lane, plane, kRule);
    } else {
      trouble_ = "A map needs two joints that may move, and this body has fewer.";
    }
  } catch (const std::exception& problem) {
    trouble_ = io::reason_of(problem);
  }
  course_.clear();
  if (question) course_ = question->path(lane_->theta);
  map_.runner.want(std::move(question));
  if (const lab::Basins* basins = map_.runner.basins()) {
    map_.figure.trace = lab::trace_of(*basins, course_);
  }
  want_second();
}

/// Asks for the second map: the question of the first one for the kept method and settings.
void ReachRunner::want_second() {
  const std::optional<lab::Basins>& first = map_.runner.wanted();
  if (!kept_ || !first) return second_.runner.want(std::nullopt);
  lab::StandingLane lane = first->lane();
  lane.info = kept_->info;
  lane.method = kept_->method;
  lane.settings = kept_->settings;
  lane.caps = kept_->caps;
  second_.runner.want(lab::Basins(std::move(lane), first->plane(), first->rule()));
}

void ReachRunner::want_solutions(const lab::StandingLane& lane) {
  const bool body = goals_ && same_body(*goals_, lane);
  if (body && goals_->same_goals(lane)) return;
  // a new page shows its map at once
  rested_ = body ? 0.0 : kRest;
  searched_ = false;
  drop_verdict();
  solve_.drop();
  search_job_ = {};
  goals_ = lane;
  if (!body) postures_.emplace(lane.scene->multibody, lab::up_axis(*lane.scene));
  if (body && search_) {
    search_->follow(lane);
  } else {
    search_.reset();
    marks_.clear();
  }
  take_solutions();
  mark_events();
}

/// Names the solutions anew, and marks what happened to their branches.
void ReachRunner::mark_events() {
  std::map<int, std::string> names = names_;
  name_solutions();
  if (!search_) return;
  names.insert(names_.begin(), names_.end());
  const auto name_of = [&](int number) {
    const auto name = names.find(number);
    return name != names.end() ? name->second : std::string("a pose beyond the limits");
  };
  for (lab::BranchMark& mark :
       lab::branch_marks(*goals_->multibody, *postures_, search_->events(), name_of)) {
    // a target that is held near a singular pose goes to and fro
    std::erase_if(marks_, [&](const ui::ShownMark& known) {
      return known.text == mark.text && known.names == mark.names;
    });
    marks_.push_back({{std::move(mark)}, 1.0});
  }
}

void ReachRunner::fade_marks(double wall_seconds) {
  constexpr double kMostOfFrame = 0.2;  // so that slow frames show a mark, too
  const double gone = std::clamp(wall_seconds / kMarked, 0.0, kMostOfFrame);
  for (ui::ShownMark& mark : marks_) mark.left -= gone;
  std::erase_if(marks_, [](const ui::ShownMark& mark) { return !(mark.left > 0.0); });
}

/// Computes the families of the goals, and finds the one of the front lane's pose.
void ReachRunner::advance_families() {
  if (family_job_.take_end()) {
    for (std::vector<ik::Family>& families : family_news_->take()) {
      take_families(std::move(families));
      name_solutions();
      map_.revision = -1;  // its legend names the solutions
    }
  }
  if (!goals_) return;
  const bool asked =
      family_lane_ && same_body(*family_lane_, *goals_) && family_lane_->same_goals(*goals_);
  if (!asked && !family_job_) {
    family_lane_ = goals_;
    family_news_ = std::make_shared<work::Mailbox<std::vector<ik::Family>>>();
    family_job_ = pool_->start([lane = *goals_, news = family_news_] {
      news->put(lab::families_of(lane));
      return 1.0;
    });
  }
  const bool known =
      placed_ && placed_->size() == present_.size() && (*placed_ - present_).isZero(0.0);
  if (families_.empty() || known) return;
  placed_ = present_;
  place_.reset();
  if (!lab::is_solved(*goals_, present_)) return;
  place_ = lab::place_on(families_, *goals_->multibody, present_);
}

void ReachRunner::take_families(std::vector<ik::Family> families) {
  families_ = std::move(families);
  sweeps_.clear();
  for (const ik::Family& family : families_) {
    std::vector<ik::Pose>& poses = sweeps_.emplace_back();
    for (const ik::VectorX& theta : lab::sweep_of(family, kGhostsOfSweep)) {
      poses.push_back(ik::pose_at(*family_lane_->multibody, theta));
    }
  }
  place_.reset();
  placed_.reset();
}

void ReachRunner::advance_search(double wall_seconds) {
  if (!goals_) return;
  if (wall_seconds > 0.0) rested_ += wall_seconds;
  if (search_job_.take_end()) {
    take_solutions();
    map_.revision = -1;  // its legend names the solutions
  }
  if (searched_ || rested_ < kRest) return;
  searched_ = true;
  begin_verdict();
  // infinitely many: the map's postures stand for them
  if (map_.runner.wanted() && map_.runner.wanted()->redundant()) return;
  if (search_) {
    search_->restart();
  } else {
    search_ = std::make_shared<lab::SolutionSearch>(*goals_);
  }
  search_job_ = pool_->start([search = search_] { return search->advance(1); });
}

/// Takes what the search has found; without one there are no solutions.
void ReachRunner::take_solutions() {
  poses_ = search_ ? search_->found() : std::vector<ik::VectorX>();
  numbers_ = search_ ? search_->numbers() : std::vector<int>();
  sides_ = search_ ? search_->postures() : std::vector<std::uint64_t>();
  if (!search_) hues_.clear();
}

void ReachRunner::begin_verdict() {
  verdict_news_ = std::make_shared<work::Mailbox<lab::GoalVerdict>>();
  verdict_dropped_ = std::make_shared<std::atomic<bool>>(false);
  verdict_job_ = pool_->start([lane = *goals_, news = verdict_news_, dropped = verdict_dropped_] {
    news->put(lab::verdict_on_goals(lane, give_up(*dropped)));
    return 1.0;
  });
}

/// Forgets the verdict; a job that looks for it ends at once.
void ReachRunner::drop_verdict() {
  if (verdict_dropped_) verdict_dropped_->store(true);
  verdict_job_ = {};
  verdict_news_.reset();
  verdict_.reset();
  lane_ends_.clear();
}

/// Says how each lane ended, once its curve and the verdict on the goals are known.
void ReachRunner::word_lanes() {
  lane_ends_.clear();
  if (!verdict_ || curve_job_ || !convergence_) return;
  for (const lab::ConvergenceCurve& curve : curves_) {
    lane_ends_.push_back(curve.label + ": " + lab::end_in_words(curve.convergence, *verdict_));
  }
}

/// The poses of the map's solutions.
std::vector<ik::VectorX> ReachRunner::poses_of_map() const {
  std::vector<ik::VectorX> poses;
  const lab::BasinMap* map = map_.runner.map();
  if (map == nullptr || map_.runner.stale()) return poses;
  for (const lab::BasinSolution& solution : map->solutions()) {
    poses.push_back(solution.theta);
  }
  return poses;
}

/// Makes the list of solutions: first the search's, then the map's that the search has not found. A
/// redundant body has infinitely many; there, the map's postures stand for them, or one solution of
/// each family.
void ReachRunner::name_solutions() {
  solutions_.clear();
  map_names_.clear();
  if (!goals_) return;
  const ik::Multibody& body = *goals_->multibody;
  const lab::BasinMap* map = map_.runner.map();
  const bool redundant = map != nullptr && map_.runner.basins()->redundant();
  const std::vector<ik::VectorX> of_map = poses_of_map();
  std::vector<ik::VectorX> poses = redundant ? std::vector<ik::VectorX>() : poses_;
  for (const ik::Family& family : families_) poses.push_back(family.pose(family.here));
  const auto posture = [&](const ik::VectorX& theta) {
    return postures_->of(ik::pose_at(body, theta));
  };
  std::vector<std::size_t> place;  // where the map's solutions stand in `poses`
  for (const ik::VectorX& theta : of_map) {
    const auto same = std::ranges::find_if(poses, [&](const ik::VectorX& other) {
      if (redundant) return !families_.empty() && posture(theta) == posture(other);
      return lab::same_pose(body, theta, other);
    });
    place.push_back(static_cast<std::size_t>(same - poses.begin()));
    if (same == poses.end()) poses.push_back(theta);
  }
  std::vector<lab::KnownSolution> known;
  for (const ik::VectorX& theta : poses) {
    ui::ShownSolution& shown = solutions_.emplace_back();
    shown.theta = theta;
    shown.pose = ik::pose_at(body, theta);
    const std::size_t i = known.size();
    const bool of_search = !redundant && i < sides_.size();
    known.push_back({.posture = of_search ? sides_[i] : postures_->of(shown.pose), .hue = kNoHue});
  }
  color_solutions(place, redundant ? 0 : poses_.size(), known);
  const std::vector<std::string> names = postures_->names(known);
  for (std::size_t i = 0; i < solutions_.size(); ++i) {
    solutions_[i].name = names[i];
    solutions_[i].hue = known[i].hue;
    if (!postures_->has_words()) solutions_[i].detail = postures_->signs(known[i].posture);
  }
  names_.clear();
  for (std::size_t i = 0; i < numbers_.size() && !redundant; ++i) names_[numbers_[i]] = names[i];
  for (const std::size_t i : place) map_names_.push_back(solutions_[i].name);
  if (!redundant || !families_.empty() || solutions_.size() <= kMaxPostures) return;
  std::ranges::stable_sort(solutions_, std::greater{}, &ui::ShownSolution::share);
  solutions_.resize(kMaxPostures);
}

/// Gives each solution a hue of its own: the map's, else its posture's. Where postures do not own
/// their hues, a solution keeps the one that it had.
/// \param place the solutions of the map, in solutions_
/// \param searched the number of solutions of the search, the first in solutions_
/// \param[in,out] known of solutions_, without hues
void ReachRunner::color_solutions(const std::vector<std::size_t>& place, std::size_t searched,
                                  std::vector<lab::KnownSolution>& known) {
  std::set<int> used;
  const auto color = [&](std::size_t i, int hue) {
    known[i].hue = hue;
    used.insert(hue);
  };
  const lab::BasinMap* map = map_.runner.map();
  for (std::size_t k = 0; k < place.size(); ++k) {
    const lab::BasinSolution& of_map = map->solutions()[k];
    if (known[place[k]].hue != kNoHue) continue;
    color(place[k], of_map.hue);
    solutions_[place[k]].share = map->share(of_map);
  }
  if (!postures_->owns_hues()) {
    for (std::size_t i = 0; i < searched; ++i) {
      const auto before = hues_.find(numbers_[i]);
      if (known[i].hue != kNoHue || before == hues_.end() || used.contains(before->second)) {
        continue;
      }
      color(i, before->second);
    }
    // an earlier map stays until the next one: its hues go with the solutions as they move
    if (map != nullptr) {
      for (const lab::BasinSolution& of_map : map->solutions()) used.insert(of_map.hue);
    }
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i].hue != kNoHue) continue;
    color(i, postures_->hue(known[i].posture, [&](int hue) { return !used.contains(hue); }));
  }
  hues_.clear();
  for (std::size_t i = 0; i < searched; ++i) hues_[numbers_[i]] = known[i].hue;
}

void ReachRunner::want_curves(const lab::Bench& bench) {
  wanted_lanes_.clear();
  wanted_curves_.clear();
  const std::vector<std::string> labels = lab::lane_labels(bench.setup());
  for (std::size_t i = 0; i < bench.size(); ++i) {
    wanted_lanes_.push_back(lane_at_start(bench.tracker(i)));
    wanted_curves_.push_back({.label = labels[i], .color = lab::lane_color(bench.setup(), i)});
  }
}

void ReachRunner::advance_curves() {
  if (curve_job_.take_end()) {
    for (Curve& curve : curve_news_->take()) {
      curves_[curve.lane].convergence = std::move(curve.convergence);
    }
    convergence_ = lab::convergence_plot(curves_);
    word_lanes();
  }
  // a running job ends first, so that the plot follows a slider
  if (curve_job_ || std::ranges::equal(wanted_lanes_, curve_lanes_, begins_alike)) return;
  curve_lanes_ = wanted_lanes_;
  curves_ = wanted_curves_;
  lane_ends_.clear();
  curve_news_ = std::make_shared<work::Mailbox<Curve>>();
  const auto begin = [lanes = curve_lanes_, news = curve_news_](int part, int) -> work::Part {
    const auto lane = static_cast<std::size_t>(part);
    const auto run = std::make_shared<CurveRun>(lanes[lane]);
    return [run, news, lane] {
      const double share = run->advance();
      if (!(share < 1.0)) news->put({lane, run->curve()});
      return share;
    };
  };
  curve_job_ = pool_->start(static_cast<int>(curve_lanes_.size()), begin);
}

void ReachRunner::want_cloud(const lab::StandingLane& lane) {
  if (!wish_->cloud) return;
  const int effector = std::clamp(wish_->effector, 0, lane.multibody->effector_count() - 1);
  const bool known = cloud_lane_ && growing_ && growing_->plan().effector == effector &&
                     same_body(*cloud_lane_, lane) &&
                     (lane.mobility.empty() || cloud_lane_->theta == lane.theta);
  if (known) return;
  cloud_lane_ = lane;
  cloud_job_ = {};
  if (cloud_ && cloud_->plan().effector != effector) cloud_.reset();
  growing_ = std::make_shared<lab::ReachCloud>(lane, lab::ReachCloud::Plan{.effector = effector});
  cloud_job_ = pool_->start([cloud = growing_] { return cloud->advance(kPoses); },
                            work::Priority::kBackground);
}

bool ReachRunner::DrawnMap::advance(double wall_seconds, bool wants_dark) {
  if (wall_seconds > 0.0) since_drawing += wall_seconds;
  runner.advance(wall_seconds);
  if (runner.map() == nullptr) return false;
  const bool news = runner.revision() != revision;
  const bool due = revision < 0 || since_drawing >= kBetween || runner.map()->complete();
  const bool other = wants_dark != dark;
  dark = wants_dark;
  return (news && due) || other;
}

void ReachRunner::DrawnMap::draw(lab::BasinFigure drawn, const std::vector<ik::VectorX>& course) {
  since_drawing = 0.0;
  revision = runner.revision();
  figure = std::move(drawn);
  figure.trace = lab::trace_of(*runner.basins(), course);
  draw_raster(figure, raster);
}

void ReachRunner::advance_map(double wall_seconds) {
  if (map_.advance(wall_seconds, wish_->dark)) draw_map();
  if (!kept_ || !second_.advance(wall_seconds, wish_->dark)) return;
  const lab::Basins& basins = *second_.runner.basins();
  second_.draw(lab::basin_figure(basins, *second_.runner.map(), second_.dark),
               basins.path(lane_->theta));
}

lab::BasinFigure ReachRunner::make_figure(bool dark) const {
  const lab::BasinMap& map = *map_.runner.map();
  lab::BasinFigure figure = lab::basin_figure(*map_.runner.basins(), map, dark);
  // names among all solutions, not only among this plane's
  const std::size_t known = std::min(map_names_.size(), map.solutions().size());
  for (std::size_t i = 0; i < known; ++i) {
    figure.legend[i].text = map_names_[i] + ", " + lab::percent(map.share(map.solutions()[i]));
  }
  return figure;
}

std::optional<lab::BasinFigure> ReachRunner::figure() const {
  if (map_.runner.map() == nullptr) return std::nullopt;
  lab::BasinFigure figure = make_figure(false);
  figure.trace = lab::trace_of(*map_.runner.basins(), course_);
  return figure;
}

void ReachRunner::keep_map() {
  if (!lane_ || map_.runner.map() == nullptr || map_.runner.stale()) return;
  kept_ = lane_;
  second_.runner.copy(map_.runner);
  second_.revision = -1;
}

void ReachRunner::drop_kept() {
  kept_.reset();
  second_.runner.want(std::nullopt);
}

void ReachRunner::draw_map() {
  name_solutions();
  lab::BasinFigure figure = make_figure(map_.dark);
  contour_text_ = figure.contour_text;
  map_.draw(std::move(figure), course_);
  border_.reset();
  const lab::BasinMap& map = *map_.runner.map();
  if (map.complete()) border_ = lab::box_dimension(map.labels(), map.columns());
}

void ReachRunner::advance(double wall_seconds) {
  if (!wish_) return;
  if (cloud_job_.take_end()) {
    cloud_ = growing_;
    cloud_share_ = cloud_->largest_share();
  }
  if (!lane_) return;
  fade_marks(wall_seconds);
  advance_search(wall_seconds);
  advance_families();
  if (verdict_job_.take_end()) {
    for (lab::GoalVerdict& verdict : verdict_news_->take()) verdict_ = std::move(verdict);
    word_lanes();
    if (verdict_ && !starts_solved_ && verdict_->theta.allFinite()) {
      cut_ = verdict_->theta;
      want_map();
    }
  }
  solve_.advance(*lane_, wall_seconds);
  advance_map(wall_seconds);
  advance_curves();
}

ui::ReachShown ReachRunner::shown() const {
  ui::ReachShown result;
  if (cloud() != nullptr) result.cloud_share = cloud_share_;
  if (!wish_) return result;
  const std::string& trouble = trouble_.empty() ? map_.runner.trouble() : trouble_;
  if (!trouble.empty()) result.trouble = &trouble;
  if (!lane_) return result;
  result.map = map_.runner.map();
  result.basins = map_.runner.basins();
  if (result.map != nullptr) result.figure = &map_.figure;
  if (kept_ && second_.runner.map() != nullptr) {
    result.kept = ui::KeptMap{.basins = second_.runner.basins(),
                              .map = second_.runner.map(),
                              .figure = &second_.figure,
                              .stale = second_.runner.stale()};
  }
  result.border = border_;
  result.contours = contour_text_;
  result.stale = map_.runner.stale();
  result.solutions = solutions_;
  result.families = families_;
  result.sweeps = sweeps_;
  result.place = place_;
  result.marks = marks_;
  result.searching = search_job_ || verdict_job_ || !searched_;
  if (verdict_) result.verdict = &*verdict_;
  result.lane_ends = lane_ends_;
  result.starts_solved = starts_solved_;
  const lab::RecordedSearch* const search = solve_.search();
  const bool led_here = search != nullptr && lane_->theta.isApprox(search->theta);
  if (solve_.showing() || starts_solved_ || led_here) {
    result.convergence = solve_.plot();
  } else if (convergence_) {
    result.convergence = &*convergence_;
  }
  result.solve = solve_.shown();
  return result;
}

}  // namespace app
