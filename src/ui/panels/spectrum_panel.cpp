#include "ui/panels/pages.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr const char* kGainHelp =
    "The method's gain for an error along each singular direction. The pseudoinverse has the gain "
    "1/σ (Buss 2009, section 4 and eq. 13); damped methods have a filter τ(σ), which stays small "
    "for small σ (eq. 14). Dots: the gains of the last update.";
constexpr const char* kSigmaHelp =
    "The singular values of the Jacobian, J = Σ σᵢ uᵢ vᵢᵀ: how far the effectors move along uᵢ "
    "for one radian along vᵢ (Buss 2009, section 5).";

constexpr const char* kFilterHelp =
    "The methods that have a gain for every singular direction, Δθ = Σ τ(σᵢ) (uᵢᵀe) vᵢ (Buss 2009, "
    "eq. 13 and 14). Methods of the lanes with their settings, other methods with those of the "
    "front lane. Grey lines: the present σᵢ. Dots: τ of the front lane's method.";

constexpr int kCurvePoints = 200;
constexpr float kRoomForHeading = 320.0F;  ///< design points
constexpr float kBarsBeside =
    460.0F;  ///< design points, for bars beside the gains; else above them
constexpr float kMinBars = 110.0F, kMinGains = 150.0F;  ///< design points, heights
constexpr double kMinShare = 1e-2;  ///< plots of gains begin at this share of the largest sigma

/// Heading and numbers, on one line if even the longest numbers fit there.
void numbers(const Theme& theme, const lab::Spectrum& spectrum, float width) {
  constexpr const char* kHeading = "Singular values";
  const float gap = theme.px(12);
  const auto number = [&](const char* id, const char* word, const std::string& text,
                          const char* help) {
    reading(theme, "spectrum", id, word, text, help);
    ImGui::SameLine(0.0F, gap);
  };
  const auto font = in_font(theme.font.small);
  const float longest =
      text_width(theme.font.bold, kHeading) + text_width(theme.font.small, "rankcondw") +
      text_width(theme.font.small_numbers, "12/121.23e+451.23e-45") + 3.0F * (gap + theme.px(5));
  if (width >= theme.px(kRoomForHeading)) {
    ImGui::AlignTextToFramePadding();
    colored(theme.color.text, kHeading, theme.font.bold);
    hint(theme, kSigmaHelp);
    if (width >= longest) ImGui::SameLine(0.0F, gap);
  }
  ImGui::AlignTextToFramePadding();
  number("rank", "rank", format("%d/%zu", spectrum.rank, spectrum.components.size()),
         "Number of singular values that are not zero. If some are zero, the pose is singular: the "
         "joints cannot move the effectors in some direction (Buss 2009, section 4).");
  number("condition", "cond",
         std::isfinite(spectrum.condition) ? format("%.3g", spectrum.condition) : "∞",
         "Condition number: largest by smallest singular value, σ₁/σᵣ (Buss 2009, section 5).");
  number("manipulability", "w", format("%.3g", spectrum.manipulability),
         "Manipulability w, the product of the singular values, √det(JJᵀ): zero at a singularity "
         "(Yoshikawa 1985).");
  ImGui::NewLine();
}

void bar_hint(const Theme& theme, const lab::SingularComponent& component, std::size_t i) {
  const std::string gain =
      component.gain ? format("%.4g rad/m", *component.gain) : "none: the error has no part in it";
  const std::string filter = component.filter ? format("τ(σ) %.4g rad/m\n", *component.filter) : "";
  hint(theme,
       format("σ%zu = %.4g m/rad\nerror in this direction uᵀe  %.4g m\nmotion vᵀΔθ  %.4g rad\n"
              "gain vᵀΔθ / uᵀe  %s\n%s1/σ %.4g rad/m",
              i + 1, component.sigma, component.error, component.motion, gain.c_str(),
              filter.c_str(), 1.0 / component.sigma));
}

