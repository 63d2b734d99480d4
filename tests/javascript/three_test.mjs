// The adapter for three: bones beside three's own kinematics.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bone, BufferGeometry, Euler, Group, Quaternion, Skeleton, SkinnedMesh, Vector3 } from 'three';
import { CCDIKSolver } from 'three/addons/animation/CCDIKSolver.js';
import { load } from 'iklab';
import { IKSolver } from 'iklab/three';

const iklab = await load();

/** A mesh in a turned and scaled group: a target, and a chain of bones of length 1 with turned rests. */
function tentacle(count = 4) {
  const group = new Group(), mesh = new SkinnedMesh(new BufferGeometry());
  group.position.set(3, -1, 2);
  group.rotation.set(0.3, 0.7, -0.2);
  group.scale.setScalar(0.5);
  group.add(mesh);
  const target = new Bone(), bones = [target];
  mesh.add(target);
  let parent = mesh;
  for (let i = 0; i <= count; ++i) {
    const bone = new Bone();
    bone.name = `bone ${i}`;
    bone.position.set(0, i === 0 ? 0.2 : 1, 0);
    if (i > 0 && i < count) bone.quaternion.setFromEuler(new Euler(0.2, 0.1, 0.3));
    parent.add(bone);
    bones.push(bone);
    parent = bone;
  }
  mesh.bind(new Skeleton(bones));
  group.updateMatrixWorld(true);
  // links from the effector's parent to the root, as CCDIKSolver wants them
  const links = Array.from({ length: count }, (_, i) => ({ index: count - i }));
  return { group, mesh, bones, ik: { target: 0, effector: count + 1, links } };
}
function aim({ group, bones }, x, y, z) {
  bones[0].position.set(x, y, z);
  group.updateMatrixWorld(true);
}
const world = bone => bone.getWorldPosition(new Vector3());
const distance = ({ bones, ik }) => world(bones[ik.effector]).distanceTo(world(bones[ik.target]));

test('methods reach what three measures', async () => {
  for (const method of ['dls', 'sdls', 'newton', 'ccd']) {
    const body = tentacle();
    const solver = new IKSolver(body.mesh, [{ ...body.ik, iteration: 20 }], { iklab, method });
    await solver.ready;
    aim(body, 1.1, 2.2, -0.9);
    for (let i = 0; i < 20; ++i) solver.update();
    assert.ok(distance(body) < 1e-6, `${method}: ${distance(body)}`);
    // the body's effector is where three has it, in shares of the chain
    const { chain } = [...solver._chains.values()][0];
    const place = world(body.bones[5]).applyMatrix4(body.mesh.matrixWorld.clone().invert());
    assert.ok(new Vector3(...chain.solver.frame().slice(12, 15)).multiplyScalar(chain.length).distanceTo(place) < 1e-9);
  }
});

test('one line changes: the calls of CCDIKSolver', () => {
  for (const make of [(mesh, iks) => new CCDIKSolver(mesh, iks), (mesh, iks) => new IKSolver(mesh, iks, { iklab })]) {
    const body = tentacle();
    aim(body, 0.8, 2.6, 0.4);
    const begin = distance(body);
    const solver = make(body.mesh, [{ ...body.ik, iteration: 10 }]);
    for (let i = 0; i < 30; ++i) assert.equal(solver.update(), solver);
    assert.equal(solver.updateOne(solver.iks[0]), solver);
    assert.ok(distance(body) < 0.01 * begin, `${distance(body)}`);
    assert.equal(solver.createHelper().iks, solver.iks);
  }
});

