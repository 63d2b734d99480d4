// Drives the page in a real browser with mouse, keys and touch, and compares its results with the native program.
//   node page_test.mjs ADDRESS NATIVE_IKLAB SHOTS [PART OF THE TESTS' NAMES]
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import links from './links_test.mjs';

const [address, iklab, shots, part = ''] = process.argv.slice(2);
fs.mkdirSync(shots, { recursive: true });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'iklab-page-'));
const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
});
const wait = ms => new Promise(done => setTimeout(done, ms));
const desktop = { width: 1280, height: 720 };
const phone = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const kReady = 90000;  // ms, on a busy machine with software rendering
// a page that was loaded before must be ready after two seconds; a busy machine with software rendering may take
// kSlowMachine times as long
const kWarm = 2000, kSlowMachine = 4;
const kFrame = 12;  // ms of the page's own processor time per frame

let said = [];
/// \param prepare called with the page before it loads
async function open(query, viewport = desktop, prepare = undefined, context = browser) {
  const page = await context.newPage();
  await page.setViewport(viewport);
  said = [];
  page.on('console', message => said.push(message.type() + ': ' + message.text()));
  if (prepare) await prepare(page);
  page.on('pageerror', error => said.push('error: ' + error.message));
  const client = await page.createCDPSession();
  await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
  await page.goto(query.includes('://') ? query : address + query);
  await becomes_ready(page);
  return page;
}
const becomes_ready = page =>
  page.waitForFunction(() => document.documentElement.dataset.ready, { timeout: kReady });
const note = page => page.evaluate(() => document.getElementById('note').textContent);
const typing = page => page.evaluate(() => document.activeElement.id === 'keys');
const shot = (page, name) => page.screenshot({ path: path.join(shots, name + '.png') });

async function downloaded(pattern, since = []) {
  for (let i = 0; i < 300; ++i) {
    const found = fs.readdirSync(folder).find(
      name => pattern.test(name) && !since.includes(name) && !name.endsWith('.crdownload'));
    if (found) return path.join(folder, found);
    await wait(100);
  }
  throw new Error('no download ' + pattern);
}

async function chord(page, keys) {
  for (const key of keys) await page.keyboard.down(key);
  await wait(300);
  for (const key of [...keys].reverse()) await page.keyboard.up(key);
  await wait(300);
}

/// Types into the command palette and presses Enter.
async function palette(page, words) {
  await chord(page, ['p']);
  await page.keyboard.type(words, { delay: 60 });
  await wait(500);
  await chord(page, ['Enter']);
  await wait(500);
}

/// Contents of the clipboard after a command that copies.
async function copied(page, command) {
  await palette(page, command);
  await wait(300);
  return page.evaluate(() => navigator.clipboard.readText());
}

