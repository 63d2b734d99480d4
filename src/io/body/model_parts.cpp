#include "io/body/model_parts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "ik/math/elementary.h"
#include "lab/scene/number_text.h"
#include "lab/scene/settings.h"

namespace io {
namespace {

using lab::ModelJoint;

/// The range of a leader left by its own limits and its followers' limits.
struct Range {
  double lower, upper;
  bool is_open() const { return lower < upper; }
};

/// The joint at the end of a chain of leaders, with theta_f = ratio theta + shift.
struct Lead {
  const ModelJoint* joint = nullptr;  // null: a leader is missing, or the chain is a cycle
  double ratio = 1.0, shift = 0.0;
};

Lead lead_of(const ModelJoint& follower, const std::map<std::string, ModelJoint*>& joints) {
  Lead lead{&follower};
  for (std::size_t passed = 0; !lead.joint->leader.empty(); ++passed) {
    const auto next = joints.find(lead.joint->leader);
    if (next == joints.end() || passed > joints.size()) return {};  // reported elsewhere
    lead.shift += lead.ratio * lead.joint->shift;
    lead.ratio *= lead.joint->ratio;
    lead.joint = next->second;
  }
  return lead;
}

/// The number above 0 in a field.
double positive(const XmlNode& node, const char* field, FieldNumbers numbers) {
  const double number = node.counted(field, 1, (node.*numbers)(field)).front();
  if (!(number > 0.0)) node.fail(concat(field, ": expected a number above 0"));
  return number;
}

}  // namespace

void drop_conflicting_limits(lab::BodyModel& model, std::vector<std::string>& notes) {
  std::map<std::string, ModelJoint*> joints;
  for (lab::ModelLink& link : model.links) {
    for (ModelJoint& joint : link.joints) joints.emplace(joint.name, &joint);
  }
  std::map<const ModelJoint*, Range> ranges;
  std::vector<std::string> released;
  for (lab::ModelLink& link : model.links) {
    for (ModelJoint& joint : link.joints) {
      const Lead lead = joint.leader.empty() ? Lead{} : lead_of(joint, joints);
      if (lead.joint == nullptr || lead.ratio == 0.0) continue;
      Range& range =
          ranges.try_emplace(lead.joint, Range{lead.joint->lower, lead.joint->upper}).first->second;
      const double a = (joint.lower - lead.shift) / lead.ratio;
      const double b = (joint.upper - lead.shift) / lead.ratio;
      const Range left{std::max(range.lower, std::min(a, b)),
                       std::min(range.upper, std::max(a, b))};
      if (left.lower > left.upper || (range.is_open() && !left.is_open())) {
        released.push_back(joint.name);
        joint.lower = -ik::kUnlimited;
        joint.upper = ik::kUnlimited;
      } else {
        range = left;
      }
    }
  }
  tell_names(released, "joint would hold the joint that it follows: its own limits are not used",
             "joints would hold the joints that they follow: their own limits are not used", notes);
}

void check_mimic(const XmlNode& mimic, const ModelJoint& joint) {
  if (joint.leader == joint.name) mimic.fail("the joint follows itself");
  if (joint.ratio == 0.0) mimic.fail("multiplier: expected a number other than 0");
}

void LimitRemarks::add_velocity(ModelJoint& joint, const std::string& velocity) {
  const auto numbers = parse_numbers(velocity);
  if (!numbers || numbers->size() != 1 || !(numbers->front() > 0.0)) return;
  joint.max_velocity = numbers->front();
  ++with_velocity;
  std::optional<Slowest>& slowest = joint.type == ik::JointType::kPrismatic ? slide : hinge;
  if (!slowest || numbers->front() < slowest->velocity) slowest = {joint.name, numbers->front()};
}

void LimitRemarks::tell(const lab::OptionWords& words, std::vector<std::string>& notes) const {
  tell_names(unlimited, "joint has no limits, as the file gives it none",
             "joints have no limits, as the file gives them none", notes);
  tell_names(exchanged, "joint has its lower limit above the upper one, which are exchanged",
             "joints have their lower limit above the upper one, which are exchanged", notes);
  tell_names(held, "joint cannot move, as both of its limits are the same",
             "joints cannot move, as both of their limits are the same", notes);
  if (with_velocity == 0) return;
  const double time_step = lab::Settings().time_step;
  std::string remedy;
  const auto add = [&remedy](const char* option, double most) {
    remedy += concat(remedy.empty() ? "" : " ", option, " ", lab::number_text(most, 3));
  };
  if (hinge) add(words.angle_cap, words.angle_unit * hinge->velocity * time_step);
  if (slide) add(words.slide_cap, slide->velocity * time_step);
  notes.push_back(printable(
      concat("limits of velocity are not used (",
             counted_words(static_cast<std::size_t>(with_velocity), "joint", "joints"),
             "): ", remedy, " keeps to that of \"", (hinge ? hinge : slide)->joint,
             "\", the slowest, with one update in ", lab::number_text(time_step, 3), " s")));
}

void set_limits(double lower, double upper, ModelJoint& joint, LimitRemarks& remarks) {
  if (lower == upper) remarks.held.push_back(joint.name);
  if (lower > upper) remarks.exchanged.push_back(joint.name);
  joint.lower = std::min(lower, upper);
  joint.upper = std::max(lower, upper);
}

Eigen::Vector3d hinge_angles(const Eigen::Matrix3d& turn, Eigen::Index first,
                             const Eigen::Vector3d& before) {
  const Eigen::Index i = first, j = (first + 1) % 3, k = (first + 2) % 3;
  const auto nearest = [](double angle, double to) {
    return angle + 2.0 * std::numbers::pi * std::round((to - angle) / (2.0 * std::numbers::pi));
  };
  const auto with_first = [&](double a) {
    a = nearest(a, before[0]);
    const Eigen::Matrix3d rest = ik::rotation_about(Eigen::Vector3d::Unit(i), -a) * turn;
    return Eigen::Vector3d(a, nearest(ik::arctangent(rest(i, k), rest(k, k)), before[1]),
                           nearest(ik::arctangent(rest(j, i), rest(j, j)), before[2]));
  };
  // if the middle hinge is at a right angle, the first is undetermined: keep its value
  const bool known = ik::hypotenuse(turn(j, k), turn(k, k)) > 1e-9;
  const double a = known ? ik::arctangent(-turn(j, k), turn(k, k)) : before[0];
  const Eigen::Vector3d one = with_first(a), other = with_first(a + std::numbers::pi);
  return (one - before).squaredNorm() <= (other - before).squaredNorm() ? one : other;
}

std::vector<int> put_parents_first(std::vector<lab::ModelLink>& links) {
  std::vector<std::vector<std::size_t>> below(links.size());
  std::vector<std::size_t> open;
  for (std::size_t i = links.size(); i-- > 0;) {
    const int parent = links[i].parent;
    (parent < 0 ? open : below[static_cast<std::size_t>(parent)]).push_back(i);
  }
  std::vector<int> place(links.size(), -1);
  std::vector<lab::ModelLink> ordered;
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    place[i] = static_cast<int>(ordered.size());
    lab::ModelLink& link = ordered.emplace_back(std::move(links[i]));
    if (link.parent >= 0) link.parent = place[static_cast<std::size_t>(link.parent)];
    open.insert(open.end(), below[i].begin(), below[i].end());
  }
  links = std::move(ordered);
  return place;
}

