#pragma once

#include <iklab/problem.h>

#include <concepts>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace ik {

/// What a slider, an option, a JSON field and a test know of one tunable number of a method.
struct ParamInfo {
  const char* name;  ///< as in `--param NAME=VALUE`
  const char* unit;  ///< "" for a pure number
  double min, max;   ///< what a slider offers; methods accept every finite value >= 0
  bool logarithmic;
  const char* help;  ///< a sentence, with its source
};

/// For AnyMethod::prepare: all that is left.
inline constexpr int kAllPortions = std::numeric_limits<int>::max();

/// A tunable number or switch, where it lives.
using ParamValue = std::variant<double*, bool*>;
using ParamVisitor = std::function<void(const ParamInfo&, ParamValue)>;

/// A method is a small value: its tunable numbers, and one function that proposes a step.
///
/// `step` is called between Workspace::begin and the use of Workspace::dtheta, leaves a finite
/// dtheta, allocates nothing once warm, and never throws. It may assume that the workspace is
/// finite(problem).
template <class M>
concept IkMethod = std::copyable<M> && requires(M method, const M& constant, const Problem& problem,
                                                Workspace& w, const ParamVisitor& visitor) {
  constant.step(problem, w);
  method.visit(visitor);
};

/// How a method steps in the lanes of a batch; of the library's own methods alone.
struct LaneForm;

/// What some methods do by design and others must not. A method says so by a member
/// `static constexpr MethodTraits kTraits`.
///
/// What a diagnosis of a shaking body knows of methods is here, too.
struct MethodTraits {
  /// At a solution it may go on to move what does not move the effectors, J dtheta = 0, until it
  /// comes to rest. Others stand still.
  bool moves_in_nullspace = false;
  /// It serves the first goal before all others, whose errors may rise for it. Other methods step
  /// downhill for all goals together.
  bool orders_goals = false;
  /// Its step keeps within the joints' limits by the method's own rule, but for what is cut off at
  /// last.
  bool keeps_limits = false;
  /// It is damped least squares at heart: its steps are shorter the larger its `lambda`, and a
  /// large enough one calms it.
  bool damped_by_lambda = false;
  /// The parameter that is r in dtheta = r J^T e, where r is all that the step's length comes from:
  /// it has to be below 2 over the error's largest curvature. Null for others.
  const char* rate = nullptr;
  /// The switch that chooses a shorter step where the rate is too large. Null where there is none.
  const char* line_search = nullptr;
  /// Why it shakes by design, in a sentence, and where that is explained. Null for others.
  const char* habit = nullptr;
  const char* habit_source = nullptr;
  /// The habit shows only where effectors share joints.
  bool habit_of_several = false;
  /// Its form for many bodies side by side, see BatchSolver. Null where there is none.
  const LaneForm* lanes = nullptr;
};

/// Any method, as one copyable value.
class AnyMethod {
 public:
  template <class M>
  requires(!std::same_as<M, AnyMethod> && IkMethod<M>) explicit AnyMethod(M method)
      : self_(std::make_unique<Model<M>>(std::move(method))) {}
  AnyMethod(const AnyMethod& other) : self_(other.self_->clone()) {}
  AnyMethod(AnyMethod&&) noexcept = default;
  AnyMethod& operator=(AnyMethod other) noexcept { return self_ = std::move(other.self_), *this; }
  ~AnyMethod() = default;

  /// Proposes a step for the problem in w.dtheta, and says how it went. Also guards what a method
  /// need not think of: a target or pose that is no number, an error of nothing, a step that
  /// overflowed; dtheta is zero then.
  Outcome step(const Problem& problem, Workspace& w) const;

  /// Shows every parameter to `visitor`, in the order of the sliders.
  void visit(const ParamVisitor& visitor) { self_->visit(visitor); }

  /// The filter tau(sigma) of methods that act on each singular component by its own gain,
  /// dtheta = sum tau(sigma_i) (u_i^T e) v_i; Buss (2009), eq. 13 and 14. Empty for others.
  std::optional<double> filter(double sigma, double sigma_max) const {
    return self_->filter(sigma, sigma_max);
  }

  /// Does so many portions of what the method has to do before it can step on that multibody, such
  /// as training; a portion takes less than a millisecond. A step that is taken before does all of
  /// it at once, to the same effect. \returns the share that is done; 1 at once for most methods
  double prepare(const Multibody& multibody, int portions) {
    return self_->prepare(multibody, portions);
  }
  /// The share of it that is done; it is undone by a change of the method's parameters.
  double prepared(const Multibody& multibody) const { return self_->prepared(multibody); }

  /// What sets the method apart from others.
  MethodTraits traits() const { return self_->traits(); }

 private:
  struct Concept {
    virtual ~Concept() = default;
    virtual std::unique_ptr<Concept> clone() const = 0;
    virtual void step(const Problem& problem, Workspace& w) const = 0;
    virtual void visit(const ParamVisitor& visitor) = 0;
    virtual std::optional<double> filter(double sigma, double sigma_max) const = 0;
    virtual double prepare(const Multibody& multibody, int portions) = 0;
    virtual double prepared(const Multibody& multibody) const = 0;
    virtual MethodTraits traits() const = 0;
  };
  template <class M>
  struct Model final : Concept {
    explicit Model(M m) : method(std::move(m)) {}
    std::unique_ptr<Concept> clone() const override { return std::make_unique<Model>(method); }
    void step(const Problem& problem, Workspace& w) const override { method.step(problem, w); }
    void visit(const ParamVisitor& visitor) override { method.visit(visitor); }
    std::optional<double> filter(double sigma, double sigma_max) const override {
      if constexpr (requires { method.filter(sigma, sigma_max); }) {
        return method.filter(sigma, sigma_max);
      } else {
        return std::nullopt;
      }
    }
    double prepare([[maybe_unused]] const Multibody& multibody,
                   [[maybe_unused]] int portions) override {
      if constexpr (requires { method.prepare(multibody, portions); }) {
        return method.prepare(multibody, portions);
      } else {
        return 1.0;
      }
    }
    double prepared([[maybe_unused]] const Multibody& multibody) const override {
      if constexpr (requires { method.prepared(multibody); }) {
        return method.prepared(multibody);
      } else {
        return 1.0;
      }
    }
    MethodTraits traits() const override {
      if constexpr (requires { M::kTraits; }) {
        return M::kTraits;
      } else {
        return {};
      }
    }
    M method;
  };
  std::unique_ptr<Concept> self_;
};

/// Sets the parameter `name`; a switch takes 0 and 1.
/// \returns false if the method has none of that name
bool set_param(AnyMethod& method, std::string_view name, double value);
/// The parameter `name`, a switch as 0 or 1; empty if the method has none of that name.
std::optional<double> get_param(const AnyMethod& method, std::string_view name);

/// A row of the registry: everything that menus, options, tests and benchmarks know of a method.
struct MethodInfo {
  const char* id;         ///< as in `--method ID`
  const char* label;      ///< in menus and legends
  const char* group;      ///< heading in the list of methods
  const char* equation;   ///< the step in one line of plain text
  const char* reference;  ///< where it comes from
  const char* help;       ///< a sentence or two on when it is good and when not
  double max_angle;       ///< ClampMaxAbs unless the user says otherwise, rad
  AnyMethod (*make)();
};

/// All methods, in the one order that is used everywhere.
std::span<const MethodInfo> methods();

/// The method of that id, or null.
const MethodInfo* find_method(std::string_view id);
/// Likewise. \throws std::invalid_argument that names all there are, where there is none of that id
const MethodInfo& known_method(std::string_view id);

}  // namespace ik
