// The tables of all elements and attributes say what the readers do: a robot that has everything
// loses or gains one part at a time.

#include "io/body/schema.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <tinyxml2.h>

#include "io/body/body_file.h"
#include "io/files/text.h"

namespace {

using tinyxml2::XMLDocument;
using tinyxml2::XMLElement;

struct Robot {
  const char* file;
  std::span<const io::SchemaRow> schema;
  std::string text;
  std::set<std::string> unseen;  // read, but without an effect here; each has another test
};

const Robot kRobots[] = {
    {"r.urdf",
     io::kUrdfSchema,
     R"(<robot name='r' version='1.1'>
      <material name='m'><color rgba='1 0 0 1'/></material><link name='a'/>
      <link name='b'><inertial><origin xyz='0 0 0.2'/></inertial>
        <visual><origin xyz='1 0 0' rpy='0 0.1 0'/><geometry><box size='1 1 2'/></geometry>
          <material name='m'/></visual>
        <visual><geometry><cylinder radius='0.1' length='2'/></geometry></visual>
        <visual><geometry><capsule radius='0.1' length='2'/></geometry></visual>
        <visual><geometry><sphere radius='0.1'/></geometry></visual></link>
      <link name='c'><visual><geometry><mesh filename='x.stl' scale='1 2 3 4'/></geometry></visual>
        <collision><origin xyz='0 0 7'/><geometry><box size='1 1 1'/></geometry></collision></link>
      <joint name='j' type='revolute'><origin xyz='0 0 1' quat_xyzw='1 0 0 2'/><parent link='a'/>
        <child link='b'/><axis xyz='0 1 0'/><limit lower='-1' upper='2'/></joint>
      <joint name='k' type='prismatic'><origin rpy='0 0.4 0'/><parent link='b'/><child link='c'/>
        <limit lower='-1' upper='2'/><mimic joint='j' multiplier='2' offset='0.1'/></joint>
      </robot>)",
     {"visual@name", "mesh@filename", "mesh@scale", "geometry mesh", "link collision",
      "collision origin", "collision geometry", "robot@name"}},
    {"r.sdf",
     io::kSdfSchema,
     R"(<sdf version='1.6'><world name='w'>
      <model name='m' canonical_link='b'><pose>1 0 0 0 0 0</pose>
        <link name='a'/><link name='b'><pose degrees='1'>0 0 1 0 20 0</pose>
          <inertial><pose>0 0 0.2 0 0 0</pose></inertial>
          <visual name='v'><pose>0 1 0 0 0 0</pose><geometry><box><size>1 1 2</size></box></geometry>
            <transparency>0</transparency>
            <material><ambient>0 1 0 1</ambient><diffuse>1 0 0 1</diffuse></material></visual>
          <visual><geometry><sphere><radius>1</radius></sphere></geometry>
            <transparency>1</transparency></visual>
          <visual><geometry><sphere><radius>1</radius></sphere></geometry>
            <material><ambient>0 1 0 1</ambient></material></visual>
          <collision><pose/><geometry/></collision></link>
        <link name='c'><pose relative_to='b'>0 0 1 0 0 0</pose></link>
        <joint name='j' type='revolute'><parent>a</parent><child>b</child>
          <pose frame='a'>0 0 0.3 0 0.1 0</pose>
          <axis><xyz expressed_in='a'>0 1 1</xyz><limit><lower>-1</lower><upper>2</upper></limit>
          </axis></joint>
        <joint name='u' type='universal'><parent>b</parent><child>c</child>
          <axis><xyz>1 0 0</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>
          <axis2><xyz>0 1 0</xyz></axis2></joint>
        <frame name='f' attached_to='c'><pose>0 0 0.5 0 0 0</pose></frame>
      </model><joint name='hold' type='fixed'><parent>world</parent><child>m::a</child></joint>
      <include><uri>gone</uri></include></world></sdf>)",
     {"world@name", "model@canonical_link", "link collision", "collision pose",
      "collision geometry"}},
    {"r.xml",
     io::kMjcfSchema,
     R"(<mujoco model='m'><compiler angle='radian' eulerseq='ZYX'/>
      <option><flag/></option>
      <default><joint pos='0 0 0.1'/><default class='d'><joint axis='0 1 0'/></default></default>
      <asset><material name='red' rgba='1 0 0 1'/><mesh name='box' vertex='0 0 0 1 1 1'/></asset>
      <worldbody><body name='a' pos='0 0 1' euler='0.1 0.2 0.3'><inertial pos='0 0 0.2'/>
        <joint name='j' class='d' range='-1 2' ref='0.3'/>
        <geom type='capsule' fromto='0 0 0 0 0 1' size='0.1' material='red'/>
        <geom type='mesh' mesh='box'/><frame pos='0 1 0'><site name='s' pos='0 0 1'/></frame>
        <body name='b' pos='0 0 1'><joint name='k' type='slide' axis='1 0 0'/>
          <geom type='box' pos='0 0 1' size='1 1 1'/></body></body>
        <body name='free'><freejoint name='f'/><geom size='0.1'/></body></worldbody>
      <equality><joint joint1='k' joint2='j' polycoef='0.1 2'/></equality>
      <keyframe><key name='home' qpos='0.3 0.7 0 0 0 1 0 0 0'/></keyframe></mujoco>)",
     {"mujoco option", "option flag", "mujoco compiler"}},
};

