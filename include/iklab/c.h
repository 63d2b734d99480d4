#ifndef IKLAB_C_H
#define IKLAB_C_H

/* iklab for C, and for every language that calls C: Unity, Godot, Unreal, Rust, Julia, MATLAB.
 *
 * Link with libiklab_c (iklab::c, pkg-config iklab-c).
 *
 *   iklab_scene* arm = NULL;
 *   iklab_solver* solver = NULL;
 *   if (iklab_scene_open("arm.urdf", &arm) != IKLAB_OK || iklab_solver_new(arm, "dls", &solver) !=
 * IKLAB_OK) { puts(iklab_last_error());
 *   }
 *   const double place[3] = {0.4, 0.1, 0.6};
 *   iklab_solver_set_target(solver, 0, place);
 *   iklab_solver_solve(solver, NULL, NULL);
 *
 * Units are radians, metres and seconds; axes are right-handed. Joints and effectors are numbered
 * from 0 in the order of the scene. Quaternions are (w, x, y, z) of any length but 0, frames
 * are 4 x 4 matrices, column by column, as OpenGL takes them. Arrays are the caller's, and large
 * enough for what the function says; nothing keeps a pointer to them.
 *
 * Every call that can fail returns a status; iklab_last_error() then has one line that says why.
 * No C++ exception leaves a function. One handle serves one thread at a time; different handles may
 * serve different threads. A free function takes NULL and does nothing then. All other handles
 * outlive their scene, and families their solver.
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Rises when a function or a struct here changes its meaning; additions do not count. */
#define IKLAB_C_VERSION 1

/** How a call ended. */
typedef enum iklab_status {
  IKLAB_OK = 0,
  IKLAB_FAILED = 1,  /**< anything that is not the caller's fault, such as no memory */
  IKLAB_INVALID = 2, /**< an argument is wrong: an unknown name, an index, a number out of range */
  IKLAB_INPUT = 3    /**< a file or text cannot be read, or has an error */
} iklab_status;

/** How a step or a solve ended, as ik::Outcome. */
typedef enum iklab_outcome {
  IKLAB_MOVED = 0,
  IKLAB_REACHED = 1,
  IKLAB_STALLED = 2,
  IKLAB_NOT_FINITE = 3,
  IKLAB_INVALID_AIM = 4,
  IKLAB_OPENS_LOOPS = 5
} iklab_outcome;

/** What a solve knows of its goals, as ik::Verdict. */
typedef enum iklab_verdict {
  IKLAB_VERDICT_REACHED = 0,
  IKLAB_VERDICT_PROVEN = 1,   /**< no pose reaches them, see iklab_report.proof */
  IKLAB_VERDICT_SEARCHED = 2, /**< every start was used: this is the closest pose found */
  IKLAB_VERDICT_UNFINISHED = 3
} iklab_verdict;

/** Which solution a solve prefers, as ik::Choice. */
typedef enum iklab_choice {
  IKLAB_FIRST = 0,
  IKLAB_NEAREST = 1,
  IKLAB_FROM_LIMITS = 2,
  IKLAB_MANIPULABLE = 3
} iklab_choice;

/** How the base of a robot or character moves, as ik::Base. */
typedef enum iklab_base {
  IKLAB_BASE_AS_FILE = 0,
  IKLAB_BASE_FIXED = 1,
  IKLAB_BASE_FREE = 2
} iklab_base;

/** Where a path begins in the joints, as ik::PathStart. */
typedef enum iklab_path_start {
  IKLAB_START_ANY = 0,
  IKLAB_START_MIDDLE = 1,
  IKLAB_START_GIVEN = 2
} iklab_path_start;

/** What an effector aims, as ik::AimKind. */
typedef enum iklab_aim {
  IKLAB_AIM_NONE = 0,
  IKLAB_AIM_DIRECTION = 1,
  IKLAB_AIM_ORIENTATION = 2
} iklab_aim;

/** A body with its goals and settings. */
typedef struct iklab_scene iklab_scene;
/** One body that follows or reaches goals. */
typedef struct iklab_solver iklab_solver;
/** Many copies of one body, several at a time in SIMD lanes. */
typedef struct iklab_batch iklab_batch;
/** The experiment of `iklab run`: the scene's targets move, the body follows. */
typedef struct iklab_experiment iklab_experiment;
/** The families of poses of an arm of seven hinges: its self-motions. */
typedef struct iklab_families iklab_families;
/** Joints along a path. */
typedef struct iklab_followed iklab_followed;

