// The package under node beside the command line, closed forms, and its own promises. IKLAB names the program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { load, IklabError } from 'iklab';

const iklab = await load();
const { Robot, Solver, Batch, Experiment } = iklab;
const program = (...options) => execFileSync(process.env.IKLAB, options, { encoding: 'utf8', maxBuffer: 1 << 26 });
const refuses = (act, code, ...words) => assert.throws(act, error => {
  assert.ok(error instanceof IklabError, String(error));
  assert.equal(error.code, code);
  for (const word of words) assert.match(error.message, word);
  return true;
});
/** Draws in [0, 1), the same on every machine: van der Corput's sequence to a base. */
function drawn(i, base) {
  let sum = 0;
  for (let share = 1 / base; i > 0; i = Math.floor(i / base), share /= base) sum += (i % base) * share;
  return sum;
}
const close = (a, b, tolerance, what) =>
  a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) <= tolerance, `${what ?? ''} ${i}: ${x}, not ${b[i]}`));
const pose_of = (n, i) => Array.from({ length: n }, (_, j) => 3 * drawn(i + 1, [2, 3, 5, 7, 11, 13, 17][j]) - 1.5);

const PLANAR = JSON.stringify({
  format: 'ik-scene', version: 1, name: 'planar', description: '', time_step: 0.01,
  joints: [{ name: 'a', parent: null, type: 'revolute', origin: [0, 0, 0], axis: [0, 0, 1] },
           { name: 'b', parent: 'a', type: 'revolute', origin: [2, 0, 0], axis: [0, 0, 1] }],
  effectors: [{ name: 'hand', joint: 'b', offset: [1, 0, 0] }],
  targets: [{ effector: 'hand', center: [1, 1, 0], waves: [] }],
});
const URDF = `<robot name="two"><link name="base"/><link name="upper"/><link name="hand"/>
  <joint name="lift" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="1.5" effort="1" velocity="1"/></joint>
  <joint name="reach" type="prismatic"><parent link="upper"/><child link="hand"/><origin xyz="0.5 0 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.4" effort="1" velocity="1"/></joint></robot>`;

test('a planar arm is its closed form', () => {
  const arm = Robot.load(PLANAR);
  assert.deepEqual([arm.name, arm.joints, arm.effectors, arm.aims], ['planar', ['a', 'b'], ['hand'], ['none']]);
  const frame = arm.forward([0.3, 0.5]);
  close(frame.slice(12, 15), [2 * Math.cos(0.3) + Math.cos(0.8), 2 * Math.sin(0.3) + Math.sin(0.8), 0], 1e-15);
  const found = arm.solve([1.5, 1.5, 0]);
  assert.ok(found.reached);
  // the law of cosines gives the elbow
  assert.ok(Math.abs(Math.cos(found.theta[1]) - (4.5 - 4 - 1) / 4) < 1e-6);
});

test('URDF and its limits are read, in axes with y up', () => {
  const arm = Robot.load(URDF);
  assert.deepEqual([arm.joints, arm.effectors, arm.aims], [['lift', 'reach'], ['hand'], ['orientation']]);
  assert.deepEqual([[...arm.limits.lower], [...arm.limits.upper]], [[-2, 0], [1.5, 0.4]]);
  // (x, y, z) of the file is (x, z, -y); a turn about the file's y lowers the hand
  close(arm.forward([0.3, 0.2]).slice(12, 15), [0.7 * Math.cos(0.3), 1 - 0.7 * Math.sin(0.3), 0], 1e-15);
  assert.deepEqual(Robot.load(URDF, { effectors: ['upper'], aim: 'none' }).effectors, ['upper']);
});

test('every built-in scene and arm opens', () => {
  for (const name of [...iklab.scenes(), ...iklab.bodies()]) {
    const robot = Robot.load(name);
    assert.ok(robot.joints.length > 0 && robot.effectors.length > 0, name);
    robot.free();
  }
  assert.ok(iklab.scenes().includes('double-y') && iklab.bodies().includes('ur5'));
});

test('J is the derivative', () => {
  const arm = Robot.load('ur5'), theta = [0.3, -1.1, 1.4, -0.5, 0.9, 0.2], h = 1e-6;
  const { rows, columns, data } = arm.jacobian(theta);
  assert.deepEqual([rows, columns], [6, 6]);
  for (let j = 0; j < 6; ++j) {
    const [up, down] = [h, -h].map(step => arm.forward(theta.map((x, i) => i === j ? x + step : x)));
    for (let row = 0; row < 3; ++row) {
      assert.ok(Math.abs(data[row * columns + j] - (up[12 + row] - down[12 + row]) / (2 * h)) < 1e-8);
    }
  }
});

