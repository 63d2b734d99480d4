#pragma once

namespace lab {

/// Which part of time the live plots show: it follows the present, or stands where it was put.
class TimeView {
 public:
  /// What there is to be seen, s.
  struct Known {
    double first = 0.0;  ///< that is remembered
    double now = 0.0;    ///< the playhead
    double last = 0.0;
  };

  /// Moves on with the time. At the end of what is known the playhead stands at the right, once
  /// there is enough to fill the view; within it, it wanders through the view.
  /// \param usual seconds that are shown unless the user wants others
  void update(const Known& known, double usual);

  /// Shows `factor` times as many seconds; the one `at` stays where it is.
  void zoom(double at, double factor);
  /// Looks so many seconds earlier or later.
  void pan(double seconds);
  /// Back to the present, and the usual length.
  void follow();

  double begin() const { return begin_; }
  double end() const { return begin_ + span_; }
  bool following() const { return following_; }

 private:
  static constexpr double kLeast = 0.005;  // of the usual length

  void settle();  // follows again where the user reached the present

  Known known_;
  double usual_ = 1.0;
  double begin_ = 0.0, span_ = 0.0;
  bool following_ = true;
};

}  // namespace lab