void stand_in(const std::vector<std::size_t>& bare, std::vector<lab::ModelLink>& links) {
  for (const std::size_t i : bare) {
    std::vector<Eigen::Vector3d> ends;
    for (const lab::ModelLink& link : links) {
      if (link.parent != static_cast<int>(i)) continue;
      const Eigen::Vector3d anchor =
          link.joints.empty() ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : link.joints[0].anchor;
      ends.emplace_back(link.parent_from_link * anchor);
    }
    if (ends.empty() && links[i].middle) ends.emplace_back(2.0 * *links[i].middle);
    for (const Eigen::Vector3d& end : ends) {
      const double length = end.norm();
      if (length > 0.0) links[i].visuals.push_back(lab::bone(end, lab::kSlender * length));
    }
  }
}

void add_bones(double radius, std::vector<lab::ModelLink>& links,
               const std::function<bool(std::size_t link)>& holds) {
  const auto add = [radius](lab::ModelLink& link, const Eigen::Vector3d& to) {
    if (to.norm() > 0.0) link.visuals.push_back(lab::bone(to, radius));
  };
  for (lab::ModelLink& link : links) {
    const auto parent = static_cast<std::size_t>(link.parent);
    if (link.parent >= 0 && holds(parent)) add(links[parent], link.parent_from_link.translation());
    for (const lab::ModelSite& site : link.sites) add(link, site.place);
  }
}

