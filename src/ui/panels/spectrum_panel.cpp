#include "ui/panels/spectrum_panel.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "ui/kit/items.h"
#include "ui/kit/widgets.h"
#include "ui/plot/plot.h"

namespace ui {
namespace {

constexpr const char* kGainHelp =
    "How strongly a method answers an error along a singular direction: the pseudoinverse by 1/σ "
    "(Buss 2009, section 4 and eq. 13), damped methods by their filter τ(σ), which stays small "
    "where σ does (eq. 14). Dots: the gains of the last update.";
constexpr const char* kSigmaHelp =
    "The singular values of the Jacobian, J = Σ σᵢ uᵢ vᵢᵀ: how far the effectors move along uᵢ "
    "for a radian along vᵢ (Buss 2009, section 5).";

constexpr const char* kFilterHelp =
    "Methods that answer every singular direction by a gain of its own, Δθ = Σ τ(σᵢ) (uᵢᵀe) vᵢ "
    "(Buss 2009, eq. 13 and 14): lanes with their settings, other methods with the front one's. "
    "Grey lines: the present σᵢ; dots: the front method's τ there.";

constexpr int kCurvePoints = 200;
constexpr float kRoomForHeading = 320.0F;  ///< design points
constexpr float kRoomForBoth = 180.0F;     ///< design points, for bars and gains; else bars alone
constexpr double kLeastShare = 1e-2;       ///< of the largest sigma: where the plots of gains begin

/// The numbers above the plots.
void numbers(const Theme& theme, const lab::Spectrum& spectrum, float width) {
  const auto number = [&theme](const char* id, const char* word, const char* text,
                               const char* help) {
    reading(theme, "spectrum", id, word, text, help);
    ImGui::SameLine(0.0F, theme.px(12));
  };
  char text[32];
  ImGui::PushFont(theme.font.small);
  if (width >= theme.px(kRoomForHeading)) {
    heading(theme, "Singular values");
    hint(theme, kSigmaHelp);
    ImGui::SameLine(0.0F, theme.px(14));
  }
  ImGui::AlignTextToFramePadding();
  std::snprintf(text, sizeof text, "%d/%zu", spectrum.rank, spectrum.components.size());
  number("rank", "rank", text,
         "Singular values that are not zero. Fewer than there are: the pose is singular, and some "
         "direction of the effectors is out of the joints' power (Buss 2009, section 4).");
  if (std::isfinite(spectrum.condition)) {
    std::snprintf(text, sizeof text, "%.3g", spectrum.condition);
  } else {
    std::snprintf(text, sizeof text, "∞");
  }
  number("condition", "cond", text,
         "Largest by smallest singular value, σ₁/σᵣ: how much harder the worst direction is to "
         "move in than the best (Buss 2009, section 5).");
  std::snprintf(text, sizeof text, "%.3g", spectrum.manipulability);
  number("manipulability", "μ", text,
         "Manipulability, the product of the singular values, √det(JJᵀ): zero at a singularity "
         "(Yoshikawa 1985).");
  ImGui::NewLine();
  ImGui::PopFont();
}

void bar_hint(const Theme& theme, const lab::SingularComponent& component, std::size_t i) {
  char gain[32] = "none, no error lies in it";
  if (component.gain) std::snprintf(gain, sizeof gain, "%.4g rad/m", *component.gain);
  char filter[48] = "";
  if (component.filter)
    std::snprintf(filter, sizeof filter, "τ(σ) %.4g rad/m\n", *component.filter);
  char text[400];
  std::snprintf(text, sizeof text,
                "σ%zu = %.4g m/rad\nerror in this direction uᵀe  %.4g m\nmotion vᵀΔθ  %.4g rad\n"
                "gain vᵀΔθ / uᵀe  %s\n%s1/σ %.4g rad/m",
                i + 1, component.sigma, component.error, component.motion, gain, filter,
                1.0 / component.sigma);
  hint(theme, text);
}

void bars(const Theme& theme, const lab::Spectrum& spectrum, ImVec2 size, SpectrumPanel& panel) {
  const auto& components = spectrum.components;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 restart = ImGui::GetCursorPos();
  const float line = theme.font.small->FontSize * theme.font.small->Scale;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushFont(theme.font.small);
  list.AddText(corner, packed(theme.color.text), "σᵢ [m/rad]");
  ImGui::PopFont();
  hint_in(theme, corner, {corner.x + size.x, corner.y + line}, kSigmaHelp);

  const ImVec2 min{corner.x, corner.y + line + theme.px(8)};
  const ImVec2 max{corner.x + size.x, corner.y + size.y - line - theme.px(4)};
  if (max.y > min.y && !components.empty()) {
    list.AddRectFilled(min, max, packed(theme.color.canvas));
    const double most = std::max(components.front().sigma, 1e-12);
    const float each = (max.x - min.x) / static_cast<float>(components.size());
    const float gap = std::max(1.0F, 0.18F * each);
    for (std::size_t i = 0; i < components.size(); ++i) {
      const float left = min.x + each * static_cast<float>(i);
      const auto share = static_cast<float>(components[i].sigma / most);
      const float top = max.y - std::max(share * (max.y - min.y - theme.px(4)), 1.0F);
      ImGui::SetCursorScreenPos({left, min.y});
      ImGui::PushID(static_cast<int>(i));
      ImGui::InvisibleButton("##bar", {each, max.y - min.y});
      ImGui::PopID();
      mark("sigma", std::to_string(i + 1));
      const bool hovered = ImGui::IsItemHovered();
      if (hovered) panel.hovered = i;
      list.AddRectFilled({left + 0.5F * gap, top}, {left + each - 0.5F * gap, max.y},
                         packed(faded(theme.color.accent, hovered ? 1.0F : 0.75F)), theme.px(2),
                         ImDrawFlags_RoundCornersTop);
      bar_hint(theme, components[i], i);
    }
    list.AddLine({min.x, max.y}, max, packed(theme.color.border));
    ImFont* font = theme.font.small_numbers;
    const float height = font->FontSize * font->Scale;
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", components.front().sigma);
    list.AddText(font, height, {min.x, max.y + theme.px(3)}, packed(theme.color.muted), text);
    const float taken = font->CalcTextSizeA(height, 1e6F, 0.0F, text).x + theme.px(6);
    std::snprintf(text, sizeof text, "%.2g", components.back().sigma);
    const float width = font->CalcTextSizeA(height, 1e6F, 0.0F, text).x;
    // one that would run into the other is left to the hint of its bar
    if (components.size() > 1 && taken + width <= max.x - min.x) {
      list.AddText(font, height, {max.x - width, max.y + theme.px(3)}, packed(theme.color.muted),
                   text);
    }
  }
  ImGui::SetCursorPos(restart);
  ImGui::Dummy(size);
}

/// Axes of gains over singular values, which keep still while these change a little.
/// \returns where the curves are drawn
std::vector<double> set_axes(lab::Plot& plot, const char* gain, double most) {
  lab::Axis steady{.label = {}, .unit = {}, .min = 0.0, .max = most};
  calm(steady);
  plot.x = {.label = "σ", .unit = "m/rad", .min = 0.0, .max = steady.max};
  plot.y = {.label = gain, .unit = "rad/m", .logarithmic = true};
  plot.y.max = std::pow(10.0, std::ceil(std::log10(1.0 / (kLeastShare * steady.max))));
  plot.y.min = plot.y.max * 1e-5;
  std::vector<double> sigmas;
  for (int i = 0; i <= kCurvePoints; ++i) {
    sigmas.push_back(steady.max * (kLeastShare + (1.0 - kLeastShare) * i / kCurvePoints));
  }
  return sigmas;
}

double largest(const lab::Spectrum& spectrum) {
  return spectrum.components.empty() ? 1.0 : std::max(spectrum.components.front().sigma, 1e-9);
}

/// τ over these singular values; empty where the method has no filter.
lab::Series filter_curve(const ik::AnyMethod& method, const std::vector<double>& sigmas,
                         double most) {
  lab::Series series;
  for (const double sigma : sigmas) {
    if (const auto tau = method.filter(sigma, most)) {
      series.x.push_back(sigma);
      series.y.push_back(*tau);
    }
  }
  return series;
}

void refill_gains(const Theme& theme, const lab::Spectrum& spectrum, const lab::Tracker& tracker,
                  lab::Plot& plot) {
  plot.title = "Gain over σ [rad/m]";
  const double most = largest(spectrum);
  const std::vector<double> sigmas = set_axes(plot, "gain", most);
  lab::Series inverse;
  inverse.label = "1/σ";
  inverse.color = to_lab(theme.color.muted);
  inverse.dashed = true;
  inverse.x = sigmas;
  for (const double sigma : sigmas) inverse.y.push_back(1.0 / sigma);
  lab::Series filter = filter_curve(tracker.method(), sigmas, most);
  filter.label = filter.x.empty() ? "" : "τ(σ)";
  filter.color = lab::method_color(tracker.method_info());
  lab::Series gains;  // what the last update did
  gains.dots = true;
  gains.color = to_lab(theme.color.text);
  for (const lab::SingularComponent& component : spectrum.components) {
    gains.x.push_back(component.sigma);
    gains.y.push_back(component.gain ? std::abs(*component.gain) : std::nan(""));
  }
  plot.series = {std::move(inverse), std::move(filter), std::move(gains)};
}

/// The method as it runs, or as it would run with the front lane's settings.
ik::AnyMethod as_it_runs(const lab::Bench& bench, const ik::MethodInfo& info) {
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
    lab::Series series = filter_curve(as_it_runs(bench, info), sigmas, most);
    if (series.x.empty()) continue;
    series.label = info.id;
    series.color = lab::method_color(info);
    // the front method's stands out
    series.dashed = &info != &bench.front().method_info();
    plot.series.push_back(std::move(series));
  }
  lab::Series dots;  // the front method's filter at the live singular values
  dots.dots = true;
  dots.color = to_lab(theme.color.text);
  for (std::size_t i = 0; i < spectrum.components.size(); ++i) {
    const double sigma = spectrum.components[i].sigma;
    lab::Series line;  // through all curves at this sigma
    line.color = to_lab(hovered == i ? theme.color.text : theme.color.muted);
    line.dashed = true;
    line.x = {sigma, sigma};
    line.y = {plot.y.min, plot.y.max};
    plot.series.push_back(std::move(line));
    dots.x.push_back(sigma);
    dots.y.push_back(spectrum.components[i].filter.value_or(std::nan("")));
  }
  plot.series.push_back(std::move(dots));
}

}  // namespace