/// The set-up after the "#" of a link copied from the window.
async function setup(page) {
  const link = await copied(page, 'copy a link');
  assert.match(link, /#setup=/);
  return JSON.parse(Buffer.from(link.split('#setup=')[1], 'base64url').toString());
}
async function allow_clipboard() {
  await browser.defaultBrowserContext().overridePermissions(
    new URL(address).origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
}

/// Touches: the points at each moment, CSS pixels. Fingers go down at the first and up after the last.
async function fingers(page, moments, rest = 60) {
  const client = await page.createCDPSession();
  const send = (type, points) => client.send('Input.dispatchTouchEvent', {
    type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await send('touchStart', moments[0]);
  await wait(rest);
  for (const points of moments.slice(1)) {
    await send('touchMove', points);
    await wait(rest);
  }
  await send('touchEnd', []);
  await wait(500);
}
const line = (from, to, count = 8) => Array.from({ length: count + 1 }, (_, i) =>
  from.map((point, k) => point.map((x, j) => x + (to[k][j] - x) * i / count)));

/// Waits until the picture of the page, or of a part of it, differs from an earlier one.
async function differs(page, before, clip) {
  for (let i = 0; i < 50; ++i) {
    if (Buffer.compare(before, await page.screenshot({ clip })) !== 0) return;
    await wait(100);
  }
  throw new Error('the picture did not change');
}

/// Number of pixels of the red targets, which grow as the view comes closer.
async function red(page) {
  const picture = await page.screenshot({ encoding: 'base64' });
  return page.evaluate(async data => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const rgba = context.getImageData(0, 0, image.width, image.height).data;
    let count = 0;
    for (let i = 0; i < rgba.length; i += 4) {
      if (rgba[i] > 150 && rgba[i + 1] < 90 && rgba[i + 2] < 90) ++count;
    }
    return count;
  }, picture);
}

/// Rows of a CSV file: texts by column name.
function table(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(line => line && !line.startsWith('#'));
  const names = lines[0].split(',');
  return lines.slice(1).map(line => Object.fromEntries(line.split(',').map((text, i) => [names[i], text])));
}

/// Processor time of the page per frame, ms, without the browser's drawing.
async function frame_cost(page) {
  const client = await page.createCDPSession();
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => (await client.send('Performance.getMetrics')).metrics.find(
    metric => metric.name === 'ScriptDuration').value;
  const before = await spent();
  const frames = await page.evaluate(() => new Promise(done => {
    const end = performance.now() + 4000;
    let count = 0;
    const next = () => (performance.now() < end ? requestAnimationFrame(next, ++count) : done(count));
    next();
  }));
  return { ms: 1e3 * (await spent() - before) / frames, frames };
}

let failed = 0;
async function test(name, act) {
  if (!name.includes(part)) return;
  // a browser with software rendering may stall on a busy machine: only a second failure counts
  for (const last of [false, true]) {
    const start = Date.now();
    for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file));
    try {
      await act();
      console.log(`passed  ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
      return;
    } catch (problem) {
      console.log(`${last ? 'FAILED ' : 'again: '} ${name}: ${problem.message}`);
      for (const page of (await browser.pages()).slice(1)) await page.close();
      if (last) ++failed;
    }
  }
}

await test('is ready, without a word on the console', async () => {
  await (await open('?fresh')).close();
  const page = await open('?fresh');
  const ready = Number(await page.evaluate(() => document.documentElement.dataset.ready));
  console.log(`        first frame after ${ready} ms`);
  assert.ok(ready < kWarm * kSlowMachine, `${ready} ms`);
  await wait(1000);
  const cost = await frame_cost(page);
  console.log(`        ${cost.ms.toFixed(1)} ms of the page's own processor time a frame, over ${cost.frames} frames`);
  assert.ok(cost.ms < kFrame, `${cost.ms} ms a frame`);
  await shot(page, 'first');
  assert.deepEqual(said, []);
  await page.close();
});

await test('takes scene, method and λ from its address, and records what the native program computes', async () => {
  const page = await open('?fresh&scene=double-y&method=dls&lambda=0.7&paused');
  assert.match(await page.title(), /Double-Y — Damped least squares/);
  await chord(page, ['s']);  // record
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press('.', { delay: 80 });
    await wait(60);
  }
  await chord(page, ['s']);
  const csv = await downloaded(/\.csv$/);
  const rows = table(csv);
  assert.ok(rows.length > 20, `only ${rows.length} rows`);
  const native = path.join(folder, 'native.csv');
  execFileSync(iklab, ['run', '--scene', 'double-y', '--method', 'dls', '--lambda', '0.7', '--steps',
    String(rows.length + 5), '--csv', native]);
  const theirs = new Map(table(native).map(row => [row.step, row]));
  for (const row of rows) {
    const other = theirs.get(row.step);
    assert.ok(other, `no step ${row.step}`);
    const shared = Object.keys(row).filter(name => name in other && name !== 'time');
    assert.ok(shared.length > 30, 'too few columns in common');
    for (const name of shared) assert.equal(row[name], other[name], `${name} at step ${row.step}`);
  }
  await shot(page, 'recorded');
  await page.close();
});

await test('a method is chosen and λ typed in the palette; a copied link opens the same run', async () => {
  await allow_clipboard();
  const page = await open('?fresh');
  await palette(page, 'sdls');
  await palette(page, 'double-y');
  await wait(500);
  assert.match(await page.title(), /Double-Y — Selectively damped least squares/);
  const link = await copied(page, 'copy a link');
  assert.match(link, /#setup=/);
  await page.close();
  const other = await browser.newPage();
  await other.setViewport(desktop);
  await other.goto(link);
  await other.waitForFunction(() => document.documentElement.dataset.ready, { timeout: kReady });
  await wait(500);
  assert.match(await other.title(), /Double-Y — Selectively damped least squares/);
  await other.close();
});

const kRobot = `<robot name="One"><link name="base"/><link name="arm"/><link name="tool"/>
  <joint name="a" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-2" upper="2"/></joint>
  <joint name="b" type="revolute"><parent link="arm"/><child link="tool"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-2" upper="2"/></joint></robot>`;

const drop = (page, text, name) => page.evaluate((text, name) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  document.getElementById('canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}, text, name);

/// Drops several files at once, [name, text] each.
const dropAll = (page, files) => page.evaluate(files => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name));
  document.getElementById('canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}, files);

await test('of files that are dropped together the robot opens, from a folder too', async () => {
  const page = await open('?fresh');
  await dropAll(page, [['wrist.STL', 'solid wrist'], ['one.urdf', kRobot], ['arm.mtl', '']]);
  await wait(3000);
  assert.match(await page.title(), /One/);
  // a browser gives folders only for what a reader drags
  await page.evaluate(robot => {
    const file = (name, text) => ({ name, isFile: true, file: done => done(new File([text], name)) });
    const folder = (name, entries) => ({
      name, isDirectory: true, createReader: () => ({ readEntries: done => done(entries.splice(0, 1)) }) });
    DataTransferItem.prototype.webkitGetAsEntry = () =>
      folder('robots', [file('readme.txt', ''), folder('urdf', [file('two.urdf', robot)])]);
  }, kRobot.replace('"One"', '"Two"'));
  await dropAll(page, [['robots', '']]);
  await wait(3000);
  assert.match(await page.title(), /Two/);
  await page.close();
});

await test('a file that is dropped opens', async () => {
  const page = await open('?fresh');
  await drop(page, kRobot, 'one.urdf');
  await wait(3000);
  assert.match(await page.title(), /One/);
  await shot(page, 'dropped');
  await page.close();
});

const kPages = ['Spectrum', 'Compare', 'Maths', 'Sweep', 'Advice', 'Why?', 'Crowd', 'Claims', 'Body', 'Reach'];
await test('the wheel zooms by notches', async () => {
  const page = await open('?fresh&paused');
  await page.mouse.move(640, 250);
  await wait(300);
  const counts = [await red(page)];
  for (const deltaY of [-200, 200, 200]) {
    await page.mouse.wheel({ deltaY });
    await wait(500);
    counts.push(await red(page));
  }
  const [start, closer, back, farther] = counts;
  assert.ok(closer > 1.15 * start && closer < 4 * start, `from ${start} to ${closer}`);
  assert.ok(Math.abs(back - start) < 0.05 * start, `from ${start} back to ${back}`);
  assert.ok(farther < start / 1.15 && farther > start / 4, `from ${start} to ${farther}`);
  await page.close();
});

for (const [device, viewport] of [['desktop', desktop], ['phone', phone]]) {
  await test('every page on a ' + device, async () => {
    const page = await open('?fresh&scene=y&methods=dls,sdls', viewport);
    for (const name of kPages) {
      await palette(page, 'page ' + name);
      await wait(600);
      await shot(page, `${device}-${name.replace('?', '')}`);
      assert.deepEqual(said, [], name);
    }
    await page.close();
  });
}

await test('a film of the window is handed over', async () => {
  const page = await open('?fresh');
  await palette(page, 'make a video');
  await wait(1500);
  await palette(page, 'stop the video');
  const film = await downloaded(/^video.*\.(mp4|webm)$/);
  assert.ok(fs.statSync(film).size > 1000);
  assert.deepEqual(said, []);
  // the film is without the screen's red frame: no pixel at the picture's edge is that red
  const type = 'video/' + path.extname(film).substring(1);
  const reddest = await page.evaluate(async source => {
    const video = document.createElement('video');
    video.muted = true;
    video.src = source;
    await new Promise((done, fail) => { video.onloadeddata = done; video.onerror = () => fail(video.error.message); });
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    const context = canvas.getContext('2d');
    let most = -255;
    for (let i = 0; i < 6; ++i) {
      await new Promise(done => { video.onseeked = done; video.currentTime = 0.15 * (i + 1); });
      context.drawImage(video, 0, 0);
      const rgba = context.getImageData(0, 0, canvas.width, 4).data;
      for (let at = 0; at < rgba.length; at += 4) most = Math.max(most, rgba[at] - rgba[at + 1]);
    }
    return most;
  }, `data:${type};base64,` + fs.readFileSync(film).toString('base64'));
  assert.ok(reddest < 60, `red at the edge: ${reddest}`);
  await page.close();
});

await test('a picture of the window has no list of commands in it', async () => {
  const page = await open('?fresh&paused');
  await wait(1000);
  const screen = await page.screenshot({ encoding: 'base64' });
  await palette(page, 'save a picture');
  const picture = fs.readFileSync(await downloaded(/^picture.*\.png$/)).toString('base64');
  await wait(500);
  await shot(page, 'saved');
  const share = await page.evaluate(async images => {
    const [a, b] = await Promise.all(images.map(async data => {
      const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    }));
    let differ = 0;
    for (let i = 0; i < a.length; i += 4) differ += Math.abs(a[i] - b[i]) > 20 ? 4 : 0;
    return differ / a.length;
  }, [screen, picture]);
  assert.ok(share < 0.02, `${share} of the pixels differ`);
  await page.close();
});

await test('a file is chosen by the button', async () => {
  const page = await open('?fresh');
  const robot = path.join(folder, 'one.urdf');
  fs.writeFileSync(robot, kRobot);
  const dialog = page.waitForFileChooser();
  await palette(page, 'open a file');
  await (await dialog).accept([robot]);
  await wait(2000);
  assert.match(await page.title(), /One/);
  await page.close();
});

await test('plots are saved, without PDF', async () => {
  const page = await open('?fresh&paused');
  await chord(page, ['e']);
  await downloaded(/plots.*\.svg$/);
  await downloaded(/plots.*\.png$/);
  await downloaded(/plots.*\.csv$/);
  assert.deepEqual(said, []);
  await page.close();
});

await test('a session replays to the bit on the desktop, and the desktop\'s on the page', async () => {
  const page = await open('?fresh&scene=y&method=dls&paused');
  await chord(page, ['s']);
  const steps = async count => {
    for (let i = 0; i < count; ++i) {
      await page.keyboard.press('.', { delay: 80 });
      await wait(60);
    }
  };
  await steps(12);
  await palette(page, 'sdls');
  await steps(12);
  await chord(page, ['s']);
  await downloaded(/^y-.*\.csv$/);
  await palette(page, 'save the session');
  const session = await downloaded(/^session.*\.json$/);
  const rows = fs.readdirSync(folder).filter(name => /^y-.*\.csv$/.test(name))
    .flatMap(name => table(path.join(folder, name)));
  assert.deepEqual([...new Set(rows.map(row => row.method))], ['dls', 'sdls'], 'the recording goes on');
  const native = path.join(folder, 'native.csv');
  execFileSync(iklab, ['replay', session, '--csv', native]);
  const theirs = new Map(table(native).map(row => [row.step, row]));
  assert.ok(rows.length > 20, `only ${rows.length} rows`);
  for (const row of rows) {
    for (const name of Object.keys(row).filter(name => /theta|error|effector/.test(name))) {
      assert.equal(row[name], theirs.get(row.step)[name], `${name} at step ${row.step}`);
    }
  }
  await page.close();
  // opened on another page, its plots show the results of that page's replay
  for (const file of fs.readdirSync(folder)) if (file !== path.basename(session)) fs.rmSync(path.join(folder, file));
  const again = await open('?fresh');
  const dialog = again.waitForFileChooser();
  await palette(again, 'open a file');
  await (await dialog).accept([session]);
  await wait(3000);  // it plays
  await chord(again, ['e']);
  await downloaded(/plots.*\.csv$/);
  await wait(1000);
  const plotted = fs.readdirSync(folder).filter(name => /plots.*\.csv$/.test(name))
    .map(name => table(path.join(folder, name))).find(rows => 'right [m]' in rows[0]);
  const replayed = plotted.filter(row => Math.round(Number(row['t [s]']) / 0.005) <= 24);
  assert.ok(replayed.length > 20, `only ${replayed.length} rows`);
  for (const row of replayed) {
    const other = theirs.get(String(Math.round(Number(row['t [s]']) / 0.005)));
    assert.equal(row['right [m]'], other.error_right, `at ${row['t [s]']} s`);
  }
  await again.close();
});

await test('a frame of another page has the controls that its address names', async () => {
  await allow_clipboard();
  const page = await open('?embed=method,lambda,time&scene=y&method=dls&lambda=0.5&paused', { width: 640, height: 400 });
  await shot(page, 'embedded');
  // the slider of lambda, in the second half of the line above the timeline
  await page.mouse.move(470, 347);
  await page.mouse.down();
  await page.mouse.move(560, 347, { steps: 6 });
  await page.mouse.up();
  await wait(300);
  const drawn = (await setup(page)).lanes[0].settings.lambda;
  assert.ok(drawn > 0.6, `lambda is ${drawn}`);
  await page.close();
  const wrong = await open('?embed=method,nonsense');
  assert.match(await wrong.evaluate(() => document.getElementById('note').textContent), /nonsense/);
  await wrong.close();
});

await test('a phone has the picture, the method and λ at hand', async () => {
  await allow_clipboard();
  const page = await open('?fresh&paused&lambda=0.5', phone);
  await wait(1500);
  await shot(page, 'phone');
  // λ by a finger, in the second line of the controls above the timeline
  await fingers(page, line([[150, 488]], [[260, 488]]));
  const drawn = (await setup(page)).lanes[0].settings.lambda;
  assert.ok(drawn > 0.6, `lambda is ${drawn}`);
  // the menu of methods by a tap
  const closed = await page.screenshot();
  await page.touchscreen.tap(150, 440);
  await differs(page, closed);
  await shot(page, 'phone-methods');
  assert.deepEqual(said, []);
  await page.close();
});

await test('a drag goes on outside the canvas', async () => {
  await allow_clipboard();
  const page = await open('?fresh&paused&lambda=0.5', { ...phone, isMobile: false, hasTouch: false });
  await wait(1500);
  await page.mouse.move(150, 511);
  await wait(300);
  await page.mouse.down();
  await page.mouse.move(200, 511, { steps: 4 });
  await page.mouse.move(260, phone.height + 50, { steps: 8 });
  await wait(500);
  await page.mouse.up();
  await wait(300);
  const drawn = (await setup(page)).lanes[0].settings.lambda;
  assert.ok(drawn > 0.6, `lambda is ${drawn}`);
  await page.close();
});

await test('fingers turn, move and zoom the view, and a long press is a pointer at rest', async () => {
  const picture = { x: 40, y: 80, width: 240, height: 250 };
  const page = await open('?fresh&paused', phone);
  await wait(1500);
  let before = await page.screenshot({ clip: picture });
  await fingers(page, line([[150, 250]], [[230, 250]]));
  await differs(page, before, picture);
  const large = await red(page);
  await fingers(page, line([[100, 170], [220, 290]], [[130, 200], [190, 260]]));
  await shot(page, 'phone-zoomed');
  const small = await red(page);
  assert.ok(small > large / 12 && small < large / 2, `${small} red pixels after a pinch, ${large} before`);
  before = await page.screenshot({ clip: picture });
  await fingers(page, line([[130, 200], [190, 260]], [[160, 230], [220, 290]]));
  await differs(page, before, picture);
  // a hint appears beside the control that a finger holds
  const whole = await page.screenshot();
  const client = await page.createCDPSession();
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 360, y: 40, id: 0 }] });
  await wait(1500);
  await differs(page, whole);
  await shot(page, 'phone-hint');
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  assert.deepEqual(said, []);
  await page.close();
});

await test('a page at rest draws nothing, and wakes', async () => {
  const page = await browser.newPage();
  await page.setViewport(desktop);
  await page.evaluateOnNewDocument(() => {
    window.draws = window.frames_asked = 0;
    const ask = window.requestAnimationFrame;
    window.requestAnimationFrame = act => {
      ++window.frames_asked;
      return ask(act);
    };
    const draw = WebGL2RenderingContext.prototype.drawElements;
    WebGL2RenderingContext.prototype.drawElements = function (...all) {
      ++window.draws;
      return draw.apply(this, all);
    };
  });
  await page.goto(address + '?fresh&paused');
  await page.waitForFunction(() => document.documentElement.dataset.ready, { timeout: kReady });
  await page.waitForFunction(() => {
    const now = window.draws, still = now === window.seen;
    window.seen = now;
    return still && now > 0;
  }, { polling: 2000, timeout: 60000 });
  const drawn = await page.evaluate(() => window.draws);
  const asked = await page.evaluate(() => window.frames_asked);
  await wait(2000);
  assert.equal(await page.evaluate(() => window.draws), drawn);
  assert.equal(await page.evaluate(() => window.frames_asked), asked);
  await page.mouse.move(500, 300);
  await page.waitForFunction(seen => window.draws > seen, { timeout: 10000 }, drawn);
  await page.close();
});

await test('a run goes on after its context was lost', async () => {
  const page = await open('?fresh&scene=y&method=dls&paused');
  await chord(page, ['s']);
  const steps = async () => {
    for (let i = 0; i < 8; ++i) {
      await page.keyboard.press('.', { delay: 80 });
      await wait(60);
    }
  };
  await steps();
  await page.evaluate(() => {
    window.lost = document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    window.lost.loseContext();
  });
  await wait(500);
  await page.evaluate(() => window.lost.restoreContext());
  await wait(1500);
  const before = await page.screenshot();
  await steps();
  await differs(page, before);
  await shot(page, 'restored');
  await chord(page, ['s']);
  const rows = table(await downloaded(/\.csv$/));
  assert.ok(rows.length > 12, `only ${rows.length} rows`);
  rows.forEach((row, i) => assert.equal(Number(row.step), Number(rows[0].step) + i));
  await page.close();
});

await test('a link that is opened in the same tab gives its run', async () => {
  await allow_clipboard();
  const page = await open('?fresh&scene=double-y&method=sdls');
  const link = await copied(page, 'copy a link');
  await page.goto(address + '?fresh&scene=y&method=dls');
  await becomes_ready(page);
  const loaded = page.waitForNavigation({ timeout: kReady });
  await page.evaluate(to => { location.hash = to; }, new URL(link).hash);
  await loaded;
  await becomes_ready(page);
  await wait(500);
  assert.match(await page.title(), /Double-Y — Selectively damped least squares/);
  await page.close();
});

await test('a wrong part of the address is named, and the rest is used', async () => {
  await allow_clipboard();
  const page = await open('?fresh&scene=double-y&utm=1&method=sdls&d-max=0.2&adaptive-d-max=on');
  assert.match(await page.title(), /Double-Y — Selectively damped least squares/);
  assert.match(await note(page), /utm/);
  const settings = (await setup(page)).lanes[0].settings;
  assert.equal(settings['d-max'] ?? settings.d_max, 0.2);
  assert.ok(settings['adaptive-d-max'] ?? settings.adaptive_d_max, JSON.stringify(settings));
  await page.close();
});

await test('keys of the browser stay its own', async () => {
  const page = await open('?fresh&paused', desktop, page => page.evaluateOnNewDocument(() => {
    window.pressed = [];
    window.addEventListener('keydown', event => window.pressed.push(event), true);
  }));
  const title = await page.title();
  const picture = { x: 330, y: 60, width: 300, height: 300 };
  await wait(1000);
  const taken = async keys => {
    await chord(page, keys);
    return page.evaluate(() => window.pressed.at(-1).defaultPrevented);
  };
  const own = [['Tab'], ['F1'], ['F3'], ['F5'], ['F11'], ['F12'], ['Shift', 'Tab']];
  for (const key of ['f', 'p', 'o', 'l', 't', 'w', 'n', 'r', 'd', 'a', 'c', 'k', 's', 'e', '1', '9', '+', '-', '0']) own.push(['Control', key]);
  for (const key of ['K', 'P', 'E', 'I', 'T']) own.push(['Control', 'Shift', key]);
  const before = await page.screenshot({ clip: picture });
  for (const keys of own) {
    assert.equal(await taken(keys), false, keys.join(' '));
    assert.equal(await typing(page), false, keys.join(' '));
  }
  assert.equal(await page.title(), title);
  assert.equal(Buffer.compare(before, await page.screenshot({ clip: picture })), 0, 'the window has changed');
  assert.equal(await taken([' ']), true);
  assert.equal(await taken(['Control', 'z']), true);
  await chord(page, ['p']);
  // the palette is open: a busy machine may draw it late
  await page.waitForFunction(() => document.activeElement.id === 'keys', { timeout: kReady });
  assert.equal(await taken(['Tab']), true);
  await page.close();
});

/// A page with the window in a frame and much content below it.
async function around(query, viewport, prepare) {
  const html = `<body style="margin:0"><a href="#">before</a><br><iframe src="${address}${query}" width="380" height="400"
    style="border:0"></iframe><p><a id="after" href="#">after</a></p><div style="height:3000px"></div>`;
  const page = await browser.newPage();
  await page.setViewport(viewport);
  if (prepare) await prepare(page);
  await page.goto(address + 'NOTICE.txt');
  await page.setContent(html);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await frame.waitForFunction(() => document.documentElement.dataset.ready, { timeout: kReady });
  await wait(1000);
  return { page, frame };
}
const scrolled = async page => {
  await wait(700);
  return page.evaluate(() => Math.round(scrollY));
};

await test('a frame of another page leaves it wheel and Tab, until a press', async () => {
  const { page } = await around('?embed=lambda&scene=y&method=dls&paused', desktop);
  await page.mouse.move(190, 150);
  await page.mouse.wheel({ deltaY: 100 });
  assert.ok(await scrolled(page) > 50, 'the wheel scrolls the page around');
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.down('Control');
  await page.mouse.wheel({ deltaY: -100 });
  await page.keyboard.up('Control');
  assert.equal(await scrolled(page), 0, 'with Ctrl it zooms');
  await page.mouse.click(40, 150);
  await page.mouse.wheel({ deltaY: 100 });
  assert.equal(await scrolled(page), 0, 'after a press it zooms');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'after', 'Tab leaves the frame');
  await page.mouse.move(600, 500);
  await page.mouse.move(190, 150);
  await page.mouse.wheel({ deltaY: 100 });
  assert.ok(await scrolled(page) > 50, 'the pointer has left it since');
  await page.close();
});

