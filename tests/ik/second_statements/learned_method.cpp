#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "ik/second_statements/plain.h"

// The step of the network, and its training.
namespace second {
namespace {

/// h(i) of docs/methods/definitions-of-steps.md.
std::uint64_t bits(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = (seed + 1) * 0xd1342543de82ef95ULL + i * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

double even(std::uint64_t seed, std::uint64_t i) {
  return (static_cast<double>(bits(seed, i) >> 11) + 0.5) / std::pow(2.0, 52) - 1.0;
}

double bell(std::uint64_t seed, std::uint64_t i) {
  const std::uint64_t z = bits(seed, i);
  const std::uint64_t digits =
      (z & 65535) + ((z >> 16) & 65535) + ((z >> 32) & 65535) + ((z >> 48) & 65535);
  return (static_cast<double>(digits) - 131070.0) / 32768.0 * std::sqrt(0.75);
}

double size_of(const ik::Multibody& body) {
  const Place at = place(body, body.initial_theta());
  double sum = 0.0;
  int count = 0;
  for (int j = 0; j < static_cast<int>(body.joints().size()); ++j) {
    for (std::size_t i = 0; i < at.s.size(); ++i) {
      if (!turns(body, j) || !carries(body, j, body.effector(static_cast<int>(i)).joint)) continue;
      const auto own = static_cast<std::size_t>(j);
      sum += at.v[own].cross(at.s[i] - at.p[own]).squaredNorm();
      ++count;
    }
  }
  return sum > 0.0 ? std::sqrt(sum / count) : 1.0;
}

struct Layer {
  MatrixX W;
  VectorX b;
};

/// Moving averages of a gradient and its square, shaped like the layers.
struct Fading {
  Layer mean, square;
};

class Network {
 public:
  Network(const ik::Multibody& body, const Parameters& p)
      : body_(body), p_(p), L(size_of(body)), n_(static_cast<int>(body.joints().size())) {
    m_ = 3 * static_cast<int>(body.effectors().size() + aiming(body).size());
    seed_ = static_cast<std::uint64_t>(std::clamp(p.at("seed"), 0.0, 1e9));
    const int inputs = p.at("see-pose") != 0.0 ? 2 * n_ : 1;
    const int hidden = std::clamp(2 * n_ + m_, 32, 48);
    const double scales[] = {1.0, 1.0, 0.1};
    const int widths[] = {inputs, hidden, hidden, n_ * m_};
    std::uint64_t i = 0, numbers = 0;
    for (int l = 0; l < 3; ++l) {
      Layer layer{MatrixX(widths[l + 1], widths[l]), VectorX::Zero(widths[l + 1])};
      for (int column = 0; column < widths[l]; ++column) {
        for (int row = 0; row < widths[l + 1]; ++row) {
          layer.W(row, column) =
              scales[l] / std::sqrt(static_cast<double>(widths[l])) * bell(seed_, i++);
        }
      }
      const Layer zero{MatrixX::Zero(widths[l + 1], widths[l]), layer.b};
      fading_.push_back({zero, zero});
      layers_.push_back(layer);
      numbers += static_cast<std::uint64_t>(layer.W.size() + layer.b.size());
    }
    drawn_ = numbers;
    const int batches = static_cast<int>(std::clamp(p.at("training"), 1.0, 3000.0));
    for (int t = 0; t < batches; ++t) learn(t, batches);
  }

  /// A(theta).
  MatrixX matrix(const VectorX& theta) const {
    std::vector<VectorX> passed;
    return output(input(theta), passed).reshaped(n_, m_);
  }

  double unit(int j) const { return turns(body_, j) ? 1.0 : L; }
  double size() const { return L; }

 private:
  VectorX input(const VectorX& theta) const {
    if (p_.at("see-pose") == 0.0) return VectorX::Ones(1);
    VectorX x(2 * n_);
    for (int j = 0; j < n_; ++j) {
      const double slid = (theta[j] - body_.joint(j).initial) / L;
      x[j] = turns(body_, j) ? std::sin(theta[j]) : std::clamp(slid, -3.0, 3.0);
      x[n_ + j] = turns(body_, j) ? std::cos(theta[j]) : 1.0;
    }
    return x;
  }

  /// y, and the input of each layer.
  VectorX output(const VectorX& x, std::vector<VectorX>& passed) const {
    passed = {x};
    for (int l = 0; l < 2; ++l) {
      VectorX z = layers_[static_cast<std::size_t>(l)].W * passed.back() +
                  layers_[static_cast<std::size_t>(l)].b;
      for (double& number : z) number /= std::sqrt(1.0 + number * number);
      passed.push_back(z);
    }
    return layers_[2].W * passed.back() + layers_[2].b;
  }

  void learn(int t, int batches) {
    std::vector<Layer> gradient;
    for (const Fading& f : fading_) {
      gradient.push_back({0.0 * f.mean.W, 0.0 * f.mean.b});
    }
    for (int sample = 0; sample < 32; ++sample) {
      const double spread = std::clamp(p_.at("spread"), 0.0, 4.0) * (1.0 + even(seed_, drawn_++));
      VectorX from(n_), to(n_), motion = VectorX::Zero(n_);
      for (int j = 0; j < n_; ++j) {
        const ik::Joint& joint = body_.joint(j);
        const double away = spread * unit(j) * even(seed_, drawn_++);
        from[j] = std::clamp(joint.initial + away, joint.lower, joint.upper);
        if (moves_an_effector(body_, j)) motion[j] = bell(seed_, drawn_++);
        to[j] = from[j] + 0.1 * unit(j) * motion[j];
      }
      const Place there = place(body_, to);
      Question q{.body = body_, .theta = from, .targets = there.s};
      for (const int i : aiming(body_)) {
        const ik::Effector& effector = body_.effector(i);
        const Matrix3d R = axes(there, effector);
        q.aims.push_back({R * effector.pointer, R});
      }
      VectorX e = error(q, from) / (0.1 * L);
      const double noise = std::clamp(p_.at("noise"), 0.0, 10.0);
      for (double& row : e) row += noise * bell(seed_, drawn_++);

      std::vector<VectorX> passed;
      const MatrixX A = output(input(from), passed).reshaped(n_, m_);
      VectorX back = ((A * e - motion) * e.transpose() / (32.0 * n_)).reshaped();
      for (int l = 2; l >= 0; --l) {
        const auto at = static_cast<std::size_t>(l);
        gradient[at].W += back * passed[at].transpose();
        gradient[at].b += back;
        if (l == 0) break;
        back = (layers_[at].W.transpose() * back).eval();
        for (int i = 0; i < back.size(); ++i) {
          const double phi = passed[at][i];
          back[i] *= std::pow(1.0 - phi * phi, 1.5);
        }
      }
    }
    const double rate = 6e-3 * (1.0 - static_cast<double>(t) / batches);
    const double mean_scale = 1.0 - std::pow(0.9, t + 1),
                 square_scale = 1.0 - std::pow(0.999, t + 1);
    const auto step = [&](const auto& g, auto& mean, auto& square, auto& w) {
      mean = (0.9 * mean + 0.1 * g).eval();
      square = (0.999 * square + 0.001 * g.cwiseAbs2()).eval();
      w.array() -=
          rate * (mean.array() / mean_scale) / ((square.array() / square_scale).sqrt() + 1e-8);
    };
    for (std::size_t l = 0; l < 3; ++l) {
      step(gradient[l].W, fading_[l].mean.W, fading_[l].square.W, layers_[l].W);
      step(gradient[l].b, fading_[l].mean.b, fading_[l].square.b, layers_[l].b);
    }
  }

  const ik::Multibody& body_;
  Parameters p_;
  double L;
  int n_, m_;
  std::uint64_t seed_, drawn_;
  std::vector<Layer> layers_;
  std::vector<Fading> fading_;
};

}  // namespace

Method learned(const Parameters& p) {
  // copies of the method share the trained network
  const auto known = std::make_shared<std::unique_ptr<const Network>>();
  return [p, known](const Question& q) {
    if (*known == nullptr) *known = std::make_unique<const Network>(q.body, p);
    const Network& network = **known;
    const VectorX e = error(q, q.theta);
    const auto n = static_cast<int>(q.theta.size());
    VectorX x = VectorX::Zero(n);
    if (e.isZero(0.0)) return x;
    const double L = network.size();
    double freest = 0.0;
    for (int j = 0; j < n; ++j) freest = std::max(freest, mobility(q, j));
    x = network.matrix(q.theta) * e / L * std::min(1.0, p.at("reach") * L / e.norm());
    for (int j = 0; j < n; ++j) {
      x[j] *= network.unit(j) * mobility(q, j) / (freest * freest);
      if (!moves_an_effector(q.body, j)) x[j] = 0.0;
    }
    if (p.at("guard") == 0.0) return x;
    const MatrixX J = jacobian(q, q.theta);
    const VectorX g = J.transpose() * e;
    const double rounding = 1e-12 * J.cwiseAbs().maxCoeff() * e.norm();
    for (int j = 0; j < n; ++j) {
      if (std::abs(g[j]) > rounding && g[j] * x[j] < 0.0) x[j] = 0.0;
    }
    const double slope = g.dot(x);
    const double alpha = slope > 0.0 ? line_search(q, x, slope, trial_share(q, x)) : 0.0;
    return VectorX(alpha * x);
  };
}

}  // namespace second
