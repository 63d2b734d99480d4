#include "io/report/page.h"

#include <fmt/format.h>

#include "io/files/text.h"

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

}  // namespace io
