// Unsupported contents of a glTF file give a note; contents that cannot be understood are refused.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/body/body_file.h"
#include "io/files/text.h"
#include "support/gltf.h"

namespace {

using support::GltfArm;
using support::GltfWriter;
using Notes = std::vector<std::string>;

std::string text_replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// The arm of GltfArm with one more animation.
/// \param times  times of its keys
/// \param target node and path of its channel
std::string arm_with_animation(const std::string& name, const Eigen::MatrixXf& times,
                               const std::string& target) {
  GltfWriter writer;
  const GltfArm arm;
  std::string members = arm.members(writer);
  const std::string input = std::to_string(writer.floats(times, "SCALAR")),
                    output = std::to_string(writer.floats(arm.waves, "VEC4"));
  members.pop_back();
  members += R"(,{"name":")" + name + R"(","samplers":[{"input":)" + input + R"(,"output":)" +
             output + R"(}],"channels":[{"sampler":0,"target":)" + target + "}]}]";
  return writer.text(members);
}

const Eigen::MatrixXf kTimes = Eigen::RowVector3f(0.0F, 0.5F, 1.0F);
const Eigen::MatrixXf kNegative = Eigen::RowVector3f(-0.5F, 0.5F, 1.0F);
const std::string kHand = R"({"node":3,"path":"rotation"})";
const std::string kAside = R"({"node":4,"path":"rotation"})";  // the mesh's node, which is no joint

std::string left_out_refusal(const std::string& text, const io::BodyOptions& options = {}) {
  try {
    io::parse_body(text, "hero.gltf", options);
  } catch (const io::Error& error) {
    return error.what();
  }
  return "";
}

TEST(GltfLeftOut, AnAnimationWithAFaultIsLeftOutAndTheOthersAreThere) {
  const std::string text = arm_with_animation("Run", kNegative, kHand);
  const io::BodyFile file = io::parse_body(text, "hero.gltf");
  EXPECT_EQ(file.notes, Notes{"animation \"Run\": channel 0: its times do not ascend from 0 or "
                              "later; it is left out"});
  ASSERT_TRUE(file.model.recording);
  EXPECT_EQ(file.model.recording->name, "Wave");
  // a faulty animation that is requested by name is refused
  io::BodyOptions run, wave;
  run.animation = "Run";
  wave.animation = "Wave";
  EXPECT_EQ(left_out_refusal(text, run),
            "hero.gltf: animation \"Run\": channel 0: its times do not ascend from 0 or later");
  EXPECT_EQ(left_out_refusal(text, wave), "");
  // without another animation the body rests
  const io::BodyFile still =
      io::parse_body(text_replaced(text, R"("CUBICSPLINE")", R"("LINEAR")"), "hero.gltf");
  EXPECT_FALSE(still.model.recording);
  EXPECT_EQ(still.notes.size(), 2U);
}

TEST(GltfLeftOut, AnimatedNodesThatMoveNoJointAreNamed) {
  const std::string text = arm_with_animation("Turn", kTimes, kAside);
  const Notes notes = io::parse_body(text, "hero.gltf").notes;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].substr(0, 50), "1 animated node moves no joint: it stands still: \"");
}

TEST(GltfLeftOut, PointersAreNamed) {
  const std::string target =
      R"({"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":"/nodes/1/rotation"}}})";
  EXPECT_EQ(io::parse_body(arm_with_animation("Point", kTimes, target), "hero.gltf").notes,
            Notes{"1 channel of KHR_animation_pointer left out"});
}

TEST(GltfLeftOut, ARequiredExtensionThatIsNotReadIsRefusedByItsName) {
  const auto requiring = [](const std::string& name) {
    return left_out_refusal(text_replaced(arm_with_animation("Run", kTimes, kHand), R"({"asset")",
                                          R"({"extensionsRequired":[")" + name + R"("],"asset")"));
  };
  EXPECT_EQ(requiring("EXT_foo"),
            "hero.gltf: it needs the extension \"EXT_foo\", which is not read");
  EXPECT_EQ(requiring("KHR_draco_mesh_compression"),
            "hero.gltf: its meshes are compressed (KHR_draco_mesh_compression)");
  for (const char* name : {"KHR_materials_unlit", "KHR_texture_transform", "KHR_mesh_quantization",
                           "EXT_texture_webp", "VRMC_vrm"}) {
    EXPECT_EQ(requiring(name), "") << name;
  }
}

}  // namespace
