#include <cmath>
#include <cstdlib>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/iklab_process.h"
#include "iklab/method.h"
#include "support/csv_table.h"
#include "support/picture.h"
#include "support/temporary_folder.h"

namespace {

using nlohmann::json;

/// Measures by their documented definitions, computed from the table alone.
struct Measures {
  double mean = 0, rms = 0, max = 0, total = 0, jitter = 0, reversals = 0, max_step = 0;

  Measures(const support::CsvTable& table, long warmup, const std::set<std::string>& slides) {
    std::vector<std::size_t> errors, angles, joints;
    for (std::size_t c = 0; c < table.names.size(); ++c) {
      const std::string& name = table.names[c];
      if (name.rfind("error_", 0) == 0) errors.push_back(c);
      if (name.rfind("theta_", 0) != 0) continue;
      joints.push_back(c);
      if (slides.count(name) == 0) angles.push_back(c);
    }
    const auto change = [&](std::size_t row, std::size_t c) {
      return table.number(row, c) - table.number(row - 1, c);
    };
    long samples = 0, bends = 0, pairs = 0, turned = 0;
    double squares = 0.0;
    for (std::size_t row = static_cast<std::size_t>(warmup) + 1; row < table.rows.size(); ++row) {
      for (const std::size_t c : errors) {
        const double error = table.number(row, c);
        total += error;
        squares += error * error;
        max = std::max(max, error);
        ++samples;
      }
      for (const std::size_t c : angles) max_step = std::max(max_step, std::abs(change(row, c)));
      if (row < 2) continue;
      double square = 0.0;
      for (const std::size_t c : angles) square += std::pow(change(row, c) - change(row - 1, c), 2);
      jitter += std::sqrt(square);
      ++bends;
      for (const std::size_t c : joints) {
        const double now = change(row, c), before = change(row - 1, c);
        if (std::abs(now) <= 1e-6 || std::abs(before) <= 1e-6) continue;
        ++pairs;
        turned += (now < 0) != (before < 0);
      }
    }
    const double degrees = 180.0 / std::acos(-1.0);
    mean = total / static_cast<double>(samples);
    rms = std::sqrt(squares / static_cast<double>(samples));
    jitter *= degrees / static_cast<double>(bends);
    reversals = static_cast<double>(turned) / static_cast<double>(pairs);
    max_step *= degrees;
  }
};

void expect_same(const json& summary, const Measures& m) {
  constexpr double kRounding = 1e-9;  // differences of neighbouring angles lose some digits
  EXPECT_NEAR(summary["mean_error"], m.mean, kRounding);
  EXPECT_NEAR(summary["rms_error"], m.rms, kRounding);
  EXPECT_EQ(summary["max_error"], m.max);
  EXPECT_NEAR(summary["total_error"], m.total, 1e3 * kRounding);
  EXPECT_NEAR(summary["mean_jitter_deg"], m.jitter, kRounding);
  EXPECT_NEAR(summary["reversal_rate"], m.reversals, kRounding);
  EXPECT_NEAR(summary["max_step_deg"], m.max_step, kRounding);
}

TEST(Run, SummarisesWhatItsTableHolds) {
  const support::TemporaryFolder folder;
  const std::string csv = (folder / "run.csv").string();
  const std::set<std::string> slides = {"theta_rail", "theta_telescope"};
  for (const std::string scene : {"y", "double-y", "slider-arm"}) {
    for (const long warmup : {0L, 1L, 57L}) {
      SCOPED_TRACE(scene + " " + std::to_string(warmup));
      std::string options = "run --method sdls --steps 200 --json - --csv " + csv;
      options += " --scene " + scene + " --warmup " + std::to_string(warmup);
      const Finished run = iklab(options);
      ASSERT_EQ(run.status, 0) << run.err;
      const json summary = json::parse(run.out);
      EXPECT_EQ(summary["scene"], scene);
      EXPECT_EQ(summary["method"], "sdls");
      EXPECT_EQ(summary["steps"], 200);
      EXPECT_EQ(summary["warmup"], warmup);
      EXPECT_GT(summary["ns_per_update"], 0.0);
      const support::CsvTable table(support::text_of(csv));
      EXPECT_EQ(table.rows.size(), 201U);
      expect_same(summary, Measures(table, warmup, slides));
    }
  }
}

TEST(Run, PutsEverySettingIntoForce) {
  const Finished run = iklab(
      "run --scene y --method dls --steps 5 --json - --lambda 0.25 --d-max 0.4 --adaptive-d-max "
      "--jacobian target --max-angle 12 --max-slide 0.5 --iterations 3 --time-step 0.01");
  ASSERT_EQ(run.status, 0) << run.err;
  const json settings = json::parse(run.out)["settings"];
  const json expected = json::parse(R"({"lambda": 0.25, "d-max": 0.4, "adaptive-d-max": true,
                                        "jacobian": "target", "max-angle": 12, "max-slide": 0.5,
                                        "iterations": 3, "time-step": 0.01})");
  for (const auto& [name, value] : expected.items()) EXPECT_EQ(settings[name], value) << name;
}