/** When a solve stops, as ik::Stop. Set by iklab_stop_init, then changed. */
typedef struct iklab_stop {
  size_t size;                /**< of this struct, for versions */
  double error;               /**< tolerance of positions, m */
  double aim_error;           /**< tolerance of aims, rad */
  int updates;                /**< the most steps */
  int restarts;               /**< the most starts after the first */
  uint64_t seed;              /**< of the starts */
  int choice;                 /**< iklab_choice */
  int (*give_up)(void* user); /**< asked before each step: not 0 ends the solve. NULL: never */
  void* user;                 /**< is handed to give_up */
} iklab_stop;

/** How a robot or character file is read, as ik::BodyChoice. Set by iklab_body_init, then changed.
 * A scene file brings all of this itself. */
typedef struct iklab_body {
  size_t size;           /**< of this struct, for versions */
  const char* effectors; /**< links or sites, as `--effectors`: "tool0,hand". NULL: the ends */
  int base;              /**< iklab_base */
  int aim;               /**< iklab_aim: what every effector aims */
} iklab_body;

/** What a step or a solve did, as ik::Report. */
typedef struct iklab_report {
  size_t size;          /**< of this struct, set by iklab_report_init */
  int outcome;          /**< iklab_outcome */
  int verdict;          /**< iklab_verdict */
  int updates;          /**< steps made */
  int attempts;         /**< starts used */
  int starts;           /**< starts wanted, for IKLAB_VERDICT_UNFINISHED */
  int joints_at_limits; /**< held in the last step */
  int capped;           /**< 1 if a cap shortened the last step */
  int joint;            /**< whose limit holds the closest pose back most; -1: none */
  double error;         /**< largest distance of an effector from its target, m */
  double aim_error;     /**< largest angle between an aim and the wanted one, rad */
  double gain;          /**< share by which the error falls without the limit of `joint` */
  const char* proof;    /**< "none", "distance", "place", "turn", "poses"; static */
  int cut_joint;        /**< whose step lost most to its limits of motion; -1: none */
  const char* cut_by;   /**< "none", "velocity", "acceleration", "range"; static */
  int broken_joint;     /**< the first that cannot keep all its limits; -1: none */
  const char* broken;   /**< the limit that it breaks, as cut_by; static */
} iklab_report;

/** The measures of a run, as lab::Summary. */
typedef struct iklab_summary {
  size_t size;            /**< of this struct, set by iklab_summary_init */
  double mean_error;      /**< over steps and effectors, m */
  double rms_error;       /**< over steps and effectors, m */
  double max_error;       /**< over steps and effectors, m */
  double total_error;     /**< sum over steps and effectors, m */
  double mean_jitter_deg; /**< mean of |theta_k - 2 theta_k-1 + theta_k-2| */
  double reversal_rate;   /**< share of successive changes of theta with opposite signs */
  double max_step_deg;    /**< largest change of an angle in one step */
  long long steps;        /**< all steps of the run */
  long long warmup;       /**< first steps, which do not count */
} iklab_summary;

/** How a path is followed, as ik::FollowOptions. Set by iklab_follow_init, then changed. */
typedef struct iklab_follow {
  size_t size;                /**< of this struct, for versions */
  double error;               /**< tolerance of positions, m */
  double aim_error;           /**< tolerance of aims, rad */
  double stray;               /**< m and rad, at singular poses; < 0: as the waypoints bend */
  int start;                  /**< iklab_path_start */
  int closed;                 /**< 1: the last pose is the first one again */
  const double* theta;        /**< (n) for IKLAB_START_GIVEN, else NULL */
  const double* velocity;     /**< (n) largest speeds, rad/s or m/s; NULL: none */
  uint64_t seed;              /**< of drawn poses */
  int (*give_up)(void* user); /**< asked again and again: not 0 ends the work. NULL: never */
  void* user;                 /**< is handed to give_up */
} iklab_follow;

/** Joints along a path in numbers, as ik::Followed. */
typedef struct iklab_way {
  size_t size;          /**< of this struct, set by iklab_way_init */
  int poses;            /**< one for each waypoint, up to where the path breaks */
  int reconfigurations; /**< changes of branch */
  int passages;         /**< singular poses that are passed */
  int least;            /**< 1: no way has fewer reconfigurations */
  int breaks_at;        /**< the first waypoint without a pose; -1: the whole path is followed */
  int verdict;          /**< iklab_verdict of that waypoint's goals */
  double travel;        /**< sum of |theta_i+1 - theta_i|, rad and m */
  double max_step;      /**< largest change of a joint between neighbours of a branch, rad or m */
} iklab_way;

/* --- the library ------------------------------------------------------------------------------ */

