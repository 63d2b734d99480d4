#include "peers/dart.h"
#include "peers/eigen.h"
#include "peers/kdl.h"
#include "peers/pinocchio.h"

namespace bench {

const std::vector<Peer>& peers() {
  static const std::vector<Peer> all = {
      {"eigen", "Eigen alone, for every machine", dense::make_eigen},
      {"eigen-fixed", "Eigen alone, fixed sizes", dense::make_eigen_fixed},
#ifdef BENCH_EIGEN_NATIVE
      {"eigen-native", "Eigen alone, -march=native", dense_native::make_eigen},
      {"eigen-fixed-native", "Eigen alone, fixed sizes, -march=native",
       dense_native::make_eigen_fixed},
#endif
      {"golub-reinsch", "Eigen's kinematics at fixed sizes, singular values by Golub and Reinsch",
       make_golub_reinsch},
#ifdef BENCH_KDL
      {"kdl", "Orocos KDL's kinematics and Jacobian, Eigen's solve", make_kdl},
      {"kdl-own", "Orocos KDL, its own solve (SVD)", make_kdl_own},
#endif
#ifdef BENCH_DART
      {"dart", "DART's kinematics and Jacobian, Eigen's solve", make_dart},
#endif
#ifdef BENCH_PINOCCHIO
      {"pinocchio", "Pinocchio's kinematics and Jacobian, Eigen's solve", make_pinocchio},
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
#ifndef BENCH_PINOCCHIO
      "pinocchio: left out, Pinocchio was not found (no package in Debian)",
#endif
  };
  return all;
}

}  // namespace bench
