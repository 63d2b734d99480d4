#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <Eigen/Geometry>

#include "io/body/body_formats.h"
#include "io/body/model_parts.h"
#include "io/body/schema.h"

namespace io {
namespace {

constexpr double kSkeletonHeight = 1.7;  // m
constexpr std::size_t kMaxJoints = 10'000;
constexpr std::size_t kMaxNumbers = 50'000'000;  // in all frames
constexpr double kBoneRadius = 0.018;            // fraction of the body's height
/// Positions count as about 0 if they stay below this fraction of OFFSET's length in all frames.
constexpr double kAboutZero = 0.25;

/// A word for a message; only the length of a long or unprintable word.
std::string told(const std::string& word) {
  constexpr std::size_t kMaxTold = 40;
  if (word.size() <= kMaxTold && printable(word) == word) return word;
  return concat("a word of ", word.size(), " bytes");
}

/// Reads a text word by word and counts its lines.
class Words {
 public:
  Words(std::string_view text, std::string source) : text_(text), source_(std::move(source)) {}

  [[noreturn]] void fail(const std::string& message) const {
    throw Error(printable(concat(source_, ":", line_, ": ", message)));
  }

  bool at_end() {
    skip();
    return text_.empty();
  }
  std::string next(const char* what) {
    if (at_end()) fail(concat("expected ", what, ", the file ends"));
    return std::string(take_word(text_));
  }
  void expect(const char* word) {
    const std::string found = next(word);
    if (found != word) fail(concat("expected ", word, ", not ", told(found)));
  }
  int line() const { return line_; }  ///< line of the last word
  /// The rest of the line, trimmed.
  std::string rest_of_line() {
    const std::string_view rest = text_.substr(0, text_.find('\n'));
    text_.remove_prefix(rest.size());
    return std::string(trimmed(rest));
  }
  double number(const char* what) {
    const std::string word = next(what);
    const auto numbers = parse_numbers(word);
    if (!numbers || numbers->size() != 1) fail(concat("expected ", what, ", not ", told(word)));
    return numbers->front();
  }
  std::size_t count(const char* what, std::size_t most) {
    const double value = number(what);
    const bool whole =
        value >= 0.0 && value <= static_cast<double>(most) && value == std::floor(value);
    if (!whole) fail(concat("expected ", what, ", from 0 to ", most));
    return static_cast<std::size_t>(value);
  }

 private:
  void skip() {
    while (!text_.empty() && kBlanks.find(text_.front()) != std::string_view::npos) {
      if (text_.front() == '\n') ++line_;
      text_.remove_prefix(1);
    }
  }

  std::string_view text_;
  std::string source_;
  int line_ = 1;
};

class BvhReader {
 public:
  explicit BvhReader(const BodyInput& input) : words_(input.bytes, input.path.string()) {
    file_.model.name = input.name_of_file();
  }

  BodyFile read() {
    words_.expect("HIERARCHY");
    words_.expect("ROOT");
    read_skeleton();
    read_motion();
    scale();
    add_bones(kBoneRadius * kSkeletonHeight, file_.model.links, [](std::size_t) { return true; });
    file_.model.z_up = false;
    return std::move(file_);
  }

 private:
  Eigen::Vector3d read_offset() {
    words_.expect("OFFSET");
    const double x = words_.number("a number"), y = words_.number("a number");
    return {x, y, words_.number("a number")};
  }

  void open(int parent) {
    lab::BodyModel& model = file_.model;
    if (model.links.size() >= kMaxJoints) words_.fail("too many joints");
    lab::ModelLink link;
    link.name = words_.rest_of_line();
    if (link.name.empty()) words_.fail("expected the name of a joint");
    link.parent = parent;
    link.is_root = parent < 0;
    link.middle = Eigen::Vector3d::Zero();  // an effector is at the joint
    words_.expect("{");
    link.parent_from_link.translation() = read_offset();
    model.links.push_back(std::move(link));
    read_channels();
  }

