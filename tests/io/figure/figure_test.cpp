#include "io/figure/figure.h"
#include "io/figure/plot_file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <regex>

#include <gtest/gtest.h>

#include "io/figure/image_file.h"
#include "io/recordings.h"
#include "lab/plot/recording_plots.h"
#include "support/picture.h"
#include "support/svg.h"
#include "support/temporary_folder.h"
#include "support/xml.h"

namespace {

constexpr io::PlotFormat kFormats[] = {io::PlotFormat::kSvg, io::PlotFormat::kPng,
                                       io::PlotFormat::kPdf};
const std::string kProvenance = "iklab 1.2.3 · a<b> & c · steps 5";

lab::HeatMap map_of(int columns, int rows) {
  lab::HeatMap map;
  map.title = "Error <m>";
  map.subtitle = "Y & more";
  map.columns = columns;
  map.rows = rows;
  for (int i = 0; i < columns * rows; ++i) map.values.push_back(1.0 + i);
  map.x = {.label = "Damping λ", .unit = "m/rad", .logarithmic = true, .min = 0.1, .max = 10.0};
  map.y = {.label = "D_max", .unit = "m"};
  map.x_ticks = lab::ticks(map.x, 6);
  map.y_ticks = lab::ticks(map.y, 6);
  map.scale.label = "mean error";
  lab::fit_scale(map);
  map.marks = {{1, 0, lab::HeatMap::MarkShape::kRing, "the best"}};
  map.outline = {{0, 0, 1, 0}};
  map.outline_text = "nearly as good";
  return map;
}

bool has(const std::string& bytes, const std::string& part) {
  return bytes.find(part) != std::string::npos;
}

/// Output of pdfinfo for a PDF: one line per entry.
std::string pdf_info(const support::TemporaryFolder& folder, const std::string& pdf) {
  const std::string path = (folder / "a.pdf").string(), said = (folder / "said").string();
  support::put(path, pdf);
  EXPECT_EQ(std::system(("pdfinfo " + path + " > " + said).c_str()), 0)
      << "by the package poppler-utils";
  return support::text_of(said);
}

/// The bytes of base64 digits (RFC 4648, section 4): four digits are three bytes.
std::string decoded(const std::string& text) {
  EXPECT_EQ(text.size() % 4, 0U);
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  for (std::size_t i = 0; i + 3 < text.size(); i += 4) {
    std::size_t number = 0;
    for (std::size_t k = i; k < i + 4; ++k) number = 64 * number + digits.find(text[k]) % 64;
    for (const std::size_t divisor : {65536U, 256U, 1U}) {
      bytes += static_cast<char>(number / divisor % 256);
    }
  }
  return bytes;
}

/// The pictures within an SVG, in order.
std::vector<support::Picture> pictures_of(const std::string& svg) {
  static const std::regex image(R"re("data:image/png;base64,([^"]*)")re");
  std::vector<support::Picture> pictures;
  const support::TemporaryFolder folder;
  for (std::sregex_iterator at(svg.begin(), svg.end(), image), end; at != end; ++at) {
    support::put(folder / "a.png", decoded((*at)[1]));
    pictures.push_back(support::read_png(folder / "a.png"));
  }
  return pictures;
}

/// Whether the pixel of a cell, counted from the lower left, has a colour.
bool has_color(const support::Picture& cells, int column, int row, lab::Color color) {
  const auto at = static_cast<std::size_t>(4 * ((cells.height - 1 - row) * cells.width + column));
  return std::lround(255.0F * color.r) == cells.rgba[at] &&
         std::lround(255.0F * color.g) == cells.rgba[at + 1] &&
         std::lround(255.0F * color.b) == cells.rgba[at + 2] && cells.rgba[at + 3] == 255;
}

TEST(HeatMapFile, IsWellFormedSvgThatHoldsEveryCell) {
  const lab::HeatMap map = map_of(4, 3);
  const std::string svg = io::draw_heat_maps(std::vector{map}, io::PlotFormat::kSvg, kProvenance);
  EXPECT_GT(support::count_elements(svg), 30);
  const std::vector<support::Picture> pictures = pictures_of(svg);
  ASSERT_EQ(pictures.size(), 2U) << "the cells and the scale";
  ASSERT_EQ(pictures[0].width, 4);
  ASSERT_EQ(pictures[0].height, 3);
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 4; ++column) {
      EXPECT_TRUE(has_color(pictures[0], column, row, *lab::color_of(map, column, row)))
          << column << " " << row;
    }
  }
  const support::TemporaryFolder folder;
  support::put(folder / "a.svg", svg);
  EXPECT_EQ(std::system(("xmllint --noout " + (folder / "a.svg").string()).c_str()), 0)
      << "by the package libxml2-utils";
}

TEST(HeatMapFile, PutsTheFirstCellAtTheLowerLeft) {
  const support::TemporaryFolder folder;
  const lab::HeatMap map = map_of(3, 2);
  support::put(folder / "a.png", io::draw_heat_maps(std::vector{map}, io::PlotFormat::kPng));
  const support::Picture pixels = support::read_png(folder / "a.png");
  // center of all pixels of a cell's colour, and their number
  const auto place_of = [&](int column, int row) {
    const lab::Color color = *lab::color_of(map, column, row);
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int y = 0; y < pixels.height; ++y) {
      for (int x = 0; x < pixels.width * 21 / 25; ++x) {  // left of the scale
        const std::uint8_t* p = &pixels.rgba[4U * (static_cast<std::size_t>(y) * pixels.width + x)];
        const bool same = std::abs(p[0] - 255.0F * color.r) < 1.0F &&
                          std::abs(p[1] - 255.0F * color.g) < 1.0F &&
                          std::abs(p[2] - 255.0F * color.b) < 1.0F;
        if (same) sum += Eigen::Vector3d(x, y, 1.0);
      }
    }
    return Eigen::Vector3d(sum[0] / sum[2], sum[1] / sum[2], sum[2]);
  };
  const Eigen::Vector3d first = place_of(0, 0), right = place_of(2, 0), above = place_of(0, 1);
  EXPECT_GT(first[2], 0.9 * 200 * 300);  // 300 points at two pixels each, three columns, two rows
  EXPECT_NEAR(right[0] - first[0], 400.0, 10.0);
  EXPECT_NEAR(right[1] - first[1], 0.0, 10.0);
  EXPECT_NEAR(above[0] - first[0], 0.0, 10.0);
  EXPECT_NEAR(above[1] - first[1], -300.0, 10.0);
}