test('limits of rotations hold, also around a half turn', () => {
  const body = tentacle();
  for (const link of body.ik.links) {
    link.rotationMin = new Vector3(-0.2, -0.1, -0.4);
    link.rotationMax = new Vector3(0.3, 0.1, 0.4);
  }
  const root = body.ik.links.at(-1);
  root.rotationMin = new Vector3(-0.2, -0.1, Math.PI - 0.5);
  root.rotationMax = new Vector3(0.3, 0.1, Math.PI + 0.5);
  const solver = new IKSolver(body.mesh, [{ ...body.ik, iteration: 5 }], { iklab });
  for (const place of [[2, 2, 1], [-3, -1, 0], [0.3, -4, 0.2]]) {
    aim(body, ...place);
    for (let i = 0; i < 60; ++i) solver.update();
    for (const { index, rotationMin, rotationMax } of body.ik.links) {
      const rotation = body.bones[index].rotation;
      for (const axis of ['x', 'y', 'z']) {
        const middle = (rotationMin[axis] + rotationMax[axis]) / 2, half = (rotationMax[axis] - rotationMin[axis]) / 2;
        const off = Math.abs(Math.atan2(Math.sin(rotation[axis] - middle), Math.cos(rotation[axis] - middle)));
        assert.ok(off < half + 1e-6, `${index} ${axis} ${rotation[axis]}`);
      }
    }
  }
});

test('a hinge turns about its limitation only', () => {
  const body = tentacle(2), axis = new Vector3(1, 0, 0);
  for (const link of body.ik.links) link.limitation = axis;
  body.bones.slice(1, 3).forEach(bone => bone.quaternion.setFromAxisAngle(axis, 0.2));
  aim(body, 0, 1.2, 1.1);
  const solver = new IKSolver(body.mesh, [{ ...body.ik, iteration: 30 }], { iklab });
  for (let i = 0; i < 10; ++i) solver.update();
  assert.ok(distance(body) < 1e-6);
  for (const bone of body.bones.slice(1, 3)) assert.deepEqual([bone.quaternion.y, bone.quaternion.z], [0, 0]);
});

test('a blend is between before and after', () => {
  const turns = blendFactor => {
    const body = tentacle();
    aim(body, 1.1, 2.2, -0.9);
    const before = body.bones[1].quaternion.clone();
    new IKSolver(body.mesh, [{ ...body.ik, blendFactor }], { iklab }).update();
    return [before, body.bones[1].quaternion];
  };
  const [before, whole] = turns(1), [, half] = turns(0.5), [, none] = turns(0);
  assert.ok(before.angleTo(whole) > 0.01);
  assert.ok(half.angleTo(before.clone().slerp(whole, 0.5)) < 1e-6);
  assert.ok(none.angleTo(before) < 1e-6);
});

test('links behind a disabled one stay', () => {
  const body = tentacle();
  body.ik.links[2].enabled = false;
  aim(body, 1.1, 2.2, -0.9);
  const before = body.bones.map(bone => bone.quaternion.clone());
  const solver = new IKSolver(body.mesh, [{ ...body.ik, iteration: 5 }], { iklab });
  solver.update();
  const moved = body.bones.map((bone, i) => !bone.quaternion.equals(before[i]));
  assert.deepEqual(moved, [false, false, false, true, true, false]);
  body.ik.links[2].enabled = true;
  solver.update();
  assert.ok(!body.bones[1].quaternion.equals(before[1]));
});

test('what turns bones meanwhile is where the next update begins', () => {
  const body = tentacle();
  aim(body, 1.1, 2.2, -0.9);
  const solver = new IKSolver(body.mesh, [{ ...body.ik, iteration: 30 }], { iklab });
  for (let i = 0; i < 10; ++i) solver.update();
  body.bones[2].quaternion.premultiply(new Quaternion().setFromEuler(new Euler(0.3, -0.4, 0.2)));
  body.group.updateMatrixWorld(true);
  assert.ok(distance(body) > 0.01);
  for (let i = 0; i < 10; ++i) solver.update();
  assert.ok(distance(body) < 1e-6);
});

test('without a library it loads its own', async () => {
  const body = tentacle();
  aim(body, 1.1, 2.2, -0.9);
  const solver = new IKSolver(body.mesh, [{ ...body.ik, iteration: 30 }]), before = distance(body);
  assert.equal(solver.update(), solver);
  assert.equal(distance(body), before);
  await solver.ready;
  for (let i = 0; i < 10; ++i) solver.update();
  assert.ok(distance(body) < 1e-6);
  solver.dispose();
});