void ShapeRemarks::tell(const MeshPaths& meshes, std::vector<std::string>& notes) const {
  if (!missing.empty()) notes.push_back(meshes.note_on_missing(missing));
  dropped.tell(notes);
  tell_left_out(left_out, notes);
  if (uniform_scales == 0) return;
  notes.push_back(concat(counted_words(static_cast<std::size_t>(uniform_scales),
                                       "scale of a mesh is", "scales of meshes are"),
                         " one number, taken for all three axes"));
}

std::optional<lab::Visual::Shape> read_plain_shape(const XmlNode& geometry, FieldNumbers numbers) {
  if (const auto box = geometry.find("box")) {
    const Eigen::Vector3d size(box->counted("size", 3, (*box.*numbers)("size")).data());
    if (!(size.array() >= 0.0).all()) box->fail("size: expected numbers of at least 0");
    return lab::BoxShape{size};
  }
  if (const auto cylinder = geometry.find("cylinder")) {
    return lab::CylinderShape{positive(*cylinder, "radius", numbers),
                              positive(*cylinder, "length", numbers)};
  }
  if (const auto capsule = geometry.find("capsule")) {
    return lab::CapsuleShape{positive(*capsule, "radius", numbers),
                             positive(*capsule, "length", numbers)};
  }
  if (const auto ball = geometry.find("sphere")) {
    return lab::BallShape{positive(*ball, "radius", numbers)};
  }
  return std::nullopt;
}

std::optional<lab::Visual::Shape> read_mesh_shape(const std::string& name, const XmlNode& mesh,
                                                  const std::vector<double>& scale,
                                                  const MeshPaths& meshes, ShapeRemarks& remarks) {
  if (scale.size() == 1) ++remarks.uniform_scales;
  const Eigen::Vector3d scales = scale.size() == 1
                                     ? Eigen::Vector3d(Eigen::Vector3d::Constant(scale.front()))
                                     : Eigen::Vector3d(mesh.counted("scale", 3, scale).data());
  if (const auto file = meshes.find(name)) return lab::MeshShape{file->string(), scales};
  remarks.missing.push_back(name);
  return std::nullopt;
}

bool read_link_shapes(const XmlNode& node, const ShapeReader& read, lab::ModelLink& link,
                      ShapeRemarks& remarks) {
  const auto add_all = [&](const char* tag, ShapeRemarks& own) {
    for (const XmlNode& shape : node.children(tag)) {
      own.dropped.guard([&] {
        if (auto visual = read(shape, own)) link.visuals.push_back(*std::move(visual));
      });
    }
  };
  const std::size_t before = remarks.missing.size();
  add_all("visual", remarks);
  if (remarks.missing.size() == before) return true;
  const std::size_t shown = link.visuals.size();
  ShapeRemarks unsaid(node.source());  // for shapes that are not seen
  add_all("collision", unsaid);
  return link.visuals.size() > shown;
}

lab::CapsuleShape ellipsoid_shape(const Eigen::Vector3d& radii) {
  const double radius = 0.5 * (radii.x() + radii.y());
  return {radius, std::max(0.0, 2.0 * (radii.z() - radius))};
}

}  // namespace io
