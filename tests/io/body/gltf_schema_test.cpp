// The table of all keys of glTF 2.0 says what the reader does: a character that has everything
// loses or gains one part at a time. So does the table of the keywords of BVH.
// Unsupported contents give a note; contents that cannot be understood are refused.

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "io/body/body_file.h"
#include "io/body/gltf_mesh.h"
#include "io/body/schema.h"
#include "io/files/text.h"
#include "support/gltf.h"
#include "support/refusal.h"

namespace {

using nlohmann::json;
using Notes = std::vector<std::string>;

/// The arm of GltfArm with everything that the table has, as far as the specification lets it.
json full_arm() {
  support::GltfWriter writer;
  std::string members = support::GltfArm().members(writer);
  // values behind others, to be read by their offset or stride
  const int moved = writer.shorts({3, 7}, "SCALAR", 1);
  const int places = writer.floats(0.4F * Eigen::MatrixXf::Identity(3, 2), "VEC3");
  const int normals = writer.floats(Eigen::MatrixXf::Constant(3, 24, 0.577F), "VEC3");
  const int strip = writer.shorts({0, 6, 1, 7}, "SCALAR", 4);
  std::vector<std::uint16_t> quantised;
  for (std::uint16_t i = 0; i < 96; ++i) quantised.push_back(static_cast<std::uint16_t>(i * i));
  const int whole = writer.shorts(quantised, "VEC3", 24);
  json arm = json::parse(writer.text(members));
  arm["asset"].update({{"minVersion", "2.0"}, {"generator", "g"}, {"copyright", "c"}});
  arm["accessors"][0]["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", moved}, {"componentType", 5123}, {"byteOffset", 2}}},
      {"values", {{"bufferView", places}, {"byteOffset", 12}}}};
  arm["accessors"][whole]["normalized"] = true;
  arm["bufferViews"][whole]["byteStride"] = 8;
  json& turned = arm["bufferViews"][normals];
  turned["byteOffset"] = turned["byteOffset"].get<int>() - 4;
  turned["byteLength"] = turned["byteLength"].get<int>() + 4;
  arm["accessors"][normals]["byteOffset"] = 4;
  json& primitives = arm["meshes"][0]["primitives"];
  primitives[0]["attributes"]["NORMAL"] = normals;
  primitives.push_back(primitives[0]);
  primitives[1].update({{"indices", strip}, {"mode", 5}});
  primitives[1]["attributes"]["POSITION"] = whole;
  arm["materials"][0]["doubleSided"] = true;
  arm["nodes"].push_back(
      {{"name", "Tool"}, {"matrix", {1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0.1, 0.2, 0.3, 1}}});
  arm["nodes"][3]["children"] = {5};
  return arm;
}

/// All that is read of a character, with its notes; or the message that refuses it.
std::string character_of(const json& document) {
  const std::string text = document.dump();
  try {
    const io::BodyFile body = io::parse_body(text, "hero.gltf");
    std::ostringstream out;
    for (const lab::ModelLink& link : body.model.links) {
      out << link.name << ' ' << link.parent << '\n' << link.parent_from_link.matrix() << '\n';
      for (const lab::ModelJoint& joint : link.joints) out << joint.name << ' ' << joint.upper;
      for (const lab::ModelSite& site : link.sites) {
        out << site.name << ' ' << site.place.transpose() << '\n' << site.rotation << '\n';
      }
    }
    if (body.model.recording) {
      out << body.model.recording->name << ' ' << body.model.recording->frame_time << '\n'
          << body.model.recording->theta;
    }
    const io::GltfFile file(text, "hero.gltf");
    const io::Character character = make_character(file, read_gltf_nodes(file));
    for (const io::CharacterJoint& joint : character.joints) out << joint.node_from_mesh << '\n';
    for (const io::CharacterPart& part : character.parts) {
      out << part.mesh.points << part.mesh.normals << part.joints.cast<int>() << part.weights;
      if (part.mesh.color) out << part.mesh.color->transpose();
      for (const std::uint32_t index : part.mesh.indices) out << ' ' << index;
    }
    for (const std::string& note : body.notes) out << '\n' << note;
    return out.str();
  } catch (const io::Error& error) {
    return std::string("refused: ") + error.what();
  }
}

