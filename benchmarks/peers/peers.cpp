#include "peers/dart.h"
#include "peers/eigen.h"
#include "peers/kdl.h"

namespace bench {

std::unique_ptr<Updater> make_eigen_native(const Body& body, const Numbers& numbers);

const std::vector<Peer>& peers() {
  static const std::vector<Peer> all = {
      {"eigen", "Eigen alone, for every machine", make_eigen},
#ifdef BENCH_EIGEN_NATIVE
      {"eigen-native", "Eigen alone, -march=native", make_eigen_native},
#endif
#ifdef BENCH_KDL
      {"kdl", "Orocos KDL's kinematics and Jacobian, Eigen's solve", make_kdl},
      {"kdl-own", "Orocos KDL, its own damped solve (SVD)", make_kdl_own},
#endif
#ifdef BENCH_DART
      {"dart", "DART's kinematics and Jacobian, Eigen's solve", make_dart},
#endif
  };
  return all;
}

const std::vector<std::string>& missing_peers() {
  static const std::vector<std::string> all = {
#ifndef BENCH_KDL
      "kdl: left out, Orocos KDL was not found (liborocos-kdl-dev)",
#endif
#ifndef BENCH_DART
      "dart: left out, DART was not found (libdart-dev)",
#endif
  };
  return all;
}

}  // namespace bench