TEST(Run, TakesSettingsBackThatTheSceneMade) {
  const Finished run = iklab(
      "run --scene jumping-arms --method dls --steps 5 --json - --d-max off "
      "--adaptive-d-max=false --max-angle off");
  ASSERT_EQ(run.status, 0) << run.err;
  const json settings = json::parse(run.out)["settings"];
  EXPECT_EQ(settings["d-max"], "off");
  EXPECT_EQ(settings["max-angle"], "off");
  EXPECT_EQ(settings["adaptive-d-max"], false);
  EXPECT_EQ(settings["lambda"], 0.4);
}

TEST(Run, TakesTheScenesDampingAndElseOneBySize) {
  const auto lambda = [](const std::string& scene) {
    return json::parse(
        iklab("run --method dls --steps 1 --json - --scene " + scene).out)["settings"]["lambda"];
  };
  EXPECT_EQ(lambda("y"), 0.6);
  EXPECT_EQ(lambda("double-y"), 1.1);
  const support::TemporaryFolder folder;
  json scene = json::parse(support::text_of(IKLAB_SOURCE_DIR "/assets/scenes/y.json"));
  scene.erase("settings");
  support::put(folder / "plain.json", scene.dump());
  // 0.3 of the mean length of the two chains of links, 2.742 and 2.664 m, to two digits
  EXPECT_EQ(lambda((folder / "plain.json").string()), 0.81);
}

TEST(Run, PassesParametersToTheMethod) {
  const Finished run = iklab(
      "run --scene y --method sdls --steps 5 --json - --param gamma-max=0.25 "
      "--param hard-clamp=true");
  ASSERT_EQ(run.status, 0) << run.err;
  const json params = json::parse(run.out)["params"];
  EXPECT_EQ(params["gamma-max"], 0.25);
  EXPECT_EQ(params["hard-clamp"], true);
  EXPECT_EQ(json::parse(iklab("run --scene y --method dls --steps 1 --json - --param lambda=0.3")
                            .out)["settings"]["lambda"],
            0.3);
}

TEST(Run, NamesEveryParameterThatIsNotAsByDefaultInItsHeading) {
  const std::string sdls = "run --scene y --method sdls --steps 2 ";
  EXPECT_NE(iklab(sdls + "--param gamma-max=0.2").out.find(", γ_max 0.2 rad\n"), std::string::npos);
  EXPECT_EQ(iklab(sdls).out.find("γ_max"), std::string::npos);
  const std::string null = "run --scene y --method nullspace --steps 2 --param rest=0.25";
  EXPECT_NE(iklab(null).out.find(", rest pose 0.25\n"), std::string::npos) << iklab(null).out;
  EXPECT_EQ(iklab("run --scene y --method dls --steps 2 --lambda 0.5 --param lambda=0.5").status, 0)
      << "one value, said twice";
}

TEST(Run, NamesInAFigureOnlyWhatItsMethodHas) {
  const support::TemporaryFolder folder;
  const std::string file = (folder / "a.svg").string();
  ASSERT_EQ(iklab("run --scene double-y --method sdls --steps 20 --plot " + file).status, 0);
  EXPECT_EQ(support::text_of(file).find("lambda"), std::string::npos);
  ASSERT_EQ(iklab("compare --scene double-y --methods sdls,dls --steps 20 --plot " + file).status,
            0);
  EXPECT_NE(support::text_of(file).find("lambda"), std::string::npos);
}

TEST(Run, DoesTheSameInALocaleWithDecimalCommas) {
  const support::TemporaryFolder folder;
  const std::string locale = (folder / "de_DE.UTF-8").string();
  ASSERT_EQ(std::system(("localedef -i de_DE -f UTF-8 " + locale).c_str()), 0)
      << "the package locales describes it";
  const std::string german = "LOCPATH=" + folder.path().string() + " LC_ALL=de_DE.UTF-8";
  const std::string options = "run --scene double-y --method sdls --steps 50 --lambda 0.5 --csv -";
  const Finished plain = iklab(options);
  ASSERT_EQ(plain.status, 0);
  EXPECT_EQ(iklab(options, german).out, plain.out);
}

