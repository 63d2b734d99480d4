// Compiled, not run: the types say what the package does.
import { load, IklabError, type Iklab, type Report, type Robot, type Solver } from 'iklab';
import { IKSolver, URDFIKSolver } from 'iklab/three';
import { CCDIKSolver } from 'three/addons/animation/CCDIKSolver.js';
import type { Figure } from 'iklab/figure';
import { Matrix4, Object3D, Vector3, type SkinnedMesh } from 'three';

const iklab: Iklab = await load(new URL('https://example.org/iklab.wasm'));
const robot: Robot = iklab.Robot.load('ur5', { effectors: ['tool'], aim: 'direction' });
const { theta, reached, verdict } = robot.solve(new Matrix4(), { start: [0, 0, 0, 0, 0, 0], choice: 'nearest' });
const numbers: Float64Array = theta, yes: boolean = reached;
if (verdict === 'proven') console.log(numbers, yes);
const solver: Solver = robot.solver('dls', { lambda: 0.2, dMax: 0.1 });
solver.setGoal({ tool: [0, 0, 1] });
solver.theta = [0, 0, 0, 0, 0, 0];
const report: Report = solver.step();
console.log(report.error, iklab.experiment('y', 'sdls', { steps: 10, lambda: 0.1 }).summary.meanJitterDeg);
console.log(robot.solveMany(new Float64Array(16)).reached[0], iklab.compare('y', ['dls'])[0]?.method);
// @ts-expect-error a goal is no text
robot.solve('there');
// @ts-expect-error no such choice
robot.solve([0, 0, 1], { choice: 'best' });
try {
  iklab.Robot.load('nobody');
} catch (error) {
  if (error instanceof IklabError && error.code === 'invalid') console.log(error.message);
}

declare const mesh: SkinnedMesh;
const iks = [{ target: 0, effector: 2, links: [{ index: 1, rotationMin: new Vector3() }] }];
for (const one of [new CCDIKSolver(mesh, iks), new IKSolver(mesh, iks, { iklab, method: 'newton' })]) one.update(0.5);
declare const arm: ConstructorParameters<typeof URDFIKSolver>[0];
new URDFIKSolver(arm, { effectors: ['tool'] }).setGoal(new Object3D()).setGoal(new Vector3(), 'tool').update();

const figure = document.querySelector('iklab-figure') as Figure;
await figure.ready;
await figure.figure?.set({ lambda: 0.2 });