/// All that is read of a robot, with its notes; or the message that refuses it.
std::string outcome_of(const std::string& text, const char* file) {
  try {
    const io::BodyFile body = io::parse_body(text, file);
    std::ostringstream out;
    out << body.model.name;
    for (const lab::ModelLink& link : body.model.links) {
      out << '\n'
          << link.name << ' ' << link.parent << link.is_root << '\n'
          << link.parent_from_link.matrix();
      if (link.middle) out << "\nmiddle " << link.middle->transpose();
      for (const lab::ModelJoint& joint : link.joints) {
        out << '\n'
            << joint.name << ' ' << static_cast<int>(joint.type) << ' ' << joint.axis.transpose()
            << ' ' << joint.anchor.transpose() << ' ' << joint.lower << ' ' << joint.upper << ' '
            << joint.initial << ' ' << joint.reference << ' ' << joint.leader << ' ' << joint.ratio
            << ' ' << joint.shift << ' ' << joint.pitch;
      }
      for (const lab::ModelSite& site : link.sites) {
        out << '\n' << site.name << ' ' << site.place.transpose() << '\n' << site.rotation;
      }
      for (const lab::Visual& visual : link.visuals) {
        out << "\nshape " << visual.shape.index() << '\n' << visual.joint_from_shape.matrix();
        if (const auto* box = std::get_if<lab::BoxShape>(&visual.shape)) {
          out << ' ' << box->size.transpose();
        }
        out << ' ' << visual.color.value_or(Eigen::Vector3d(-1, -1, -1)).transpose();
      }
    }
    for (const std::string& note : body.notes) out << '\n' << note;
    return out.str();
  } catch (const io::Error& error) {
    return std::string("refused: ") + error.what();
  }
}

std::string printed(const XMLDocument& document) {
  tinyxml2::XMLPrinter printer(nullptr, true);
  document.Print(&printer);
  return printer.CStr();
}

/// All elements of a row, in the order of the text.
std::vector<XMLElement*> elements_of(XMLDocument& document, const Robot& robot,
                                     const io::SchemaRow& row) {
  std::vector<XMLElement*> found;
  const auto visit = [&](const auto& self, XMLElement* element) -> void {
    const auto* const above = element->Parent()->ToElement();
    if (io::row_of(robot.schema, above ? above->Name() : "", element->Name()) == &row) {
      found.push_back(element);
    }
    for (auto* child = element->FirstChildElement(); child; child = child->NextSiblingElement()) {
      self(self, child);
    }
  };
  visit(visit, document.RootElement());
  return found;
}

/// The robot's text with a part added to the first element of a row; empty without such an element.
std::string with_part(const Robot& robot, const io::SchemaRow& row, const std::string& name) {
  XMLDocument document;
  document.Parse(robot.text.c_str());
  const auto elements = elements_of(document, robot, row);
  if (elements.empty()) return "";
  if (name.front() == '@') {
    if (elements.front()->Attribute(name.c_str() + 1) != nullptr) return "";
    elements.front()->SetAttribute(name.c_str() + 1, "1");
  } else {
    XMLElement* const part = document.NewElement(name.c_str());
    part->SetText("1");
    elements.front()->InsertEndChild(part);
  }
  return printed(document);
}

