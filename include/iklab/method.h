#pragma once

#include <iklab/problem.h>

#include <concepts>
#include <functional>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ik {

/// What a knob's number means.
enum class KnobKind {
  kNumber,  ///< a real number
  kCount,   ///< a whole number
  kSwitch,  ///< 0 or 1
  kChoice,  ///< index of one of the choices
};

/// A number that a user sets: its names, its control and the values that it accepts. Options,
/// fields of files, sliders, axes of sweeps and words in tables are made from it.
struct Knob {
  const char* name;                   ///< "d-max", as in `--d-max`, `--param NAME=VALUE` and files
  const char* label;                  ///< on a control: "Hard clamp", "γ_max"
  const char* symbol = nullptr;       ///< in short texts: "λ"; null: the label
  const char* unit = "";              ///< "m/rad"; "" for a pure number
  KnobKind kind = KnobKind::kNumber;  ///< what the number means
  double min = 0.0;                   ///< left end of the slider
  double max = 1.0;                   ///< right end of the slider
  bool logarithmic = false;           ///< scale of the slider
  /// Smallest accepted value: others are refused, never cut.
  double least = 0.0;
  double most = std::numeric_limits<double>::max();  ///< largest accepted value
  bool above_least = false;                          ///< refuses `least` itself
  bool can_be_off = false;                           ///< accepts "off", stored as infinity
  std::span<const char* const> choices = {};         ///< words of a kChoice, by value
  std::span<const char* const> labels = {};          ///< the same on a control; empty: those words
  const char* help = "";                             ///< a sentence or two, with the source
  const char* alias = nullptr;                       ///< another accepted name, or null
  const char* synonyms = "";  ///< words for a search, with commas between them

  /// True for its name and its alias.
  bool is_named(std::string_view text) const {
    return text == name || (alias != nullptr && text == alias);
  }
  bool accepts(double value) const;  ///< true in the accepted range
  /// What it accepts, for messages: "a number above 0, or off", "a whole number from 1 to 20".
  std::string expectation() const;
};

/// For AnyMethod::prepare: all remaining portions.
inline constexpr int kAllPortions = std::numeric_limits<int>::max();

/// Keeps the results of preparations, such as the weights of a trained network, for later. The
/// library itself keeps nothing on disk: a program may hand in a store, see AnyMethod::prepare.
/// Several threads may call a store at the same time.
class PreparationStore {
 public:
  PreparationStore() = default;
  PreparationStore(const PreparationStore&) = delete;
  PreparationStore& operator=(const PreparationStore&) = delete;
  virtual ~PreparationStore() = default;

  /// The result that was kept for these inputs; empty if there is none of that size.
  /// \param inputs everything that the result depends on
  /// \param size   number of numbers in the result
  virtual std::vector<double> find(std::span<const double> inputs, std::size_t size) = 0;
  /// Keeps a result. A store that cannot keep it ignores it.
  virtual void keep(std::span<const double> inputs, std::span<const double> result) = 0;
};

/// Address of a method's parameter: a number or a switch.
using KnobValue = std::variant<double*, bool*>;
/// What AnyMethod::visit calls for each parameter.
using KnobVisitor = std::function<void(const Knob&, KnobValue)>;

/// A method is a small value: its parameters, and one function that proposes a step.
///
/// `step` is called after Workspace::begin and leaves its proposal in Workspace::dtheta. A warm
/// step allocates nothing, and no step throws. It may assume Workspace::finite(problem).
template <class M>
concept IkMethod = std::copyable<M> && requires(M method, const M& constant, const Problem& problem,
                                                Workspace& w, const KnobVisitor& visitor) {
  constant.step(problem, w);
  method.visit(visitor);
};

/// The form of a method in SIMD lanes, see BatchSolver. Only the library's own methods have one.
struct LaneForm;

/// Properties of a method, for tests and for the diagnosis of a shaking body. A method that has any
/// declares a member `static constexpr MethodTraits kTraits`.
struct MethodTraits {
  /// At a solution it may keep moving in the nullspace, J dtheta = 0, until it comes to rest.
  /// Other methods do not move at a solution.
  bool moves_in_nullspace = false;
  /// It serves the first goal before all others: their errors may rise. Other methods lower the
  /// sum of all errors.
  bool orders_goals = false;
  /// It enforces the joint limits by its own rule; its step is only cut at them.
  bool keeps_limits = false;
  /// It turns limbs to their poles itself, see Solver::set_pole. For other methods the step does.
  bool turns_to_poles = false;
  /// It moves joints by rules that know no loops: a body with loops gets Outcome::kOpensLoops.
  bool opens_loops = false;
  /// A larger `lambda` shortens its steps, and a large enough one stops the shaking.
  bool damped_by_lambda = false;
  /// Name of the parameter r if dtheta = r J^T e with a fixed r, which diverges from 2 / (largest
  /// curvature of the error) on. Null for others.
  const char* rate = nullptr;
  /// Name of the switch that shortens the step if the rate is too large. Null if there is none.
  const char* line_search = nullptr;
  /// Why the method shakes by design, in a sentence. Null for others.
  const char* habit = nullptr;
  const char* habit_source = nullptr;  ///< where that is explained
  /// The habit appears only if effectors share joints.
  bool habit_of_several = false;
};