test('a tracked double-Y has the bits of the command line', () => {
  for (const method of ['sdls', 'dls', 'jacobian-transpose', 'newton']) {
    const run = iklab.experiment('double-y', method, { steps: 400 });
    const lines = program('run', '--scene', 'double-y', '--method', method, '--steps', '400', '--csv', '-').trim().split('\n');
    const names = lines[0].split(','), rows = lines.slice(1).map(line => line.split(',').map(Number));
    assert.equal(rows.length, 401);
    const n = run.robot.joints.length, k = run.robot.effectors.length;
    run.robot.joints.forEach((joint, j) => {
      const column = names.indexOf('theta_' + joint);
      rows.forEach((row, step) => assert.equal(run.theta[step * n + j], row[column], `${method} ${joint} ${step}`));
    });
    run.robot.effectors.forEach((effector, i) => [...'xyz'].forEach((axis, a) => {
      for (const [letter, place] of [['s', run.position], ['t', run.target]]) {
        const column = names.indexOf(`${letter}_${effector}_${axis}`);
        rows.forEach((row, step) => assert.equal(place[(step * k + i) * 3 + a], row[column]));
      }
    }));
    rows.forEach((row, step) => assert.equal(run.time[step], row[1]));
  }
});

test('measures are those of the command line', () => {
  const rows = JSON.parse(program('compare', '--scene', 'y', '--methods', 'dls,sdls', '--steps', '100', '--warmup', '10',
                                  '--lambda', '0.5', '--json', '-'));
  iklab.compare('y', ['dls', 'sdls'], { steps: 100, warmup: 10, lambda: 0.5 }).forEach((mine, i) => {
    assert.equal(mine.method, rows[i].method);
    assert.equal(mine.meanError, rows[i].mean_error);
    assert.equal(mine.meanJitterDeg, rows[i].mean_jitter_deg);
    assert.equal(mine.maxStepDeg, rows[i].max_step_deg);
  });
});

test('poses of UR5 have the bits of the command line', () => {
  const arm = Robot.load('ur5');
  for (let i = 0; i < 25; ++i) {
    const place = [...arm.forward(pose_of(6, i)).slice(12, 15)];
    const frame = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...place, 1];
    for (const [goal, words] of [[place, place.join(',')], [frame, [...place, 0, 0, 0].join(',')]]) {
      let theirs;
      try {
        theirs = program('solve', '--scene', 'ur5', '--goal', 'tool=' + words, '--json', '-', '-q');
      } catch (unreached) {
        assert.equal(unreached.status, 3);
        theirs = unreached.stdout;
      }
      const mine = arm.solve(goal), expected = JSON.parse(theirs);
      assert.deepEqual([...mine.theta], expected.theta);
      assert.deepEqual([mine.reached, mine.verdict, mine.updates], [expected.reached, expected.verdict, expected.updates]);
    }
  }
});

test('a thousand poses of UR5 are reached, one by one and together', () => {
  const arm = Robot.load('ur5'), goals = [];
  for (let i = 0; i < 1000; ++i) goals.push(arm.forward(pose_of(6, i)));
  const many = arm.solveMany(goals);
  const flat = new Float64Array(16 * goals.length);
  goals.forEach((goal, i) => flat.set(goal, 16 * i));
  assert.deepEqual(arm.solveMany(flat).theta, many.theta);
  assert.equal(many.reached.reduce((sum, one) => sum + one), 1000);
  goals.forEach((goal, i) => close(arm.forward(many.theta.subarray(6 * i, 6 * i + 6)), goal, 3e-6, `goal ${i}`));
  for (const i of [0, 1, 500, 999]) {
    assert.deepEqual(arm.solve(goals[i]).theta, many.theta.slice(6 * i, 6 * i + 6));
  }
});

test('all solutions hold, and the drawn one is among them', () => {
  const arm = Robot.load('ur5');
  for (let i = 0; i < 10; ++i) {
    const drawn_pose = pose_of(6, i), goal = arm.forward(drawn_pose);
    const found = arm.solveAll(goal);
    assert.ok(found.complete);
    assert.equal(found.bound, 8);
    found.theta.forEach(theta => close(arm.forward(theta), goal, 3e-6));
    // up to whole turns
    assert.ok(found.theta.some(theta => theta.every((x, j) => 1 - Math.cos(x - drawn_pose[j]) < 1e-8)));
  }
});