void spectrum_panel(const Theme& theme, const lab::Spectrum& spectrum, const lab::Tracker& tracker,
                    ImVec2 size, SpectrumPanel& panel) {
  const ImVec2 corner = ImGui::GetCursorPos();
  panel.hovered.reset();
  numbers(theme, spectrum, size.x);
  // the plots stand level with those beside them
  ImGui::PushFont(theme.font.small);
  const float row = ImGui::GetFrameHeight() + theme.px(4);
  ImGui::PopFont();
  ImGui::SetCursorPos({corner.x, corner.y + row});
  const float height = size.y - row;
  const float gap = theme.px(12);
  if (size.x < theme.px(kRoomForBoth)) {
    bars(theme, spectrum, {size.x, height}, panel);
    refill_gains(theme, spectrum, tracker, panel.gains);
    return;
  }
  const float left = static_cast<float>(static_cast<int>(0.36F * (size.x - gap)));
  bars(theme, spectrum, {left, height}, panel);
  ImGui::SameLine(0.0F, gap);
  refill_gains(theme, spectrum, tracker, panel.gains);
  draw_plot(theme, "filter", panel.gains, {size.x - gap - left, height}, kGainHelp);
  mark("plot", "filter");
}

void draw_filters(const Theme& theme, const lab::Bench& bench, const lab::Spectrum& spectrum,
                  ImVec2 size, const std::optional<std::size_t>& hovered, lab::Plot& filters) {
  refill_filters(theme, bench, spectrum, hovered, filters);
  draw_plot(theme, "filters", filters, size, kFilterHelp);
  mark("maths", "filters");
}

}  // namespace ui
