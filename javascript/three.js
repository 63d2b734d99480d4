// Drives bones and robots of three by any method of iklab.
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { CCDIKHelper } from 'three/addons/animation/CCDIKSolver.js';
import { load } from 'iklab';

export { CCDIKHelper };

let own;  // the library of all solvers that bring none: one module in memory
const library = iklab => iklab === undefined ? (own ??= load()) : Promise.resolve(iklab);

const X = new Vector3(1, 0, 0), Y = new Vector3(0, 1, 0), Z = new Vector3(0, 0, 1);
const AXES = { X, Y, Z };
const IDENTITY = new Matrix4();
// a file of URDF has z up; the library turns it so that y is up
const Y_UP = new Matrix4().set(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);

/** The angle next to `middle` that is `angle` up to whole turns. */
const turned = (angle, middle) => angle - 2 * Math.PI * Math.round((angle - middle) / (2 * Math.PI));

/**
 * How the angles of a body's hinges turn one bone. `rest` is a part of the turn that stays.
 * A bone with `limitation` is a hinge about that axis, as in CCDIKSolver. Any other is three hinges in the order of its
 * Euler angles: those of its rotation if they have limits, else those of its turn from the rest.
 */
class Turn {
  constructor(bone, { limitation, rotationMin, rotationMax }) {
    this.bone = bone;
    this.order = bone.rotation.order;
    this.rest = new Quaternion();
    this.euler = new Euler();
    this.written = new Quaternion(0, 0, 0, 0);
    if (limitation !== undefined) {
      this.axis = new Vector3().copy(limitation).normalize();
      this.axes = [this.axis];
      this.limits = [null];
      return;
    }
    this.axes = [...this.order].map(letter => AXES[letter]);
    this.letters = [...this.order.toLowerCase()];
    this.limits = this.letters.map(letter => {
      const low = rotationMin?.[letter], high = rotationMax?.[letter];
      return low === undefined && high === undefined ? null : [low ?? -Math.PI, high ?? Math.PI];
    });
    this.middles = this.limits.map(limits => limits === null ? 0 : (limits[0] + limits[1]) / 2);
    if (this.limits.every(limits => limits === null)) this.rest.copy(bone.quaternion).normalize();
  }

  /** Whether something else has turned the bone since write(). */
  get moved() { return !this.bone.quaternion.equals(this.written); }

  /** The angles of the bone as it is. */
  read(out, at) {
    const q = this.bone.quaternion;
    if (this.axis) {
      out[at] = 2 * Math.atan2(q.x * this.axis.x + q.y * this.axis.y + q.z * this.axis.z, q.w);
      return;
    }
    this.euler.setFromQuaternion(new Quaternion().copy(this.rest).invert().multiply(q), this.order);
    this.letters.forEach((letter, i) => { out[at + i] = turned(this.euler[letter], this.middles[i]); });
  }

  write(angles, at) {
    const q = this.bone.quaternion;
    if (this.axis) {
      q.setFromAxisAngle(this.axis, angles[at]);
    } else {
      this.letters.forEach((letter, i) => { this.euler[letter] = angles[at + i]; });
      this.euler.order = this.order;
      q.setFromEuler(this.euler).premultiply(this.rest);
    }
    this.written.copy(q);
  }
}