TEST(Run, DoesTheSameTwice) {
  const std::string options = "run --scene double-y-25 --method pseudoinverse --steps 300 --csv -";
  EXPECT_EQ(iklab(options).out, iklab(options).out);
}

TEST(Run, PrintsATableUnlessStandardOutputIsTaken) {
  const Finished run = iklab("run --scene y --method dls --steps 10");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.out.find("mean error [m]"), std::string::npos) << run.out;
  EXPECT_EQ(iklab("run --scene y --method dls --steps 10 --csv -").out.find("mean error"),
            std::string::npos);
}

TEST(Run, DrawsPlotsToBothFormats) {
  const support::TemporaryFolder folder;
  for (const std::string name : {"a.svg", "a.png"}) {
    const Finished run =
        iklab("run --scene y --method dls --steps 10 --plot " + (folder / name).string());
    EXPECT_EQ(run.status, 0) << run.err;
  }
  EXPECT_NE(support::text_of(folder / "a.svg").find("<svg"), std::string::npos);
  EXPECT_GT(support::read_png(folder / "a.png").height, 1000);
  EXPECT_EQ(folder.count(), 2);
}

TEST(Run, WritesAllItsFilesOrNone) {
  const support::TemporaryFolder folder;
  const Finished run = iklab("run --scene y --method dls --steps 5 --json /dev/full --csv " +
                             (folder / "a.csv").string());
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.complaints(), 1);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(folder.count(), 0);
}

TEST(Compare, DoesForEveryMethodWhatRunDoes) {
  const support::TemporaryFolder folder;
  const std::string csv = (folder / "all.csv").string();
  const Finished run =
      iklab("compare --scene y --methods all --steps 60 --warmup 5 --json - --csv " + csv +
            " --plot " + (folder / "all.svg").string());
  ASSERT_EQ(run.status, 0) << run.err;
  const json list = json::parse(run.out);
  ASSERT_EQ(list.size(), ik::methods().size());
  std::string rows;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string id = ik::methods()[i].id;
    EXPECT_EQ(list[i]["method"], id);
    const std::string options = "run --scene y --steps 60 --warmup 5 --method " + id;
    json single = json::parse(iklab(options + " --json -").out), same = list[i];
    single.erase("ns_per_update");
    same.erase("ns_per_update");
    EXPECT_EQ(same, single);

    std::istringstream lines(iklab(options + " --csv -").out);
    std::string line;
    std::getline(lines, line);
    if (i == 0) rows = "method," + line + "\n";
    while (std::getline(lines, line)) rows += id + "," + line + "\n";
  }
  EXPECT_EQ(support::text_of(csv), rows);
}

TEST(Compare, KeepsTheOrderThatWasAskedFor) {
  const json list =
      json::parse(iklab("compare --scene y --methods sdls,dls --steps 3 --json -").out);
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0]["method"], "sdls");
  EXPECT_EQ(list[1]["method"], "dls");
}

TEST(List, NamesScenesAndMethods) {
  const Finished scenes = iklab("list scenes"), methods = iklab("list methods");
  EXPECT_EQ(scenes.status, 0);
  EXPECT_EQ(methods.status, 0);
  for (const char* name : {"y", "double-y", "double-y-25"}) {
    EXPECT_NE(scenes.out.find(std::string("\n") + name + " "), std::string::npos) << name;
  }
  for (const ik::MethodInfo& method : ik::methods()) {
    EXPECT_NE(methods.out.find(method.id), std::string::npos) << method.id;
  }
  EXPECT_EQ(json::parse(iklab("list methods --json").out).size(), ik::methods().size());
  EXPECT_EQ(json::parse(iklab("list scenes --json").out)[0]["id"], "y");
}

TEST(Shot, DrawsAFrameOfTheSizeThatWasAskedFor) {
  const support::TemporaryFolder folder;
  const Finished run = iklab("shot --scene y --method dls --steps 20 --size 320x200 --out " +
                             (folder / "y.png").string());
  ASSERT_EQ(run.status, 0) << run.err;
  const support::Picture pixels = support::read_png(folder / "y.png");
  EXPECT_EQ(pixels.width, 320);
  EXPECT_EQ(pixels.height, 200);
}

}  // namespace