await test('a swipe over a frame scrolls the page around, and turns the view sideways', async () => {
  const { page } = await around('?embed&scene=y&method=dls&paused', phone);
  const picture = { x: 20, y: 40, width: 340, height: 340 };
  await fingers(page, line([[60, 330]], [[64, 130]], 12));
  assert.ok(await scrolled(page) > 50, 'up');
  await page.evaluate(() => scrollTo(0, 0));
  await wait(500);
  const before = await page.screenshot({ clip: picture });
  await fingers(page, line([[60, 330]], [[220, 326]], 12));
  assert.equal(await scrolled(page), 0);
  await differs(page, before, picture);
  await page.close();
});

await test('a phone reaches commands by the menu and types by its keyboard', async () => {
  await allow_clipboard();
  const page = await open('?fresh&paused', phone);
  await wait(1500);
  await page.touchscreen.tap(360, 20);
  await wait(800);
  await shot(page, 'phone-menu');
  await page.touchscreen.tap(150, 36);  // its first row
  await wait(1500);
  await shot(page, 'phone-palette');
  assert.equal(await typing(page), true, 'the palette is open, and a keyboard would be');
  await page.keyboard.sendCharacter('sdlx');
  await page.evaluate(() => {
    const field = document.getElementById('keys');
    field.value = field.value.slice(0, -1);
    field.dispatchEvent(new InputEvent('input'));
  });
  await page.keyboard.sendCharacter('s');
  await wait(1000);
  await page.keyboard.press('Enter', { delay: 100 });
  await wait(1000);
  assert.match(await page.title(), /Selectively damped/);
  assert.equal(await typing(page), false);
  assert.deepEqual(said, []);
  await page.close();
});

