#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace support {

/// Writes small glTF files: accessors by their numbers, everything else as JSON text.
class GltfWriter {
 public:
  /// Adds an accessor of floats with one column per element. \returns its index
  int floats(const Eigen::MatrixXf& columns, const char* type) {
    const std::vector<float> numbers(columns.data(), columns.data() + columns.size());
    return add(numbers, columns.cols(), 5126, type);
  }
  int shorts(const std::vector<std::uint16_t>& numbers, const char* type, long count) {
    return add(numbers, count, 5123, type);
  }

  /// A text file with an embedded buffer. \param members of the file's object: "nodes": […]
  std::string text(const std::string& members) const {
    return object(members, R"("uri":"data:application/octet-stream;base64,)" + base64() + R"(",)");
  }
  /// A text file with its buffer in another file.
  std::string beside(const std::string& members, const std::string& uri) const {
    return object(members, R"("uri":")" + uri + R"(",)");
  }
  /// A binary file.
  std::string binary(const std::string& members) const {
    std::string json = object(members, "");
    while (json.size() % 4 != 0) json += ' ';
    std::string part = bytes_;
    while (part.size() % 4 != 0) part += '\0';
    const std::size_t whole = 28 + json.size() + part.size();
    return "glTF" + number(2) + number(whole) + number(json.size()) + "JSON" + json +
           number(part.size()) + std::string("BIN\0", 4) + part;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  template <class T>
  int add(const std::vector<T>& numbers, long count, int component, const char* type) {
    while (bytes_.size() % 4 != 0) bytes_ += '\0';
    const std::string offset = std::to_string(bytes_.size());
    const std::size_t size = numbers.size() * sizeof(T);
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), size);
    const std::string comma = count_ > 0 ? "," : "";
    views_ += comma + R"({"buffer":0,"byteOffset":)" + offset + R"(,"byteLength":)" +
              std::to_string(size) + "}";
    accessors_ += comma + R"({"bufferView":)" + std::to_string(count_) + R"(,"componentType":)" +
                  std::to_string(component) + R"(,"count":)" + std::to_string(count) +
                  R"(,"type":")" + type + R"("})";
    return count_++;
  }

  std::string object(const std::string& members, const std::string& uri) const {
    std::string all = R"({"asset":{"version":"2.0"},)" + members;
    if (count_ > 0) {
      all += R"(,"accessors":[)" + accessors_ + R"(],"bufferViews":[)" + views_ +
             R"(],"buffers":[{)" + uri + R"("byteLength":)" + std::to_string(bytes_.size()) + "}]";
    }
    return all + "}";
  }

  static std::string number(std::size_t value) {
    std::string text;
    for (int i = 0; i < 4; ++i) text += static_cast<char>(value >> 8 * i & 0xff);
    return text;
  }

  std::string base64() const {
    const char* const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes_.size(); i += 3) {
      std::uint32_t three = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        three =
            three << 8 | (i + k < bytes_.size() ? static_cast<unsigned char>(bytes_[i + k]) : 0);
      }
      for (std::size_t k = 0; k < 4; ++k) {
        text += i + k > bytes_.size() ? '=' : letters[three >> (18 - 6 * k) & 63];
      }
    }
    return text;
  }

  std::string bytes_, views_, accessors_;
  int count_ = 0;
};

/// A skinned arm: Armature (moved and scaled by 2), Shoulder, Elbow, Hand, a mesh on the last
/// three, and an animation of one second. Node positions are products of 4 x 4 matrices.
struct GltfArm {
  struct Node {
    std::string name;
    int parent;
    Eigen::Vector3d place;
    Eigen::Quaterniond turn;
    double scale;
  };
  std::vector<Node> nodes = {{"Armature", -1, {0.1, 0.5, -0.2}, about(0.4, {0, 1, 0}), 2.0},
                             {"Shoulder", 0, {0.0, 0.2, 0.0}, about(0.6, {1, 1, 0}), 1.0},
                             {"Elbow", 1, {0.4, 0.0, 0.1}, about(1.2, {0, 0, 1}), 0.5},
                             {"Hand", 2, {0.6, 0.1, 0.0}, about(-0.3, {1, 2, 3}), 1.0}};
  // keys of the animation
  Eigen::RowVectorXf times = Eigen::RowVector3f(0.0F, 0.25F, 1.0F);
  Eigen::MatrixXf slides{3, 3};   ///< LINEAR, of the shoulder
  Eigen::MatrixXf bends{4, 9};    ///< CUBICSPLINE, of the elbow: tangent, value, tangent
  Eigen::MatrixXf turns{4, 3};    ///< LINEAR, of the shoulder
  Eigen::MatrixXf waves{4, 3};    ///< STEP, of the hand
  Eigen::MatrixXf points{3, 24};  ///< of the mesh, four rings of six
  std::vector<std::uint16_t> joints, triangles;
  Eigen::MatrixXf weights{4, 24};