/// Calls visit(object) for each object of a row, with the document around them.
void for_objects(json& document, const io::SchemaRow& row,
                 const std::function<void(json&)>& visit) {
  const auto walk = [&](const auto& self, json& value, const std::string& parent,
                        const std::string& key) -> void {
    if (value.is_array()) {
      for (json& entry : value) self(self, entry, parent, key);
    }
    if (!value.is_object()) return;
    if (io::row_of(io::kGltfSchema, parent, key) == &row) visit(value);
    for (const auto& part : value.items()) self(self, part.value(), key, part.key());
  };
  walk(walk, document, "", "glTF");
}

/// The name of a part, where the row has a number in it.
std::string numbered(const std::string& name) {
  return name.ends_with("_n") ? name.substr(0, name.size() - 1) + "0" : name;
}

TEST(GltfSchema, WhatIsAsideChangesNothing) {
  const std::string before = character_of(full_arm());
  ASSERT_EQ(before.find("refused"), std::string::npos) << before;
  int tried = 0;
  for (const io::SchemaRow& row : io::kGltfSchema) {
    if (row.element == "extensions") continue;
    for (const std::string& name :
         io::names_in(std::string(row.aside) + " extensions extras unheard-of")) {
      json document = full_arm();
      for_objects(document, row, [&](json& object) {
        object[numbered(name)] = {{"x", 1}};
        ++tried;
      });
      EXPECT_EQ(character_of(document), before) << row.element << ' ' << name;
    }
  }
  EXPECT_GT(tried, 100);
}

TEST(GltfSchema, WhatIsReadChangesTheCharacterIfItIsMissing) {
  // read, but without an effect here; each has another test
  const std::set<std::string> unseen = {"glTF scene", "asset minVersion", "skins name",
                                        "meshes name", "baseColorTexture index"};
  const std::string before = character_of(full_arm());
  int tried = 0;
  for (const io::SchemaRow& row : io::kGltfSchema) {
    if (row.element == "extensions") continue;
    for (const std::string& name : io::names_in(row.read)) {
      if (unseen.contains(std::string(row.element) + " " + name)) continue;
      bool changes = false;
      std::size_t count = 1;
      for (std::size_t i = 0; !changes && i < count; ++i) {
        json document = full_arm();
        count = 0;
        for_objects(document, row, [&](json& object) {
          if (object.contains(numbered(name)) && count++ == i) object.erase(numbered(name));
        });
        changes = count > 0 && character_of(document) != before;
      }
      EXPECT_TRUE(changes) << row.element << ' ' << name;
      ++tried;
    }
  }
  EXPECT_GT(tried, 40);
}

TEST(GltfSchema, WhatIsToldHasALine) {
  const auto notes_with = [](const std::string& path, const json& value) {
    json document = full_arm();
    document[json::json_pointer(path)] = value;
    return io::parse_body(document.dump(), "hero.gltf").notes;
  };
  EXPECT_EQ(io::parse_body(full_arm().dump(), "hero.gltf").notes, Notes{});
  EXPECT_EQ(notes_with("/meshes/0/primitives/0/targets", json::array({{{"POSITION", 0}}})),
            Notes{"morph targets are not shown"});
  EXPECT_EQ(notes_with("/materials/0/pbrMetallicRoughness/baseColorTexture", {{"index", 0}}),
            Notes{"textures are not shown, base colours are"});
  EXPECT_EQ(notes_with("/scenes/1", {{"nodes", {4}}}), Notes{"1 other scene is left out"});
  json two_scenes = full_arm();
  two_scenes["scenes"].push_back({{"nodes", {5}}});
  two_scenes["nodes"][3].erase("children");
  const std::string first = character_of(two_scenes);
  two_scenes["scene"] = 1;
  EXPECT_NE(character_of(two_scenes), first);
  EXPECT_EQ(notes_with("/animations/0/channels/0/target/path", "scale"),
            Notes{"animated scales are not held"});
  EXPECT_EQ(notes_with("/meshes/0/primitives/1/mode", 1), Notes{"points and lines are not shown"});
}