await test('one finger scrolls a panel and drags a slider, and two do not reset it', async () => {
  await allow_clipboard();
  const page = await open('?fresh&paused&scene=y&method=dls&lambda=0.5', phone);
  await wait(1500);
  await fingers(page, [[[150, 482], [220, 494]], [[152, 482], [222, 494]]], 200);
  assert.equal((await setup(page)).lanes[0].settings.lambda, 0.5);
  await page.touchscreen.tap(20, 20);  // opens the left column
  await wait(1200);
  const before_settings = (await setup(page)).lanes[0].settings;
  const part = { x: 10, y: 60, width: 300, height: 250 };
  const before = await page.screenshot({ clip: part });
  await fingers(page, line([[150, 330]], [[150, 130]], 8));
  await shot(page, 'phone-scrolled');
  await differs(page, before, part);
  // over sliders, which must not change
  await fingers(page, line([[150, 130]], [[150, 400]], 8));
  await fingers(page, line([[200, 400]], [[200, 100]], 8));
  const settings = (await setup(page)).lanes[0].settings;
  assert.deepEqual(settings, before_settings);
  await page.close();
});

await test('a set-up is pasted by keys and by the menu, and a refusal is told', async () => {
  await allow_clipboard();
  const page = await open('?fresh&scene=double-y&method=sdls&paused');
  const text = await copied(page, 'copy the set-up');
  await page.goto(address + '?fresh&scene=y&method=dls&paused');
  await becomes_ready(page);
  await palette(page, 'paste a set-up');
  await wait(700);
  assert.match(await page.title(), /Double-Y — Selectively/);
  await palette(page, 'method: damped least squares');
  assert.match(await page.title(), /Double-Y — Damped/);
  await page.evaluate(text => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await wait(700);
  assert.match(await page.title(), /Double-Y — Selectively/);
  // in a text field
  await page.evaluate(() => navigator.clipboard.writeText('newton'));
  await chord(page, ['p']);
  await page.keyboard.down('Control');
  await page.keyboard.press('v', { commands: ['Paste'], delay: 100 });
  await page.keyboard.up('Control');
  await wait(500);
  await shot(page, 'pasted');
  await chord(page, ['Enter']);
  await wait(500);
  assert.match(await page.title(), /Newton/);
  // refused: the message is red
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); });
  await wait(7000);
  const usual = await red(page);
  await palette(page, 'copy a link');
  await wait(500);
  await shot(page, 'refused');
  assert.ok(await red(page) > usual + 100, `${usual} and ${await red(page)} red pixels`);
  await page.close();
});