  /// Reads the channels of the last link: positions first, then rotations in their order.
  void read_channels() {
    words_.expect("CHANNELS");
    lab::ModelLink& link = file_.model.links.back();
    std::vector<std::pair<std::size_t, lab::ModelJoint>> slides, turns;
    const std::size_t count = words_.count("the number of channels", 6);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string channel = words_.next("a channel");
      if (!lists(row_of(kBvhSchema, "", "CHANNELS")->read, channel)) {
        words_.fail(
            concat("expected a channel such as Xposition or Zrotation, not ", told(channel)));
      }
      const bool turn = channel.ends_with("rotation");
      const int axis = channel.front() - 'X';
      const auto type = turn ? ik::JointType::kRevolute : ik::JointType::kPrismatic;
      (turn ? turns : slides)
          .emplace_back(channels_++,
                        lab::axis_joint(link.name + (turn ? " turn " : " "), type, axis));
    }
    if (turns.size() == 3 && slides.empty()) link.motion = lab::LinkMotion::kBall;
    if (turns.size() == 3 && slides.size() == 3) link.motion = lab::LinkMotion::kFree;
    for (auto* list : {&slides, &turns}) {
      for (auto& [channel, joint] : *list) {
        joint_of_channel_.resize(channels_);
        joint_of_channel_[channel] = joints_.size();
        joints_.push_back(joint.type);
        link.joints.push_back(std::move(joint));
      }
    }
  }

  void read_skeleton() {
    std::vector<int> open_links;
    open(-1);
    open_links.push_back(0);
    while (!open_links.empty()) {
      const std::string word = words_.next("JOINT, End Site or }");
      const auto at = static_cast<std::size_t>(open_links.back());
      if (word == "}") {
        open_links.pop_back();
      } else if (word == "JOINT") {
        open(open_links.back());
        open_links.push_back(static_cast<int>(file_.model.links.size()) - 1);
      } else if (word == "End") {
        words_.expect("Site");
        words_.expect("{");
        lab::ModelLink& link = file_.model.links[at];
        link.sites.push_back({link.name + " end", read_offset()});
        words_.expect("}");
      } else {
        words_.fail(concat("expected JOINT, End Site or }, not ", told(word)));
      }
    }
  }

  void read_motion() {
    words_.expect("MOTION");
    words_.expect("Frames:");
    const std::size_t most = kMaxNumbers / std::max<std::size_t>(1, channels_);
    const std::size_t frames = words_.count("the number of frames", most);
    words_.expect("Frame");
    words_.expect("Time:");
    const double time = words_.number("the time of a frame, s");
    if (!(time > 0.0)) words_.fail("expected a time of a frame above 0");
    if (frames == 0) return;
    lab::RecordedMotion recording{.frame_time = time, .theta = {}};
    std::vector<double> numbers;  // grows with the data: the declared size may be wrong
    for (std::size_t frame = 0; frame < frames; ++frame) read_frame(frame, numbers);
    note_extra_lines(frames);
    recording.theta.resize(static_cast<Eigen::Index>(channels_), static_cast<Eigen::Index>(frames));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::size_t joint = joint_of_channel_[i % channels_];
      const bool turn = joints_[joint] == ik::JointType::kRevolute;
      recording.theta(static_cast<Eigen::Index>(joint), static_cast<Eigen::Index>(i / channels_)) =
          turn ? numbers[i] * std::numbers::pi / 180.0 : numbers[i];
    }
    unwrap(recording.theta);
    make_relative_to_offsets(recording.theta);
    file_.model.recording = std::move(recording);
  }