TEST(GltfSchema, AnExtensionThatMayChangeGeometryIsNamedOrRefused) {
  const auto outcome = [](const char* list, const std::string& name) {
    json document = full_arm();
    document[list] = {name};
    return character_of(document);
  };
  const std::string plain = character_of(full_arm());
  const auto line = [&](const std::string& name) {
    return plain + "\nthe extension \"" + name + "\" is not read";
  };
  // copies of nodes, joints of their own, nodes that follow others
  for (const char* name : {"EXT_mesh_gpu_instancing", "AGI_articulations", "unheard-of"}) {
    EXPECT_EQ(outcome("extensionsUsed", name), line(name));
    EXPECT_EQ(outcome("extensionsRequired", name), "refused: hero.gltf: it needs the extension \"" +
                                                       std::string(name) + "\", which is not read");
  }
  EXPECT_EQ(outcome("extensionsUsed", "VRMC_node_constraint"), line("VRMC_node_constraint"));
  const io::SchemaRow& row = *io::row_of(io::kGltfSchema, "", "extensions");
  for (std::string name : io::names_in(std::string(row.aside) + " " + std::string(row.read))) {
    if (name.back() == '*') name.back() = 'x';
    EXPECT_EQ(outcome("extensionsUsed", name), plain) << name;
    EXPECT_EQ(outcome("extensionsRequired", name), plain) << name;
  }
  json newer = full_arm();
  newer["asset"]["minVersion"] = "2.1";
  EXPECT_EQ(character_of(newer), "refused: hero.gltf: asset.minVersion: only glTF 2.0 is read");
}

// --- BVH

const std::string kDancer =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0.1 0.2 0.3\nCHANNELS 6 Xposition Yposition Zposition "
    "Zrotation Xrotation Yrotation\nJOINT Arm\n{\nOFFSET 0.3 0.1 0.7\nCHANNELS 3 Yrotation "
    "Zrotation Xrotation\nEnd Site\n{\nOFFSET 0.2 0.4 0.6\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: "
    "0.1\n1 2 3 10 20 30 40 50 60\n";

/// All that is read of a dancer, or the message that refuses it.
std::string dancer_of(const std::string& text) {
  try {
    const io::BodyFile body = io::parse_body(text, "d.bvh");
    std::ostringstream out;
    for (const lab::ModelLink& link : body.model.links) {
      out << link.name << ' ' << link.parent << link.parent_from_link.translation().transpose();
      for (const lab::ModelJoint& joint : link.joints) {
        out << static_cast<int>(joint.type) << joint.axis.transpose() << '\n';
      }
      for (const lab::ModelSite& site : link.sites) out << site.place.transpose() << '\n';
    }
    if (body.model.recording) {
      out << body.model.recording->frame_time << body.model.recording->theta;
    }
    for (const std::string& note : body.notes) out << '\n' << note;
    return out.str();
  } catch (const io::Error& error) {
    return std::string("refused: ") + error.what();
  }
}

TEST(BvhSchema, EachKeywordIsReadAndEachOtherWordIsRefused) {
  const std::string before = dancer_of(kDancer);
  ASSERT_EQ(before.find("refused"), std::string::npos) << before;
  std::set<std::string> keywords;
  for (const io::SchemaRow& row : io::kBvhSchema) {
    for (const std::string& name : io::names_in(row.read)) keywords.insert(name);
  }
  std::set<std::string> seen;
  for (std::size_t at = 0; (at = kDancer.find_first_not_of(" \n", at)) != std::string::npos;) {
    const std::size_t end = std::min(kDancer.find_first_of(" \n", at), kDancer.size());
    const std::string word = kDancer.substr(at, end - at);
    const auto with = [&](const std::string& other) {
      return dancer_of(kDancer.substr(0, at) + other + kDancer.substr(end));
    };
    if (keywords.contains(word) || word == "{" || word == "}") {
      seen.insert(word);
      EXPECT_TRUE(with("Unheard").starts_with("refused: d.bvh:")) << word << " at " << at;
      EXPECT_TRUE(with("").starts_with("refused: d.bvh:")) << word << " at " << at;
    } else {
      // a name or a number
      EXPECT_NE(with(word + "7"), before) << word << " at " << at;
    }
    at = end;
  }
  for (const std::string& keyword : keywords) EXPECT_TRUE(seen.contains(keyword)) << keyword;
}

using support::GltfArm;
using support::GltfWriter;

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
