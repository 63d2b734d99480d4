#include "io/body/schema.h"

#include <algorithm>

#include "io/body/notes.h"

namespace io {
namespace {

constexpr SchemaRow kUrdfRows[] = {
    {.element = "robot",
     .read = "@name link joint material",
     .aside = "@version transmission gazebo sensor"},
    {.element = "link", .read = "@name inertial visual collision", .aside = "@type"},
    {.element = "inertial", .read = "origin", .aside = "mass inertia"},
    {.element = "visual", .read = "origin geometry material", .aside = "@name"},
    {.element = "collision", .read = "origin geometry", .aside = "@name verbose"},
    {.element = "origin", .read = "@xyz @rpy @quat_xyzw"},
    {.element = "geometry", .read = "box cylinder sphere capsule mesh"},
    {.element = "box", .read = "@size"},
    {.element = "cylinder", .read = "@radius @length"},
    {.element = "capsule", .read = "@radius @length"},
    {.element = "sphere", .read = "@radius"},
    {.element = "mesh", .read = "@filename @scale"},
    {.element = "material", .read = "@name color", .aside = "texture"},
    {.element = "color", .read = "@rgba"},
    {.element = "joint",
     .read = "@name @type origin parent child axis limit mimic",
     .aside = "calibration dynamics safety_controller"},
    {.element = "parent", .read = "@link"},
    {.element = "child", .read = "@link"},
    {.element = "axis", .read = "@xyz"},
    {.element = "limit",
     .read = "@lower @upper",
     .told = "@velocity",
     .aside = "@effort @acceleration @deceleration @jerk"},
    {.element = "mimic", .read = "@joint @multiplier @offset"},
};

constexpr SchemaRow kSdfRows[] = {
    {.element = "sdf", .read = "@version world model", .aside = "actor light"},
    {.element = "world",
     .read = "@name model include joint frame",
     .named = "state road",
     .told = "actor population",
     .aside = "atmosphere audio gravity gui light magnetic_field physics plugin scene "
              "spherical_coordinates wind"},
    {.element = "model",
     .read = "@name @canonical_link @placement_frame pose static link joint frame model include",
     .named = "model_state",
     .aside = "@namespace allow_auto_disable enable_wind gripper plugin self_collide"},
    {.element = "include",
     .read = "@merge uri name pose static placement_frame",
     .named = "model_state",
     .aside = "namespace plugin"},
    {.element = "link",
     .read = "@name pose inertial visual collision",
     .named = "frame must_be_base_link",
     .aside = "audio_sink audio_source battery enable_wind gravity kinematic light "
              "particle_emitter projector self_collide sensor velocity_decay"},
    {.element = "inertial",
     .read = "pose",
     .named = "frame",
     .aside = "@auto auto_inertia_params density fluid_added_mass inertia mass"},
    {.element = "visual",
     .read = "pose geometry material transparency",
     .named = "frame",
     .aside = "@name cast_shadows laser_retro meta plugin visibility_flags"},
    {.element = "collision",
     .read = "pose geometry",
     .named = "frame",
     .aside = "@name auto_inertia_params density laser_retro max_contacts surface"},
    {.element = "pose", .read = "@relative_to @degrees @rotation_format", .former = "@frame"},
    {.element = "frame", .read = "@name @attached_to pose"},
    {.element = "joint",
     .read = "@name @type parent child axis axis2 pose thread_pitch screw_thread_pitch",
     .named = "frame",
     .aside = "gearbox_ratio gearbox_reference_body physics sensor"},
    {.element = "axis",
     .read = "xyz limit mimic",
     .former = "use_parent_model_frame",
     .named = "initial_position",
     .aside = "dynamics"},
    {.element = "axis2",
     .read = "xyz limit mimic",
     .former = "use_parent_model_frame",
     .named = "initial_position",
     .aside = "dynamics"},
    {.element = "xyz", .read = "@expressed_in"},
    {.element = "limit",
     .read = "lower upper",
     .told = "velocity",
     .aside = "effort stiffness dissipation"},
    {.element = "mimic", .read = "@joint @axis multiplier offset reference"},
    {.element = "geometry",
     .read = "box capsule cylinder ellipsoid sphere mesh",
     .told = "cone heightmap image polyline",
     .aside = "plane empty"},
    {.element = "box", .read = "size"},
    {.element = "capsule", .read = "radius length"},
    {.element = "cylinder", .read = "radius length"},
    {.element = "ellipsoid", .read = "radii"},
    {.element = "sphere", .read = "radius"},
    {.element = "mesh",
     .read = "uri filename scale",
     .told = "submesh",
     .aside = "@optimization convex_decomposition"},
    {.element = "material",
     .read = "ambient diffuse",
     .aside = "emissive lighting script shader specular double_sided pbr render_order shininess"},
};

constexpr SchemaRow kMjcfRows[] = {
    {.element = "mujoco",
     .read = "@model compiler option default asset worldbody equality keyframe include",
     .named = "deformable",
     .told = "tendon",
     .aside = "size statistic visual extension custom contact actuator sensor"},
    {.element = "compiler",
     .read = "@angle @eulerseq @assetdir @meshdir @strippath @autolimits @coordinate",
     .named = "@alignfree",
     .aside = "@boundmass @boundinertia @settotalmass @balanceinertia @fitaabb @texturedir "
              "@discardvisual @usethread @fusestatic @inertiafromgeom @inertiagrouprange "
              "@saveinertial @conflict lengthrange"},
    {.element = "option",
     .read = "flag",
     .aside = "@timestep @impratio @tolerance @gravity @wind @magnetic @density @viscosity "
              "@integrator @cone @jacobian @solver @iterations"},
    {.element = "flag",
     .named = "@equality @limit",
     .aside = "@constraint @frictionloss @contact @spring @damper @gravity @clampctrl @warmstart "
              "@filterparent @actuation @refsafe @sensor @midphase @eulerdamp @autoreset "
              "@nativeccd @island @multiccd @override @energy @fwdinv @invdiscrete @sleep"},
    {.element = "default",
     .read = "@class default mesh material joint geom site equality",
     .aside = "camera light pair tendon general motor position velocity intvelocity orientation "
              "pid damper cylinder muscle adhesion dcmotor"},
    {.element = "default/equality", .read = "@active", .aside = "@solref @solimp"},
    {.element = "asset", .read = "mesh material", .named = "skin", .aside = "hfield texture model"},
    {.element = "mesh",
     .read = "@name @class @file @vertex @refpos @refquat @scale",
     .named = "@builtin plugin",
     .aside = "@content_type @normal @texcoord @face @smoothnormal @maxhullvert @inertia @params "
              "@material"},
    {.element = "material",
     .read = "@name @class @rgba",
     .aside = "@texture @texrepeat @texuniform @emission @specular @shininess @reflectance "
              "@metallic @roughness layer"},
    {.element = "worldbody",
     .read = "geom site body frame include",
     .told = "joint freejoint replicate composite flexcomp attach",
     .aside = "camera light plugin"},
    {.element = "body",
     .read = "@name @childclass @pos @quat @axisangle @xyaxes @zaxis @euler inertial joint "
             "freejoint geom site body frame include",
     .told = "replicate composite flexcomp attach",
     .aside = "@mocap @gravcomp @sleep @simple @user camera light plugin"},
    {.element = "frame",
     .read = "@childclass @pos @quat @axisangle @xyaxes @zaxis @euler inertial joint freejoint "
             "geom site body frame include",
     .told = "replicate composite flexcomp attach",
     .aside = "@name camera light plugin"},
    {.element = "inertial",
     .read = "@pos",
     .aside = "@quat @mass @diaginertia @axisangle @xyaxes @zaxis @euler @fullinertia"},
    {.element = "joint",
     .read = "@name @class @type @pos @axis @limited @range @ref",
     .aside = "@group @springdamper @actuatorfrclimited @solreflimit @solimplimit "
              "@solreffriction @solimpfriction @stiffness @actuatorfrcrange @actuatorgravcomp "
              "@margin @springref @armature @damping @frictionloss @user"},
    {.element = "freejoint", .read = "@name", .named = "@align", .aside = "@group"},
    {.element = "geom",
     .read = "@class @type @group @size @material @fromto @pos @quat @axisangle @xyaxes @zaxis "
             "@euler @mesh @rgba",
     .aside = "@name @contype @conaffinity @condim @priority @friction @mass @density "
              "@shellinertia @solmix @solref @solimp @margin @gap @surfacevel @adhesion @hfield "
              "@fitscale @fluidshape @fluidcoef @user plugin"},
    {.element = "site",
     .read = "@name @class @pos @quat @axisangle @xyaxes @zaxis @euler @fromto",
     .aside = "@type @group @material @size @rgba @user"},
    {.element = "equality",
     .read = "joint connect weld",
     .told = "tendon flex flexvert flexstrain"},
    {.element = "equality/connect",
     .read = "@name @class @active @body1 @body2 @anchor @site1 @site2",
     .aside = "@solref @solimp"},
    {.element = "equality/weld",
     .read = "@name @class @active @body1 @body2 @anchor @relpose @site1 @site2",
     .aside = "@solref @solimp @torquescale"},
    {.element = "equality/joint",
     .read = "@name @class @active @joint1 @joint2 @polycoef",
     .aside = "@solref @solimp"},
    {.element = "keyframe", .read = "key"},
    {.element = "key",
     .read = "@name @qpos",
     .named = "@mpos @mquat",
     .aside = "@time @qvel @act @ctrl"},
};

// elements: the keys under which objects stand. Every object may also have "extensions" and
// "extras", which are aside.
constexpr SchemaRow kGltfRows[] = {
    {.element = "glTF",
     .read = "accessors animations asset buffers bufferViews materials meshes nodes scene skins",
     .told = "extensionsRequired extensionsUsed scenes",
     .aside = "cameras images samplers textures"},
    {.element = "asset", .read = "version minVersion", .aside = "copyright generator"},
    {.element = "accessors",
     .read = "bufferView byteOffset componentType normalized count type sparse",
     .aside = "max min name"},
    {.element = "sparse", .read = "count indices values"},
    {.element = "sparse/indices", .read = "bufferView byteOffset componentType"},
    {.element = "sparse/values", .read = "bufferView byteOffset"},
    {.element = "animations", .read = "channels samplers name"},
    {.element = "channels", .read = "sampler target"},
    {.element = "channels/target", .read = "node path"},
    {.element = "animations/samplers", .read = "input interpolation output"},
    {.element = "buffers", .read = "uri byteLength", .aside = "name"},
    {.element = "bufferViews",
     .read = "buffer byteOffset byteLength byteStride",
     .aside = "target name"},
    {.element = "materials",
     .read = "pbrMetallicRoughness doubleSided",
     .aside = "name normalTexture occlusionTexture emissiveTexture emissiveFactor alphaMode "
              "alphaCutoff"},
    {.element = "pbrMetallicRoughness",
     .read = "baseColorFactor",
     .told = "baseColorTexture",
     .aside = "metallicFactor roughnessFactor metallicRoughnessTexture"},
    {.element = "baseColorTexture", .read = "index", .aside = "texCoord"},
    {.element = "meshes", .read = "primitives name", .told = "weights"},
    {.element = "primitives", .read = "attributes indices material mode", .told = "targets"},
    {.element = "attributes",
     .read = "POSITION NORMAL JOINTS_n WEIGHTS_n",
     .aside = "TANGENT TEXCOORD_n COLOR_n"},
    {.element = "nodes",
     .read = "children matrix mesh name rotation scale skin translation",
     .told = "weights",
     .aside = "camera"},
    {.element = "scenes", .read = "nodes", .aside = "name"},
    {.element = "skins", .read = "inverseBindMatrices joints name", .aside = "skeleton"},
    // names in extensionsUsed; others are named, and refused in extensionsRequired
    {.element = "extensions",
     .read = "KHR_mesh_quantization",
     .named = "VRMC_node_constraint",
     .told = "KHR_animation_pointer KHR_draco_mesh_compression KHR_meshopt_compression "
             "EXT_meshopt_compression",
     .aside = "KHR_materials_* KHR_technique* KHR_texture_* EXT_texture_* MSFT_texture_* "
              "KHR_lights_* EXT_lights_* KHR_xmp* VRM VRMC_vrm* VRMC_materials_* "
              "VRMC_springBone*"},
};

// elements and parts: keywords, and what may follow them; any other word is refused
constexpr SchemaRow kBvhRows[] = {
    {.element = "file", .read = "HIERARCHY MOTION"},
    {.element = "HIERARCHY", .read = "ROOT"},
    {.element = "ROOT", .read = "OFFSET CHANNELS JOINT End"},
    {.element = "JOINT", .read = "OFFSET CHANNELS JOINT End"},
    {.element = "End", .read = "Site OFFSET"},
    {.element = "CHANNELS", .read = "Xposition Yposition Zposition Xrotation Yrotation Zrotation"},
    {.element = "MOTION", .read = "Frames: Frame"},
    {.element = "Frame", .read = "Time:"},
};

/// Whether a name is such as "JOINTS_1". \param begin "JOINTS_"
bool is_numbered(std::string_view name, std::string_view begin) {
  return name.starts_with(begin) && name.size() > begin.size() &&
         name.find_first_not_of("0123456789", begin.size()) == std::string_view::npos;
}

bool stands_for_nothing(std::string_view value) {
  return value.empty() || value == "false" || value == "0" || value == "enable";
}

}  // namespace

const std::span<const SchemaRow> kUrdfSchema = kUrdfRows, kMjcfSchema = kMjcfRows,
                                 kSdfSchema = kSdfRows, kGltfSchema = kGltfRows,
                                 kBvhSchema = kBvhRows;

const SchemaRow* row_of(std::span<const SchemaRow> schema, std::string_view parent,
                        std::string_view tag) {
  for (const std::string& name : {concat(parent, "/", tag), std::string(tag)}) {
    const auto row = std::ranges::find(schema, name, &SchemaRow::element);
    if (row != schema.end()) return &*row;
  }
  return nullptr;
}

bool lists(std::string_view list, std::string_view name) {
  for (auto word = take_word(list); !word.empty(); word = take_word(list)) {
    if (word == name) return true;
    if (word.ends_with('*') && name.starts_with(word.substr(0, word.size() - 1))) return true;
    if (word.ends_with("_n") && is_numbered(name, word.substr(0, word.size() - 1))) return true;
  }
  return false;
}

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  for (auto word = take_word(list); !word.empty(); word = take_word(list)) names.emplace_back(word);
  return names;
}