test('quaternions turn as Rodrigues says', () => {
  const arm = Robot.load('ur5'), angle = 0.8;
  const axis = [1, 2, -0.5].map(x => x / Math.hypot(1, 2, -0.5)), [x, y, z] = axis;
  const K = [[0, -z, y], [z, 0, -x], [-y, x, 0]];
  const R = K.map((row, i) => row.map((_, j) => {
    const square = K[i].reduce((sum, k, m) => sum + k * K[m][j], 0);
    return (i === j ? 1 : 0) + Math.sin(angle) * K[i][j] + (1 - Math.cos(angle)) * square;
  }));
  const place = [0.3, 0.3, 0.2];
  const goal = [...place, ...[Math.cos(angle / 2), ...axis.map(a => a * Math.sin(angle / 2))].map(q => 3 * q)];
  const found = arm.solve(goal);
  assert.ok(found.reached);
  const frame = arm.forward(found.theta);
  for (let i = 0; i < 3; ++i) for (let j = 0; j < 3; ++j) assert.ok(Math.abs(frame[4 * j + i] - R[i][j]) < 3e-6);
});

test('a path is followed without a jump', () => {
  const arm = Robot.load('ur5'), first = arm.forward(pose_of(6, 2)), path = [];
  for (let i = 0; i < 20; ++i) {
    const goal = first.slice();
    goal[14] += 0.002 * i;
    path.push(goal);
  }
  const way = arm.follow(path);
  assert.deepEqual([way.breaksAt, way.verdict, way.theta.length, way.branches.length], [null, 'reached', 120, 20]);
  path.forEach((goal, i) => close(arm.forward(way.theta.subarray(6 * i, 6 * i + 6)), goal, 3e-6, `waypoint ${i}`));
  assert.ok(way.reconfigurations === 0 && way.maxStep < 0.1 && way.travel > 0);
  const near = arm.solveAll(first).theta.at(-1);
  close(arm.follow(path, { start: near }).theta.slice(0, 6), near, 1e-4);
  const broken = arm.follow([first, [9, 0, 0, 1, 0, 0, 0]]);
  assert.deepEqual([broken.breaksAt, broken.verdict], [1, 'proven']);
  refuses(() => arm.follow([[0, 0, 1]]), 'invalid', /waypoint 0/);
  refuses(() => arm.follow(path, { start: 'here' }), 'invalid', /start/);
});

test('out of reach is no error', () => {
  const found = Robot.load('ur5').solve([9, 0, 0]);
  assert.deepEqual([found.reached, found.verdict, found.proof], [false, 'proven', 'distance']);
});

test('a loop follows, and a goal that is no number leaves the body where it is', () => {
  const robot = Robot.load('double-y'), solver = robot.solver('dls', { lambda: 0.9, dMax: 0.2 });
  assert.deepEqual([solver.get('lambda'), solver.get('d-max')], [0.9, 0.2]);
  const goals = Object.fromEntries(robot.effectors.map(name => [name, robot.target(name, 0.3)]));
  solver.setGoal(goals);
  let last = Infinity;
  for (let i = 0; i < 200; ++i) last = solver.step().error;
  const first = robot.effectors[0];
  close(solver.frame(first).slice(12, 15), solver.jointFrames().length && robot.forward(solver.theta, first).slice(12, 15), 1e-15);
  const nearest = robot.solve(goals);  // the targets are out of reach
  assert.equal(nearest.verdict, 'proven');
  assert.ok(nearest.error <= last && last < 1.05 * nearest.error);
  const before = solver.theta;
  solver.setGoal({ [first]: [NaN, 0, 0] });
  assert.equal(solver.step().outcome, 'not finite');
  assert.deepEqual(solver.theta, before);
  solver.setGoal(goals);
  assert.notEqual(solver.step().outcome, 'not finite');
});

test('frames of joints are rotations at their places', () => {
  const solver = Robot.load(PLANAR).solver();
  solver.theta = [0.3, 0.5];
  const frames = solver.jointFrames();
  close(frames.slice(16 + 12, 16 + 15), [2 * Math.cos(0.3), 2 * Math.sin(0.3), 0], 1e-15);
  close(frames.slice(16, 18), [Math.cos(0.8), Math.sin(0.8)], 1e-15);
  const floats = new Float32Array(2);
  assert.equal(solver.readTheta(floats), floats);
  close(floats, [0.3, 0.5], 1e-7);
});