TEST(HeatMapFile, LeavesHolesGrey) {
  lab::HeatMap map = map_of(2, 2);
  map.values[3] = std::nan("");
  const std::string svg = io::draw_heat_maps(std::vector{map}, io::PlotFormat::kSvg);
  EXPECT_TRUE(has_color(pictures_of(svg).at(0), 1, 1, {0.90F, 0.91F, 0.92F}));
  EXPECT_GT(support::count_elements(io::draw_heat_maps({}, io::PlotFormat::kSvg)), 0);
}

TEST(Figure, HasTextsAsTextsInSvg) {
  const lab::Letters letters{lab::Face::kBold, 12.0, {0.0F, 0.0F, 0.0F}};
  const io::Figure figure =
      io::with_foot({.width = 200.0, .height = 60.0, .title = "", .provenance = "by iklab"});
  const std::string svg =
      io::figure_bytes(figure, io::PlotFormat::kSvg, [&letters](lab::Painter& painter) {
        painter.text({40.0, 30.0}, "λ < 0.6 & more", letters, lab::Align::kMiddle);
      });
  EXPECT_TRUE(has(svg, ">λ &lt; 0.6 &amp; more</text>")) << svg;
  EXPECT_TRUE(has(svg, "text-anchor=\"middle\"")) << svg;
  EXPECT_TRUE(has(svg, ">by iklab</text>")) << svg;
}