/// A separate browser profile, with nothing stored.
async function reader(act) {
  const context = await browser.createBrowserContext();
  try {
    await act(context);
  } finally {
    await context.close();
  }
}

await test('a link leaves the reader\'s own run as it was', () => reader(async context => {
  const own = await open('', desktop, undefined, context);
  await palette(own, 'sdls');
  await palette(own, 'planar');
  await wait(2500);
  await own.close();
  const link = await open('?scene=double-y&method=dls', desktop, undefined, context);
  assert.match(await link.title(), /Double-Y — Damped least squares/);
  await chord(link, ['t']);  // the theme is remembered
  await wait(2500);
  await link.close();
  const again = await open('', desktop, undefined, context);
  assert.match(await again.title(), /Planar.* — Selectively/);
  assert.match(JSON.stringify(await again.evaluate(() => ({ ...localStorage }))), /theme\W+dark/);
  await again.close();
}));

await test('a robot that was dropped does not spoil the next start', () => reader(async context => {
  const page = await open('', desktop, undefined, context);
  await drop(page, kRobot, 'one.urdf');
  await wait(4000);
  assert.match(await page.title(), /One/);
  assert.doesNotMatch(JSON.stringify(await page.evaluate(() => ({ ...localStorage }))), /dropped/);
  await page.reload();
  await becomes_ready(page);
  await page.waitForFunction(() => /One/.test(document.title), { timeout: kReady });  // the run goes on
  await page.close();
  const next = await open('', desktop, undefined, context);
  await wait(500);
  assert.match(await next.title(), /— Y —/);
  await next.close();
}));

