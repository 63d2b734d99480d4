/**
 * Inverse kinematics by many methods, in WebAssembly.
 *
 *     import { load } from 'iklab';
 *     const { Robot } = await load();
 *     const arm = Robot.load('ur5');
 *     const { theta, reached } = arm.solve(pose);
 *
 * Radians, metres, seconds; right-handed axes. Joints and effectors are in the order of the file. Frames are 16 numbers,
 * column by column, as WebGL and three have them. What is refused throws an IklabError.
 */

/** What the library refuses, with one line that names it. */
export class IklabError extends Error {
  constructor(message: string, code: 'failed' | 'invalid' | 'input');
  /** 'invalid': an argument; 'input': a file or text; 'failed': anything else, such as no memory. */
  readonly code: 'failed' | 'invalid' | 'input';
}

/** Numbers in any array. */
export type Numbers = ArrayLike<number> & Iterable<number>;
/** A place (3), a place and quaternion (x, y, z, qw, qx, qy, qz), a frame (16), or a Matrix4 of three. */
export type OneGoal = Numbers | { readonly elements: Numbers };
/** A goal of the first effector, or goals by the names of effectors. */
export type Goal = OneGoal | { readonly [effector: string]: OneGoal };

export type Outcome = 'moved' | 'reached' | 'stalled' | 'not finite' | 'invalid aim' | 'opens loops';
/** 'proven': no pose reaches the goals, by `proof`; 'searched': the closest pose found. */
export type Verdict = 'reached' | 'proven' | 'searched' | 'unfinished';
export type Choice = 'first' | 'nearest' | 'from-limits' | 'manipulable';
export type Aim = 'none' | 'direction' | 'orientation';

/** When a solve stops. */
export interface Stop {
  /** m, for every position; 1e-6 unless given. */
  tolerance?: number;
  /** rad, for every aim; 1e-6 unless given. */
  aimTolerance?: number;
  /** The most starts after the first. */
  restarts?: number;
  /** The most steps. */
  updates?: number;
  /** Draws the starts. */
  seed?: number | bigint;
  choice?: Choice;
}

/** What a step or a solve did. */
export interface Report {
  outcome: Outcome;
  reached: boolean;
  verdict: Verdict;
  /** 'none', 'distance', 'place', 'turn' or 'poses'. */
  proof: string;
  /** Largest distance of an effector from its target, m. */
  error: number;
  /** Largest angle between an aim and the wanted one, rad. */
  aimError: number;
  updates: number;
  /** Starts used. */
  attempts: number;
  /** Starts wanted, for 'unfinished'. */
  starts: number;
  /** The joint that holds the closest pose back most; -1: none. */
  limitingJoint: number;
  /** Share by which the error falls without its limit. */
  gain: number;
  /** The joint whose step lost most to its limits of motion; -1: none. */
  cutJoint: number;
  cutBy: 'none' | 'velocity' | 'acceleration' | 'range';
  /** The first joint that cannot keep all its limits; -1: none. */
  brokenJoint: number;
  broken: 'none' | 'velocity' | 'acceleration' | 'range';
}

export interface Result extends Report {
  /** (n) rad or m. */
  theta: Float64Array;
}

export interface Solutions {
  /** Each (n), nearest first. */
  theta: Float64Array[];
  /** Proven to be all of them. */
  complete: boolean;
  /** The most that such an arm can have; null: not known. */
  bound: number | null;
}

/** What many solves found, row by row. */
export interface Results {
  /** (N x n) rad or m. */
  theta: Float64Array;
  /** (N) 0 or 1. */
  reached: Uint8Array;
  verdict: Verdict[];
  /** (N) m. */
  error: Float64Array;
  /** (N) rad. */
  aimError: Float64Array;
  /** (N) */
  updates: Int32Array;
}

/** Joints along a path. */
export interface Followed {
  /** (poses x n) rad or m: a pose for each waypoint, up to where the path breaks. */
  theta: Float64Array;
  /** (poses) A number that stays while the pose moves continuously. */
  branches: Int32Array;
  /** Changes of branch. */
  reconfigurations: number;
  /** Singular poses that are passed. */
  passages: number;
  /** No way has fewer reconfigurations. */
  least: boolean;
  /** The first waypoint without a pose; null: the whole path is followed. */
  breaksAt: number | null;
  /** Of that waypoint's goals. */
  verdict: Verdict;
  /** Sum of all motions, rad and m. */
  travel: number;
  /** Largest change of a joint between neighbours of a branch, rad or m. */
  maxStep: number;
}