const char* iklab_version(void);        /**< "0.10.0" */
int iklab_c_version(void);              /**< IKLAB_C_VERSION of the library that runs */
const char* iklab_last_error(void);     /**< of this thread, until its next failure; "" before */
void iklab_stop_init(iklab_stop* stop); /**< the library's defaults */
void iklab_body_init(iklab_body* body); /**< as the file says, its ends, no aims */
void iklab_report_init(iklab_report* report);    /**< zeros and the size */
void iklab_summary_init(iklab_summary* summary); /**< zeros and the size */
void iklab_follow_init(iklab_follow* follow);    /**< the library's defaults */
void iklab_way_init(iklab_way* way);             /**< zeros and the size */

/* --- what is built in: each list ends with NULL ----------------------------------------------- */

const char* iklab_method_id(int index);        /**< "dls"; the other words by the same index */
const char* iklab_method_label(int index);     /**< "Damped least squares" */
const char* iklab_method_group(int index);     /**< under which menus list it */
const char* iklab_method_equation(int index);  /**< of its step */
const char* iklab_method_reference(int index); /**< where it was published */
const char* iklab_built_in_scene(int index);   /**< "double-y" */
const char* iklab_built_in_body(int index);    /**< "ur5" */

/* --- scenes: bodies with their goals ---------------------------------------------------------- */

/** A built-in scene or arm by its name, or a file: scene, URDF, MJCF, SDF, BVH, glTF. */
iklab_status iklab_scene_open(const char* name_or_path, iklab_scene** scene);
/** The same from memory, recognised by its beginning. \param name names it in messages */
iklab_status iklab_scene_parse(const char* bytes, size_t size, const char* name,
                               iklab_scene** scene);
/** The same two with choices for a robot or character. \param body NULL: the defaults */
iklab_status iklab_scene_open_as(const char* name_or_path, const iklab_body* body,
                                 iklab_scene** scene);
iklab_status iklab_scene_parse_as(const char* bytes, size_t size, const char* name,
                                  const iklab_body* body, iklab_scene** scene);
void iklab_scene_free(iklab_scene* scene);
int iklab_scene_joints(const iklab_scene* scene);    /**< n */
int iklab_scene_effectors(const iklab_scene* scene); /**< k */
/** A joint's name, which lives as long as the scene; NULL for an index out of range. */
const char* iklab_scene_joint_name(const iklab_scene* scene, int joint);
const char* iklab_scene_effector_name(const iklab_scene* scene, int effector); /**< likewise */
int iklab_scene_joint_index(const iklab_scene* scene, const char* name);       /**< -1: none */
int iklab_scene_effector_index(const iklab_scene* scene, const char* name);    /**< -1: none */
int iklab_scene_aim(const iklab_scene* scene, int effector); /**< iklab_aim; -1: no effector */
/** Limits of all joints, infinite where there is none. \param lower, upper (n) rad or m */
iklab_status iklab_scene_limits(const iklab_scene* scene, double* lower, double* upper);
double iklab_scene_time_step(const iklab_scene* scene); /**< s */
const char* iklab_scene_name(const iklab_scene* scene); /**< for people; lives with the scene */
/** What the file has that cannot be shown, a line each, which lives with the scene; NULL after the
 * last. */
const char* iklab_scene_note(const iklab_scene* scene, int index);
/** Where the scene's target of an effector is at a time. \param time s \param position (3) m */
iklab_status iklab_scene_target(const iklab_scene* scene, int effector, double time,
                                double* position);

/* --- one body --------------------------------------------------------------------------------- */

iklab_status iklab_solver_new(const iklab_scene* scene, const char* method, iklab_solver** solver);
/** An independent copy, with its state. */
iklab_status iklab_solver_copy(const iklab_solver* solver, iklab_solver** copy);
void iklab_solver_free(iklab_solver* solver);
iklab_status iklab_solver_set_method(iklab_solver* solver, const char* method);
/** A parameter of the method or the solver: "lambda", "angle-cap", "d-max". */
iklab_status iklab_solver_set(iklab_solver* solver, const char* name, double value);
iklab_status iklab_solver_get(const iklab_solver* solver, const char* name, double* value);
/** \param position (3) world axes, m */
iklab_status iklab_solver_set_target(iklab_solver* solver, int effector, const double* position);
/** For an effector that aims with its orientation. \param quaternion (4) w, x, y, z */
iklab_status iklab_solver_set_orientation(iklab_solver* solver, int effector,
                                          const double* quaternion);
/** Target, and orientation where the effector aims with it. \param frame (16) world_from_effector,
 * column by column; its bits are the goal's */