/// What a screen reader hears, in its order: roles, names, values and states of the page's accessible elements.
async function heard(page) {
  const client = await page.createCDPSession();
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  const by_id = new Map(nodes.map(node => [node.nodeId, node]));
  const list = [];
  const visit = node => {
    if (!node.ignored) {
      const states = Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value]));
      list.push({ role: node.role.value, name: node.name?.value ?? '', value: node.value?.value, ...states });
    }
    for (const id of node.childIds ?? []) if (by_id.has(id)) visit(by_id.get(id));
  };
  visit(nodes.find(node => !node.parentId));
  await client.detach();
  return list;
}
const control = async (page, role, name) => (await heard(page)).find(each => each.role === role && name.test(each.name));
const kControls = ['heading', 'combobox', 'textbox', 'button', 'application'];

await test('a screen reader finds headings and controls in order, and they follow the window', async () => {
  const page = await open('?fresh&scene=double-y&method=dls&lambda=0.35&paused');
  await palette(page, 'page sweep');
  const order = (await heard(page)).filter(each => kControls.includes(each.role))
    .map(each => each.role + ' ' + each.name).filter(each => !each.includes("window's field"));  // while the list closes
  const expected = [/^heading iklab: Double-Y, Damped least squares/, /^heading Controls/, /^combobox Scene/, /^combobox Method/,
    /^textbox .*λ.*m\/rad/, /^textbox .*D_max, m$/, ...Array(4).fill(/^textbox Target of .*: x, y, z, m$/), /^button Play/,
    /^button One step/, /^button Start anew/, /^combobox Add a lane/, /^combobox Page/, /^heading Run/,
    /^heading Page Sweep/, /^application .*Double-Y, Damped least squares/];
  assert.equal(order.length, expected.length, order.join('\n'));
  expected.forEach((pattern, i) => assert.match(order[i], pattern));
  assert.equal((await control(page, 'combobox', /Scene/)).value, 'Double-Y');
  assert.equal((await control(page, 'textbox', /λ/)).value, '0.35');
  await palette(page, 'transpose');
  assert.match((await control(page, 'combobox', /Method/)).value, /transpose/);
  assert.equal((await control(page, 'textbox', /λ/)).disabled, true, 'the transpose has no λ');
  assert.deepEqual(said, []);
  await page.close();
});