void UnreadParts::count(const XmlNode& node, std::span<const SchemaRow> schema, bool current,
                        const ChildrenOf& children) {
  const auto* const above =
      node.element()->Parent() ? node.element()->Parent()->ToElement() : nullptr;
  const SchemaRow* const row = row_of(schema, above == nullptr ? "" : above->Name(), node.tag());
  if (row == nullptr) return;
  const auto is_unread = [&](std::string_view name) {
    return lists(row->named, name) || (current && lists(row->former, name));
  };
  for (const auto* a = node.element()->FirstAttribute(); a != nullptr; a = a->Next()) {
    if (!is_unread(concat("@", a->Name())) || stands_for_nothing(a->Value())) continue;
    ++counts_[concat(a->Name(), " of <", node.tag(), ">")];
  }
  for (const XmlNode& child : children(node)) {
    const std::string_view tag = child.tag();
    const char* const text = child.element()->GetText();
    const bool empty = text != nullptr && stands_for_nothing(trimmed(text));
    if (is_unread(tag) && !empty) ++counts_[concat("<", tag, "> in <", node.tag(), ">")];
    if (lists(row->read, tag)) count(child, schema, current, children);
  }
}

void UnreadParts::tell(std::vector<std::string>& notes) const {
  for (const auto& [what, count] : counts_) {
    notes.push_back(printable(concat(what, " is not read", times(count))));
  }
}

}  // namespace io