test('a batch has the poses of solvers', () => {
  const arm = Robot.load(PLANAR), count = 50, batch = arm.batch(count, 'dls', { lambda: 0.3 });
  const targets = Float64Array.from({ length: 3 * count }, (_, i) => i % 3 === 2 ? 0 : 1.2 + drawn(i + 1, 2));
  batch.setTargets(targets);
  batch.theta = new Float64Array(2 * count).fill(0.2);
  for (let i = 0; i < 30; ++i) batch.step();
  for (const body of [0, 7, count - 1]) {
    const solver = arm.solver('dls', { lambda: 0.3 });
    solver.theta = [0.2, 0.2];
    solver.setGoal(targets.slice(3 * body, 3 * body + 3));
    for (let i = 0; i < 30; ++i) solver.step();
    close(batch.theta.slice(2 * body, 2 * body + 2), solver.theta, 1e-9);
  }
});

test('what is wrong is named', () => {
  const arm = Robot.load('ur5');
  refuses(() => arm.solve([1, 2]), 'invalid', /goal: expected 3, 7 or 16 numbers, got 2/);
  refuses(() => arm.solve(undefined), 'invalid', /goal/);
  refuses(() => arm.solve(['a', 'b', 'c']), 'invalid', /goal: expected numbers/);
  refuses(() => arm.solve({ hand: [0, 0, 1] }), 'invalid', /hand/, /tool/);
  refuses(() => arm.solve([0, 0, 1], { start: [0, 0] }), 'invalid', /theta: expected 6 numbers, got 2/);
  refuses(() => arm.solve([0, 0, 1], { choice: 'best' }), 'invalid', /choice/, /best/);
  refuses(() => arm.solve([0, 0, 1], { tolerence: 1 }), 'invalid', /tolerence/);
  refuses(() => arm.solve([0, 0, 1], { tolerance: -1 }), 'invalid', /error|tolerance/);
  refuses(() => arm.solver('dsl'), 'invalid', /dsl/, /dls/);
  refuses(() => arm.solver('dls', { lamda: 1 }), 'invalid', /lamda/);
  refuses(() => arm.solveMany(new Float64Array(17)), 'invalid', /goals/);
  refuses(() => Robot.load('ur6'), 'invalid', /ur6/, /ur5/);
  refuses(() => Robot.load('{"format": "ik-scene", "joints": 3}', { name: 'mine' }), 'input', /mine/);
  refuses(() => Robot.load('<robot name="x"><link/></robot>', { name: 'mine' }), 'input', /mine/, /link/);
  refuses(() => Robot.load(URDF, { effectors: ['foot'] }), 'input', /foot/);
  refuses(() => iklab.experiment('y', 'dls', { colour: 1 }), 'invalid', /colour/);
  refuses(() => Robot.load(PLANAR).solve([1, 0, 0, 1, 0, 0, 0]), 'invalid', /orientation/);
  refuses(() => new Solver(arm).frame('foot'), 'invalid', /foot/);
});

test('what was freed says so, and memory comes back', () => {
  const arm = Robot.load(PLANAR), solver = arm.solver();
  arm.free();
  solver.setGoal([1, 1, 0]);
  solver.step();  // a solver outlives its robot
  solver.free();
  solver.free();
  refuses(() => solver.step(), 'invalid', /freed/);
  refuses(() => arm.solve([1, 1, 0]), 'invalid', /freed/);
});

test('a long loop does not take more memory', async () => {
  const source = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('iklab/iklab.wasm'))));
  const other = await load(source);
  const arm = other.Robot.load('ur5'), goal = arm.forward(pose_of(6, 3));
  const solver = arm.solver();
  const turn = () => {
    for (let i = 0; i < 300; ++i) {
      arm.solve(goal);
      arm.jacobian(pose_of(6, i));
      new other.Solver(arm).free();
      solver.setGoal(goal);
      solver.step();
    }
    // the largest block that is free without growing: it would shrink if something were left
    const made = new other.Batch(arm, 200);
    made.free();
  };
  turn();
  const before = other.memory;
  for (let i = 0; i < 10; ++i) turn();
  assert.equal(other.memory, before);
});

test('two libraries share nothing', async () => {
  const other = await load();
  assert.throws(() => other.Robot.load('nobody'), /nobody/);
  assert.notEqual(other.Robot, Robot);
  assert.deepEqual(other.Robot.load('y').joints, Robot.load('y').joints);
});

test('methods are those of the program', () => {
  const listed = program('list', 'methods');
  const methods = iklab.methods();
  assert.ok(methods.length > 15);
  for (const { id, label, equation, reference } of methods) {
    assert.ok(listed.includes(id) && label && equation && reference, id);
    const solver = Robot.load('y').solver(id);
    solver.setGoal({ right: [0.7, 1.2, 0.1] });
    assert.ok(Number.isFinite(solver.step().error), id);
  }
});
