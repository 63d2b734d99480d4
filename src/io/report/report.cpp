#include "io/report/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "io/figure/figure.h"
#include "io/figure/plot_file.h"
#include "io/files/file.h"
#include "io/files/numbered_files.h"
#include "io/setup/provenance.h"
#include "lab/run/metrics.h"
#include "lab/scene/knobs.h"

namespace io {
namespace {

constexpr const char* kPageStyle = R"(
:root { color-scheme: light dark; --ink: #1d2126; --soft: #59616b; --line: #d9dde2; --page: #fff;
  --holds: #12734a; --part: #8a5a00; --not: #a8342a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #9aa3ad; --line: #363c44;
  --page: #16191d; --holds: #5cc795; --part: #e0b056; --not: #f0867b; } }
body { font: 16px/1.55 Inter, system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 54rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 3rem 0 .25rem; border-top: 1px solid var(--line); padding-top: 2rem; }
p { margin: .5rem 0; }
.soft { color: var(--soft); font-size: .9rem; }
.holds { color: var(--holds); } .part { color: var(--part); } .not { color: var(--not); }
.verdict { font-weight: 600; }
a { color: inherit; }
table { border-collapse: collapse; font-size: .85rem; width: 100%; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--line);
  font-variant-numeric: tabular-nums; }
th { font-weight: 600; } td:first-child, th:first-child, .left { text-align: left; }
.scroll { overflow-x: auto; }
figure { margin: 1rem 0; background: #fff; border: 1px solid var(--line); border-radius: 6px; padding: .5rem; }
figure svg { display: block; width: 100%; height: auto; }
summary { cursor: pointer; color: var(--soft); font-size: .9rem; }
)";

const char* style_of(lab::Verdict verdict) {
  constexpr const char* kClasses[] = {"holds", "part", "not", "soft"};  // in the order of Verdict
  return kClasses[static_cast<std::size_t>(verdict)];
}

/// A column of the table of runs.
struct Column {
  const char* heading;
  std::string (*text)(const lab::ClaimResult& result);
};

std::string time_text(const lab::ClaimResult& result) {
  const auto& ns = result.summary.ns_per_update;
  return ns ? fmt::format("{:.0f}", *ns) : "–";
}

constexpr Column kTracking[] = {
    {"mean error [m]",
     [](const lab::ClaimResult& r) { return fmt::format("{:.5g}", r.summary.mean_error); }},
    {"total [m]",
     [](const lab::ClaimResult& r) { return fmt::format("{:.6g}", r.summary.total_error); }},
    {"jitter [deg]",
     [](const lab::ClaimResult& r) { return fmt::format("{:.4g}", r.summary.mean_jitter_deg); }},
    {"reversals [%]",
     [](const lab::ClaimResult& r) {
       return fmt::format("{:.1f}", 100.0 * r.summary.reversal_rate);
     }},
    {"ns/update", time_text},
    {"steps", [](const lab::ClaimResult& r) {
       return fmt::format("{}–{}", r.run.warmup + 1, r.run.steps);
     }}};

constexpr Column kBasins[] = {
    {"starts",
     [](const lab::ClaimResult& r) { return std::to_string(r.run.basin_side * r.run.basin_side); }},
    {"reached [%]",
     [](const lab::ClaimResult& r) {
       return fmt::format("{:.2f}", 100.0 * r.basins->reached_share);
     }},
    {"mean updates",
     [](const lab::ClaimResult& r) { return fmt::format("{:.4g}", r.basins->mean_updates); }},
    {"order at the end",
     [](const lab::ClaimResult& r) {
       const std::string words = lab::in_words(r.basins->order);
       return words.empty() ? "–" : words;
     }},
    {"dimension of the borders",
     [](const lab::ClaimResult& r) {
       const auto& dimension = r.basins->dimension;
       return dimension ? fmt::format("{:.3f}", dimension->dimension) : "–";
     }},
    {"ns/update", time_text}};

/// What the claim is about: maps of basins, or runs in time.
std::span<const Column> columns_of(const lab::Finding& finding) {
  const bool has_maps = std::ranges::all_of(
      finding.results, [](const lab::ClaimResult& result) { return result.basins.has_value(); });
  return has_maps ? std::span<const Column>(kBasins) : kTracking;
}

/// A table with more rows is collapsed.
constexpr std::size_t kFewRows = 8;

std::string table_html(const lab::Finding& finding) {
  const std::span<const Column> columns = columns_of(finding);
  std::string html = fmt::format(
      "<details{}><summary>{} runs</summary><div class=\"scroll\"><table>"
      "<tr><th>run</th><th class=\"left\">scene</th>",
      finding.results.size() <= kFewRows ? " open" : "", finding.results.size());
  for (const Column& column : columns) {
    html += fmt::format("<th>{}</th>", html_escaped(column.heading));
  }
  html += "</tr>\n";
  for (const lab::ClaimResult& result : finding.results) {
    html += fmt::format("<tr><td>{}</td><td class=\"left\">{}</td>",
                        html_escaped(lab::describe(result.run)), html_escaped(result.run.scene));
    for (const Column& column : columns) {
      html += fmt::format("<td>{}</td>", html_escaped(column.text(result)));
    }
    html += "</tr>\n";
  }
  return html + "</table></div></details>\n";
}

std::string verdict_of(const lab::Finding& finding) { return lab::name(finding.judgement.verdict); }

/// The judgement's answer to the claim's question; may be empty.
std::string answer_of(const lab::Finding& finding) {
  const int answer = finding.judgement.answer;
  const auto& answers = finding.claim->answers;
  return answer >= 0 && static_cast<std::size_t>(answer) < answers.size()
             ? answers[static_cast<std::size_t>(answer)]
             : "";
}

/// Escapes a text for Markdown; line ends become spaces.
std::string markdown_escaped(std::string_view text) {
  constexpr std::string_view kMarkup = "\\`*_[]<>|#";
  std::string result;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      result += ' ';
      continue;
    }
    if (kMarkup.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// A Markdown page, with names and SVG bytes of its figures.
struct MarkdownReport {
  std::string text;
  std::vector<std::pair<std::string, std::string>> figures;
};

/// \param folder of the figures, as in the page's links
MarkdownReport markdown_report(std::span<const lab::Finding> findings, const std::string& folder) {
  MarkdownReport report;
  report.text = fmt::format(
      "# Guided experiments\n\nWhat is said of methods of inverse kinematics, and what {} "
      "measures.\n\n| claim | verdict |\n|---|---|\n",
      markdown_escaped(program_name()));
  for (const lab::Finding& finding : findings) {
    report.text += fmt::format("| {} | {} |\n", markdown_escaped(finding.claim->sentence),
                               verdict_of(finding));
  }
  for (const lab::Finding& finding : findings) {
    const lab::Claim& claim = *finding.claim;
    report.figures.emplace_back(std::string(claim.id) + ".svg",
                                draw_plots(finding.plots, PlotFormat::kSvg));
    report.text += fmt::format(
        "\n## {}\n\n{}\n\n{} *{}*\n\n**{}** {}\n\n![{}](<{}/{}>)\n\n",
        markdown_escaped(claim.sentence), markdown_escaped(claim.source),
        markdown_escaped(claim.question), markdown_escaped(answer_of(finding)),
        lab::statement(finding.judgement.verdict), markdown_escaped(finding.judgement.sentence),
        markdown_escaped(claim.id), folder, report.figures.back().first);
    report.text += "| run | scene |";
    const std::span<const Column> columns = columns_of(finding);
    for (const Column& column : columns) {
      report.text += fmt::format(" {} |", markdown_escaped(column.heading));
    }
    report.text += "\n|---|---|---:|---:|---:|---:|---:|---:|\n";
    for (const lab::ClaimResult& result : finding.results) {
      report.text += fmt::format("| {} | {} |", markdown_escaped(lab::describe(result.run)),
                                 markdown_escaped(result.run.scene));
      for (const Column& column : columns) {
        report.text += fmt::format(" {} |", column.text(result));
      }
      report.text += '\n';
    }
  }
  return report;
}

}  // namespace

std::string page_head(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      html_escaped(title), kPageStyle);
}

std::string page_foot() { return "</body>\n</html>\n"; }

std::string inline_svg(std::string svg, std::size_t number) {
  svg.erase(0, svg.find("<svg"));
  // cairo uses the same glyph ids in every figure
  const std::string prefix = fmt::format("f{}-", number);
  for (const std::string mark : {"id=\"", "href=\"#", "url(#"}) {
    for (std::size_t at = svg.find(mark); at != std::string::npos; at = svg.find(mark, at)) {
      at += mark.size();
      svg.insert(at, prefix);
      at += prefix.size();
    }
  }
  return svg;
}
std::string html_report(std::span<const lab::Finding> findings) {
  std::string html =
      page_head("Guided experiments") +
      fmt::format(
          "<p class=\"soft\">What is said of methods of inverse kinematics, and what {} "
          "measures.</p>\n",
          html_escaped(program_name()));
  html += "<table>\n<tr><th>claim</th><th class=\"left\">verdict</th></tr>\n";
  for (const lab::Finding& finding : findings) {
    html += fmt::format(
        "<tr><td><a href=\"#{}\">{}</a></td><td class=\"left verdict {}\">{}</td></tr>\n",
        html_escaped(finding.claim->id), html_escaped(finding.claim->sentence),
        style_of(finding.judgement.verdict), verdict_of(finding));
  }
  html += "</table>\n";
  std::size_t number = 0;
  for (const lab::Finding& finding : findings) {
    const lab::Claim& claim = *finding.claim;
    html += fmt::format("<h2 id=\"{}\">{}</h2>\n<p class=\"soft\">{}</p>\n", html_escaped(claim.id),
                        html_escaped(claim.sentence), html_escaped(claim.source));
    html += fmt::format("<p>{} <em>{}</em></p>\n", html_escaped(claim.question),
                        html_escaped(answer_of(finding)));
    html += fmt::format(
        "<p><span class=\"verdict {}\">{}</span> {}</p>\n", style_of(finding.judgement.verdict),
        lab::statement(finding.judgement.verdict), html_escaped(finding.judgement.sentence));
    html += fmt::format("<figure>{}</figure>\n",
                        inline_svg(draw_plots(finding.plots, PlotFormat::kSvg), number++));
    html += table_html(finding);
  }
  return html + page_foot();
}

void expect_report_path(const std::filesystem::path& path) {
  const std::string suffix = path.extension().string();
  if (suffix != ".html" && suffix != ".md") {
    throw Error(path.string() + ": a report ends in .html or .md");
  }
}

std::filesystem::path figures_folder(const std::filesystem::path& report) {
  return report.extension() == ".md" ? report.string() + "_files" : "";
}

void write_report(std::ostream& out, const std::filesystem::path& path,
                  std::span<const lab::Finding> findings) {
  expect_report_path(path);
  const std::filesystem::path folder = figures_folder(path);
  if (folder.empty()) {
    out << html_report(findings);
    return;
  }
  const MarkdownReport report = markdown_report(findings, folder.filename().string());
  make_folder(folder);
  for (const auto& [name, svg] : report.figures) write_file(folder / name, svg);
  out << report.text;
}

std::filesystem::path save_report(const std::filesystem::path& folder,
                                  std::span<const lab::Finding> findings) {
  return write_numbered(folder, "experiments", ".html", html_report(findings));
}

std::string findings_json(std::span<const lab::Finding> findings) {
  using FindingJson = nlohmann::ordered_json;
  FindingJson list = FindingJson::array();
  for (const lab::Finding& finding : findings) {
    FindingJson runs = FindingJson::array();
    for (const lab::ClaimResult& result : finding.results) {
      const lab::Summary& s = result.summary;
      runs.push_back({{"series", result.run.series},
                      {"scene", result.run.scene},
                      {"setup", lab::describe(result.run)},
                      {"x", result.run.x},
                      {"steps", result.run.steps},
                      {"warmup", result.run.warmup},
                      {"mean_error", s.mean_error},
                      {"total_error", s.total_error},
                      {"mean_jitter_deg", s.mean_jitter_deg},
                      {"reversal_rate", s.reversal_rate},
                      {"max_step_deg", s.max_step_deg},
                      {"roughness", s.roughness},
                      {"shakes", lab::is_shaking(s)},
                      {"jitter_beyond_deg", result.jitter_beyond_deg},
                      {"jitter_within_deg", result.jitter_within_deg},
                      {"ns_per_update",
                       s.ns_per_update ? FindingJson(*s.ns_per_update) : FindingJson(nullptr)}});
      if (!result.basins) continue;
      FindingJson& run = runs.back();
      run["basins_reached"] = result.basins->reached_share;
      run["basins_mean_updates"] = result.basins->mean_updates;
      const auto& dimension = result.basins->dimension;
      run["basins_dimension"] =
          dimension ? FindingJson(dimension->dimension) : FindingJson(nullptr);
      run["convergence"] = lab::in_words(result.basins->order);
    }
    list.push_back({{"program", program_name()},
                    {"claim", finding.claim->id},
                    {"sentence", finding.claim->sentence},
                    {"source", finding.claim->source},
                    {"question", finding.claim->question},
                    {"answers", finding.claim->answers},
                    {"answer", finding.judgement.answer},
                    {"verdict", lab::name(finding.judgement.verdict)},
                    {"numbers", finding.judgement.sentence},
                    {"runs", runs}});
  }
  return list.dump(2) + '\n';
}

}  // namespace io