TEST(ScatterFile, BreaksItsLegendIntoLinesThatFit) {
  lab::Scatter scatter;
  scatter.title = "Dots";
  scatter.x = {.label = "x", .min = 1.0, .max = 2.0};
  scatter.y = {.label = "y", .min = 1.0, .max = 2.0};
  std::string words;
  for (int i = 0; i < 80; ++i) words += "word" + std::to_string(i) + " ";
  scatter.legend = {words};
  const std::string svg = io::draw_scatter(scatter, io::PlotFormat::kSvg);
  const double width = std::stod(svg.substr(svg.find("width=\"") + 7));
  static const std::regex line(
      R"re(<text x="([^"]*)"[^>]*font-size="([^"]*)"[^>]*>(word[^<]*)<)re");
  std::size_t seen = 0, lines = 0;
  io::measure_text([&](const lab::Painter& painter) {
    for (std::sregex_iterator at(svg.begin(), svg.end(), line), end; at != end; ++at, ++lines) {
      const std::string text = (*at)[3];
      seen += static_cast<std::size_t>(std::count(text.begin(), text.end(), 'w'));
      const lab::Letters letters{lab::Face::kWords, std::stod((*at)[2]) / io::kFontShare, {}};
      EXPECT_LE(std::stod((*at)[1]) + painter.text_width(text, letters), width) << text;
    }
  });
  EXPECT_EQ(seen, 80U);
  EXPECT_GT(lines, 2U);
}

TEST(Figure, HasItsSizeInPointsInSvg) {
  const std::string svg =
      io::figure_bytes({.width = 80.0, .height = 60.0, .title = "", .provenance = ""},
                       io::PlotFormat::kSvg, [](lab::Painter&) {});
  EXPECT_TRUE(has(svg, "width=\"80pt\" height=\"60pt\" viewBox=\"0 0 80 60\"")) << svg;
}

/// A grid of cells at positions that are not whole pixels.
const io::Figure kPage{.width = 80.0, .height = 60.0, .title = "Cells", .provenance = ""};
constexpr lab::Box kGrid{10.3, 7.7, 61.1, 41.9};
constexpr int kColumns = 7, kRows = 5;

std::string page_of_cells(io::PlotFormat format, const std::vector<lab::Color>& colors) {
  return io::figure_bytes(
      kPage, format, [&colors](lab::Painter& painter) { painter.cells(kGrid, kColumns, colors); });
}

TEST(Cells, AreAPictureWithAPixelACellInAnSvg) {
  // a picture has no seams, at any scale
  std::vector<lab::Color> colors;
  for (int i = 0; i < kColumns * kRows; ++i) {
    colors.push_back({static_cast<float>(i) / 255.0F, 0.2F, 0.6F});
  }
  colors[3].a = 0.0F;
  const std::string svg = page_of_cells(io::PlotFormat::kSvg, colors);
  EXPECT_TRUE(has(svg,
                  "<image x=\"10.3\" y=\"7.7\" width=\"61.1\" height=\"41.9\" "
                  "preserveAspectRatio=\"none\""))
      << svg;
  EXPECT_TRUE(has(svg, "image-rendering:pixelated"));
  const support::Picture picture = pictures_of(svg).at(0);
  ASSERT_EQ(picture.width, kColumns);
  ASSERT_EQ(picture.height, kRows);
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const auto cell = static_cast<std::size_t>(row * kColumns + column);
      EXPECT_EQ(has_color(picture, column, row, colors[cell]), cell != 3) << cell;
    }
  }
  EXPECT_EQ(picture.rgba[static_cast<std::size_t>(4 * (kRows - 1) * kColumns + 4 * 3 + 3)], 0);
}