iklab_status iklab_solver_set_frame(iklab_solver* solver, int effector, const double* frame);
/** For an effector that aims with its pointer. \param direction (3) */
iklab_status iklab_solver_set_direction(iklab_solver* solver, int effector,
                                        const double* direction);
/** Weights of the squared errors of an effector, 0 drops a goal. */
iklab_status iklab_solver_set_weights(iklab_solver* solver, int effector, double position,
                                      double aim);
/** All goals of an effector at once. \param position (3) m \param quaternion (4) w, x, y, z, of any
 * length but 0 */
iklab_status iklab_solver_set_goal(iklab_solver* solver, int effector, const double* position,
                                   const double* quaternion);
/** Where the elbow of a limb shall point. \param pole (3) in the axes of the link that carries the
 * limb; 0, 0, 0: none */
iklab_status iklab_solver_set_pole(iklab_solver* solver, int effector, const double* pole);
/* The body's settings, at any time, as ik::Solver's. */
/** rad or m; infinite: none */
iklab_status iklab_solver_set_limits(iklab_solver* solver, int joint, double lower, double upper);
iklab_status iklab_solver_set_joint_weight(iklab_solver* solver, int joint, double weight);
iklab_status iklab_solver_set_rest(iklab_solver* solver, int joint, double rest);  /**< rad or m */
iklab_status iklab_solver_set_frozen(iklab_solver* solver, int joint, int frozen); /**< 0 or 1 */
/** The time of a step, s: steps then keep the joints' limits of motion. 0: none. */
iklab_status iklab_solver_set_time_step(iklab_solver* solver, double seconds);
/** rad/s and rad/s^2, or m; infinite: none */
iklab_status iklab_solver_set_motion_limits(iklab_solver* solver, int joint, double velocity,
                                            double acceleration);
/** Of the last step. \param velocity (n) rad/s or m/s */
iklab_status iklab_solver_velocity(const iklab_solver* solver, double* velocity);
/** \param theta (n) */
iklab_status iklab_solver_set_theta(iklab_solver* solver, const double* theta);
iklab_status iklab_solver_theta(const iklab_solver* solver, double* theta);
/** One update, once a frame. \param report may be NULL */
iklab_status iklab_solver_step(iklab_solver* solver, iklab_report* report);
/** Reaches the goals. IKLAB_OK also where they are out of reach: the report says so. \param stop
 * NULL: the defaults \param report may be NULL */
iklab_status iklab_solver_solve(iklab_solver* solver, const iklab_stop* stop, iklab_report* report);
/** All solutions, nearest first. \param most room in theta \param theta (most x n), row by row
 * \param count how many were found \param complete may be NULL; 1: proven to be all, 0: searched
 * \param bound may be NULL; the most that such an arm can have, -1: not known */
iklab_status iklab_solver_solutions(iklab_solver* solver, const iklab_stop* stop, int most,
                                    double* theta, int* count, int* complete, int* bound);
/** world_from_effector now. \param frame (16) column by column */
iklab_status iklab_solver_effector_frame(const iklab_solver* solver, int effector, double* frame);
/** world_from_joint now. \param frame (16) column by column */
iklab_status iklab_solver_joint_frame(const iklab_solver* solver, int joint, double* frame);
/** world_from_joint of all joints. \param frames (n x 16) */
iklab_status iklab_solver_joint_frames(const iklab_solver* solver, double* frames);
/** J. \param rows its rows: three for each position, then three for each aim \param jacobian (rows
 * x n) row by row, or NULL to ask for `rows` alone */
iklab_status iklab_solver_jacobian(iklab_solver* solver, int* rows, double* jacobian);

/* --- families of poses ------------------------------------------------------------------------ */

/** The families of solutions of an arm of seven hinges, nearest first; none for other bodies.
 * \param most the largest number of them \param stop NULL: the defaults */
iklab_status iklab_families_new(iklab_solver* solver, const iklab_stop* stop, int most,
                                iklab_families** families);
void iklab_families_free(iklab_families* families);
int iklab_families_count(const iklab_families* families);
/** The parameter of the solution, and the period: 0 where the motion does not close. */
iklab_status iklab_families_get(const iklab_families* families, int family, double* here,
                                double* period);
/** Where all joints are within their limits. \param most room in arcs \param arcs (most x 2) ends
 * of intervals of the parameter, rad; NULL to ask for `count` alone \param count how many there are
 */
iklab_status iklab_families_arcs(const iklab_families* families, int family, int most, double* arcs,
                                 int* count);