/// Any method, as one copyable value.
class AnyMethod {
 public:
  /// Any value that is an IkMethod.
  template <class M>
  requires(!std::same_as<M, AnyMethod> && IkMethod<M>) explicit AnyMethod(M method)
      : self_(std::make_unique<Model<M>>(std::move(method))) {}
  /// An independent copy.
  AnyMethod(const AnyMethod& other) : self_(other.self_->clone()) {}
  AnyMethod(AnyMethod&&) noexcept = default;  ///< the other may then only be assigned or destroyed
  /// Takes the other's method and parameters.
  AnyMethod& operator=(AnyMethod other) noexcept { return self_ = std::move(other.self_), *this; }
  ~AnyMethod() = default;

  /// Proposes a step in w.dtheta (n). If a target, the pose or the step is not finite, dtheta is
  /// zero.
  Outcome step(const Problem& problem, Workspace& w) const;

  /// Passes every parameter to `visitor`, in the order of the sliders.
  void visit(const KnobVisitor& visitor) { self_->visit(visitor); }

  /// The filter tau of methods of the form dtheta = sum tau(sigma_i) (u_i^T e) v_i; Buss (2009),
  /// eq. 13 and 14. Empty for others.
  std::optional<double> filter(double sigma, double sigma_max) const {
    return self_->filter(sigma, sigma_max);
  }

  /// Does `portions` portions of the method's preparation for a multibody, such as training; a
  /// portion takes less than a millisecond. A step does all that is left of it, with the same
  /// result.
  /// \param store if not null, a result that is kept there replaces the preparation, with the same
  ///              bits, and a new result is kept
  /// \returns the finished share; 1 at once for most methods
  double prepare(const Multibody& multibody, int portions, PreparationStore* store = nullptr) {
    return self_->prepare(multibody, portions, store);
  }
  /// The finished share of the preparation. A change of a parameter may set it back.
  double prepared(const Multibody& multibody) const {
    return self_->prepare(multibody, 0, nullptr);
  }

  /// The method's kTraits; default values if it declares none.
  MethodTraits traits() const { return self_->traits(); }

 private:
  struct Concept {
    virtual ~Concept() = default;
    virtual std::unique_ptr<Concept> clone() const = 0;
    virtual void step(const Problem& problem, Workspace& w) const = 0;
    virtual void visit(const KnobVisitor& visitor) = 0;
    virtual std::optional<double> filter(double sigma, double sigma_max) const = 0;
    virtual double prepare(const Multibody& multibody, int portions, PreparationStore* store) = 0;
    virtual MethodTraits traits() const = 0;
  };
  template <class M>
  struct Model final : Concept {
    explicit Model(M m) : method(std::move(m)) {}
    std::unique_ptr<Concept> clone() const override { return std::make_unique<Model>(method); }
    void step(const Problem& problem, Workspace& w) const override { method.step(problem, w); }
    void visit(const KnobVisitor& visitor) override { method.visit(visitor); }
    std::optional<double> filter(double sigma, double sigma_max) const override {
      if constexpr (requires { method.filter(sigma, sigma_max); }) {
        return method.filter(sigma, sigma_max);
      } else {
        return std::nullopt;
      }
    }
    double prepare(const Multibody& multibody, int portions, PreparationStore* store) override {
      if constexpr (requires { method.prepare(multibody, portions, store); }) {
        return method.prepare(multibody, portions, store);
      } else if constexpr (requires { method.prepare(multibody, portions); }) {
        return method.prepare(multibody, portions);
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

/// Sets the parameter `name`; a switch takes 0 or 1.
/// \returns false, and changes nothing, if the method has no such parameter or does not accept the
///   value
bool set_param(AnyMethod& method, std::string_view name, double value);
/// The parameter `name`, a switch as 0 or 1; empty if the method has no such parameter.
std::optional<double> get_param(const AnyMethod& method, std::string_view name);

/// A row of the registry of methods, for menus, options, tests and benchmarks.
struct MethodInfo {
  const char* id;          ///< as in `--method ID`
  const char* label;       ///< in menus and legends, and its heading in docs/methods
  const char* short_name;  ///< where the label has no room: "JT", "SDLS"
  unsigned color;          ///< in pictures and plots on a light ground, 0xRRGGBB in sRGB
  const char* group;       ///< heading in the list of methods
  const char* equation;    ///< the step in one line of plain text
  const char* reference;   ///< its source
  const char* help;        ///< one or two sentences: strengths and weaknesses
  /// Default cap on a change of angle per step, rad (ClampMaxAbs).
  double max_angle = std::numbers::pi / 4.0;
  AnyMethod (*make)();  ///< makes the method with default parameters; see create()
  /// Other names in the field, with commas between them: "pinv, Moore–Penrose".
  const char* synonyms;
  /// Whether docs/methods/definitions-of-steps.md defines the step to the letter: a test then takes
  /// the same steps with a second implementation of that text.
  bool to_the_letter = false;
  const LaneForm* simd_lanes = nullptr;       ///< its form in SIMD lanes, or null
  std::shared_ptr<const AnyMethod> own = {};  ///< a method of the caller's, in place of `make`

  /// The method with default parameters.
  AnyMethod create() const { return own ? *own : make(); }
};

/// All methods, in the order of menus and tables.
std::span<const MethodInfo> methods();

/// The method with this id, or null.
const MethodInfo* find_method(std::string_view id);
/// The method with this id. \throws std::invalid_argument that lists the known ids
const MethodInfo& known_method(std::string_view id);

}  // namespace ik
