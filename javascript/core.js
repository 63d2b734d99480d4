// The library over a WebAssembly module of iklab/c.h. `bind` makes it from an instance's exports; node.js and browser.js
// fetch the module. All state belongs to what `bind` returns.

/** What the library refuses, with its line. `code`: 'invalid' an argument, 'input' a file or text, 'failed' the rest. */
export class IklabError extends Error {
  constructor(message, code) {
    super(message);
    this.name = 'IklabError';
    this.code = code;
  }
}

const invalid = message => new IklabError(message, 'invalid');

const CODES = ['ok', 'failed', 'invalid', 'input'];
const OUTCOMES = ['moved', 'reached', 'stalled', 'not finite', 'invalid aim', 'opens loops'];
const VERDICTS = ['reached', 'proven', 'searched', 'unfinished'];
const CHOICES = ['first', 'nearest', 'from-limits', 'manipulable'];
const AIMS = ['none', 'direction', 'orientation'];
const BASES = ['file', 'fixed', 'free'];

/** The place of a word in a list. */
function index_in(words, word, name) {
  const index = words.indexOf(word);
  if (index < 0) throw invalid(`${name}: expected ${words.map(w => `'${w}'`).join(', ')}, got '${word}'`);
  return index;
}

/**
 * The place and the quaternion (w, x, y, z) of a frame, column by column. The largest of the four squares comes from the
 * diagonal, so that nothing cancels: Shepperd (1978).
 */
function parts_of_frame(m) {
  const [a, b, c] = [m[0], m[5], m[10]];
  const squares = [1 + a + b + c, 1 + a - b - c, 1 - a + b - c, 1 - a - b + c];  // 4 q_i^2
  const [x, y, z] = [m[6] - m[9], m[8] - m[2], m[1] - m[4]];                     // 4 w q_i
  const [xy, xz, yz] = [m[1] + m[4], m[2] + m[8], m[6] + m[9]];                  // 4 q_i q_j
  const rows = [[squares[0], x, y, z], [x, squares[1], xy, xz], [y, xy, squares[2], yz], [z, xz, yz, squares[3]]];
  return { place: [m[12], m[13], m[14]], turn: rows[squares.indexOf(Math.max(...squares))] };
}

/** Where the fields of a struct of C lie on a 32-bit machine: each at a multiple of its size. */
function layout(fields) {
  const sizes = { pointer: 4, int: 4, double: 8, long: 8 };
  const at = {};
  let end = 0, widest = 1;
  for (const [name, kind] of Object.entries(fields)) {
    const size = sizes[kind];
    at[name] = end = Math.ceil(end / size) * size;
    end += size;
    widest = Math.max(widest, size);
  }
  return { at, fields, size: Math.ceil(end / widest) * widest };
}
const STOP = layout({
  size: 'pointer', error: 'double', aim_error: 'double', updates: 'int', restarts: 'int', seed: 'long', choice: 'int',
  give_up: 'pointer', user: 'pointer',
});
const BODY = layout({ size: 'pointer', effectors: 'pointer', base: 'int', aim: 'int' });
const REPORT = layout({
  size: 'pointer', outcome: 'int', verdict: 'int', updates: 'int', attempts: 'int', starts: 'int',
  joints_at_limits: 'int', capped: 'int', joint: 'int', error: 'double', aim_error: 'double', gain: 'double',
  proof: 'pointer', cut_joint: 'int', cut_by: 'pointer', broken_joint: 'int', broken: 'pointer',
});
const SUMMARY = layout({
  size: 'pointer', mean_error: 'double', rms_error: 'double', max_error: 'double', total_error: 'double',
  mean_jitter_deg: 'double', reversal_rate: 'double', max_step_deg: 'double', steps: 'long', warmup: 'long',
});

const FOLLOW = layout({
  size: 'pointer', error: 'double', aim_error: 'double', stray: 'double', start: 'int', closed: 'int', theta: 'pointer',
  velocity: 'pointer', seed: 'long', give_up: 'pointer', user: 'pointer',
});
const WAY = layout({
  size: 'pointer', poses: 'int', reconfigurations: 'int', passages: 'int', least: 'int', breaks_at: 'int',
  verdict: 'int', travel: 'double', max_step: 'double',
});

