/* What the plugin of a game engine does: it loads an arm, and once a frame it moves the hand's goal,
 * makes one update and hands the frames of all joints to the renderer. Plain C: an engine's own
 * language calls the same functions. */

#include <iklab/c.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct plugin {
  iklab_scene* arm;
  iklab_solver* solver;
  double* frames; /* joints x 16, column by column */
} plugin;

static int plugin_load(plugin* self, const char* name_or_path) {
  self->solver = NULL;
  self->frames = NULL;
  if (iklab_scene_open(name_or_path, &self->arm) != IKLAB_OK) return 0;
  if (iklab_solver_new(self->arm, "dls", &self->solver) != IKLAB_OK) return 0;
  self->frames = malloc(sizeof(double) * 16 * (size_t)iklab_scene_joints(self->arm));
  return self->frames != NULL;
}

/* Once a frame. \returns the distance of the hand from its goal, m, or -1 for an error */
static double plugin_update(plugin* self, const double* goal) {
  iklab_report report;
  iklab_report_init(&report);
  if (iklab_solver_set_target(self->solver, 0, goal) != IKLAB_OK ||
      iklab_solver_step(self->solver, &report) != IKLAB_OK ||
      iklab_solver_joint_frames(self->solver, self->frames) != IKLAB_OK) {
    return -1.0;
  }
  return report.error;
}

static void plugin_unload(plugin* self) {
  free(self->frames);
  iklab_solver_free(self->solver);
  iklab_scene_free(self->arm);
}

int main(void) {
  plugin arm = {0};
  double hand[16], error = 0.0;
  int frame;
  if (!plugin_load(&arm, "ur5")) {
    printf("%s\n", iklab_last_error());
    return 1;
  }
  /* the engine's loop: the goal runs on a circle around where the hand is */
  iklab_solver_effector_frame(arm.solver, 0, hand);
  for (frame = 0; frame < 240; ++frame) {
    const double turn = 6.283185307179586 * frame / 120.0;
    const double goal[3] = {hand[12], hand[13] + 0.1 * sin(turn), hand[14] + 0.1 * (cos(turn) - 1.0)};
    error = plugin_update(&arm, goal);
    if (error < 0.0) {
      printf("%s\n", iklab_last_error());
      return 1;
    }
  }
  printf("%d joints, %.1f mm behind its goal\n", iklab_scene_joints(arm.arm), 1000.0 * error);
  plugin_unload(&arm);
  return 0;
}
