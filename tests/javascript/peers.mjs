// The package beside peers of npm on one chain of ball joints: error, jitter out of reach and time, in one run.
//   node peers.mjs      after scripts/check-npm
// Every program makes the same number of updates a frame, by its own defaults unless said. Lengths are shares of the
// chain's. A bone's jitter is |w_k - w_k-1|, degrees, with w_k its turn from frame k - 1 to frame k as a vector in its
// parent's axes; it is averaged over bones and frames.
import { readFileSync } from 'node:fs';
import { Bone, BufferGeometry, Matrix4, Quaternion, Skeleton, SkinnedMesh, Vector3 } from 'three';
import { CCDIKSolver } from 'three/addons/animation/CCDIKSolver.js';
import { DOF, Goal, Joint, Link, Solver } from 'closed-chain-ik/src/core/index.js';
import { load } from 'iklab';
import { IKSolver } from 'iklab/three';

const kBones = 6, kUpdates = 5, kFrames = 1200, kSettle = 120;
const iklab = await load();
const version = name => JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;

/** A chain along y of length 1, bent a little: a straight one is singular. */
const kBend = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), 0.15);
function bones() {
  const mesh = new SkinnedMesh(new BufferGeometry()), target = new Bone(), list = [target];
  mesh.add(target);
  let parent = mesh;
  for (let i = 0; i <= kBones; ++i) {
    const bone = new Bone();
    bone.position.y = i === 0 ? 0 : 1 / kBones;
    if (i < kBones) bone.quaternion.copy(kBend);
    parent.add(bone);
    list.push(bone);
    parent = bone;
  }
  mesh.bind(new Skeleton(list));
  mesh.updateMatrixWorld(true);
  const iks = [{
    target: 0, effector: kBones + 1, iteration: kUpdates,
    links: Array.from({ length: kBones }, (_, i) => ({ index: kBones - i })),
  }];
  return { mesh, list, iks };
}
function of_bones(make) {
  const { mesh, list, iks } = bones(), solver = make(mesh, iks);
  return {
    update(target) {
      list[0].position.copy(target);
      list[0].updateMatrixWorld(true);
      solver.update();
    },
    turns: () => list.slice(1, kBones + 1).map(bone => bone.quaternion.clone()),
    tip: () => new Vector3().setFromMatrixPosition(list.at(-1).matrixWorld),
  };
}
function closed_chain() {
  const joints = [];
  let link = new Link();
  const root = link;
  for (let i = 0; i < kBones; ++i) {
    const joint = new Joint();
    joint.setDoF(DOF.EX, DOF.EY, DOF.EZ);
    joint.setPosition(0, i === 0 ? 0 : 1 / kBones, 0);
    joint.setQuaternion(kBend.x, kBend.y, kBend.z, kBend.w);
    link.addChild(joint);
    link = new Link();
    joint.addChild(link);
    joints.push(joint);
  }
  const end = new Joint(), tip = new Link();
  end.setPosition(0, 1 / kBones, 0);
  link.addChild(end);
  end.addChild(tip);
  const goal = new Goal();
  goal.setGoalDoF(DOF.X, DOF.Y, DOF.Z);
  goal.makeClosure(tip);
  const solver = Object.assign(new Solver([root]), { maxIterations: kUpdates });
  return {
    update(target) {
      goal.setPosition(target.x, target.y, target.z);
      solver.solve();
    },
    turns: () => joints.map(joint => {
      joint.updateMatrixWorld();
      const turn = new Quaternion().setFromRotationMatrix(new Matrix4().fromArray(joint.matrixDoF));
      return kBend.clone().multiply(turn);
    }),
    tip() {
      const place = new Float64Array(3);
      tip.updateMatrixWorld();
      tip.getWorldPosition(place);
      return new Vector3(...place);
    },
  };
}

const programs = {
  [`three ${version('three')}, CCDIKSolver`]: () => of_bones((mesh, iks) => new CCDIKSolver(mesh, iks)),
  [`closed-chain-ik ${version('closed-chain-ik')}`]: () => closed_chain(),
};
for (const method of ['dls', 'sdls', 'newton', 'ccd']) {
  programs[`iklab ${iklab.version}, ${method}`] = () => of_bones((mesh, iks) => new IKSolver(mesh, iks, { iklab, method }));
}

/** Circles around a point at a distance from the root: in reach, or beyond it half of the time. */
const paths = {
  in: time => new Vector3(0.35 * Math.cos(time), 0.45 + 0.25 * Math.sin(2 * time), 0.3 * Math.sin(time)),
  out: time => new Vector3(0.5 * Math.cos(time), 0.95 + 0.25 * Math.sin(2 * time), 0.4 * Math.sin(time)),
};

/** The turn from a to b as a vector, rad. */
function turn_between(a, b) {
  const q = b.clone().multiply(a.clone().invert());
  if (q.w < 0) q.set(-q.x, -q.y, -q.z, -q.w);
  const sine = Math.hypot(q.x, q.y, q.z), angle = 2 * Math.atan2(sine, q.w);
  return new Vector3(q.x, q.y, q.z).multiplyScalar(sine > 0 ? angle / sine : 2);
}

function run(program, path) {
  let error = 0, jitter = 0, frames = 0, before, last;
  const times = [];
  for (let frame = 0; frame < kFrames; ++frame) {
    const target = path(2 * Math.PI * frame / 300);
    const begin = performance.now();
    program.update(target);
    times.push(performance.now() - begin);
    const turns = program.turns(), now = before?.map((q, i) => turn_between(q, turns[i]));
    if (frame >= kSettle) {
      // beyond what no pose can do
      error += program.tip().distanceTo(target) - Math.max(0, target.length() - 1);
      jitter += now.reduce((sum, w, i) => sum + w.distanceTo(last[i]), 0) / kBones;
      ++frames;
    }
    last = now;
    before = turns;
  }
  times.sort((a, b) => a - b);
  return { error: error / frames, jitter: jitter / frames * 180 / Math.PI, us: 1000 * times[times.length >> 1] };
}

console.log('| program | error in reach | jitter in reach | error out of reach | jitter out of reach | time of a frame |');
console.log('|---|---|---|---|---|---|');
const best = {};
for (let round = 0; round < 3; ++round) {  // one after the other: disturbances only add time
  for (const [name, make] of Object.entries(programs)) {
    const [inside, outside] = [run(make(), paths.in), run(make(), paths.out)];
    best[name] = { inside, outside, us: Math.min(best[name]?.us ?? Infinity, inside.us) };
  }
}
for (const [name, { inside, outside, us }] of Object.entries(best)) {
  const share = x => x.toExponential(1), degrees = x => x.toFixed(3) + '°';
  console.log(`| ${name} | ${share(inside.error)} | ${degrees(inside.jitter)} | ${share(outside.error)} | ` +
              `${degrees(outside.jitter)} | ${us.toFixed(0)} µs |`);
}
