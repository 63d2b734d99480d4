#include "io/figure/figure.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "io/figure/cairo_painter.h"
#include "io/setup/setup_json.h"

namespace io {
namespace {

using Surface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;
using Context = std::unique_ptr<cairo_t, void (*)(cairo_t*)>;

constexpr double kPixelsPerPoint = 2.0;
constexpr double kFootHeight = 18.0, kFootMargin = 22.0, kFootRise = 12.0;  // pt
constexpr double kFootSize = 9.6, kLeastFootSize = 4.8;                     // of its letters, pt
constexpr lab::Color kFootColor{0.45F, 0.47F, 0.50F};

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

void expect_success(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  throw std::runtime_error(std::string("cannot draw the plot: ") + cairo_status_to_string(status));
}

void write_foot(lab::Painter& painter, const Figure& figure) {
  if (figure.provenance.empty()) return;
  // a long one in smaller letters, and no smaller than can be read with a glass
  lab::Letters letters{lab::Face::kWords, kFootSize, kFootColor};
  const double room = figure.width - 2.0 * kFootMargin;
  const double width = painter.text_width(figure.provenance, letters);
  letters.size = std::max(kLeastFootSize, kFootSize * std::min(1.0, room / width));
  painter.text({kFootMargin, figure.height - kFootRise}, figure.provenance, letters,
               lab::Align::kLeft);
}

void draw_on(cairo_surface_t* surface, double scale, const Figure& figure,
             const std::function<void(lab::Painter&)>& draw) {
  const Context context(cairo_create(surface), cairo_destroy);
  cairo_scale(context.get(), scale, scale);
  cairo_set_source_rgb(context.get(), 1.0, 1.0, 1.0);
  cairo_paint(context.get());
  CairoPainter painter(context.get());
  draw(painter);
  write_foot(painter, figure);
  expect_success(cairo_status(context.get()));
}

std::string svg_bytes(const Figure& figure, const std::function<void(lab::Painter&)>& draw) {
  std::string bytes;
  const Surface surface(
      cairo_svg_surface_create_for_stream(append, &bytes, figure.width, figure.height),
      cairo_surface_destroy);
  draw_on(surface.get(), 1.0, figure, draw);
  cairo_surface_finish(surface.get());
  expect_success(cairo_surface_status(surface.get()));
  return with_svg_text(bytes, figure.title, figure.provenance);
}

std::string png_bytes(const Figure& figure, const std::function<void(lab::Painter&)>& draw) {
  const auto pixels = [](double points) {
    return static_cast<int>(std::ceil(points * kPixelsPerPoint));
  };
  const Surface surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(figure.width), pixels(figure.height)),
      cairo_surface_destroy);
  draw_on(surface.get(), kPixelsPerPoint, figure, draw);
  std::string bytes;
  expect_success(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
  bytes = with_png_text(bytes, "Description", figure.provenance);
  bytes = with_png_text(bytes, "Software", program_name());
  return with_png_text(bytes, "Title", figure.title);
}

std::string pdf_bytes(const Figure& figure, const std::function<void(lab::Painter&)>& draw) {
  std::string bytes;
  const Surface surface(
      cairo_pdf_surface_create_for_stream(append, &bytes, figure.width, figure.height),
      cairo_surface_destroy);
  const auto tell = [&surface](cairo_pdf_metadata_t field, const std::string& text) {
    cairo_pdf_surface_set_metadata(surface.get(), field, text.c_str());
  };
  tell(CAIRO_PDF_METADATA_TITLE, figure.title);
  tell(CAIRO_PDF_METADATA_SUBJECT, figure.provenance);
  tell(CAIRO_PDF_METADATA_CREATOR, program_name());
  tell(CAIRO_PDF_METADATA_CREATE_DATE, "");  // otherwise cairo asks the clock
  draw_on(surface.get(), 1.0, figure, draw);
  cairo_surface_finish(surface.get());
  expect_success(cairo_surface_status(surface.get()));
  return bytes;
}

}  // namespace

PlotFormat plot_format(const std::filesystem::path& path) {
  std::string suffix = path.extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (suffix == ".svg") return PlotFormat::kSvg;
  if (suffix == ".png") return PlotFormat::kPng;
  if (suffix == ".pdf") return PlotFormat::kPdf;
  throw Error(path.string() + ": a plot ends in .svg, .png or .pdf");
}

double foot_height(const Figure& figure) { return figure.provenance.empty() ? 0.0 : kFootHeight; }

std::string figure_bytes(const Figure& figure, PlotFormat format,
                         const std::function<void(lab::Painter&)>& draw) {
  switch (format) {
    case PlotFormat::kSvg:
      return svg_bytes(figure, draw);
    case PlotFormat::kPdf:
      return pdf_bytes(figure, draw);
    case PlotFormat::kPng:
      break;
  }
  return png_bytes(figure, draw);
}

void measure_text(const std::function<void(const lab::Painter&)>& measure) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1),
                        cairo_surface_destroy);
  const Context context(cairo_create(surface.get()), cairo_destroy);
  measure(CairoPainter(context.get()));
}

namespace {

/// The check sum of a PNG chunk, section 5.5 and annex D of its specification.
std::uint32_t check_sum(std::string_view bytes) {
  constexpr std::uint32_t kPolynomial = 0xedb88320U;  // of CRC-32, lowest bit first
  std::uint32_t sum = 0xffffffffU;
  for (const char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? kPolynomial : 0U);
  }
  return ~sum;
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    bytes += static_cast<char>((number >> shift) & 0xffU);
  }
  return bytes;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

std::string with_png_text(const std::string& png, std::string_view keyword, std::string_view text) {
  constexpr std::size_t kHeader = 33;  // signature and IHDR chunk, which comes first
  std::string chunk = "iTXt" + std::string(keyword);
  chunk.append(5, '\0');  // its end; not compressed, by no method; no language; no translation
  chunk += text;
  const auto length = static_cast<std::uint32_t>(chunk.size() - 4);
  return png.substr(0, kHeader) + big_endian(length) + chunk + big_endian(check_sum(chunk)) +
         png.substr(kHeader);
}

std::string with_svg_text(const std::string& svg, std::string_view title, std::string_view text) {
  const std::size_t inside = svg.find('>', svg.find("<svg")) + 1;
  return svg.substr(0, inside) + "\n<title>" + escaped(title) + "</title>\n<desc>" + escaped(text) +
         "</desc>" + svg.substr(inside);
}

}  // namespace io