/** One chain of bones as a body: lengths in shares of the chain's, axes of the parent of its first bone. */
class Chain {
  constructor(iklab, bones, ik, links, method, parameters) {
    const from_root = [...links].reverse();
    this.turns = from_root.map(link => new Turn(bones[link.index], link));
    this.root = this.turns[0].bone;
    this.tip = bones[ik.effector];
    // all in the axes of the root's parent, at rest
    const turn = new Quaternion(), joints = [], places = [];
    let scale = 1;
    const place_of = bone => bone.position.clone().multiplyScalar(scale).applyQuaternion(turn);
    for (const [i, { bone, rest, axes, limits }] of this.turns.entries()) {
      places.push(place_of(bone));
      turn.multiply(rest);
      axes.forEach((axis, k) => joints.push({
        name: `${i}.${k}`,
        parent: joints.at(-1)?.name ?? null,
        type: 'revolute',
        place: k === 0 ? places.at(-1) : new Vector3(),
        axis: axis.clone().applyQuaternion(turn).normalize().toArray(),
        ...(limits[k] && { limits: limits[k] }),
      }));
      scale *= bone.scale.x;
    }
    places.push(place_of(this.tip));
    this.length = places.slice(1).reduce((sum, place) => sum + place.length(), 0) || 1;
    const shares = place => place.clone().divideScalar(this.length).toArray();
    const scene = {
      format: 'ik-scene', version: 1, name: this.tip.name || 'chain', description: '', time_step: 1 / 60,
      joints: joints.map(({ place, ...joint }) => ({ ...joint, origin: shares(place) })),
      effectors: [{ name: 'tip', joint: joints.at(-1).name, offset: shares(places.at(-1)) }],
      targets: [{ effector: 'tip', center: [0, 0, 0], waves: [] }],
    };
    this.solver = iklab.Robot.load(JSON.stringify(scene)).solver(method, parameters);
    if (ik.maxAngle !== undefined) this.solver.set('angle-cap', ik.maxAngle);
    this.theta = new Float64Array(joints.length);
    this.target = new Vector3();
    this.toBase = new Matrix4();
  }

  /** Makes updates towards a place in the world. @returns the distance that is left, in the world's unit */
  follow(place, updates) {
    const { solver, theta, turns } = this;
    const base = this.root.parent?.matrixWorld ?? IDENTITY;
    this.target.copy(place).applyMatrix4(this.toBase.copy(base).invert()).divideScalar(this.length);
    if (turns.some(turn => turn.moved)) {
      turns.reduce((at, turn) => (turn.read(theta, at), at + turn.axes.length), 0);
      solver.theta = theta;
    }
    solver.setGoal(this.target.toArray());
    for (let i = 0; i < updates; ++i) {
      const { outcome, error } = solver.step();
      if (outcome !== 'moved') break;
      if (error < 1e-9) break;
    }
    solver.readTheta(theta);
    turns.reduce((at, turn) => (turn.write(theta, at), at + turn.axes.length), 0);
    this.root.updateMatrixWorld(true);
  }

  free() {
    this.solver.robot.free();
    this.solver.free();
  }
}

/**
 * Bones of a SkinnedMesh follow targets by any method. It takes what CCDIKSolver of three takes: `iks` with `target`,
 * `effector`, `links` (`index`, `limitation`, `rotationMin`, `rotationMax`, `enabled`), `iteration`, `maxAngle` and
 * `blendFactor`; `minAngle` has no meaning here. `iteration` is the number of updates of the method.
 */
export class IKSolver {
  /**
   * @param options iklab: what load() of 'iklab' gave; without it the library is loaded, and until then update() moves
   *   nothing, see `ready`. method: an id. parameters: of the method, lengths in shares of the chain's
   */
  constructor(mesh, iks = [], { iklab, method = 'dls', parameters = {} } = {}) {
    this.mesh = mesh;
    this.iks = iks;
    this.method = method;
    this.parameters = parameters;
    this._chains = new Map();
    this._iklab = iklab;
    this.ready = library(iklab).then(loaded => { this._iklab = loaded; });
  }

  update(globalBlendFactor = 1.0) {
    for (const ik of this.iks) this.updateOne(ik, globalBlendFactor);
    return this;
  }

  updateOne(ik, overrideBlend = 1.0) {
    if (this._iklab === undefined) return this;
    const off = ik.links.findIndex(link => link.enabled === false);
    const links = off < 0 ? ik.links : ik.links.slice(0, off);
    if (links.length === 0) return this;
    const chain = this._chain(ik, links);
    const blend = ik.blendFactor ?? overrideBlend;
    const before = blend < 1 ? chain.turns.map(({ bone }) => bone.quaternion.clone()) : null;
    chain.follow(new Vector3().setFromMatrixPosition(this.mesh.skeleton.bones[ik.target].matrixWorld), ik.iteration ?? 1);
    if (before !== null) {
      chain.turns.forEach(({ bone }, i) => bone.quaternion.copy(before[i].slerp(bone.quaternion, blend)));
      chain.root.updateMatrixWorld(true);
    }
    return this;
  }