/** How a path is followed. */
export interface FollowOptions {
  /** m; 1e-6 unless given. */
  tolerance?: number;
  /** rad; 1e-6 unless given. */
  aimTolerance?: number;
  /** m and rad, between waypoints at singular poses. */
  stray?: number;
  /** The last pose is the first one again. */
  closed?: boolean;
  /** Where the joints begin: 'any' (the best), 'middle' of the limits, or near a pose (n). */
  start?: 'any' | 'middle' | Numbers;
  /** Largest speeds (n), rad/s or m/s, by `times`. */
  velocity?: Numbers;
  /** (N) s; 0, 1, 2, … unless given. */
  times?: Numbers;
  seed?: number | bigint;
}

/** A matrix, row by row. */
export interface Matrix {
  rows: number;
  columns: number;
  data: Float64Array;
}

/** How a robot or character is read. */
export interface LoadOptions {
  /** Names the text in messages. */
  name?: string;
  /** Links or sites that reach for goals; none: the ends of the body. */
  effectors?: string[];
  base?: 'file' | 'fixed' | 'free';
  /** What effectors aim; 'orientation' unless given. Scenes and built-in arms bring their aims. */
  aim?: Aim;
}

/** Numbers of a method or a solver: { lambda: 0.2, dMax: 0.1 }. */
export type Parameters = { [name: string]: number };

/** Something in the module's memory. */
export interface Owner {
  /** Gives the memory back now. Without it, that happens after nothing refers to the object. */
  free(): void;
  [Symbol.dispose](): void;
}

/** A body with its goals. */
export interface Robot extends Owner {
  readonly name: string;
  readonly joints: string[];
  readonly effectors: string[];
  readonly aims: Aim[];
  /** What the file has that cannot be shown. */
  readonly notes: string[];
  /** Of the scene's experiment, s. */
  readonly timeStep: number;
  /** Each (n) rad or m; infinite where there is none. */
  readonly limits: { lower: Float64Array; upper: Float64Array };
  /** world_from_effector (16) at theta (n). */
  forward(theta: Numbers, effector?: string | number): Float64Array;
  /** J: three rows for each position, then three for each aim. */
  jacobian(theta: Numbers): Matrix;
  /** Where the scene's target of an effector is, (3) m. @param time s */
  target(effector: string | number, time: number): Float64Array;
  /** Reaches a goal from `start`, or from the file's pose. Effectors without a goal are free. */
  solve(goal: Goal, options?: Stop & { start?: Numbers; method?: string }): Result;
  /** All solutions of a goal, nearest to the start first. @param options most: 64 unless given */
  solveAll(goal: Goal, options?: Stop & { start?: Numbers; most?: number }): Solutions;
  /**
   * Solves N goals of a robot with one effector. Row i has the bits of `solve(goals[i])`.
   * @param goals a list, or numbers row by row
   * @param options starts: (N x n) or (n); width: numbers in a row of `goals`, 16 with an orientation, else 3
   */
  solveMany(goals: Numbers | OneGoal[], options?: Stop & { starts?: Numbers; width?: 3 | 7 | 16 }): Results;
  /** Joints along a path of goals for all effectors, without a jump. */
  follow(path: Goal[], options?: FollowOptions): Followed;
  /** A body that follows goals, one step a frame. */
  solver(method?: string, parameters?: Parameters): Solver;
  /** Many copies of the body. */
  batch(count: number, method?: string, parameters?: Parameters): Batch;
}

/** One body in a loop: move goals, step() once a frame, read theta. */
export interface Solver extends Owner {
  readonly robot: Robot;
  /** The id of a method. */
  set method(id: string);
  /** A parameter of the method or the solver. */
  set(name: string, value: number): void;
  get(name: string): number;
  /** (n) rad or m; may be set. */
  get theta(): Float64Array;
  set theta(theta: Numbers);
  /** theta into an array of yours. */
  readTheta<T extends Float64Array | Float32Array | number[]>(out: T): T;
  /** Moves goals; those that are not named stay. */
  setGoal(goal: Goal): void;
  /** Where an effector that aims with its pointer shall point, (3) of any length but 0. */
  setDirection(direction: Numbers, effector?: string | number): void;
  /** Weights of the squared errors of an effector; 0 drops a goal. */
  setWeights(position: number, aim: number, effector?: string | number): void;
  /** One update. */
  step(): Report;
  /** Reaches the goals from the present pose. */
  solve(options?: Stop): Report;
  /** world_from_effector (16) now. */
  frame(effector?: string | number, out?: Float64Array): Float64Array;
  /** world_from_joint of all joints (n x 16) now. */
  jointFrames(out?: Float64Array): Float64Array;
  /** J now. */
  jacobian(): Matrix;
}