  static Eigen::Quaterniond about(double angle, const Eigen::Vector3d& axis) {
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
  }

  GltfArm() {
    slides << 0.0F, 0.05F, 0.3F, 0.2F, 0.3F, 0.1F, 0.0F, -0.1F, 0.2F;
    const auto key = [](const Eigen::Quaterniond& q) { return q.coeffs().cast<float>().eval(); };
    turns << key(nodes[1].turn), key(about(1.4, {1, 0, 0})), -key(about(-1.1, {0, 1, 1}));
    bends.setZero();
    bends.col(1) = key(nodes[2].turn);
    bends.col(4) = key(about(0.3, {0, 1, 1}));
    bends.col(7) = key(about(-0.5, {1, 0, 1}));
    bends.col(2) << 0.4F, -0.3F, 0.8F, 0.1F;
    bends.col(3) << -0.7F, 0.5F, 0.2F, 0.0F;
    bends.col(5) << -0.2F, 0.9F, 0.1F, -0.3F;
    bends.col(6) << 0.6F, 0.1F, -0.4F, 0.2F;
    waves << key(nodes[3].turn), key(about(0.8, {1, 0, 0})), key(about(-0.4, {0, 0, 1}));
    weights.setZero();
    for (int ring = 0; ring < 4; ++ring) {
      for (int i = 0; i < 6; ++i) {
        const int v = 6 * ring + i;
        const auto angle = static_cast<float>(i) * 1.0471976F;
        points.col(v) << 0.5F * static_cast<float>(ring), 0.2F * std::cos(angle),
            0.2F * std::sin(angle);
        const auto lower = static_cast<std::uint16_t>(ring == 3 ? 2 : ring == 0 ? 0 : ring - 1);
        joints.insert(joints.end(),
                      {lower, static_cast<std::uint16_t>(std::min(2, lower + 1)), 0, 0});
        weights(0, v) = ring == 3 || ring == 0 ? 1.0F : 0.3F;
        weights(1, v) = 1.0F - weights(0, v);
        if (ring == 3) continue;
        const int next = 6 * ring + (i + 1) % 6;
        for (const int k : {v, v + 6, next, next, v + 6, next + 6}) {
          triangles.push_back(static_cast<std::uint16_t>(k));
        }
      }
    }
  }

  /// World matrix of a node, with scale.
  Eigen::Matrix4d world(int node) const {
    const Node& n = nodes[static_cast<std::size_t>(node)];
    Eigen::Matrix4d own = Eigen::Matrix4d::Identity();
    own.topLeftCorner<3, 3>() = n.scale * n.turn.toRotationMatrix();
    own.topRightCorner<3, 1>() = n.place;
    return n.parent < 0 ? own : Eigen::Matrix4d(world(n.parent) * own);
  }