TEST(Cells, LeaveNoGroundBetweenThemInAPng) {
  const std::vector<lab::Color> black(kColumns * kRows, lab::Color{0.0F, 0.0F, 0.0F});
  const support::TemporaryFolder folder;
  support::put(folder / "a.png", page_of_cells(io::PlotFormat::kPng, black));
  const support::Picture pixels = support::read_png(folder / "a.png");
  for (int y = 16; y < 99; ++y) {  // two pixels per point, without the outer edges
    for (int x = 21; x < 142; ++x) {
      ASSERT_EQ(pixels.rgba[4U * static_cast<std::size_t>(y * pixels.width + x)], 0)
          << x << ' ' << y;
    }
  }
}

TEST(Cells, HaveTheirOwnColoursInTheirOwnPlaces) {
  std::vector<lab::Color> greys;
  for (int i = 0; i < kColumns * kRows; ++i) {
    const float value = static_cast<float>(7 * i) / 255.0F;
    greys.push_back({value, value, value});
  }
  const support::TemporaryFolder folder;
  support::put(folder / "a.png", page_of_cells(io::PlotFormat::kPng, greys));
  const support::Picture pixels = support::read_png(folder / "a.png");
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const double x = kGrid.left + kGrid.width * (column + 0.5) / kColumns;
      const double y = kGrid.bottom() - kGrid.height * (row + 0.5) / kRows;
      const auto at = static_cast<std::size_t>(2.0 * y) * static_cast<std::size_t>(pixels.width) +
                      static_cast<std::size_t>(2.0 * x);
      EXPECT_NEAR(pixels.rgba[4 * at], 7 * (row * kColumns + column), 1) << column << ' ' << row;
    }
  }
}

TEST(Figure, SaysHowItCameAboutInEveryFormat) {
  const std::vector maps = {map_of(2, 2)};
  const std::string svg = io::draw_heat_maps(maps, io::PlotFormat::kSvg, kProvenance);
  EXPECT_TRUE(has(svg, "<title>Error &lt;m&gt;</title>"));
  EXPECT_TRUE(has(svg, "<desc>iklab 1.2.3 · a&lt;b&gt; &amp; c · steps 5</desc>"));

  const std::string png = io::draw_heat_maps(maps, io::PlotFormat::kPng, kProvenance);
  EXPECT_TRUE(has(png, std::string("iTXtTitle\0\0\0\0\0Error <m>", 23)));
  EXPECT_TRUE(has(png, std::string("iTXtDescription\0\0\0\0\0", 20) + kProvenance));
  EXPECT_TRUE(has(png, "iTXtSoftware"));

  const support::TemporaryFolder folder;
  const std::string pdf =
      pdf_info(folder, io::draw_heat_maps(maps, io::PlotFormat::kPdf, kProvenance));
  EXPECT_TRUE(std::regex_search(pdf, std::regex("Title: +Error <m>\n"))) << pdf;
  EXPECT_TRUE(std::regex_search(pdf, std::regex("Subject: +" + kProvenance + "\n"))) << pdf;
  EXPECT_TRUE(std::regex_search(pdf, std::regex("Creator: +iklab"))) << pdf;
}

TEST(Figure, HasAFootWhereItSaysHowItCameAbout) {
  const support::TemporaryFolder folder;
  const std::vector maps = {map_of(2, 2)};
  support::put(folder / "with.png", io::draw_heat_maps(maps, io::PlotFormat::kPng, kProvenance));
  support::put(folder / "without.png", io::draw_heat_maps(maps, io::PlotFormat::kPng));
  const support::Picture with = support::read_png(folder / "with.png");
  const support::Picture without = support::read_png(folder / "without.png");
  EXPECT_EQ(with.width, without.width);
  EXPECT_GT(with.height, without.height + 20);
  // the footer is not wider than its figure
  const std::string long_text(3000, 'x');
  EXPECT_FALSE(io::draw_heat_maps(maps, io::PlotFormat::kPng, long_text).empty());
}

