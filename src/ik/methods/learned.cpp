#include "ik/methods/learned.h"

#include "ik/math/mixed_bits.h"
#include "ik/simd/largest.h"
#include "ik/task/jacobian.h"
#include "ik/task/objective.h"

#include <algorithm>
#include <cmath>

namespace ik {
namespace {

/// Location of a layer in Network::weights.
struct Layer {
  Eigen::Index weights, offsets;  // index of the first entry of W (to x from) and of b (to)
  int from, to;

  Layer(int inputs, int outputs, Eigen::Index start)
      : weights(start), offsets(start + inputs * outputs), from(inputs), to(outputs) {}
  Eigen::Map<const MatrixX> W(const VectorX& all) const { return {all.data() + weights, to, from}; }
  Eigen::Map<MatrixX> W(VectorX& all) const { return {all.data() + weights, to, from}; }
  Eigen::Map<const VectorX> b(const VectorX& all) const { return {all.data() + offsets, to}; }
  Eigen::Map<VectorX> b(VectorX& all) const { return {all.data() + offsets, to}; }
  Eigen::Index end() const { return offsets + to; }
};

struct Layers {
  Layer first, second, last;
  explicit Layers(const Network& n)
      : first(n.inputs(), n.hidden(), 0),
        second(n.hidden(), n.hidden(), first.end()),
        last(n.hidden(), n.outputs(), second.end()) {}
};

void squash(MatrixX& z) { z.array() /= (1.0 + z.array().square()).sqrt(); }

/// back := back * phi', with phi' computed from phi.
void times_activation_slope(const MatrixX& phi, MatrixX& slope, MatrixX& back) {
  slope = 1.0 - phi.array().square();
  back.array() *= slope.array() * slope.array().sqrt();
}

}  // namespace

double uniform_number(std::uint64_t seed, std::uint64_t index) {
  constexpr double kScale = 1.0 / (1ULL << 52U);
  return (static_cast<double>(hash_bits(seed, index) >> 11U) + 0.5) * kScale - 1.0;
}

double normal_number(std::uint64_t seed, std::uint64_t index) {
  // sum of four 16-bit numbers; a uniform number on (-1, 1) has the variance 1/3
  const std::uint64_t bits = hash_bits(seed, index);
  std::uint64_t sum = 0;
  for (unsigned shift = 0; shift < 64U; shift += 16U) sum += (bits >> shift) & 0xffffU;
  return (static_cast<double>(sum) + 2.0 - 131072.0) / 32768.0 * std::sqrt(0.75);
}

Network::Network(int inputs, int hidden, int outputs, std::uint64_t seed)
    : inputs_(inputs), hidden_(hidden), outputs_(outputs) {
  const Layers layers(*this);
  weights.setZero(layers.last.end());
  std::uint64_t index = 0;
  const auto fill = [&](const Layer& layer, double size) {
    for (Eigen::Index i = 0; i < layer.from * layer.to; ++i) {
      weights[layer.weights + i] =
          size / std::sqrt(static_cast<double>(layer.from)) * normal_number(seed, index++);
    }
  };
  fill(layers.first, 1.0);
  fill(layers.second, 1.0);
  fill(layers.last, 0.1);
}

void Network::evaluate(const MatrixX& x, Pass& pass) const {
  const Layers layers(*this);
  const auto apply = [this](const Layer& layer, const MatrixX& from, MatrixX& to) {
    to.noalias() = layer.W(weights) * from;
    to.colwise() += layer.b(weights);
  };
  apply(layers.first, x, pass.first);
  squash(pass.first);
  apply(layers.second, pass.first, pass.second);
  squash(pass.second);
  apply(layers.last, pass.second, pass.output);
}

void Network::gradient(const MatrixX& x, const MatrixX& loss_by_output, Pass& pass,
                       VectorX& gradient) const {
  const Layers layers(*this);
  gradient.resize(weights.size());
  const auto collect = [&gradient](const Layer& layer, const MatrixX& back, const MatrixX& input) {
    layer.W(gradient).noalias() = back * input.transpose();
    layer.b(gradient) = back.rowwise().sum();
  };
  collect(layers.last, loss_by_output, pass.second);
  pass.back.noalias() = layers.last.W(weights).transpose() * loss_by_output;
  times_activation_slope(pass.second, pass.slope, pass.back);
  collect(layers.second, pass.back, pass.first);
  // pass.second is scratch from here on
  pass.second.noalias() = layers.second.W(weights).transpose() * pass.back;
  times_activation_slope(pass.first, pass.slope, pass.second);
  collect(layers.first, pass.second, x);
}

void Adam::step(const VectorX& gradient, double rate, VectorX& weights) {
  constexpr double kMean = 0.9, kSquare = 0.999, kEpsilon = 1e-8;
  if (mean.size() != weights.size()) {
    mean.setZero(weights.size());
    square.setZero(weights.size());
  }
  mean_left *= kMean;
  square_left *= kSquare;
  mean = kMean * mean + (1.0 - kMean) * gradient;
  square = kSquare * square + (1.0 - kSquare) * gradient.cwiseAbs2();
  const double mean_scale = rate / (1.0 - mean_left);
  const double square_scale = 1.0 / (1.0 - square_left);
  weights.array() -=
      mean_scale * mean.array() / ((square_scale * square.array()).sqrt() + kEpsilon);
}

namespace {

constexpr double kSigma = 0.1;  // sigma, rad: forward kinematics is nearly linear over it
constexpr double kRate = 6e-3;  // initial rate of Adam; decreases linearly to 0
constexpr int kMinHidden = 32, kMaxHidden = 48;

bool same_joint(const Joint& a, const Joint& b) {
  return a.parent == b.parent && a.type == b.type &&
         a.parent_from_joint.matrix() == b.parent_from_joint.matrix() && a.axis == b.axis &&
         a.pitch == b.pitch && a.lower == b.lower && a.upper == b.upper && a.initial == b.initial;
}

bool same_body(const Multibody& a, const Multibody& b) {
  return std::ranges::equal(a.joints(), b.joints(), same_joint) &&
         std::ranges::equal(a.effectors(), b.effectors(), [](const Effector& x, const Effector& y) {
           return x.joint == y.joint && x.offset == y.offset && x.aim == y.aim &&
                  x.pointer == y.pointer && x.lever == y.lever && x.rotation == y.rotation;
         });
}

}  // namespace

double body_size(const Multibody& multibody) {
  const Pose pose = pose_at(multibody, multibody.initial_theta());
  double sum = 0.0;
  int count = 0;
  for (int j = 0; j < multibody.joint_count(); ++j) {
    if (!is_angular(multibody.joint(j).type)) continue;
    for (const int i : multibody.effectors_of(j)) {
      const Eigen::Vector3d way = pose.effector.col(i) - pose.origin.col(j);
      sum += Eigen::Vector3d(pose.axis.col(j)).cross(way).squaredNorm();
      ++count;
    }
  }
  return sum > 0.0 ? std::sqrt(sum / count) : 1.0;
}

Training::Training(const Multibody& multibody, const Lesson& lesson)
    : multibody_(multibody), lesson_(lesson), size_(body_size(multibody)) {
  const int n = multibody.joint_count();
  const int rows = multibody.row_count();
  batches_ = static_cast<int>(std::clamp(lesson.batches, 1.0, Lesson::kMaxBatches));
  seed_ = static_cast<std::uint64_t>(std::clamp(lesson.seed, 0.0, Lesson::kMaxSeed));
  const int hidden = std::clamp(2 * n + rows, kMinHidden, kMaxHidden);
  network_ = Network(lesson.see_pose ? 2 * n : 1, hidden, n * rows, seed_);
  // index of the next random number: the weights have used the first ones
  drawn_ = static_cast<std::uint64_t>(network_.weights.size());
  pose_.theta = moved_.theta = multibody.initial_theta();
  error_.resize(rows, kBatch);
  input_.resize(network_.inputs(), kBatch);
  motion_.resize(n, kBatch);
}

double Training::unit(int j) const { return is_angular(multibody_.joint(j).type) ? 1.0 : size_; }

void Training::put_pose(const Pose& pose, Eigen::Index column, MatrixX& input) const {
  if (!lesson_.see_pose) {
    input(0, column) = 1.0;
    return;
  }
  const int n = multibody_.joint_count();
  for (int j = 0; j < n; ++j) {
    const bool turns = is_angular(multibody_.joint(j).type);
    const double slid = turns ? 0.0 : (pose.theta[j] - multibody_.joint(j).initial) / size_;
    // clamped: avoids extrapolation far outside the trained range of a slide
    input(j, column) = turns ? pose.sine[j] : std::clamp(slid, -3.0, 3.0);
    input(n + j, column) = turns ? pose.cosine[j] : 1.0;
  }
}

void Training::make_batch() {
  const double noise = std::clamp(lesson_.noise, 0.0, Lesson::kMaxNoise);
  for (Eigen::Index c = 0; c < kBatch; ++c) {
    // most samples are near the initial pose, some far
    const double scale = std::clamp(lesson_.spread, 0.0, Lesson::kMaxSpread) *
                         (1.0 + uniform_number(seed_, drawn_++));
    for (int j = 0; j < multibody_.joint_count(); ++j) {
      const Joint& joint = multibody_.joint(j);
      const double away = scale * unit(j) * uniform_number(seed_, drawn_++);
      pose_.theta[j] = std::clamp(joint.initial + away, joint.lower, joint.upper);
      motion_(j, c) = multibody_.effectors_of(j).empty() ? 0.0 : normal_number(seed_, drawn_++);
      moved_.theta[j] = pose_.theta[j] + kSigma * unit(j) * motion_(j, c);
    }
    forward_kinematics(multibody_, pose_);
    forward_kinematics(multibody_, moved_);
    reached_goals(multibody_, moved_, targets_, aims_);
    task_error({.multibody = multibody_, .pose = pose_, .targets = targets_, .aims = aims_},
               whole_error_);
    // e in units of sigma L
    auto e = error_.col(c);
    e = whole_error_ / (kSigma * size_);
    for (double& row : e) row += noise * normal_number(seed_, drawn_++);
    put_pose(pose_, c, input_);
  }
}

/// Computes the loss 1/2 sum |A e - dtheta|^2 / (n kBatch), with e and dtheta in units of sigma,
/// and its gradient by the network's output. loss_ is twice that: the mean without 1/2.
void Training::make_loss() {
  const Eigen::Index n = motion_.rows();
  const Eigen::Index rows = error_.rows();
  const double share = 1.0 / static_cast<double>(motion_.size());
  loss_by_output_.resize(n * rows, kBatch);
  loss_ = 0.0;
  for (Eigen::Index c = 0; c < kBatch; ++c) {
    const Eigen::Map<const MatrixX> A(pass_.output.col(c).data(), n, rows);
    missed_.noalias() = A * error_.col(c);
    missed_ -= motion_.col(c);
    loss_ += share * missed_.squaredNorm();
    missed_ *= share;
    Eigen::Map<MatrixX>(loss_by_output_.col(c).data(), n, rows).noalias() =
        missed_ * error_.col(c).transpose();
  }
}

void Training::advance(int batches) {
  for (int i = 0; i < batches && !done(); ++i, ++batch_) {
    make_batch();
    network_.evaluate(input_, pass_);
    make_loss();
    network_.gradient(input_, loss_by_output_, pass_, gradient_);
    adam_.step(gradient_, kRate * (1.0 - progress()), network_.weights);
  }
}

bool Training::is_for(const Multibody& multibody, const Lesson& lesson) const {
  return lesson_ == lesson && same_body(multibody_, multibody);
}

namespace {

constexpr double kTrainingFormat = 1.0;  // format version of inputs() and result()

void append(std::vector<double>& list, double number) { list.push_back(number); }
template <class Derived>
void append(std::vector<double>& list, const Eigen::MatrixBase<Derived>& matrix) {
  for (const double number : matrix.reshaped()) list.push_back(number);
}
/// Appends numbers, vectors and matrices in order.
template <class... Parts>
void append_all(std::vector<double>& list, const Parts&... parts) {
  (append(list, parts), ...);
}

}  // namespace

std::vector<double> Training::inputs() const {
  std::vector<double> list;
  append_all(list, kTrainingFormat, lesson_.seed, lesson_.batches, lesson_.noise, lesson_.spread,
             lesson_.see_pose ? 1.0 : 0.0, multibody_.joint_count(), multibody_.effector_count());
  for (const Joint& joint : multibody_.joints()) {
    append_all(list, joint.parent, static_cast<double>(joint.type),
               joint.parent_from_joint.matrix(), joint.axis, joint.pitch, joint.lower, joint.upper,
               joint.initial);
  }
  for (const Effector& effector : multibody_.effectors()) {
    append_all(list, effector.joint, effector.offset, static_cast<double>(effector.aim),
               effector.pointer, effector.lever);
    // only if present: stored trainings of bodies without effector rotations stay valid
    if (!effector.rotation.isIdentity(0.0)) append(list, effector.rotation);
  }
  Training probe(multibody_, lesson_);
  probe.advance(kProbe);
  append_all(list, probe.loss_, probe.network_.weights.sum(), probe.network_.weights.squaredNorm());
  return list;
}

std::vector<double> Training::result() const {
  std::vector<double> list;
  append_all(list, loss_, network_.weights);
  return list;
}

bool Training::finish_with(std::span<const double> result) {
  if (result.size() != result_size()) return false;
  if (!std::ranges::all_of(result, [](double x) { return std::isfinite(x); })) {
    return false;
  }
  loss_ = result.front();
  std::copy(result.begin() + 1, result.end(), network_.weights.begin());
  batch_ = batches_;
  return true;
}

void Training::propose(const Pose& pose, const VectorX& e, MatrixX& input, Network::Pass& pass,
                       VectorX& dtheta) const {
  input.resize(network_.inputs(), 1);
  put_pose(pose, 0, input);
  network_.evaluate(input, pass);
  const Eigen::Map<const MatrixX> A(pass.output.data(), multibody_.joint_count(), e.size());
  dtheta.noalias() = A * e;
  dtheta /= size_;
  for (int j = 0; j < multibody_.joint_count(); ++j) {
    dtheta[j] *= multibody_.effectors_of(j).empty() ? 0.0 : unit(j);
  }
}

namespace {

/// A slope below this share of J's size times |e| is rounding.
constexpr double kSlopeRounding = 1e-12;

std::shared_ptr<const Training> trained_further(const std::shared_ptr<const Training>& known,
                                                const Multibody& multibody, const Lesson& lesson,
                                                int batches) {
  const bool fits = known != nullptr && known->is_for(multibody, lesson);
  auto further =
      fits ? std::make_shared<Training>(*known) : std::make_shared<Training>(multibody, lesson);
  further->advance(batches);
  return further;
}

}  // namespace

double Learned::prepare(const Multibody& multibody, int batches, PreparationStore* store) {
  const double share = trained(multibody);
  if (batches <= 0 || share >= 1.0) return share;
  if (store != nullptr && share == 0.0) {
    auto known = std::make_shared<Training>(multibody, lesson);
    if (known->finish_with(store->find(known->inputs(), known->result_size()))) {
      training = std::move(known);
      return 1.0;
    }
  }
  training = trained_further(training, multibody, lesson, batches);
  if (store != nullptr && training->done()) store->keep(training->inputs(), training->result());
  return trained(multibody);
}

double Learned::trained(const Multibody& multibody) const {
  return training != nullptr && training->is_for(multibody, lesson) ? training->progress() : 0.0;
}

void Learned::step(const Problem& problem, Workspace& w) const {
  const VectorX& e = w.error(problem);
  if (e.isZero(0.0)) return;
  Memory& m = w.memory<Memory>();
  const Multibody& multibody = problem.multibody;
  const Training* known = training.get();
  if (trained(multibody) < 1.0) {
    if (m.training == nullptr || !m.training->is_for(multibody, lesson)) {
      m.training = trained_further(training, multibody, lesson, kAllPortions);
    }
    known = m.training.get();
  }

  known->propose(problem.pose, e, m.input, m.pass, w.dtheta);
  w.dtheta *= std::min(1.0, reach * known->size() / e.norm());
  if (!problem.mobility.empty()) {
    const double freest = *std::ranges::max_element(problem.mobility);
    for (Eigen::Index j = 0; j < w.dtheta.size(); ++j) {
      // the motion is proportional to the squared mobility; the caller applies one factor
      const double mobility = problem.mobility[static_cast<std::size_t>(j)];
      w.dtheta[j] *= mobility > 0.0 ? mobility / (freest * freest) : 0.0;
    }
  }
  if (!guard) return;
  w.g.noalias() = w.jacobian(problem).transpose() * e;
  // the slope of a joint that moves no effector in this pose is rounding
  const double rounding = kSlopeRounding * largest(w.jacobian(problem)) * e.norm();
  for (Eigen::Index j = 0; j < w.dtheta.size(); ++j) {
    if (std::abs(w.g[j]) > rounding && w.g[j] * w.dtheta[j] < 0.0) w.dtheta[j] = 0.0;
  }
  const double slope = w.g.dot(w.dtheta);
  const double alpha =
      slope > 0.0 ? line_search(problem, w.dtheta, slope, trial_share(problem, w.dtheta), w) : 0.0;
  w.dtheta *= alpha;
}

}  // namespace ik
