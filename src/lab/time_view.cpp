#include "lab/time_view.h"

#include <algorithm>
#include <cmath>

namespace lab {

void TimeView::update(const Known& known, double usual) {
  known_ = known;
  usual_ = usual;
  if (!(span_ > 0.0)) span_ = usual;
  if (begin_ > known.last) follow();  // another run
  double end = begin_ + span_;
  if (following_) {
    const bool before = known.now < begin_ && known.first < begin_;
    if (known.now >= known.last) {
      end = known.last;
    } else if (known.now > end) {
      end = known.now;
    } else if (before) {
      end = std::min(known.last, known.now + 0.5 * span_);
    }
  }
  begin_ = std::max(known.first, end - span_);
}

void TimeView::zoom(double at, double factor) {
  if (!(factor > 0.0) || !std::isfinite(factor) || !std::isfinite(at)) return;
  const double most = std::max(usual_, known_.last - known_.first);
  const double span = std::clamp(span_ * factor, kLeast * usual_, most);
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

}  // namespace lab
