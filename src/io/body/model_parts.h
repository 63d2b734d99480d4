#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "io/body/mesh_paths.h"
#include "io/body/notes.h"
#include "io/body/xml.h"
#include "lab/body/body_model.h"

// What readers of robot and character files share.

namespace io {

/// Sorts the links so that every parent comes first. `parent` is an index in the given order.
/// \returns the new index of each link; -1 for a link that is not connected to a root: it is left
///   out
std::vector<int> put_parents_first(std::vector<lab::ModelLink>& links);

/// Angles a, b, c of three hinges, in rad, about axes in cyclic order i = first, j, k, with product
///   R = R_i(a) R_j(b) R_k(c)
///   R(i,k) = sin b,  R(j,k) = -sin a cos b,  R(k,k) = cos a cos b
/// Of the two solutions, each up to multiples of 2 pi, this is the nearest to `before`.
Eigen::Vector3d hinge_angles(const Eigen::Matrix3d& turn, Eigen::Index first,
                             const Eigen::Vector3d& before);

/// Adds capsules from links to their children and sites.
/// \param holds whether a link gets capsules to its children
void add_bones(double radius, std::vector<lab::ModelLink>& links,
               const std::function<bool(std::size_t link)>& holds);

// --- limits and followers ---

/// Drops limits of followers, theta_f = ratio theta_l + shift, that would fix the leader theta_l at
/// one position or leave none, although its own limits let it move. A note names these followers.
/// Such limits are often left over: ROS does not use the limits of followers.
/// \pre no cycle of followers
void drop_conflicting_limits(lab::BodyModel& model, std::vector<std::string>& notes);

/// Fails if a joint follows itself, or with ratio 0.
void check_mimic(const XmlNode& mimic, const lab::ModelJoint& joint);

/// Remarks on joint limits of a robot file that are not used, or not as written.
struct LimitRemarks {
  /// The lowest velocity limit, with the joint's name.
  struct Slowest {
    std::string joint;
    double velocity = 0.0;  ///< rad/s or m/s
  };

  std::vector<std::string> unlimited;  ///< the joint's type needs limits, but the file has none
  std::vector<std::string> exchanged;  ///< the lower limit is above the upper
  std::vector<std::string> held;       ///< both limits are equal
  int with_velocity = 0;               ///< number of joints with a velocity limit
  std::optional<Slowest> hinge = {}, slide = {};

  /// Takes a joint's largest velocity. \param velocity as written; anything but a number above 0 is
  /// none
  void add_velocity(lab::ModelJoint& joint, const std::string& velocity);
  /// Appends one line per kind. \param words name the caps that keep to the velocity limits
  void tell(const lab::OptionWords& words, std::vector<std::string>& notes) const;
};

/// Gives a joint its limits, rad or m, exchanged if they are in the wrong order.
void set_limits(double lower, double upper, lab::ModelJoint& joint, LimitRemarks& remarks);

// --- shapes ---

/// What is found on the way through the shapes of a robot file.
struct ShapeRemarks {
  /// \param source the file
  explicit ShapeRemarks(const std::string& source) : dropped(source) {}
  /// A line for each kind.
  void tell(const MeshPaths& meshes, std::vector<std::string>& notes) const;

  std::vector<std::string> missing;     ///< names of meshes
  int uniform_scales = 0;               ///< scales of one number
  std::map<std::string, int> left_out;  ///< elements, by tag
  ShapeErrors dropped;
};

/// The numbers of a field of an element: an attribute in URDF, a child in SDF.
using FieldNumbers = std::vector<double> (XmlNode::*)(const char* field) const;

/// A box, cylinder, capsule or sphere by its fields size, radius and length; empty if the geometry
/// is another one.
std::optional<lab::Visual::Shape> read_plain_shape(const XmlNode& geometry, FieldNumbers numbers);

/// A mesh; empty if its file is missing. \param scale three numbers, or one for all axes
std::optional<lab::Visual::Shape> read_mesh_shape(const std::string& name, const XmlNode& mesh,
                                                  const std::vector<double>& scale,
                                                  const MeshPaths& meshes, ShapeRemarks& remarks);

/// Reads a <visual> or <collision>; empty if its mesh is missing, or it is transparent.
using ShapeReader =
    std::function<std::optional<lab::Visual>(const XmlNode& node, ShapeRemarks& remarks)>;

/// Reads the visuals of a link, and where a mesh is missing its collision shapes.
/// \returns false if a mesh is missing, and no collision shape stands in for it
bool read_link_shapes(const XmlNode& node, const ShapeReader& read, lab::ModelLink& link,
                      ShapeRemarks& remarks);

/// Replaces missing meshes by capsules: from each of these links to its children, or through its
/// middle if it has none.
void stand_in(const std::vector<std::size_t>& bare, std::vector<lab::ModelLink>& links);

/// A capsule in place of an ellipsoid: of its length along z and mean width.
/// \param radii along x, y and z, m
lab::CapsuleShape ellipsoid_shape(const Eigen::Vector3d& radii);

/// A colour that is written as red, green, blue and alpha.
struct Rgba {
  Eigen::Vector3d color = Eigen::Vector3d::Zero();  ///< 0 to 1
  double alpha = 1.0;

  /// \param values four numbers
  explicit Rgba(const std::vector<double>& values)
      : color(Eigen::Vector3d(values[0], values[1], values[2]).cwiseMax(0.0).cwiseMin(1.0)),
        alpha(values[3]) {}
  /// False below a small alpha; everything else is drawn solid.
  bool visible() const { return alpha >= 0.05; }
};

}  // namespace io
