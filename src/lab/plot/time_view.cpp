#include "lab/plot/time_view.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace lab {

void TimeView::update(const Known& known, double usual) {
  known_ = known;
  usual_ = usual;
  if (!(span_ > 0.0)) span_ = usual;
  if (begin_ > known.last) follow();  // the run was replaced
  double end = begin_ + span_;
  if (following_) {
    if (known.now >= known.last) {
      end = known.last;
    } else if (known.now > end) {
      end = known.now;
    } else if (known.now < begin_ && known.first < begin_) {
      end = std::min(known.last, known.now + 0.5 * span_);
    }
  }
  begin_ = std::max(known.first, end - span_);
}

void TimeView::zoom(double at, double factor) {
  if (!(factor > 0.0) || !std::isfinite(factor) || !std::isfinite(at)) return;
  const double most = std::max(usual_, known_.last - known_.first);
  const double span = std::clamp(span_ * factor, kMin * usual_, most);
  begin_ = at - (at - begin_) * span / span_;
  span_ = span;
  settle();
}

void TimeView::pan(double seconds) {
  if (!std::isfinite(seconds)) return;
  begin_ += seconds;
  settle();
}

void TimeView::settle() {
  const bool at_present = known_.now >= known_.last;
  following_ = at_present && begin_ + span_ >= known_.last;
  begin_ = std::max(known_.first, std::min(begin_, known_.last - span_));
}

void TimeView::follow() {
  following_ = true;
  span_ = usual_;
  begin_ = std::max(known_.first, known_.last - span_);
}

namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

bool Peaks::knows(const History& history, const Channel& channel) const {
  if (cuts_ != history.cuts()) return false;
  // another history may have the same number of cuts
  const long before = next_ - 1;
  if (before < history.step(0) || before > history.step(history.size() - 1)) return false;
  const std::size_t row = history.row_of(before);
  return history.time(row) == last_time_ && same(channel(history, row), last_value_);
}

void Peaks::follow(const History& history, const Channel& channel) {
  if (history.size() == 0) return;
  if (!knows(history, channel)) {
    for (Level& level : levels_) level = {};
    cuts_ = history.cuts();
    next_ = history.step(0);
  }
  for (std::size_t row = history.row_of(next_); row + 1 < history.size(); ++row) {
    last_time_ = history.time(row);
    last_value_ = channel(history, row);
    take(next_++, last_time_, last_value_, channel.skips);
  }
  for (std::size_t l = 0; l < kLevels; ++l) {
    Level& level = levels_[l];
    const long oldest = history.step(0) >> (l + 1);
    for (; !level.blocks.empty() && level.first < oldest; ++level.first) level.blocks.pop_front();
  }
}

void Peaks::take(long step, double time, double value, bool skips) {
  for (std::size_t l = 0; l < kLevels; ++l) {
    Level& level = levels_[l];
    const long number = step >> (l + 1);
    if (level.blocks.empty()) level.first = number;
    if (level.first + static_cast<long>(level.blocks.size()) == number) level.blocks.emplace_back();
    Block& block = level.blocks.back();
    if (!std::isfinite(value)) {
      block.gap |= !skips;
      continue;
    }
    if (value < block.least) block.least = value, block.least_at = time;
    if (value > block.largest) block.largest = value, block.largest_at = time;
  }
}

void Peaks::append(Blocks::const_iterator block, const Blocks::const_iterator& last,
                   Series& series) {
  std::size_t count = series.x.size();
  const auto most = static_cast<std::size_t>(2 * (last - block) +
                                             std::count_if(block, last, std::mem_fn(&Block::gap)));
  series.x.resize(count + most);
  series.y.resize(count + most);
  const auto put = [&series, &count](double x, double y) {
    series.x[count] = x;
    series.y[count++] = y;
  };
  for (; block != last; ++block) {
    if (block->least <= block->largest) {
      const bool rising = block->least_at <= block->largest_at;
      if (rising) put(block->least_at, block->least);
      if (!rising || block->least < block->largest) put(block->largest_at, block->largest);
      if (!rising) put(block->least_at, block->least);
    }
    if (block->gap && count > 0) {
      put(series.x[count - 1], std::numeric_limits<double>::quiet_NaN());
    }
  }
  series.x.resize(count);
  series.y.resize(count);
}

void Peaks::append(const History& history, const Channel& channel, std::size_t first,
                   std::size_t last, double rows_per_column, Series& series) const {
  if (first >= last) return;
  std::size_t row = first;
  std::size_t l = 0;
  while (l < kLevels && static_cast<double>(1L << l) < rows_per_column) ++l;
  if (l > 0) {
    const Level& level = levels_[l - 1];
    const long end = std::min(history.step(last - 1) + 1, next_);
    const long from = std::max((history.step(first) >> l) - level.first, 0L);
    const long to =
        std::min(((end - 1) >> l) - level.first + 1, static_cast<long>(level.blocks.size()));
    const auto blocks = level.blocks.begin();
    if (from < to) append(blocks + from, blocks + to, series);
    // only rows that are in no block follow
    row = std::max(first, static_cast<std::size_t>(std::max(next_ - history.step(0), 0L)));
  }
  for (; row < last; ++row) {
    const double value = channel(history, row);
    if (!std::isfinite(value) && channel.skips) continue;
    series.x.push_back(history.time(row));
    series.y.push_back(value);
  }
}

}  // namespace lab
