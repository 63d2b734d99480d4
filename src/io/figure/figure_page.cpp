#include <stb_truetype.h>

#include "io/figure/figure.h"
#include "io/files/file.h"

// A browser has no cairo. The window's fonts measure texts, and the content of a PNG file is SVG,
// which the page converts on download.
namespace io {
namespace {

/// A font of the page, read from a file.
class PageFont {
 public:
  explicit PageFont(const char* path) : bytes_(read_file(path)) {
    const auto* const data = reinterpret_cast<const unsigned char*>(bytes_.data());
    stbtt_InitFont(&font_, data, stbtt_GetFontOffsetForIndex(data, 0));
  }
  /// Width of a line of text at font size 1.
  double width(std::string_view words) const {
    double sum = 0.0;
    for (std::size_t at = 0; at < words.size();) {
      int advance = 0, bearing = 0;
      stbtt_GetCodepointHMetrics(&font_, next(words, at), &advance, &bearing);
      sum += advance;
    }
    return sum * static_cast<double>(stbtt_ScaleForMappingEmToPixels(&font_, 1.0F));
  }

 private:
  /// The character of valid UTF-8 at a position, which then moves behind it.
  static int next(std::string_view words, std::size_t& at) {
    const auto byte = [&words](std::size_t i) {
      return i < words.size() ? static_cast<unsigned char>(words[i]) : 0U;
    };
    const unsigned first = byte(at++);
    const int more = first < 0x80U ? 0 : first < 0xe0U ? 1 : first < 0xf0U ? 2 : 3;
    unsigned code = more == 0 ? first : first & (0x3fU >> static_cast<unsigned>(more));
    for (int i = 0; i < more; ++i) code = code << 6U | (byte(at++) & 0x3fU);
    return static_cast<int>(code);
  }

  std::string bytes_;
  stbtt_fontinfo font_{};
};

const PageFont& page_font(lab::Face face) {
  static const PageFont words("/usr/share/fonts/opentype/inter/Inter-Regular.otf"),
      bold("/usr/share/fonts/opentype/inter/Inter-SemiBold.otf");
  return face == lab::Face::kBold ? bold : words;
}

double text_width(const std::string& words, const lab::Letters& letters) {
  return kFontShare * letters.size * page_font(letters.face).width(words);
}

}  // namespace

std::span<const char* const> written_suffixes() {
  // without PDF
  return std::span(kPlotSuffixes).first(2);
}

std::string figure_bytes(const Figure& figure, PlotFormat format,
                         const std::function<void(lab::Painter&)>& draw) {
  if (format == PlotFormat::kPdf) throw Error("PDF is written by the desktop program alone");
  return svg_bytes(figure, text_width, draw);
}

void measure_text(const std::function<void(const lab::Painter&)>& measure) {
  svg_bytes({}, text_width, measure);
}

}  // namespace io