void bars(const Theme& theme, const lab::Spectrum& spectrum, ImVec2 size, SpectrumPanel& panel) {
  const auto& components = spectrum.components;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 restart = ImGui::GetCursorPos();
  const float line = line_height(theme.font.small);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  write(list, theme.font.small, corner, theme.color.text, "σᵢ [m/rad]");
  hint_in(theme, corner, {corner.x + size.x, corner.y + line}, kSigmaHelp);

  const ImVec2 min{corner.x, corner.y + line + theme.px(8)};
  const ImVec2 max{corner.x + size.x, corner.y + size.y - line - theme.px(4)};
  if (max.y > min.y && !components.empty()) {
    fill_rect(list, {min, max}, theme.color.canvas);
    const double most = std::max(components.front().sigma, 1e-12);
    const float each = (max.x - min.x) / static_cast<float>(components.size());
    const float gap = std::max(1.0F, 0.18F * each);
    for (std::size_t i = 0; i < components.size(); ++i) {
      const float left = min.x + each * static_cast<float>(i);
      const auto share = static_cast<float>(components[i].sigma / most);
      const float top = max.y - std::max(share * (max.y - min.y - theme.px(4)), 1.0F);
      ImGui::SetCursorScreenPos({left, min.y});
      const auto id = in_id(i);
      press_area("##bar", {each, max.y - min.y});
      mark("sigma", std::to_string(i + 1));
      const bool hovered = ImGui::IsItemHovered() || last_has_focus();
      if (hovered) panel.hovered = i;
      fill_rect(list, {{left + 0.5F * gap, top}, {left + each - 0.5F * gap, max.y}},
                faded(theme.color.accent, hovered ? 1.0F : 0.75F), theme.px(2),
                ImDrawFlags_RoundCornersTop);
      if (hovered) bar_hint(theme, components[i], i);
    }
    list.AddLine({min.x, max.y}, max, packed(theme.color.border));
    ImFont* font = theme.font.small_numbers;
    const auto number_at = [&](float x, const std::string& text) {
      write(list, font, {x, max.y + theme.px(3)}, theme.color.muted, text);
    };
    const std::string first = format("%.3g", components.front().sigma);
    const std::string last = format("%.2g", components.back().sigma);
    number_at(min.x, first);
    const float width = text_width(font, last.c_str());
    // if the two numbers would overlap, only the hint of the last bar has its number
    if (components.size() > 1 &&
        text_width(font, first.c_str()) + theme.px(6) + width <= max.x - min.x) {
      number_at(max.x - width, last);
    }
  }
  ImGui::SetCursorPos(restart);
  ImGui::Dummy(size);
}

/// Sets axes of gains over singular values, rounded so that they seldom change.
/// \returns the singular values at which the curves are drawn
std::vector<double> set_axes(lab::Plot& plot, const char* gain, double most) {
  lab::Axis steady{.label = {}, .unit = {}, .min = 0.0, .max = most};
  calm(steady);
  plot.x = {.label = "σ", .unit = "m/rad", .min = 0.0, .max = steady.max};
  plot.y = {.label = gain, .unit = "rad/m", .logarithmic = true};
  plot.y.max = std::pow(10.0, std::ceil(std::log10(1.0 / (kMinShare * steady.max))));
  plot.y.min = plot.y.max * 1e-5;
  std::vector<double> sigmas;
  for (int i = 0; i <= kCurvePoints; ++i) {
    sigmas.push_back(steady.max * (kMinShare + (1.0 - kMinShare) * i / kCurvePoints));
  }
  return sigmas;
}

double largest(const lab::Spectrum& spectrum) {
  return spectrum.components.empty() ? 1.0 : std::max(spectrum.components.front().sigma, 1e-9);
}

void refill_gains(const Theme& theme, const lab::Spectrum& spectrum, const lab::Tracker& tracker,
                  lab::Plot& plot) {
  plot.title = "Gain over σ [rad/m]";
  const double most = largest(spectrum);
  const std::vector<double> sigmas = set_axes(plot, "gain", most);
  lab::Series inverse{
      .label = "1/σ", .color = to_lab(theme.color.muted), .dashed = true, .x = sigmas, .y = {}};
  for (const double sigma : sigmas) inverse.y.push_back(1.0 / sigma);
  lab::Series filter = lab::filter_series(tracker.method(), sigmas, most);
  filter.label = filter.x.empty() ? "" : "τ(σ)";
  filter.color = lab::method_color(tracker.method_info());
  // gains of the last update
  lab::Series gains{.label = {}, .color = to_lab(theme.color.text), .dots = true, .x = {}, .y = {}};
  for (const lab::SingularComponent& component : spectrum.components) {
    gains.x.push_back(component.sigma);
    gains.y.push_back(component.gain ? std::abs(*component.gain) : std::nan(""));
  }
  plot.series = {std::move(inverse), std::move(filter), std::move(gains)};
}

/// The method with the settings of its lane or, without a lane, of the front lane.
ik::AnyMethod method_of(const lab::Bench& bench, const ik::MethodInfo& info) {
  if (&bench.front().method_info() == &info) return bench.front().method();
  const lab::Setup& setup = bench.setup();
  for (std::size_t i = 0; i < setup.lanes.size(); ++i) {
    if (setup.lanes[i].method == &info) return bench.tracker(i).method();
  }
  return lab::make_method(info, lab::shared_settings(bench.front().settings()));
}