/** Many copies of one body, several at a time in SIMD lanes. */
export interface Batch extends Owner {
  readonly robot: Robot;
  readonly count: number;
  set(name: string, value: number): void;
  /** Targets of one effector of all bodies. @param positions (count x 3) m */
  setTargets(positions: Numbers, effector?: string | number): void;
  /** @param quaternions (count x 4) w, x, y, z */
  setOrientations(quaternions: Numbers, effector?: string | number): void;
  /** (count x n) rad or m; may be set. */
  get theta(): Float64Array;
  set theta(theta: Numbers);
  /** One update of every body. */
  step(): void;
  /** Reaches every body's goals. */
  solve(options?: Stop): void;
  /** How the last solve of a body ended. */
  report(body: number): Report;
}

/** The measures of a run, as `iklab run --json` has them. */
export interface Summary {
  meanError: number;
  rmsError: number;
  maxError: number;
  totalError: number;
  meanJitterDeg: number;
  reversalRate: number;
  maxStepDeg: number;
  steps: number;
  warmup: number;
}

/** Columns of a run: steps + 1 rows, row 0 the start. */
export interface Columns {
  /** (N) s */
  time: Float64Array;
  /** (N x n) rad or m */
  theta: Float64Array;
  /** (N x k x 3) m */
  position: Float64Array;
  /** (N x k x 3) m */
  target: Float64Array;
  /** (N x k) m */
  error: Float64Array;
}

/** The experiment of `iklab run`: the scene's targets move, the body follows. */
export interface Experiment extends Owner {
  readonly robot: Robot;
  readonly method: string;
  /** s */
  readonly time: number;
  /** (n) rad or m */
  readonly theta: Float64Array;
  step(): void;
  /** Back to time 0. */
  reset(): void;
  /** Makes steps from the present state and measures them. */
  run(steps?: number, warmup?: number): Summary;
  /** Makes steps from the present state and keeps them all. */
  record(steps?: number): Columns;
}

export interface Recording extends Columns {
  robot: Robot;
  method: string;
  summary: Summary;
}

export interface MethodInfo {
  id: string;
  label: string;
  group: string;
  equation: string;
  reference: string;
}

/** Steps of a run, and settings as on the command line: { steps: 400, lambda: 0.3, dMax: 0.1 }. */
export type RunOptions = { steps?: number; warmup?: number; [setting: string]: number | undefined };

/** The library: one instance of the module, with a memory of its own. */
export interface Iklab {
  readonly version: string;
  /** What the module's memory holds, bytes. It grows where needed, and never shrinks. */
  readonly memory: number;
  readonly Robot: {
    /** Opens a robot: a built-in scene or arm by its name, or the text (or bytes) of a scene file or a URDF. */
    load(source: string | ArrayBuffer | Uint8Array, options?: LoadOptions): Robot;
  };
  readonly Solver: new (robot: Robot, method?: string, parameters?: Parameters) => Solver;
  readonly Batch: new (robot: Robot, count: number, method?: string, parameters?: Parameters) => Batch;
  readonly Experiment: new (robot: Robot | string, method?: string, settings?: Parameters) => Experiment;
  /** Runs a scene's experiment and records every step. */
  experiment(robot: Robot | string, method?: string, options?: RunOptions): Recording;
  /** A row of measures for each method. */
  compare(robot: Robot | string, methods: string[], options?: RunOptions): (Summary & { method: string })[];
  methods(): MethodInfo[];
  /** Names of the built-in scenes. */
  scenes(): string[];
  /** Names of the built-in arms. */
  bodies(): string[];
}

/**
 * Loads the library.
 * @param source where iklab.wasm is, or what it holds; the file beside this one unless given
 */
export function load(
  source?: URL | Response | WebAssembly.Module | BufferSource | Promise<Response | BufferSource>): Promise<Iklab>;
