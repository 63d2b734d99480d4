// The package in Chromium, and a robot of urdf-loader beside urdf-loader's own kinematics.
// SHOTS names a folder for a picture.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { after, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { load } from 'iklab';

const folder = new URL('.', import.meta.url).pathname;
const server = spawn('python3', ['../../scripts/page-server', '.', '0'], { cwd: folder });
const address = await new Promise(done => server.stdout.once('data', line => done(String(line).trim())));
const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
});
after(async () => {
  await browser.close();
  server.kill();
});
const page = await browser.newPage();
const said = [];
page.on('pageerror', error => said.push(error.message));
await page.goto(address + 'browser.html');
await page.waitForFunction(() => window.tools, { timeout: 60000 });

const ARM = `<robot name="arm">
  <link name="base"/><link name="shoulder"/><link name="upper"/><link name="fore"/><link name="roll"/><link name="pitch"/>
  <link name="flange"/><link name="tool"/>
  <joint name="pan" type="revolute"><parent link="base"/><child link="shoulder"/><origin xyz="0 0 0.2"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="50" velocity="2"/></joint>
  <joint name="lift" type="revolute"><parent link="shoulder"/><child link="upper"/><origin xyz="0 0 0.1"/><axis xyz="0 1 0"/>
    <limit lower="-1.8" upper="1.8" effort="50" velocity="2"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/>
    <limit lower="-2.4" upper="2.4" effort="50" velocity="2"/></joint>
  <joint name="wrist_roll" type="revolute"><parent link="fore"/><child link="roll"/><origin xyz="0 0 0.15"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="20" velocity="3"/></joint>
  <joint name="wrist_pitch" type="revolute"><parent link="roll"/><child link="pitch"/><origin xyz="0 0 0.2"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="20" velocity="3"/></joint>
  <joint name="wrist_yaw" type="continuous"><parent link="pitch"/><child link="flange"/><origin xyz="0 0 0.05"/><axis xyz="0 0 1"/>
  </joint>
  <joint name="mount" type="fixed"><parent link="flange"/><child link="tool"/><origin xyz="0 0 0.08" rpy="0.1 0.2 0.3"/></joint>
</robot>`;

test('the same bits as under node', async () => {
  const goal = [0.4, 0.2, 0.3, 0.9, 0.1, -0.2, 0.3];
  const mine = (await load()).Robot.load('ur5').solve(goal);
  const theirs = await page.evaluate(async goal => {
    const { Robot } = await tools.load();
    return [...Robot.load('ur5').solve(goal).theta];
  }, goal);
  assert.deepEqual(theirs, [...mine.theta]);
});

test('a file that is not there says so', async () => {
  const why = await page.evaluate(() => tools.load(new URL('nothing.wasm', location.href)).catch(error => error.message));
  assert.match(why, /nothing\.wasm: 404/);
});

test('a robot of urdf-loader reaches places and turns', async () => {
  const off = await page.evaluate(async text => {
    const { three, adapter, URDFLoader, load } = tools;
    const drive = async method => {
      const robot = new URDFLoader().parse(text), scene = new three.Group(), goal = new three.Object3D();
      scene.add(robot, goal);
      robot.rotation.x = -Math.PI / 2;  // z of the file is up
      robot.position.set(1, 0.5, -2);
      scene.updateMatrixWorld(true);
      // a goal that the robot has: where urdf-loader puts the tool
      robot.setJointValues({ pan: 0.5, lift: 0.4, elbow: 0.9, wrist_roll: 0.3, wrist_pitch: 0.7, wrist_yaw: -0.4 });
      scene.updateMatrixWorld(true);
      robot.links.tool.matrixWorld.decompose(goal.position, goal.quaternion, goal.scale);
      robot.setJointValues({ pan: 0, lift: 0.2, elbow: 0.5, wrist_roll: 0, wrist_pitch: 0.4, wrist_yaw: 0 });
      scene.updateMatrixWorld(true);
      const solver = new adapter.URDFIKSolver(robot, { iklab: await load(), method, iteration: 5 });
      const left = () => {
        scene.updateMatrixWorld(true);
        const place = new three.Vector3(), turn = new three.Quaternion();
        robot.links.tool.matrixWorld.decompose(place, turn, new three.Vector3());
        return [place.distanceTo(goal.position), turn.angleTo(goal.quaternion)];
      };
      solver.setGoal(goal.position);
      for (let i = 0; i < 100; ++i) solver.update();
      const place_alone = left();
      solver.setGoal(goal);
      for (let i = 0; i < 100; ++i) solver.update();
      return { place_alone, both: left(), theta: robot.joints.lift.angle };
    };
    return { dls: await drive('dls'), newton: await drive('newton') };
  }, ARM);
  for (const [method, { place_alone, both }] of Object.entries(off)) {
    assert.ok(place_alone[0] < 1e-5, `${method} ${place_alone}`);
    assert.ok(both[0] < 1e-5 && both[1] < 1e-5, `${method} ${both}`);
  }
});

test('bones follow in a scene that is drawn', async () => {
  const off = await page.evaluate(async () => {
    const { three, adapter, load } = tools;
    const mesh = new three.SkinnedMesh(new three.CylinderGeometry(0.1, 0.1, 3, 8, 12), new three.MeshNormalMaterial());
    const target = new three.Bone(), bones = [target];
    let parent = mesh;
    for (let i = 0; i < 4; ++i) {
      const bone = new three.Bone();
      bone.position.y = i === 0 ? -1.5 : 1;
      parent.add(bone);
      bones.push(bone);
      parent = bone;
    }
    mesh.add(target);
    const place = mesh.geometry.attributes.position, index = [], weight = [];
    for (let i = 0; i < place.count; ++i) {
      index.push(1 + Math.min(2, Math.floor(place.getY(i) + 1.5)), 0, 0, 0);
      weight.push(1, 0, 0, 0);
    }
    mesh.geometry.setAttribute('skinIndex', new three.Uint16BufferAttribute(index, 4));
    mesh.geometry.setAttribute('skinWeight', new three.Float32BufferAttribute(weight, 4));
    mesh.bind(new three.Skeleton(bones));
    const scene = new three.Scene(), camera = new three.PerspectiveCamera(50, 1, 0.1, 20);
    scene.background = new three.Color(0xffffff);
    scene.add(mesh);
    camera.position.set(0, 0, 6);
    const renderer = new three.WebGLRenderer({ preserveDrawingBuffer: true });
    renderer.setSize(400, 400);
    document.body.append(renderer.domElement);
    const iks = [{ target: 0, effector: 4, links: [{ index: 3 }, { index: 2 }, { index: 1 }], iteration: 4 }];
    const solver = new adapter.IKSolver(mesh, iks, { iklab: await load(), method: 'sdls' });
    scene.add(solver.createHelper(0.12));
    let worst = 0;
    for (let frame = 0; frame < 120; ++frame) {
      target.position.set(1.2 * Math.cos(frame / 30), 0.8 + 0.4 * Math.sin(frame / 20), 0.5);
      scene.updateMatrixWorld(true);
      solver.update();
      renderer.render(scene, camera);
      const at = bone => bone.getWorldPosition(new three.Vector3());
      if (frame > 30) worst = Math.max(worst, at(bones[4]).distanceTo(at(target)));
    }
    return worst;
  });
  assert.ok(off < 0.05, `${off}`);
  if (process.env.SHOTS) {
    mkdirSync(process.env.SHOTS, { recursive: true });
    await page.screenshot({ path: process.env.SHOTS + '/bones.png' });
  }
  assert.deepEqual(said, []);
});