  /// Reads the numbers of one frame. The frame must end at a line's end: one number too many or too
  /// few would shift all later frames.
  void read_frame(std::size_t frame, std::vector<double>& numbers) {
    int first = 0;
    std::size_t on_first = 0;
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      numbers.push_back(words_.number("a number"));
      if (channel == 0) first = words_.line();
      if (words_.line() == first) ++on_first;
    }
    if (channels_ == 0) return;
    if (words_.rest_of_line().empty()) return;
    if (on_first == channels_) {
      words_.fail(concat("frame ", frame + 1, " has more than ", channels_,
                         " numbers, one for each channel"));
    }
    words_.fail(concat("frame ", frame + 1, " begins in line ", first, ", which has ", on_first,
                       " numbers for ", channels_, " channels"));
  }

  void note_extra_lines(std::size_t frames) {
    std::size_t surplus = 0;
    for (; !words_.at_end(); ++surplus) words_.rest_of_line();
    if (surplus == 0) return;
    file_.notes.push_back(concat("Frames: ", frames, ", and ", surplus,
                                 surplus == 1 ? " line" : " lines", " more behind them: left out"));
  }

  /// Converts position channels to values of the slide joints, which are relative to OFFSET. Most
  /// programs write the joint's position in its parent's frame, which replaces OFFSET. If the
  /// channels stay about 0 and OFFSET does not, they are already relative to OFFSET.
  void make_relative_to_offsets(ik::MatrixX& theta) const {
    Eigen::Index row = 0;
    for (const lab::ModelLink& link : file_.model.links) {
      const Eigen::Vector3d& place = link.parent_from_link.translation();
      Eigen::RowVectorXd square = Eigen::RowVectorXd::Zero(theta.cols());
      double offset = 0.0;  // squared length of OFFSET along the axes with a channel
      for (std::size_t j = 0; j < link.joints.size(); ++j) {
        if (link.joints[j].type != ik::JointType::kPrismatic) continue;
        square += theta.row(row + static_cast<Eigen::Index>(j)).cwiseAbs2();
        const double along = link.joints[j].axis.dot(place);
        offset += along * along;
      }
      const bool about_zero = square.maxCoeff() <= kAboutZero * kAboutZero * offset;
      for (const lab::ModelJoint& joint : link.joints) {
        const bool replaces = joint.type == ik::JointType::kPrismatic && !about_zero;
        if (replaces) theta.row(row).array() -= joint.axis.dot(place);
        ++row;
      }
    }
  }

  /// Removes jumps by whole turns between two frames: 179 degrees continue at 181, not at -179.
  void unwrap(ik::MatrixX& theta) const {
    constexpr double kTurn = 2.0 * std::numbers::pi;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      if (joints_[j] != ik::JointType::kRevolute) continue;
      auto row = theta.row(static_cast<Eigen::Index>(j));
      double turns = 0.0;  // added to this frame and all later ones
      double before = row[0];
      for (Eigen::Index frame = 1; frame < row.size(); ++frame) {
        const double now = row[frame];
        turns += std::round((before - now) / kTurn);
        before = now;
        if (turns != 0.0) row[frame] = now + turns * kTurn;
      }
    }
  }

  /// Positions of all joints and ends with every channel at 0.
  std::vector<Eigen::Vector3d> places() const {
    std::vector<Eigen::Vector3d> links, all;
    for (const lab::ModelLink& link : file_.model.links) {
      const Eigen::Vector3d above = link.parent < 0 ? Eigen::Vector3d(Eigen::Vector3d::Zero())
                                                    : links[static_cast<std::size_t>(link.parent)];
      links.emplace_back(above + link.parent_from_link.translation());
      all.push_back(links.back());
      for (const lab::ModelSite& site : link.sites) all.emplace_back(links.back() + site.place);
    }
    return all;
  }

  void scale() {
    Eigen::AlignedBox3d box;
    for (const Eigen::Vector3d& place : places()) box.extend(place);
    const double height = box.sizes().maxCoeff();
    if (!(height > 0.0) || !std::isfinite(height)) words_.fail("the skeleton has no size");
    const double factor = kSkeletonHeight / height;
    for (lab::ModelLink& link : file_.model.links) {
      link.parent_from_link.translation() *= factor;
      for (lab::ModelSite& site : link.sites) site.place *= factor;
    }
    if (!file_.model.recording) return;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      if (joints_[j] != ik::JointType::kPrismatic) continue;
      file_.model.recording->theta.row(static_cast<Eigen::Index>(j)) *= factor;
    }
  }

  Words words_;
  std::size_t channels_ = 0;
  std::vector<std::size_t> joint_of_channel_;
  std::vector<ik::JointType> joints_;
  BodyFile file_;
};

}  // namespace

BodyFile read_bvh(const BodyInput& input) { return BvhReader(input).read(); }

}  // namespace io