  /// JSON of everything except the numbers, which it adds to a writer.
  std::string members(GltfWriter& out) const {
    Eigen::MatrixXf bind(16, 3);
    for (int j = 0; j < 3; ++j) {
      const Eigen::Matrix4f inverse = world(j + 1).inverse().cast<float>();
      bind.col(j) = Eigen::Map<const Eigen::VectorXf>(inverse.data(), 16);
    }
    const auto s = [](int i) { return std::to_string(i); };
    const std::string position = s(out.floats(points, "VEC3")),
                      joint = s(out.shorts(joints, "VEC4", 24)),
                      weight = s(out.floats(weights, "VEC4")),
                      index =
                          s(out.shorts(triangles, "SCALAR", static_cast<long>(triangles.size()))),
                      matrix = s(out.floats(bind, "MAT4")), time = s(out.floats(times, "SCALAR"));
    const auto sampler = [&](const Eigen::MatrixXf& values, const char* type, const char* way) {
      return R"({"input":)" + time + R"(,"output":)" + s(out.floats(values, type)) +
             R"(,"interpolation":")" + way + R"("})";
    };
    const auto channel = [](int i, int node, const char* path) {
      return R"({"sampler":)" + std::to_string(i) + R"(,"target":{"node":)" + std::to_string(node) +
             R"(,"path":")" + path + R"("}})";
    };
    std::string list;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Node& n = nodes[i];
      const auto v = [](const ik::VectorX& x) {
        std::string text;
        for (const double value : x) {
          char number[40];
          std::snprintf(number, sizeof number, "%s%.17g", text.empty() ? "" : ",", value);
          text += number;
        }
        return "[" + text + "]";
      };
      list += R"({"name":")" + n.name + R"(","translation":)" + v(n.place) + R"(,"rotation":)" +
              v(n.turn.coeffs()) + R"(,"scale":)" + v(Eigen::Vector3d::Constant(n.scale)) +
              (i == 0  ? R"(,"children":[1,4]},)"
               : i < 3 ? R"(,"children":[)" + s(int(i) + 1) + "]},"
                       : "},");
    }
    std::string samplers = sampler(slides, "VEC3", "LINEAR") + ",";
    samplers += sampler(turns, "VEC4", "LINEAR") + ",";
    samplers += sampler(bends, "VEC4", "CUBICSPLINE") + ",";
    samplers += sampler(waves, "VEC4", "STEP");
    return R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[)" + list +
           R"({"mesh":0,"skin":0}],"meshes":[{"name":"Sleeve","primitives":[{"attributes":)" +
           R"({"POSITION":)" + position + R"(,"JOINTS_0":)" + joint + R"(,"WEIGHTS_0":)" + weight +
           R"(},"indices":)" + index +
           R"(,"material":0}]}],"materials":[{"pbrMetallicRoughness":{"baseColorFactor":)" +
           R"([0.5,0.25,1,1]}}],"skins":[{"name":"Arm","joints":[1,2,3],)" +
           R"("inverseBindMatrices":)" + matrix +
           R"(}],"animations":[{"name":"Wave","samplers":[)" + samplers + R"(],"channels":[)" +
           channel(0, 1, "translation") + "," + channel(1, 1, "rotation") + "," +
           channel(2, 2, "rotation") + "," + channel(3, 3, "rotation") + "]}]";
  }

  /// The arm at a time of its animation, computed by other formulas than the specification's:
  /// rotations by angle and axis, the cubic by its four conditions.
  GltfArm at(double time) const {
    GltfArm arm = *this;
    const int key = time < times[1] ? 0 : 1;
    const double length = times[key + 1] - times[key];
    const double t = (time - times[key]) / length;
    const auto turn = [](const Eigen::Vector4d& v) { return Eigen::Quaterniond(v).normalized(); };
    const ik::MatrixX from = slides.cast<double>();
    arm.nodes[1].place = (1.0 - t) * from.col(key) + t * from.col(key + 1);
    const Eigen::Quaterniond a = turn(turns.col(key).cast<double>()),
                             b = turn(turns.col(key + 1).cast<double>());
    const Eigen::AngleAxisd way(a.conjugate() * b);
    double angle = way.angle();
    if (angle > M_PI) angle -= 2.0 * M_PI;
    arm.nodes[1].turn = a * Eigen::Quaterniond(Eigen::AngleAxisd(t * angle, way.axis()));
    // c0 + c1 x + c2 x^2 + c3 x^3 with the values and slopes of both ends, x in s
    Eigen::Matrix4d conditions;
    conditions << 1, 0, 0, 0, 0, 1, 0, 0, 1, length, length * length, length * length * length, 0,
        1, 2 * length, 3 * length * length;
    Eigen::Matrix4d ends;
    ends << bends.col(3 * key + 1).cast<double>().transpose(),
        bends.col(3 * key + 2).cast<double>().transpose(),
        bends.col(3 * key + 4).cast<double>().transpose(),
        bends.col(3 * key + 3).cast<double>().transpose();
    const Eigen::Matrix4d cubic = conditions.fullPivLu().solve(ends);
    const double x = time - times[key];
    arm.nodes[2].turn = turn(cubic.transpose() * Eigen::Vector4d(1, x, x * x, x * x * x));
    arm.nodes[3].turn = turn(waves.col(time < times[1]   ? 0
                                       : time < times[2] ? 1
                                                         : 2)
                                 .cast<double>());
    return arm;
  }
};

}  // namespace support