  /** Forgets the chains: the next update reads bones, limits, method and parameters anew. */
  reset() {
    for (const { chain } of this._chains.values()) chain.free();
    this._chains.clear();
    return this;
  }
  dispose() { this.reset(); }

  createHelper(sphereSize) { return new CCDIKHelper(this.mesh, this.iks, sphereSize); }

  _chain(ik, links) {
    const known = this._chains.get(ik);
    if (known?.links === links.length) return known.chain;
    known?.chain.free();
    const chain = new Chain(this._iklab, this.mesh.skeleton.bones, ik, links, this.method, this.parameters);
    this._chains.set(ik, { links: links.length, chain });
    return chain;
  }
}

/** A robot of urdf-loader follows goals by any method. */
export class URDFIKSolver {
  /**
   * @param options iklab, method, parameters: as of IKSolver, lengths in the robot's unit. effectors: links that reach
   *   for goals; none: the robot's ends
   */
  constructor(robot, { iklab, method = 'dls', parameters = {}, effectors = [], iteration = 1 } = {}) {
    this.robot = robot;
    this.iteration = iteration;
    this.goals = new Map();
    const begin = loaded => {
      const text = new XMLSerializer().serializeToString(robot.urdfRobotNode);
      this.body = loaded.Robot.load(text, { name: robot.robotName || 'robot', effectors });
      this.solver = this.body.solver(method, parameters);
      this.body.effectors.forEach(name => this.solver.setWeights(0, 0, name));
    };
    if (iklab !== undefined) begin(iklab);
    this.ready = iklab !== undefined ? Promise.resolve() : library().then(begin);
  }

  /**
   * What an effector shall reach, once or in every update.
   * @param goal an Object3D, its place and turn; a Vector3, a place; null: nothing. In the world's axes
   * @param effector a link; the first effector unless given
   */
  setGoal(goal, effector = undefined) {
    this.goals.set(effector, goal);
    return this;
  }

  /** One update of the method, or `iteration`. @returns the last step's report; undefined before `ready` */
  update() {
    const { solver, body, robot } = this;
    if (solver === undefined) return undefined;
    const to_body = new Matrix4().copy(robot.matrixWorld).invert().premultiply(Y_UP);
    for (const [given, goal] of this.goals) {
      const effector = given ?? body.effectors[0];
      if (goal === null) {
        solver.setWeights(0, 0, effector);
        continue;
      }
      const has_turn = goal.isObject3D === true;
      const part = has_turn ? this._frame(to_body, goal) : new Vector3().copy(goal).applyMatrix4(to_body).toArray();
      solver.setGoal({ [effector]: part });
      solver.setWeights(1, has_turn ? 1 : 0, effector);
    }
    const angle_of = name => robot.joints[name]?.angle;
    const theta = solver.theta;
    const moved = body.joints.some((name, j) => angle_of(name) !== undefined && angle_of(name) !== theta[j]);
    if (moved) solver.theta = theta.map((now, j) => angle_of(body.joints[j]) ?? now);
    let report;
    for (let i = 0; i < this.iteration; ++i) report = solver.step();
    const after = solver.theta;
    robot.setJointValues(Object.fromEntries(body.joints.map((name, j) => [name, after[j]])));
    return report;
  }

  /** An object's frame in the body's axes, without scales. */
  _frame(to_body, object) {
    const all = new Matrix4().multiplyMatrices(to_body, object.matrixWorld);
    return new Matrix4().extractRotation(all).copyPosition(all);
  }

  dispose() {
    this.solver?.free();
    this.body?.free();
    this.solver = undefined;
  }
}
