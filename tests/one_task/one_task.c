/* The task of scripts/one-task in C: one_task_c GOALS PATH */

#define _POSIX_C_SOURCE 200809L
#include <iklab/c.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { most_rows = 2000 };

static double positions[most_rows * 3], quaternions[most_rows * 4], theta[most_rows * 64];

/* FNV-1a over the bytes of numbers (Fowler, Noll, Vo 1991). */
static uint64_t digest(uint64_t value, const double* numbers, int count) {
  int i, byte;
  for (i = 0; i < count; ++i) {
    uint64_t bits;
    memcpy(&bits, &numbers[i], sizeof bits);
    for (byte = 0; byte < 8; ++byte) value = (value ^ ((bits >> (8 * byte)) & 255)) * 1099511628211ULL;
  }
  return value;
}

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static void need(iklab_status status) {
  if (status == IKLAB_OK) return;
  fprintf(stderr, "%s\n", iklab_last_error());
  exit(1);
}

/* Rows of x, y, z, qw, qx, qy, qz below a line of names. */
static int read_rows(const char* path) {
  char line[512];
  int rows = 0;
  FILE* file = fopen(path, "r");
  if (file == NULL || fgets(line, sizeof line, file) == NULL) exit(2);
  while (rows < most_rows && fgets(line, sizeof line, file) != NULL) {
    char* next = line;
    int i;
    for (i = 0; i < 7; ++i) {
      const double number = strtod(next, &next);
      if (i < 3) {
        positions[3 * rows + i] = number;
      } else {
        quaternions[4 * rows + i - 3] = number;
      }
      ++next; /* the comma */
    }
    ++rows;
  }
  fclose(file);
  return rows;
}

static void tell(const char* task, uint64_t value, double begin) {
  printf("%s %016llx %.3f\n", task, (unsigned long long)value, now_ms() - begin);
}

int main(int count, char** words) {
  const uint64_t empty = 14695981039346656037ULL;
  const double start[6] = {0};
  iklab_scene* arm = NULL;
  iklab_solver* solver = NULL;
  iklab_followed* followed = NULL;
  iklab_scene* tree = NULL;
  iklab_experiment* run = NULL;
  iklab_way way;
  uint64_t value = empty;
  double begin;
  int i, rows;
  if (count != 3) return 2;
  need(iklab_scene_open("ur5", &arm));

  rows = read_rows(words[1]);
  begin = now_ms();
  need(iklab_solver_new(arm, "dls", &solver));
  for (i = 0; i < rows; ++i) {
    need(iklab_solver_set_target(solver, 0, positions + 3 * i));
    need(iklab_solver_set_orientation(solver, 0, quaternions + 4 * i));
    need(iklab_solver_set_theta(solver, start));
    need(iklab_solver_solve(solver, NULL, NULL));
    need(iklab_solver_theta(solver, theta));
    value = digest(value, theta, 6);
  }
  tell("solve", value, begin);

  rows = read_rows(words[2]);
  begin = now_ms();
  need(iklab_path_follow(arm, rows, positions, quaternions, NULL, NULL, &followed));
  iklab_way_init(&way);
  need(iklab_followed_way(followed, &way));
  need(iklab_followed_poses(followed, theta, NULL));
  tell("path", digest(empty, theta, 6 * way.poses), begin);

  need(iklab_scene_open("double-y", &tree));
  begin = now_ms();
  need(iklab_experiment_new(tree, "dls", &run));
  value = empty;
  for (i = 0; i < 400; ++i) {
    need(iklab_experiment_step(run));
    need(iklab_experiment_theta(run, theta));
    value = digest(value, theta, iklab_scene_joints(tree));
  }
  tell("track", value, begin);
  iklab_experiment_free(run);
  iklab_scene_free(tree);
  iklab_followed_free(followed);
  iklab_solver_free(solver);
  iklab_scene_free(arm);
  return 0;
}