await test('the controls of a screen reader change the window', async () => {
  await allow_clipboard();
  const page = await open('?fresh&scene=double-y&method=dls&lambda=0.35&paused');
  const [scenes, methods] = await page.$$('#reader select');
  const press = name => page.$$eval('#reader button', (all, name) => all.find(each => each.textContent === name).click(), name);
  const field = async (name, text) => {
    const found = await page.$('input[aria-describedby=help-' + name + ']');
    await found.click({ clickCount: 3 });
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await wait(500);
  };
  await scenes.select('y');
  await wait(700);
  await methods.select('sdls');
  await wait(700);
  assert.match(await page.title(), /— Y — Selectively/);
  await methods.select('dls');
  await wait(500);
  await page.focus('input[aria-describedby=help-lambda]');  // shows the controls
  await field('lambda', '0,7');
  await field('d-max', '0.25');
  await shot(page, 'reader');
  await field('d-max', '-3');
  assert.equal((await control(page, 'textbox', /D_max/)).value, '0.25', 'a refused value does not stay');
  assert.match(await page.$eval('[aria-live]', each => each.textContent), /expected a number above 0, or off/);
  // keys of a control are not the window's: this would be the next scene, a recording and a new run
  await page.focus('input[aria-describedby=help-lambda]');
  for (const key of [']', 's', 'r']) await page.keyboard.press(key, { delay: 80 });
  await page.keyboard.press('Escape');
  await wait(300);
  assert.match(await page.title(), /— Y —/);
  await page.$eval('input[aria-describedby=help-lambda]', each => { each.value = '0.7'; });
  await page.focus('#canvas');
  const settings = (await setup(page)).lanes[0].settings;
  assert.equal(settings.lambda, 0.7);
  assert.equal(settings.d_max ?? settings['d-max'], 0.25);
  await press('Play');
  await wait(500);
  assert.ok(await control(page, 'button', /^Pause$/));
  await page.close();
});

await test('a live region says how the run goes, once a second at most, and is silent while nothing changes', async () => {
  const page = await open('?fresh&scene=y&method=pseudoinverse');
  const live = (await heard(page)).find(each => each.live === 'polite' && each.role === 'paragraph');
  assert.ok(live, 'there is a live region');
  const sentences = ms => page.evaluate(ms => new Promise(done => {
    const list = [];
    const region = document.querySelector('[aria-live]');
    const watch = new MutationObserver(() => list.push([performance.now(), region.textContent]));
    watch.observe(region, { childList: true, characterData: true, subtree: true });
    setTimeout(() => { watch.disconnect(); done(list); }, ms);
  }), ms);
  const spoken = await sentences(8000);
  assert.ok(spoken.length >= 1 && spoken.length <= 9, `${spoken.length} sentences in 8 s`);
  for (let i = 1; i < spoken.length; ++i) assert.ok(spoken[i][0] - spoken[i - 1][0] > 950, JSON.stringify(spoken));
  for (const [, words] of spoken) assert.match(words, /mean error [0-9.e+-]+ m/);
  assert.match(spoken.map(each => each[1]).join(), /shaking now/);
  await chord(page, [' ']);
  await wait(2500);
  assert.deepEqual(await sentences(3000), []);
  await page.close();
});

await test('Tab goes through the controls, which are seen while they have the focus, to the picture and out', async () => {
  const page = await open('?fresh&paused');
  const seen = async () => page.evaluate(() => {
    const focus = document.activeElement, box = document.getElementById('reader').getBoundingClientRect();
    return { name: focus.id || focus.closest('label')?.querySelector('span').textContent || focus.textContent,
      wide: box.width > 200, outline: getComputedStyle(focus).outlineStyle, high: focus.getBoundingClientRect().height };
  });
  const names = [];
  for (let i = 0; i < 12; ++i) {
    await page.keyboard.press('Tab');
    const { name, wide, outline, high } = await seen();
    names.push(name);
    assert.notEqual(outline, 'none', name);
    assert.equal(wide, name !== 'canvas', name);
    assert.ok(high >= 40, `${name} is ${high} px high`);
    if (i === 2) await shot(page, 'reader-focus');
  }
  assert.match(names.join('|'), /^Scene\|Method\|Damping λ[^|]*\|Clamp D_max[^|]*\|Target of right[^|]*\|Target of left[^|]*\|Play\|One step\|Start anew\|Add a lane\|Page\|canvas$/);
  await page.keyboard.press('Tab');
  assert.notEqual((await seen()).name, 'canvas', 'Tab leaves the picture');
  await page.close();
});

