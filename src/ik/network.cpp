#include "ik/network.h"

#include <cmath>

#include "ik/check.h"

namespace ik {
namespace {

/// A layer's weights in the one long vector.
struct Layer {
  Eigen::Index weights, offsets;  // where W (to x from) and b (to) start
  int from, to;

  Eigen::Map<const Eigen::MatrixXd> W(const Eigen::VectorXd& all) const {
    return {all.data() + weights, to, from};
  }
  Eigen::Map<Eigen::MatrixXd> W(Eigen::VectorXd& all) const {
    return {all.data() + weights, to, from};
  }
  Eigen::Map<const Eigen::VectorXd> b(const Eigen::VectorXd& all) const {
    return {all.data() + offsets, to};
  }
  Eigen::Map<Eigen::VectorXd> b(Eigen::VectorXd& all) const { return {all.data() + offsets, to}; }
  Eigen::Index end() const { return offsets + to; }
};

Layer layer(int from, int to, Eigen::Index start) { return {start, start + from * to, from, to}; }

struct Layers {
  Layer first, second, last;
  explicit Layers(const Network& n)
      : first(layer(n.inputs(), n.hidden(), 0)),
        second(layer(n.hidden(), n.hidden(), first.end())),
        last(layer(n.hidden(), n.outputs(), second.end())) {}
};

void squash(Eigen::MatrixXd& z) { z.array() /= (1.0 + z.array().square()).sqrt(); }

/// back := back * phi', with phi known.
void through_squash(const Eigen::MatrixXd& phi, Eigen::MatrixXd& slope, Eigen::MatrixXd& back) {
  slope = 1.0 - phi.array().square();
  back.array() *= slope.array() * slope.array().sqrt();
}

}  // namespace

std::uint64_t mixed_bits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = (seed + 1) * 0xd1342543de82ef95ULL + index * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

double even_number(std::uint64_t seed, std::uint64_t index) {
  constexpr double kScale = 1.0 / (1ULL << 52U);
  return (static_cast<double>(mixed_bits(seed, index) >> 11U) + 0.5) * kScale - 1.0;
}

double bell_number(std::uint64_t seed, std::uint64_t index) {
  // four numbers of 16 bits; an even number in (-1, 1) has the variance 1/3
  const std::uint64_t bits = mixed_bits(seed, index);
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
          size / std::sqrt(static_cast<double>(layer.from)) * bell_number(seed, index++);
    }
  };
  fill(layers.first, 1.0);
  fill(layers.second, 1.0);
  fill(layers.last, 0.1);
}

void Network::evaluate(const Eigen::MatrixXd& x, Pass& pass) const {
  const Layers layers(*this);
  pass.first.noalias() = layers.first.W(weights) * x;
  pass.first.colwise() += layers.first.b(weights);
  squash(pass.first);
  pass.second.noalias() = layers.second.W(weights) * pass.first;
  pass.second.colwise() += layers.second.b(weights);
  squash(pass.second);
  pass.output.noalias() = layers.last.W(weights) * pass.second;
  pass.output.colwise() += layers.last.b(weights);
}

void Network::gradient(const Eigen::MatrixXd& x, const Eigen::MatrixXd& loss_by_output, Pass& pass,
                       Eigen::VectorXd& gradient) const {
  const Layers layers(*this);
  gradient.resize(weights.size());
  const auto collect = [&gradient](const Layer& layer, const Eigen::MatrixXd& back,
                                   const Eigen::MatrixXd& input) {
    layer.W(gradient).noalias() = back * input.transpose();
    layer.b(gradient) = back.rowwise().sum();
  };
  collect(layers.last, loss_by_output, pass.second);
  pass.back.noalias() = layers.last.W(weights).transpose() * loss_by_output;
  through_squash(pass.second, pass.slope, pass.back);
  collect(layers.second, pass.back, pass.first);
  // the last use of what stands behind the second layer
  pass.second.noalias() = layers.second.W(weights).transpose() * pass.back;
  through_squash(pass.first, pass.slope, pass.second);
  collect(layers.first, pass.second, x);
}

void Adam::step(const Eigen::VectorXd& gradient, double rate, Eigen::VectorXd& weights) {
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

}  // namespace ik