TEST(Schemas, NameEachPartOnceAndHaveARowForEachElementWithParts) {
  for (const Robot& robot : kRobots) {
    for (const io::SchemaRow& row : robot.schema) {
      std::set<std::string> once;
      for (const auto list : {row.read, row.former, row.named, row.told, row.aside}) {
        for (const std::string& name : io::names_in(list)) {
          EXPECT_TRUE(once.insert(name).second) << robot.file << ' ' << row.element << ' ' << name;
        }
      }
      EXPECT_FALSE(once.empty()) << row.element;
    }
  }
}

TEST(Schemas, WhatIsNamedHasALine) {
  int tried = 0;
  for (const Robot& robot : kRobots) {
    for (const io::SchemaRow& row : robot.schema) {
      for (const std::string& name : io::names_in(row.named)) {
        const std::string text = with_part(robot, row, name);
        ASSERT_NE(text, "") << robot.file << ": the robot lacks a <" << row.element << ">";
        const std::string tag(row.element);
        const std::string line = name.front() == '@'
                                     ? name.substr(1) + " of <" + tag + "> is not read"
                                     : "<" + name + "> in <" + tag + "> is not read";
        EXPECT_NE(outcome_of(text, robot.file).find(line), std::string::npos)
            << robot.file << ": " << line << '\n'
            << outcome_of(text, robot.file);
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 15);
}

TEST(Schemas, WhatIsAsideChangesNothing) {
  for (const Robot& robot : kRobots) {
    XMLDocument whole;
    whole.Parse(robot.text.c_str());
    const std::string before = outcome_of(printed(whole), robot.file);
    ASSERT_EQ(before.find("refused"), std::string::npos) << before;
    for (const io::SchemaRow& row : robot.schema) {
      for (const std::string& name : io::names_in(row.aside)) {
        const std::string text = with_part(robot, row, name);
        if (text.empty()) continue;
        EXPECT_EQ(outcome_of(text, robot.file), before)
            << robot.file << ": " << row.element << ' ' << name;
      }
    }
  }
}

TEST(Schemas, WhatIsReadChangesTheRobotIfItIsMissing) {
  int tried = 0;
  for (const Robot& robot : kRobots) {
    XMLDocument whole;
    whole.Parse(robot.text.c_str());
    const std::string before = outcome_of(printed(whole), robot.file);
    for (const io::SchemaRow& row : robot.schema) {
      for (const std::string& name :
           io::names_in(std::string(row.read) + " " + std::string(row.former))) {
        const bool attribute = name.front() == '@';
        const std::string key = std::string(row.element) + (attribute ? "" : " ") + name;
        if (robot.unseen.contains(key)) continue;
        bool present = false, changes = false;
        for (std::size_t i = 0; !changes; ++i) {
          XMLDocument document;
          document.Parse(robot.text.c_str());
          const auto elements = elements_of(document, robot, row);
          if (i == elements.size()) break;
          if (attribute && elements[i]->Attribute(name.c_str() + 1) == nullptr) continue;
          XMLElement* const child =
              attribute ? nullptr : elements[i]->FirstChildElement(name.c_str());
          if (!attribute && child == nullptr) continue;
          present = true;
          attribute ? elements[i]->DeleteAttribute(name.c_str() + 1)
                    : elements[i]->DeleteChild(child);
          changes = outcome_of(printed(document), robot.file) != before;
        }
        EXPECT_TRUE(!present || changes) << robot.file << ": " << key;
        tried += present ? 1 : 0;
      }
    }
  }
  EXPECT_GT(tried, 100);
}

TEST(Schemas, WhatSdf17RemovedIsNamedSince) {
  std::string text = kRobots[1].text;
  EXPECT_EQ(outcome_of(text, "r.sdf").find("is not read"), std::string::npos);
  text.replace(text.find("1.6"), 3, "1.7");
  const std::string outcome = outcome_of(text, "r.sdf");
  EXPECT_NE(outcome.find("frame of <pose> is not read"), std::string::npos) << outcome;
  EXPECT_NE(outcome.find("<use_parent_model_frame> in <axis> is not read"), std::string::npos);
}

TEST(Schemas, WhatHasNoMeaningIsNotCopiedIntoEachClassOfDefaults) {
  const std::string text =
      "<mujoco><default><joint axis='0 1 0' damping='1' foo='1'/><bar baz='1'/></default>"
      "<worldbody><body name='a'><joint/><geom size='0.1'/></body></worldbody></mujoco>";
  EXPECT_EQ(io::parse_body(text, "r.xml").model.links.at(1).joints.at(0).axis,
            Eigen::Vector3d(Eigen::Vector3d::UnitY()));
}

}  // namespace
