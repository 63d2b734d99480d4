// Tests messages.js and figure.js without a browser: two windows that post to each other, and a program that obeys.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import vm from 'node:vm';

const script = name => fs.readFileSync(new URL('../../src/page/' + name, import.meta.url), 'utf8');
const soon = () => new Promise(done => setTimeout(done, 0));

/// A figure in a page: what each says to the other arrives later, as in a browser.
function figure_in_page() {
  const window_of = () => {
    const hearers = [];
    return { hearers, addEventListener: (kind, hear) => kind === 'message' && hearers.push(hear) };
  };
  const outer = window_of(), inner = window_of();
  const heard = [];  // by the page around
  const to = (receiver, source, origin) => (data, target) => {
    assert.ok(target === '*' || target === 'https://a.org' || target === 'https://b.org', target);
    const copy = structuredClone(data);
    if (receiver === outer) heard.push(copy);
    setTimeout(() => receiver.hearers.forEach(hear => hear({ source, origin, data: copy })), 0);
  };
  const frame = { src: 'https://b.org/?embed', contentWindow: { postMessage: null } };
  const parent = { postMessage: null };
  frame.contentWindow.postMessage = to(inner, parent, 'https://a.org');
  parent.postMessage = to(outer, frame.contentWindow, 'https://b.org');
  const run = (name, own) => {
    const context = vm.createContext({ ...own, URL, setTimeout, performance, Module: { wake: () => {} } });
    context.window = Object.assign(context, { parent: own.parent ?? context });
    vm.runInContext(script(name), context);
    return context;
  };
  const page = run('figure.js', { ...outer, location: { href: 'https://a.org/' } });
  const window = run('messages.js', { ...inner, parent });
  // the program: notes what it is told, and answers
  const obeyed = [];
  const frame_passes = (answer = () => ({})) => {
    for (let message; (message = window.messages.take()) !== undefined;) {
      obeyed.push(message);
      window.messages.answer(answer(message));
    }
  };
  const post = message => frame.contentWindow.postMessage(message, '*');
  return { page, window, frame, obeyed, heard, frame_passes, post };
}

async function test(name, act) {
  try {
    await act();
    console.log('passed  ' + name);
  } catch (problem) {
    console.log('FAILED  ' + name + ': ' + problem.stack);
    process.exitCode = 1;
  }
}

await test('the helper sets, reads and hears a figure', async () => {
  const { page, window, frame, obeyed, frame_passes } = figure_in_page();
  const figure = page.iklab.figure(frame);
  await figure.ready;
  const set = figure.set({ lambda: 0.2, camera: [1, 2, 3, 0, 0, 0], 'adaptive-d-max': true, crowd: null });
  const got = figure.get();
  const stepped = figure.step(3), held = figure.target('hand', [1, 0.5, 0]), freed = figure.target('hand', null);
  await soon();
  await soon();
  frame_passes(message => (message === 'get' ? { value: { step: 7 } } : {}));
  assert.equal(await set, undefined);
  assert.equal((await got).step, 7);
  await Promise.all([stepped, held, freed]);
  assert.deepEqual(obeyed, ['set\nlambda=0.2\ncamera=1,2,3,0,0,0\nadaptive-d-max=on\ncrowd=off', 'get', 'step\ncount=3',
    'target\neffector=hand\nat=1,0.5,0', 'target\neffector=hand\nat=off']);
  const changes = [];
  figure.on('changed', change => changes.push(change));
  window.messages.change({ what: '', set: { lambda: 0.2, methods: 'dls' } });
  window.messages.change({ what: 'λ', set: { lambda: 0.3, methods: 'dls' } });
  await soon();
  await soon();
  assert.equal(changes.length, 1);
  assert.deepEqual({ ...changes[0].set }, { lambda: 0.3 });
  assert.equal(changes[0].what, 'λ');
});

await test('a refusal is an error with its reason', async () => {
  const { page, frame, frame_passes } = figure_in_page();
  const figure = page.iklab.figure(frame);
  await figure.ready;
  // an error of the figure's own realm
  const refused = assert.rejects(figure.set({ lambda: -3 }), ({ message }) => /above 0/.test(message));
  const impossible = assert.rejects(figure.set({ lambda: { a: 1 } }), ({ message }) => /expected a text/.test(message));
  await soon();
  await soon();
  frame_passes(() => ({ why: 'lambda=-3: expected a number above 0' }));
  await refused;
  await impossible;
});

await test('every message is answered with its id, however many wait', async () => {
  const { post, heard, obeyed, frame_passes } = figure_in_page();
  for (let id = 1; id <= 20000; ++id) post({ iklab: 'step', id });
  for (let id = 20001; id <= 20100; ++id) post({ iklab: 'set', id, lambda: id });
  for (let id = 20101; id <= 23000; ++id) post({ iklab: id % 2 ? 'play' : 'pause', id });
  post({ iklab: 'dance', id: 23001 });
  post({ iklab: 7, id: 23002 });
  await soon();
  await soon();
  frame_passes(message => (message === 'dance' ? { why: 'dance: no such message' } : {}));
  assert.equal(heard.length, 23002);
  assert.equal(new Set(heard.map(answer => answer.id)).size, 23002);
  assert.equal(obeyed[0], 'step\ncount=20000', 'no step is lost');
  assert.equal(obeyed[1], 'set\nlambda=20100', 'the last value of a slider');
  const refused = heard.filter(answer => answer.iklab === 'refused');
  assert.ok(refused.length > 0 && refused.every(({ why }) => /too many|no such message/.test(why)));
  assert.ok(heard.every(({ iklab }) => iklab === 'done' || iklab === 'refused'));
});

await test('an answer goes to the sender only, without an id if it has none', async () => {
  const { post, heard, window, frame_passes } = figure_in_page();
  post({ iklab: 'pause' });
  await soon();
  frame_passes();
  assert.deepEqual(heard, [{ iklab: 'done' }]);
  window.messages.state({ step: 1 });
  window.messages.change({ what: 'λ', set: { lambda: 1 } });
  await soon();
  assert.equal(heard.length, 1, 'states and changes go to subscribers');
});

await test('the helper is about 2 kB', () => {
  const text = script('figure.js').split('\n').map(line => line.trim()).filter(line => !line.startsWith('//')).join('\n');
  assert.ok(text.length < 2100, `${text.length} bytes`);
});