/** For tests: the structs and the lists of words as iklab/c.h has them. */
export const mirrored = {
  structs: {
    iklab_stop: STOP, iklab_body: BODY, iklab_report: REPORT, iklab_summary: SUMMARY, iklab_follow: FOLLOW,
    iklab_way: WAY,
  },
  enums: {
    iklab_status: CODES, iklab_outcome: OUTCOMES, iklab_verdict: VERDICTS, iklab_choice: CHOICES, iklab_aim: AIMS,
    iklab_base: BASES,
  },
};

const camel = name => name.replace(/[_-]([a-z])/g, (_, letter) => letter.toUpperCase());
/** A setting as the command line has it: dMax is d-max. */
const dashed = name => name.replace(/_/g, '-').replace(/[A-Z]/g, letter => '-' + letter.toLowerCase());

function only(options, names, what) {
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw invalid(`${what}: there is no option '${name}', but ${names.join(', ')}`);
  }
}

const STOP_OPTIONS = ['tolerance', 'aimTolerance', 'restarts', 'updates', 'seed', 'choice'];

/**
 * The library.
 * @param wasm exports of an instance of iklab.wasm
 */
export function bind(wasm) {
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  // views on the memory; it moves when it grows
  let bytes = new Uint8Array(0), view, doubles;
  function look() {
    if (bytes.buffer === wasm.memory.buffer && bytes.length > 0) return;
    bytes = new Uint8Array(wasm.memory.buffer);
    view = new DataView(wasm.memory.buffer);
    doubles = new Float64Array(wasm.memory.buffer);
  }

  function text_at(pointer) {
    if (pointer === 0) return null;
    look();
    return decoder.decode(bytes.slice(pointer, bytes.indexOf(0, pointer)));
  }
  function texts(text_of) {
    const all = [];
    for (let text; (text = text_at(text_of(all.length))) !== null;) all.push(text);
    return all;
  }
  function check(status) {
    if (status !== 0) throw new IklabError(text_at(wasm.iklab_last_error()), CODES[status]);
  }

  function room(size) {
    const pointer = wasm.malloc(Math.max(size, 8));
    if (pointer === 0) throw new IklabError('not enough memory', 'failed');
    look();
    return pointer;
  }
  /** Calls act(take) with take(size), room that is given back afterwards. */
  function with_room(act) {
    const taken = [];
    try {
      return act(size => {
        taken.push(room(size));
        return taken.at(-1);
      });
    } finally {
      taken.forEach(pointer => wasm.free(pointer));
    }
  }
  function put_bytes(take, source) {
    const pointer = take(source.length + 1);
    bytes.set(source, pointer);
    bytes[pointer + source.length] = 0;
    return pointer;
  }
  const put_text = (take, text) => put_bytes(take, encoder.encode(text));
  function write(pointer, numbers) {
    look();
    doubles.set(numbers, pointer / 8);
  }
  /** A copy of numbers in the memory, or into `out`. */
  function read(pointer, count, out = new Float64Array(count)) {
    look();
    out.set(doubles.subarray(pointer / 8, pointer / 8 + count));
    return out;
  }
  function numbers_of(given, count, name) {
    if (given?.length !== count) throw invalid(`${name}: expected ${count} numbers, got ${given?.length ?? given}`);
    for (const number of given) {
      if (typeof number !== 'number') throw invalid(`${name}: expected numbers, got ${typeof number}`);
    }
    return given;
  }

  function set_field(struct, pointer, name, value) {
    const at = pointer + struct.at[name], kind = struct.fields[name];
    if (kind === 'double') view.setFloat64(at, value, true);
    else if (kind === 'long') view.setBigUint64(at, BigInt(value), true);
    else view.setInt32(at, value, true);
  }
  function field(struct, pointer, name) {
    const at = pointer + struct.at[name], kind = struct.fields[name];
    if (kind === 'double') return view.getFloat64(at, true);
    if (kind === 'long') return Number(view.getBigUint64(at, true));
    return kind === 'pointer' ? view.getUint32(at, true) : view.getInt32(at, true);
  }
  function init(struct, take, by) {
    const pointer = take(struct.size);
    by(pointer);
    look();
    return pointer;
  }

  function put_stop(take, { tolerance, aimTolerance, restarts, updates, seed, choice }) {
    const stop = init(STOP, take, wasm.iklab_stop_init);
    const set = (name, value) => value === undefined || set_field(STOP, stop, name, value);
    set('error', tolerance);
    set('aim_error', aimTolerance);
    set('restarts', restarts);
    set('updates', updates);
    set('seed', seed);
    set('choice', choice === undefined ? undefined : index_in(CHOICES, choice, 'choice'));
    return stop;
  }
  function report_at(pointer) {
    look();
    const number = name => field(REPORT, pointer, name);
    const outcome = OUTCOMES[number('outcome')];
    return {
      outcome,
      reached: outcome === 'reached',
      verdict: VERDICTS[number('verdict')],
      proof: text_at(number('proof')),
      error: number('error'),
      aimError: number('aim_error'),
      updates: number('updates'),
      attempts: number('attempts'),
      starts: number('starts'),
      limitingJoint: number('joint'),
      gain: number('gain'),
      cutJoint: number('cut_joint'),
      cutBy: text_at(number('cut_by')),
      brokenJoint: number('broken_joint'),
      broken: text_at(number('broken')),
    };
  }

  // --- handles: freed by free(), or after nothing refers to the object ---

  const registry = new FinalizationRegistry(free => free());
  class Handle {
    #pointer = 0;
    #free;
    /** @param make called with where the handle is written */
    constructor(make, frees) {
      const pointer = with_room(take => {
        const out = take(4);
        check(make(out));
        look();
        return view.getUint32(out, true);
      });
      this.#pointer = pointer;
      this.#free = () => frees.forEach(free => free(pointer));
      registry.register(this, this.#free, this);
    }
    get pointer() {
      if (this.#pointer === 0) throw invalid('this object was freed');
      return this.#pointer;
    }
    /** Also calls `free` when the handle is freed. */
    free() {
      if (this.#pointer === 0) return;
      registry.unregister(this);
      this.#free();
      this.#pointer = 0;
    }
  }
  /** What the public classes have in common. */
  class Owner {
    /** @param handle @internal */
    constructor(handle) {
      Object.defineProperty(this, '_handle', { value: handle });
    }
    /** Gives the memory back now. Without it, that happens after nothing refers to the object. */
    free() { this._handle.free(); }
  }
  if (Symbol.dispose) Owner.prototype[Symbol.dispose] = Owner.prototype.free;

  // --- goals ---

  /** A goal's place, and its turn: a quaternion (w, x, y, z), a frame, or none. */
  function parts_of(goal) {
    const numbers = goal?.elements ?? goal;  // a Matrix4 of three
    switch (numbers?.length) {
    case 3: return { place: numbers };
    case 7: return { place: [numbers[0], numbers[1], numbers[2]], turn: [...numbers].slice(3) };
    case 16: return { frame: numbers };
    default:
      throw invalid(`goal: expected 3, 7 or 16 numbers, got ${numbers?.length ?? typeof goal}`);
    }
  }
  function goals_of(robot, goal) {
    const one = goal?.length !== undefined || goal?.elements !== undefined;
    if (!one && (typeof goal !== 'object' || goal === null)) throw invalid(`goal: expected numbers, got ${goal}`);
    return one ? new Map([[0, parts_of(goal)]])
               : new Map(Object.entries(goal).map(([name, part]) => [robot._effector(name), parts_of(part)]));
  }
  /** Moves one goal. `at`: room for 16 numbers */
  function move_goal(solver, effector, { place, turn, frame }, aim, at) {
    if (frame !== undefined) {
      write(at, numbers_of(frame, 16, 'goal'));
      check(wasm.iklab_solver_set_frame(solver, effector, at));
      return;
    }
    write(at, numbers_of(place, 3, 'goal'));
    check(wasm.iklab_solver_set_target(solver, effector, at));
    if (turn === undefined || aim !== 'orientation') return;
    write(at, numbers_of(turn, 4, 'goal'));
    check(wasm.iklab_solver_set_orientation(solver, effector, at));
  }
  /** Sets goals; effectors without one are free, and so are turns of places alone. */
  function set_goals(robot, solver, goals, at) {
    robot.aims.forEach((aim, i) => {
      const goal = goals.get(i);
      if (goal === undefined) {
        check(wasm.iklab_solver_set_weights(solver, i, 0, 0));
        return;
      }
      const turns = goal.turn !== undefined || goal.frame !== undefined;
      if (turns && aim === 'none') {
        throw invalid(`goal: effector '${robot.effectors[i]}' has no orientation as a goal; give its place, ` +
                      "or load the robot with { aim: 'orientation' }");
      }
      move_goal(solver, i, goal, aim, at);
      check(wasm.iklab_solver_set_weights(solver, i, 1, !turns && aim !== 'none' ? 0 : 1));
    });
  }

  // --- robots ---

  class Robot extends Owner {
    static load(source, options = {}) {
      only(options, ['name', 'effectors', 'base', 'aim'], 'load');
      const built_in = typeof source === 'string' && [...scenes(), ...bodies()].includes(source);
      const is_text = typeof source === 'string' && !built_in;
      if (is_text && !/[{<\n]/.test(source)) {
        throw invalid(`'${source}' is no built-in scene or arm, and no text of a robot; there are ` +
                      [...scenes(), ...bodies()].join(', '));
      }
      if (!(typeof source === 'string' || source instanceof ArrayBuffer || ArrayBuffer.isView(source))) {
        throw invalid(`load: expected a text or bytes, got ${source}`);
      }
      const data = is_text ? encoder.encode(source) : source instanceof ArrayBuffer ? new Uint8Array(source) : source;
      const { name = 'robot', effectors = [], base = 'file' } = options;
      // robot files aim unless told otherwise; scenes bring their aims
      const { aim = 'orientation' } = options;
      return with_room(take => {
        const body = init(BODY, take, wasm.iklab_body_init);
        if (effectors.length > 0) set_field(BODY, body, 'effectors', put_text(take, effectors.join(',')));
        set_field(BODY, body, 'base', index_in(BASES, base, 'base'));
        set_field(BODY, body, 'aim', index_in(AIMS, aim, 'aim'));
        const words = put_text(take, built_in ? source : name);
        const at = built_in ? 0 : put_bytes(take, data);
        return new Robot(new Handle(
          out => built_in ? wasm.iklab_scene_open_as(words, body, out)
                          : wasm.iklab_scene_parse_as(at, data.length, words, body, out),
          [wasm.iklab_scene_free]));
      });
    }

    constructor(handle) {
      if (!(handle instanceof Handle)) throw invalid('Robot: use Robot.load(…)');
      super(handle);
      const scene = handle.pointer;
      this.name = text_at(wasm.iklab_scene_name(scene));
      this.joints = texts(j => wasm.iklab_scene_joint_name(scene, j));
      this.effectors = texts(i => wasm.iklab_scene_effector_name(scene, i));
      this.aims = this.effectors.map((_, i) => AIMS[wasm.iklab_scene_aim(scene, i)]);
      this.notes = texts(i => wasm.iklab_scene_note(scene, i));
      this.timeStep = wasm.iklab_scene_time_step(scene);
      const n = this.joints.length;
      with_room(take => {
        const lower = take(8 * n), upper = take(8 * n);
        check(wasm.iklab_scene_limits(scene, lower, upper));
        this.limits = { lower: read(lower, n), upper: read(upper, n) };
      });
    }

    _effector(effector) {
      const index = typeof effector === 'number' ? effector : this.effectors.indexOf(effector);
      if (!(index in this.effectors)) {
        throw invalid(`effector: there is no '${effector}', but ${this.effectors.join(', ')}`);
      }
      return index;
    }
    /** Calls act(solver, take, theta) with a fresh solver at a pose. @internal */
    _fresh(method, start, act) {
      return with_room(take => {
        const words = put_text(take, method);
        const handle = new Handle(out => wasm.iklab_solver_new(this._handle.pointer, words, out),
                                  [wasm.iklab_solver_free]);
        try {
          const theta = take(8 * this.joints.length);
          if (start !== undefined) {
            write(theta, numbers_of(start, this.joints.length, 'theta'));
            check(wasm.iklab_solver_set_theta(handle.pointer, theta));
          }
          return act(handle.pointer, take, theta);
        } finally {
          handle.free();
        }
      });
    }

    forward(theta, effector = 0) {
      return this._fresh('dls', theta, (solver, take) => {
        const frame = take(8 * 16);
        check(wasm.iklab_solver_effector_frame(solver, this._effector(effector), frame));
        return read(frame, 16);
      });
    }
    jacobian(theta) {
      return this._fresh('dls', theta, (solver, take) => jacobian_of(solver, this.joints.length, take));
    }
    target(effector, time) {
      return with_room(take => {
        const place = take(24);
        check(wasm.iklab_scene_target(this._handle.pointer, this._effector(effector), time, place));
        return read(place, 3);
      });
    }

    solve(goal, options = {}) {
      only(options, ['start', 'method', ...STOP_OPTIONS], 'solve');
      return this._fresh(options.method ?? 'dls', options.start, (solver, take, theta) => {
        set_goals(this, solver, goals_of(this, goal), take(8 * 16));
        const report = init(REPORT, take, wasm.iklab_report_init);
        check(wasm.iklab_solver_solve(solver, put_stop(take, options), report));
        check(wasm.iklab_solver_theta(solver, theta));
        return { theta: read(theta, this.joints.length), ...report_at(report) };
      });
    }

    solveAll(goal, options = {}) {
      only(options, ['start', 'most', ...STOP_OPTIONS], 'solveAll');
      const { most = 64, start } = options, n = this.joints.length;
      return this._fresh('dls', start, (solver, take) => {
        set_goals(this, solver, goals_of(this, goal), take(8 * 16));
        const theta = take(8 * n * most), count = take(4), complete = take(4), bound = take(4);
        check(wasm.iklab_solver_solutions(solver, put_stop(take, options), most, theta, count, complete, bound));
        look();
        const found = view.getInt32(count, true), known = view.getInt32(bound, true);
        return {
          theta: Array.from({ length: found }, (_, i) => read(theta + 8 * n * i, n)),
          complete: view.getInt32(complete, true) === 1,
          bound: known < 0 ? null : known,
        };
      });
    }

    solveMany(goals, options = {}) {
      only(options, ['starts', 'width', ...STOP_OPTIONS], 'solveMany');
      const n = this.joints.length;
      if (this.effectors.length !== 1) {
        throw invalid(`solveMany: the robot has ${this.effectors.length} effectors, not one`);
      }
      const flat = typeof goals[0] === 'number';
      const { starts, width = this.aims[0] === 'none' ? 3 : 16 } = options;
      if (flat && (![3, 7, 16].includes(width) || goals.length % width !== 0)) {
        throw invalid(`goals: expected rows of ${width} numbers, got ${goals.length}`);
      }
      const count = flat ? goals.length / width : goals.length;
      const one_start = starts?.length === n && typeof starts[0] === 'number';
      if (starts !== undefined && !one_start) numbers_of(starts, count * n, 'starts');
      const goal_of = i => parts_of(flat ? goals.subarray?.(i * width, (i + 1) * width) ??
                                           goals.slice(i * width, (i + 1) * width) : goals[i]);
      const found = {
        theta: new Float64Array(count * n), reached: new Uint8Array(count), verdict: [],
        error: new Float64Array(count), aimError: new Float64Array(count), updates: new Int32Array(count),
      };
      return this._fresh('dls', one_start ? starts : undefined, (solver, take, theta) => {
        const at = take(8 * 16), stop = put_stop(take, options);
        const report = init(REPORT, take, wasm.iklab_report_init), first = take(8 * n);
        check(wasm.iklab_solver_theta(solver, first));
        const begin = read(first, n);
        for (let i = 0; i < count; ++i) {
          set_goals(this, solver, new Map([[0, goal_of(i)]]), at);
          write(theta, starts === undefined || one_start ? begin : starts.slice(i * n, (i + 1) * n));
          check(wasm.iklab_solver_set_theta(solver, theta));
          check(wasm.iklab_solver_solve(solver, stop, report));
          check(wasm.iklab_solver_theta(solver, theta));
          read(theta, n, found.theta.subarray(i * n, (i + 1) * n));
          const { reached, verdict, error, aimError, updates } = report_at(report);
          found.reached[i] = reached;
          found.verdict.push(verdict);
          found.error[i] = error;
          found.aimError[i] = aimError;
          found.updates[i] = updates;
        }
        return found;
      });
    }

    follow(path, options = {}) {
      only(options, ['tolerance', 'aimTolerance', 'stray', 'closed', 'start', 'velocity', 'seed', 'times'], 'follow');
      const n = this.joints.length, k = this.effectors.length, count = path.length;
      const { tolerance, aimTolerance, stray, closed, start, velocity, seed, times } = options;
      return with_room(take => {
        const places = take(8 * 3 * k * count), turns = this.aims.includes('orientation') ? take(8 * 4 * k * count) : 0;
        path.forEach((goal, row) => {
          const goals = goals_of(this, goal);
          this.effectors.forEach((name, i) => {
            const given = goals.get(i), what = `waypoint ${row}`;
            if (given === undefined) throw invalid(`${what}: effector '${name}' has no goal`);
            const { place, turn } = given.frame === undefined ? given : parts_of_frame(given.frame);
            write(places + 8 * 3 * (row * k + i), numbers_of(place, 3, what));
            if (turns === 0) return;
            if (turn === undefined) throw invalid(`${what}: expected 7 or 16 numbers, a place and an orientation`);
            write(turns + 8 * 4 * (row * k + i), numbers_of(turn, 4, what));
          });
        });
        const put = (numbers, size, name) => {
          if (numbers === undefined) return 0;
          const at = take(8 * size);
          write(at, numbers_of(numbers, size, name));
          return at;
        };
        const how = init(FOLLOW, take, wasm.iklab_follow_init);
        const set = (name, value) => value === undefined || set_field(FOLLOW, how, name, value);
        set('error', tolerance);
        set('aim_error', aimTolerance);
        set('stray', stray);
        set('seed', seed);
        set('closed', closed === undefined ? undefined : Number(closed));
        const words = ['any', 'middle'], given = start !== undefined && typeof start !== 'string';
        set('start', start === undefined ? undefined : given ? words.length : index_in(words, start, 'start'));
        if (given) set('theta', put(start, n, 'start'));
        set('velocity', put(velocity, n, 'velocity'));
        const at_times = put(times, count, 'times');
        const followed = new Handle(
          out => wasm.iklab_path_follow(this._handle.pointer, count, places, turns, at_times, how, out),
          [wasm.iklab_followed_free]);
        try {
          const way = init(WAY, take, wasm.iklab_way_init);
          check(wasm.iklab_followed_way(followed.pointer, way));
          look();
          const number = name => field(WAY, way, name), poses = number('poses');
          const theta = take(8 * n * poses), branches = take(4 * poses);
          check(wasm.iklab_followed_poses(followed.pointer, theta, branches));
          look();
          return {
            theta: read(theta, n * poses),
            branches: Int32Array.from({ length: poses }, (_, i) => view.getInt32(branches + 4 * i, true)),
            reconfigurations: number('reconfigurations'),
            passages: number('passages'),
            least: number('least') === 1,
            breaksAt: number('breaks_at') < 0 ? null : number('breaks_at'),
            verdict: VERDICTS[number('verdict')],
            travel: number('travel'),
            maxStep: number('max_step'),
          };
        } finally {
          followed.free();
        }
      });
    }

    solver(method = 'dls', parameters = {}) { return new Solver(this, method, parameters); }
    batch(count, method = 'dls', parameters = {}) { return new Batch(this, count, method, parameters); }
  }

  function jacobian_of(solver, n, take) {
    const count = take(4);
    check(wasm.iklab_solver_jacobian(solver, count, 0));
    look();
    const rows = view.getInt32(count, true), numbers = take(8 * rows * n);
    check(wasm.iklab_solver_jacobian(solver, count, numbers));
    return { rows, columns: n, data: read(numbers, rows * n) };
  }

  // --- one body in a loop ---

  class Solver extends Owner {
    constructor(robot, method = 'dls', parameters = {}) {
      const n = robot.joints.length;
      const handle = with_room(take => {
        const words = put_text(take, method);
        return new Handle(out => wasm.iklab_solver_new(robot._handle.pointer, words, out),
                          [wasm.iklab_solver_free, () => wasm.free(at)]);
      });
      // numbers of a frame, of joints and of their frames; then the report
      const at = room(8 * 16 + 8 * 17 * n + REPORT.size);
      super(handle);
      this.robot = robot;
      const places = { goal: at, theta: at + 8 * 16, frames: at + 8 * (16 + n), report: at + 8 * (16 + 17 * n) };
      wasm.iklab_report_init(places.report);
      Object.defineProperty(this, '_at', { value: places });
      for (const [name, value] of Object.entries(parameters)) this.set(name, value);
    }

    set method(id) {
      with_room(take => check(wasm.iklab_solver_set_method(this._handle.pointer, put_text(take, id))));
    }
    set(name, value) {
      with_room(take => check(wasm.iklab_solver_set(this._handle.pointer, put_text(take, dashed(name)), value)));
    }
    get(name) {
      return with_room(take => {
        const value = take(8);
        check(wasm.iklab_solver_get(this._handle.pointer, put_text(take, dashed(name)), value));
        return read(value, 1)[0];
      });
    }
    get theta() { return this.readTheta(); }
    set theta(theta) {
      write(this._at.theta, numbers_of(theta, this.robot.joints.length, 'theta'));
      check(wasm.iklab_solver_set_theta(this._handle.pointer, this._at.theta));
    }
    readTheta(out) {
      check(wasm.iklab_solver_theta(this._handle.pointer, this._at.theta));
      return read(this._at.theta, this.robot.joints.length, out);
    }

    setGoal(goal) {
      for (const [effector, parts] of goals_of(this.robot, goal)) {
        move_goal(this._handle.pointer, effector, parts, this.robot.aims[effector], this._at.goal);
      }
    }
    setDirection(direction, effector = 0) {
      write(this._at.goal, numbers_of(direction, 3, 'direction'));
      check(wasm.iklab_solver_set_direction(this._handle.pointer, this.robot._effector(effector), this._at.goal));
    }
    setWeights(position, aim, effector = 0) {
      check(wasm.iklab_solver_set_weights(this._handle.pointer, this.robot._effector(effector), position, aim));
    }

    step() {
      check(wasm.iklab_solver_step(this._handle.pointer, this._at.report));
      return report_at(this._at.report);
    }
    solve(options = {}) {
      only(options, STOP_OPTIONS, 'solve');
      return with_room(take => {
        check(wasm.iklab_solver_solve(this._handle.pointer, put_stop(take, options), this._at.report));
        return report_at(this._at.report);
      });
    }

    frame(effector = 0, out = undefined) {
      check(wasm.iklab_solver_effector_frame(this._handle.pointer, this.robot._effector(effector), this._at.goal));
      return read(this._at.goal, 16, out);
    }
    jointFrames(out = undefined) {
      check(wasm.iklab_solver_joint_frames(this._handle.pointer, this._at.frames));
      return read(this._at.frames, 16 * this.robot.joints.length, out);
    }
    jacobian() {
      return with_room(take => jacobian_of(this._handle.pointer, this.robot.joints.length, take));
    }
  }

  // --- many copies of one body ---

  class Batch extends Owner {
    constructor(robot, count, method = 'dls', parameters = {}) {
      super(with_room(take => {
        const words = put_text(take, method);
        return new Handle(out => wasm.iklab_batch_new(robot._handle.pointer, count, words, out),
                          [wasm.iklab_batch_free]);
      }));
      this.robot = robot;
      this.count = count;
      for (const [name, value] of Object.entries(parameters)) this.set(name, value);
    }
    #give(by, numbers, each, name, ...arguments_) {
      with_room(take => {
        const at = take(8 * this.count * each);
        write(at, numbers_of(numbers, this.count * each, name));
        check(by(this._handle.pointer, ...arguments_, at));
      });
    }
    set(name, value) {
      with_room(take => check(wasm.iklab_batch_set(this._handle.pointer, put_text(take, dashed(name)), value)));
    }
    setTargets(positions, effector = 0) {
      this.#give(wasm.iklab_batch_set_targets, positions, 3, 'positions', this.robot._effector(effector));
    }
    setOrientations(quaternions, effector = 0) {
      this.#give(wasm.iklab_batch_set_orientations, quaternions, 4, 'quaternions', this.robot._effector(effector));
    }
    get theta() {
      const size = this.count * this.robot.joints.length;
      return with_room(take => {
        const at = take(8 * size);
        check(wasm.iklab_batch_theta(this._handle.pointer, at));
        return read(at, size);
      });
    }
    set theta(theta) { this.#give(wasm.iklab_batch_set_theta, theta, this.robot.joints.length, 'theta'); }
    step() { check(wasm.iklab_batch_step(this._handle.pointer)); }
    solve(options = {}) {
      only(options, STOP_OPTIONS, 'solve');
      with_room(take => check(wasm.iklab_batch_solve(this._handle.pointer, put_stop(take, options))));
    }
    report(body) {
      return with_room(take => {
        const report = init(REPORT, take, wasm.iklab_report_init);
        check(wasm.iklab_batch_report(this._handle.pointer, body, report));
        return report_at(report);
      });
    }
  }

  // --- experiments ---

  class Experiment extends Owner {
    constructor(robot, method = 'dls', settings = {}) {
      const scene = typeof robot === 'string' ? Robot.load(robot) : robot;
      super(with_room(take => {
        const words = put_text(take, method);
        return new Handle(out => wasm.iklab_experiment_new(scene._handle.pointer, words, out),
                          [wasm.iklab_experiment_free]);
      }));
      this.robot = scene;
      this.method = method;
      for (const [name, value] of Object.entries(settings)) {
        with_room(take => {
          check(wasm.iklab_experiment_set(this._handle.pointer, put_text(take, dashed(name)), value));
        });
      }
    }
    get time() { return wasm.iklab_experiment_time(this._handle.pointer); }
    get theta() {
      return with_room(take => {
        const at = take(8 * this.robot.joints.length);
        check(wasm.iklab_experiment_theta(this._handle.pointer, at));
        return read(at, this.robot.joints.length);
      });
    }
    step() { check(wasm.iklab_experiment_step(this._handle.pointer)); }
    reset() { check(wasm.iklab_experiment_reset(this._handle.pointer)); }
    run(steps = 400, warmup = 0) {
      return with_room(take => {
        const summary = init(SUMMARY, take, wasm.iklab_summary_init);
        check(wasm.iklab_experiment_run(this._handle.pointer, BigInt(steps), BigInt(warmup), summary));
        look();
        const names = Object.keys(SUMMARY.fields).filter(name => name !== 'size');
        return Object.fromEntries(names.map(name => [camel(name), field(SUMMARY, summary, name)]));
      });
    }
    record(steps = 400) {
      const n = this.robot.joints.length, k = this.robot.effectors.length, rows = steps + 1;
      const run = {
        time: new Float64Array(rows), theta: new Float64Array(rows * n), position: new Float64Array(rows * k * 3),
        target: new Float64Array(rows * k * 3), error: new Float64Array(rows * k),
      };
      const self = this._handle.pointer;
      return with_room(take => {
        const theta = take(8 * n), position = take(24), target = take(24);
        for (let row = 0; row < rows; ++row) {
          if (row > 0) check(wasm.iklab_experiment_step(self));
          run.time[row] = wasm.iklab_experiment_time(self);
          check(wasm.iklab_experiment_theta(self, theta));
          read(theta, n, run.theta.subarray(row * n, (row + 1) * n));
          for (let i = 0; i < k; ++i) {
            const at = row * k + i;
            check(wasm.iklab_experiment_effector(self, i, position, target));
            const s = read(position, 3, run.position.subarray(3 * at, 3 * at + 3));
            const t = read(target, 3, run.target.subarray(3 * at, 3 * at + 3));
            run.error[at] = Math.hypot(t[0] - s[0], t[1] - s[1], t[2] - s[2]);
          }
        }
        return run;
      });
    }
  }

  /** Runs a scene's experiment and records every step, with its summary. */
  function experiment(robot, method = 'dls', { steps = 400, warmup = 0, ...settings } = {}) {
    const made = new Experiment(robot, method, settings);
    const summary = made.run(steps, warmup);
    made.reset();
    const run = { robot: made.robot, method, ...made.record(steps), summary };
    made.free();
    return run;
  }
  /** A row of measures for each method. */
  function compare(robot, methods, { steps = 400, warmup = 0, ...settings } = {}) {
    return methods.map(method => {
      const made = new Experiment(robot, method, settings);
      const row = { method, ...made.run(steps, warmup) };
      made.free();
      return row;
    });
  }

  const WORDS = ['id', 'label', 'group', 'equation', 'reference'];
  const scenes = () => texts(wasm.iklab_built_in_scene);
  const bodies = () => texts(wasm.iklab_built_in_body);
  const methods = () => texts(wasm.iklab_method_id).map(
    (_, i) => Object.fromEntries(WORDS.map(word => [word, text_at(wasm[`iklab_method_${word}`](i))])));

  return {
    version: text_at(wasm.iklab_version()),
    get memory() { return wasm.memory.buffer.byteLength; },
    Robot, Solver, Batch, Experiment, experiment, compare, methods, scenes, bodies,
  };
}

/** The module of a server's answer, compiled while it arrives if the server knows its type. */
async function compiled(response) {
  if (!response.ok) throw new IklabError(`${response.url}: ${response.status} ${response.statusText}`, 'input');
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * The exports of an instance.
 * @param source a WebAssembly.Module, its bytes, or a Response; or a promise of one
 */
export async function instantiate(source) {
  const given = await source;
  const module = given instanceof WebAssembly.Module ? given
               : given instanceof ArrayBuffer || ArrayBuffer.isView(given) ? await WebAssembly.compile(given)
               : await compiled(given);
  // what C's library asks a system for: the memory grows, files and clocks are not there
  const kNoFunction = 52, kNoFile = 44;  // ENOSYS and ENOENT of WASI, which C's library wants as a negative number
  const answers = {
    emscripten_notify_memory_growth: () => 0,
    proc_exit: code => { throw new IklabError(`the module ended with ${code}`, 'failed'); },
  };
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = answers[name] ?? (() => name.startsWith('__syscall') ? -kNoFile : kNoFunction);
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  exports._initialize();
  return exports;
}