/// Emulates what the reader's system asks of all pages.
async function system_asks(page, wishes) {
  const client = await page.createCDPSession();
  await client.send('Emulation.setEmulatedMedia', {
    features: Object.entries(wishes).map(([name, value]) => ({ name: 'prefers-' + name, value })) });
}
/// The colour of a pixel, as 0xrrggbb.
async function color_at(page, x, y) {
  const data = await page.screenshot({ encoding: 'base64', clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(async data => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob());
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context.drawImage(image, 0, 0);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    return (r << 16) | (g << 8) | b;
  }, data);
}
const kLight = 0xffffff, kDark = 0x1b1e23, kBlack = 0;  // of panels
const panel = page => color_at(page, 3, 300);

await test('the system\'s theme and contrast are followed until the reader chooses', () => reader(async context => {
  const page = await open('', desktop, page => system_asks(page, { 'color-scheme': 'dark' }), context);
  assert.equal(await panel(page), kDark);
  await system_asks(page, { 'color-scheme': 'light' });
  await wait(700);
  assert.equal(await panel(page), kLight, 'also while it runs');
  await system_asks(page, { 'color-scheme': 'dark', contrast: 'more' });
  await wait(700);
  assert.equal(await panel(page), kBlack);
  await shot(page, 'contrast');
  await chord(page, ['t']);
  await wait(2500);
  assert.equal(await panel(page), kLight, 'the reader has chosen');
  await page.close();
  const again = await open('', desktop, page => system_asks(page, { 'color-scheme': 'dark' }), context);
  assert.equal(await panel(again), kLight, 'and the choice is remembered');
  await palette(again, 'theme: as the system');
  await wait(2500);
  await again.close();
  const back = await open('', desktop, page => system_asks(page, { 'color-scheme': 'dark' }), context);
  assert.equal(await panel(back), kDark);
  await back.close();
}));

await test('a system that asks for less motion has a run that waits', async () => {
  const page = await open('?fresh&scene=y&method=dls', desktop, page => system_asks(page, { 'reduced-motion': 'reduce' }));
  assert.ok(await control(page, 'button', /^Play$/), 'it is paused');
  assert.match(await page.$eval('[aria-live]', each => each.textContent), /system asks for less motion/);
  await chord(page, [' ']);
  assert.ok(await control(page, 'button', /^Pause$/));
  await page.close();
});

await test('names in other scripts are drawn, and no two alike', async () => {
  const page = await open('?fresh&scene=y&method=dls&paused');
  const named = name => kRobot.replace('"One"', `"${name}"`);
  const pictures = [];
  // in the menu of scenes, at the upper left
  for (const name of ['手臂手臂', '機器機器', 'ЖШЖШ', '????']) {
    await drop(page, named(name), 'one.urdf');
    await page.waitForFunction(name => document.title.includes(name), { timeout: 20000 }, name);
    await page.mouse.move(640, 30);
    await wait(7500);  // until its message is gone
    await shot(page, 'script-' + pictures.length);
    pictures.push((await page.screenshot({ clip: { x: 14, y: 148, width: 200, height: 22 } })).toString('base64'));
  }
  assert.equal(new Set(pictures).size, pictures.length);
  assert.deepEqual(said, []);
  await page.close();
});

const kFailures = {
  'its program is not there': [/could not be loaded/, async page => {
    await page.setRequestInterception(true);
    page.on('request', each => (each.url().endsWith('.wasm') ? each.abort() : each.continue()));
  }],
  'its script is not there': [/could not be loaded/, async page => {
    await page.setRequestInterception(true);
    page.on('request', each => (/iklab\.\w+\.js$/.test(each.url()) ? each.abort() : each.continue()));
  }],
  'there is no WebGL 2': [/WebGL 2/, page => page.evaluateOnNewDocument(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return kind === 'webgl2' ? null : get.call(this, kind, ...more);
    };
  })],
  'there is too little memory': [/too little memory/, page => page.evaluateOnNewDocument(() => {
    WebAssembly.Memory = class {
      constructor() { throw new RangeError('WebAssembly.Memory(): could not allocate memory'); }
    };
    WebAssembly.instantiate = WebAssembly.instantiateStreaming =
      () => Promise.reject(new RangeError('WebAssembly.instantiate(): Out of memory'));
  })],
};
for (const [what, [words, prepare]] of Object.entries(kFailures)) {
  await test('a failure to start is told: ' + what, async () => {
    const page = await browser.newPage();
    await prepare(page);
    await page.goto(address + '?fresh');
    await page.waitForFunction(() => /cannot start/.test(document.getElementById('note').textContent), { timeout: 30000 });
    assert.match(await note(page), words);
    await page.close();
  });
}

const kDevices = { 'phone-sideways': [844, 390], 'tablet': [820, 1180], 'tablet-sideways': [1024, 768] };
for (const [device, [width, height]] of Object.entries(kDevices)) {
  await test('a layout for ' + device, async () => {
    const page = await open('?fresh&scene=y&methods=dls&paused', { width, height, deviceScaleFactor: 1, isMobile: true, hasTouch: true });
    await wait(1500);
    await shot(page, device);
    await page.close();
  });
}

await links({ address, browser, site: path.resolve(shots, '../site'), desktop, test, open, palette, copied, allow_clipboard,
  becomes_ready, chord, note, reader, shot, red, frame_cost });

await browser.close();
fs.rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