void refill_filters(const Theme& theme, const lab::Bench& bench, const lab::Spectrum& spectrum,
                    const std::optional<std::size_t>& hovered, lab::Plot& plot) {
  plot.title = "τ(σ) [rad/m]";
  const double most = largest(spectrum);
  const std::vector<double> sigmas = set_axes(plot, "τ", most);
  plot.series.clear();
  for (const ik::MethodInfo& info : ik::methods()) {
    lab::Series series = lab::filter_series(method_of(bench, info), sigmas, most);
    if (series.x.empty()) continue;
    series.label = info.label;
    series.color = lab::method_color(info);
    // only the front lane's curve is solid
    series.dashed = &info != &bench.front().method_info();
    plot.series.push_back(std::move(series));
  }
  // the front lane's filter at the present singular values
  lab::Series dots{.label = {}, .color = to_lab(theme.color.text), .dots = true, .x = {}, .y = {}};
  for (std::size_t i = 0; i < spectrum.components.size(); ++i) {
    const double sigma = spectrum.components[i].sigma;
    // a line through all curves at this sigma
    const ImVec4 ink = hovered == i ? theme.color.text : faded(theme.color.muted, 0.3F);
    plot.series.push_back(
        {.label = {}, .color = to_lab(ink), .x = {sigma, sigma}, .y = {plot.y.min, plot.y.max}});
    dots.x.push_back(sigma);
    dots.y.push_back(spectrum.components[i].filter.value_or(std::nan("")));
  }
  plot.series.push_back(std::move(dots));
}

/// The gains over σ, or an offer of a method with gains.
void gains(const Theme& theme, const lab::Spectrum& spectrum, const lab::Tracker& tracker,
           ImVec2 size, SpectrumPanel& panel, Edit& edit) {
  const bool filters = std::ranges::any_of(
      spectrum.components, [](const lab::SingularComponent& c) { return c.filter.has_value(); });
  if (filters || tracker.workspace().has_jacobian()) {
    draw_plot(theme, "filter", panel.gains, size, kGainHelp);
    return mark("plot", "filter", Access::kPointer);
  }
  const ik::MethodInfo& damped = ik::known_method("dls");
  const std::string text = "Here is the gain of the method along each singular direction";
  const auto font = in_font(theme.font.small);
  ImGui::BeginChild("no gains", size);
  if (tracker.updates() == 0) {
    paragraph(theme.color.muted, text + ", from the first step on.");
  } else if (empty_state(
                 theme,
                 {.name = "Spectrum",
                  .text = text + ". " + tracker.method_info().label +
                          " has none in this step: it used no Jacobian.",
                  .button = std::string("Use ") + damped.label + ", which has one for every σ",
                  .help = "Changes the method of the lane in front. Undo restores it."},
                 size.x)) {
    choose_method(damped, edit);
  }
  ImGui::EndChild();
}

}  // namespace

void spectrum_panel(const Theme& theme, const lab::Spectrum& spectrum, const lab::Tracker& tracker,
                    ImVec2 size, SpectrumPanel& panel, Edit& edit) {
  const float top = ImGui::GetCursorPosY();
  front_lane_name(theme, edit.setup);
  const ImVec2 corner = ImGui::GetCursorPos();
  size.y -= corner.y - top;
  panel.hovered.reset();
  numbers(theme, spectrum, size.x);
  const float row = ImGui::GetCursorPosY() - corner.y;
  const float height = size.y - row;
  const float gap = theme.px(12);
  refill_gains(theme, spectrum, tracker, panel.gains);
  if (!fit_beside({size.x, height}, theme.px(kBarsBeside))) {
    // the page scrolls if it is too small
    const float upper = std::max(std::floor(0.4F * (height - gap)), theme.px(kMinBars));
    const float lower = std::max(height - gap - upper, theme.px(kMinGains));
    bars(theme, spectrum, {size.x, upper}, panel);
    ImGui::SetCursorPos({corner.x, corner.y + row + upper + gap});
    gains(theme, spectrum, tracker, {size.x, lower}, panel, edit);
  } else {
    const float left = std::floor(0.36F * (size.x - gap));
    bars(theme, spectrum, {left, height}, panel);
    ImGui::SameLine(0.0F, gap);
    gains(theme, spectrum, tracker, {size.x - gap - left, height}, panel, edit);
  }
}

void draw_filters(const Theme& theme, const lab::Bench& bench, const lab::Spectrum& spectrum,
                  ImVec2 size, const std::optional<std::size_t>& hovered, lab::Plot& filters) {
  refill_filters(theme, bench, spectrum, hovered, filters);
  draw_plot(theme, "filters", filters, size, kFilterHelp);
  mark("maths", "filters", Access::kPointer);
}

}  // namespace ui