TEST(Figure, HasNoDateAndTheSameBytesTwice) {
  const lab::Recording recording = record("y", "dls", 50);
  const std::vector plots = {lab::error_plot(recording), lab::jitter_plot(recording)};
  const auto pdf = [&] { return io::draw_plots(plots, io::PlotFormat::kPdf, kProvenance); };
  const std::string first = pdf();
  const support::TemporaryFolder folder;
  EXPECT_FALSE(has(pdf_info(folder, first), "Date"));
  EXPECT_EQ(first, pdf());
  const auto png = [&] { return io::draw_plots(plots, io::PlotFormat::kPng, kProvenance); };
  EXPECT_EQ(png(), png());
}

TEST(Figure, IsAPdfThatOthersOpen) {
  const lab::Recording recording = record("y", "dls", 50);
  const std::string pdf =
      io::draw_plots(std::vector{lab::error_plot(recording)}, io::PlotFormat::kPdf, kProvenance);
  EXPECT_EQ(pdf.rfind("%PDF-1.", 0), 0U);
  EXPECT_EQ(pdf.substr(pdf.size() - 6), "%%EOF\n");
  // the trailer gives the position of the object table
  const std::size_t start = pdf.rfind("startxref\n");
  ASSERT_NE(start, std::string::npos);
  // a plain table, or a stream from cairo 1.18 on
  const std::string table = pdf.substr(std::stoul(pdf.substr(start + 10)), 200);
  EXPECT_TRUE(table.starts_with("xref") || has(table, "/Type /XRef")) << table;

  const support::TemporaryFolder folder;
  const std::string path = (folder / "a.pdf").string(), said = (folder / "said").string();
  support::put(path, pdf);
  ASSERT_EQ(std::system(("pdftotext " + path + " " + said).c_str()), 0)
      << "by the package poppler-utils";
  EXPECT_TRUE(has(support::text_of(said), "Tracking error of each effector"));
}

TEST(PngText, HasTheCheckSumThatReadersExpect) {
  const support::TemporaryFolder folder;
  const std::string plain =
      io::png_bytes(2, 1, std::vector<std::uint8_t>{1, 2, 3, 255, 4, 5, 6, 255});
  const std::string told = io::with_png_text(plain, "Comment", "");
  // keyword of 7 letters, 5 zeros, empty text; the checksum is zlib's crc32 of "iTXtComment" and
  // 5 zeros
  EXPECT_EQ(told.size(), plain.size() + 12 + 12);
  EXPECT_EQ(told.substr(33, 8), std::string("\0\0\0\x0CiTXt", 8));
  EXPECT_EQ(told.substr(33 + 8 + 12, 4), std::string("\xBC"
                                                     "\xAE"
                                                     "\xB2"
                                                     "\x99",
                                                     4));
  support::put(folder / "a.png", told);
  EXPECT_EQ(support::read_png(folder / "a.png").rgba[5], 5);
}

TEST(Figure, HasAFootThatFitsWhateverItsWordsAre) {
  std::string list = "dls";
  for (int i = 0; i < 40; ++i) list += ",method-" + std::to_string(i);
  for (const std::string& provenance :
       {"iklab 1 · y · " + list + " · steps 20", "iklab 1 · /" + std::string(400, 'f'),
        std::string("short"), "ünï " + list}) {
    const io::Figure figure =
        io::with_foot({.width = 400.0, .height = 60.0, .title = "", .provenance = provenance});
    std::string all;
    io::measure_text([&](const lab::Painter& painter) {
      for (const std::string& line : figure.foot) {
        const lab::Letters letters{lab::Face::kWords, 11.4, {}};
        EXPECT_LE(painter.text_width(line, letters), 400.0 - 44.0) << line;
        all += line;
      }
    });
    const auto without_spaces = [](std::string text) {
      std::erase(text, ' ');
      return text;
    };
    EXPECT_EQ(without_spaces(all), without_spaces(provenance)) << "nothing is lost";
    EXPECT_GT(figure.height, 60.0 + 13.0 * static_cast<double>(figure.foot.size()) - 1.0);
  }
}

}  // namespace