/** The pose at a parameter within an arc. \param theta (n) */
iklab_status iklab_families_pose(const iklab_families* families, int family, double parameter,
                                 double* theta);

/* --- paths ------------------------------------------------------------------------------------ */

/** Joints along a path without a jump, as `iklab path`. IKLAB_OK also where the path breaks: the
 * way says so. \param waypoints how many \param positions (waypoints x k x 3) m \param quaternions
 * (waypoints x k x 4) w, x, y, z, of effectors that aim; NULL if none does \param times (waypoints)
 * s, for iklab_follow.velocity; NULL: 0, 1, 2, ... \param follow NULL: the defaults */
iklab_status iklab_path_follow(const iklab_scene* scene, int waypoints, const double* positions,
                               const double* quaternions, const double* times,
                               const iklab_follow* follow, iklab_followed** followed);
void iklab_followed_free(iklab_followed* followed);
iklab_status iklab_followed_way(const iklab_followed* followed, iklab_way* way);
/** \param theta (poses x n) row by row \param branches (poses) or NULL: a number that stays while
 * the pose moves continuously */
iklab_status iklab_followed_poses(const iklab_followed* followed, double* theta, int* branches);

/* --- many copies of one body ------------------------------------------------------------------ */

/** \param method dls, jacobian-transpose, pseudoinverse or sdls, for steps */
iklab_status iklab_batch_new(const iklab_scene* scene, int count, const char* method,
                             iklab_batch** batch);
void iklab_batch_free(iklab_batch* batch);
int iklab_batch_count(const iklab_batch* batch);
/** A parameter, for all bodies. */
iklab_status iklab_batch_set(iklab_batch* batch, const char* name, double value);
/** Targets of one effector of all bodies. \param positions (count x 3) */
iklab_status iklab_batch_set_targets(iklab_batch* batch, int effector, const double* positions);
/** \param quaternions (count x 4) */
iklab_status iklab_batch_set_orientations(iklab_batch* batch, int effector,
                                          const double* quaternions);
/** \param directions (count x 3) */
iklab_status iklab_batch_set_directions(iklab_batch* batch, int effector, const double* directions);
/** Weights of the squared errors of an effector of all bodies. \param weights (count x 2) of the
 * position and the aim; 0 drops a goal */
iklab_status iklab_batch_set_weights(iklab_batch* batch, int effector, const double* weights);
/** \param poles (count x 3) as iklab_solver_set_pole */
iklab_status iklab_batch_set_poles(iklab_batch* batch, int effector, const double* poles);
/** From now on steps keep frames. */
iklab_status iklab_batch_keep_frames(iklab_batch* batch);
/** world_from_joint of all joints of a body, for skinning. \param frames (n x 16) each column by
 * column */
iklab_status iklab_batch_joint_frames(const iklab_batch* batch, int body, float* frames);
/** \param theta (count x n) */
iklab_status iklab_batch_set_theta(iklab_batch* batch, const double* theta);
iklab_status iklab_batch_step(iklab_batch* batch); /**< one update of every body */
/** Reaches every body's goals. \param stop NULL: the defaults; give_up is not asked */
iklab_status iklab_batch_solve(iklab_batch* batch, const iklab_stop* stop);
/** \param theta (count x n) */
iklab_status iklab_batch_theta(const iklab_batch* batch, double* theta);
/** How the last solve of a body ended. */
iklab_status iklab_batch_report(const iklab_batch* batch, int body, iklab_report* report);

/* --- experiments ------------------------------------------------------------------------------ */

iklab_status iklab_experiment_new(const iklab_scene* scene, const char* method,
                                  iklab_experiment** experiment);
void iklab_experiment_free(iklab_experiment* experiment);
/** A setting or a parameter of the method, as on the command line. */
iklab_status iklab_experiment_set(iklab_experiment* experiment, const char* name, double value);
iklab_status iklab_experiment_step(iklab_experiment* experiment); /**< one time step */
/** \param summary may be NULL */
iklab_status iklab_experiment_run(iklab_experiment* experiment, long long steps, long long warmup,
                                  iklab_summary* summary);
iklab_status iklab_experiment_reset(iklab_experiment* experiment); /**< back to time 0 */
double iklab_experiment_time(const iklab_experiment* experiment);  /**< s */
/** \param theta (n) */
iklab_status iklab_experiment_theta(const iklab_experiment* experiment, double* theta);
/** Where an effector and its target are. \param position, target (3) m; either may be NULL */
iklab_status iklab_experiment_effector(const iklab_experiment* experiment, int effector,
                                       double* position, double* target);

#ifdef __cplusplus
}
#endif

#endif
