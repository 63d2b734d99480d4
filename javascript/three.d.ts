/** Drives bones and robots of three by any method of iklab. */
import type { Object3D, SkinnedMesh, Vector3 } from 'three';
import type { IK } from 'three/addons/animation/CCDIKSolver.js';
import { CCDIKHelper } from 'three/addons/animation/CCDIKSolver.js';
import type { Iklab, Parameters, Report, Robot, Solver } from 'iklab';

export { CCDIKHelper };

export interface IKSolverOptions {
  /** What load() of 'iklab' gave. Without it the library is loaded, and until then update() moves nothing. */
  iklab?: Iklab;
  /** The id of a method; 'dls' unless given. */
  method?: string;
  /** Numbers of the method. */
  parameters?: Parameters;
}

/**
 * Bones of a SkinnedMesh follow targets by any method. It takes what CCDIKSolver of three takes; `iteration` is the
 * number of updates of the method, lengths among its parameters are shares of the chain's.
 */
export class IKSolver {
  constructor(mesh: SkinnedMesh, iks?: IK[], options?: IKSolverOptions);
  mesh: SkinnedMesh;
  iks: IK[];
  method: string;
  parameters: Parameters;
  /** Kept when the library is loaded. */
  readonly ready: Promise<void>;
  update(globalBlendFactor?: number): this;
  updateOne(ik: IK, overrideBlend?: number): this;
  /** Forgets the chains: the next update reads bones, limits, method and parameters anew. */
  reset(): this;
  dispose(): void;
  createHelper(sphereSize?: number): CCDIKHelper;
}

/** What urdf-loader makes of a robot. */
export interface URDFRobotLike extends Object3D {
  robotName: string | null;
  urdfRobotNode: Element | null;
  joints: { [name: string]: { angle: number | number[] } };
  setJointValues(values: { [name: string]: number }): boolean;
}

/** A robot of urdf-loader follows goals by any method. */
export class URDFIKSolver {
  constructor(robot: URDFRobotLike, options?: IKSolverOptions & { effectors?: string[]; iteration?: number });
  robot: URDFRobotLike;
  iteration: number;
  /** The body and its solver, once `ready` is kept. */
  readonly body: Robot | undefined;
  readonly solver: Solver | undefined;
  readonly ready: Promise<void>;
  /**
   * What an effector shall reach: an Object3D (place and turn), a Vector3 (place), or null, in the world's axes.
   * @param effector a link; the first effector unless given
   */
  setGoal(goal: Object3D | Vector3 | null, effector?: string): this;
  /** One update, or `iteration`. */
  update(): Report | undefined;
  dispose(): void;
}
