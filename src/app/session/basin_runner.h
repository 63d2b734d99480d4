#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/solve/basin_figure.h"
#include "lab/solve/basin_map.h"
#include "work/pool.h"

namespace app {

/// Computes maps of start poses on a thread pool, from coarse to fine.
///
/// A new question waits until the coarse picture of the one before is there, so that a map follows
/// a dragged target or slider. Until then the old map stays. No call waits longer than one portion.
class BasinRunner {
 public:
  /// Side of the first picture of a map, cells; and of one that nobody waits to replace.
  static constexpr int kCoarse = 32, kUsual = 64;
  /// Time after which kCoarse suffices, s.
  static constexpr double kPatience = 0.15;

  /// \param pool computes, outlives this
  explicit BasinRunner(work::Pool& pool) : pool_(&pool) {}

  /// Sets the question; null: none, and what is known is forgotten.
  void want(std::optional<lab::Basins> question);
  /// Begins with what another one wants and shows.
  void copy(const BasinRunner& other);
  /// Stops computing until advance(); keeps what is known.
  void pause() { job_ = {}; }
  /// Lets real time pass: takes finished parts, and begins the next map.
  void advance(double wall_seconds);

  const std::optional<lab::Basins>& wanted() const { return wanted_; }
  bool busy() const { return static_cast<bool>(job_); }
  /// The map with a picture and its question; null before the first.
  const lab::BasinMap* map() const { return shown_ ? &shown_->map : nullptr; }
  const lab::Basins* basins() const { return shown_ ? &shown_->basins : nullptr; }
  /// Another number where map() is another one or knows more.
  long revision() const { return revision_; }
  /// Whether map() answers another question than the wanted one.
  bool stale() const { return shown_ && wanted_ && !shown_->basins.same(*wanted_); }
  /// Why the map could not be computed; empty: no trouble.
  const std::string& trouble() const { return trouble_; }

 private:
  /// A map that is being computed, or is complete.
  struct Run {
    Run(lab::Basins question, const lab::BasinMap* before)
        : basins(std::move(question)), map(basins, before) {}
    Run(const Run& other) : basins(other.basins), map(other.map) {}
    lab::Basins basins;
    lab::BasinMap map;
    work::Mailbox<lab::BasinRun::Results> ready;
  };

  void begin();
  void take();
  bool answers() const { return latest_ && wanted_ && latest_->basins.same(*wanted_); }
  bool has_picture(int side) const {
    return latest_->map.parts_done() >= latest_->basins.parts_of_picture(side);
  }

  work::Pool* pool_;
  std::optional<lab::Basins> wanted_;
  std::shared_ptr<Run> latest_;  // the last one begun
  std::shared_ptr<Run> shown_;   // latest_, or the one before until latest_ has a picture
  double since_begin_ = 0.0;     // s
  long revision_ = 0;
  std::string trouble_;
  work::Job job_;
};

/// Pixels of a picture that is drawn in every frame and changes rarely.
struct Raster {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  ///< (4 width height) sRGB, the upper row first
  long revision = 0;               ///< another one for other pixels
};

/// The cells of a map and its contours, with `scale` x `scale` pixels for each cell.
Raster raster_of(const lab::BasinFigure& figure, int scale);

}  // namespace app
