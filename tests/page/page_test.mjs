// Drives the page in a real browser with mouse, keys and touch, and compares what it gives with the native program.
//   node page_test.mjs ADDRESS NATIVE_IKLAB SHOTS
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

const [address, iklab, shots] = process.argv.slice(2);
fs.mkdirSync(shots, { recursive: true });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'iklab-page-'));
const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
});
const wait = ms => new Promise(done => setTimeout(done, ms));
const desktop = { width: 1280, height: 720 };
const phone = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const kReady = 90000;  // ms: of a loaded machine that draws by software

let said = [];
async function open(query, viewport = desktop) {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  said = [];
  page.on('console', message => {
    if (message.text() !== 'iklab: ready') said.push(message.type() + ': ' + message.text());
  });
  page.on('pageerror', error => said.push('error: ' + error.message));
  const client = await page.createCDPSession();
  await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
  await page.goto(address + query);
  await page.waitForFunction(() => document.documentElement.dataset.ready, { timeout: kReady });
  return page;
}
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

/// The command palette: takes words, and Enter.
async function palette(page, words) {
  await chord(page, ['Control', 'k']);
  await page.keyboard.type(words, { delay: 60 });
  await wait(500);
  await chord(page, ['Enter']);
  await wait(500);
}

/// The rows of a CSV file: texts by the names of their columns.
function table(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(line => line && !line.startsWith('#'));
  const names = lines[0].split(',');
  return lines.slice(1).map(line => Object.fromEntries(line.split(',').map((text, i) => [names[i], text])));
}

let failed = 0;
async function test(name, act) {
  // a browser that draws by software may stall on a busy machine: what fails twice fails
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
  const page = await open('?fresh');
  const ready = await page.evaluate(() => document.documentElement.dataset.ready);
  console.log(`        first frame after ${ready} ms`);
  await wait(1000);
  await shot(page, 'first');
  assert.deepEqual(said, []);
  await page.close();
});

await test('takes scene, method and λ from its address, and records what the native program computes', async () => {
  const page = await open('?fresh&scene=double-y&method=dls&lambda=0.7&paused');
  assert.match(await page.title(), /Double-Y — Damped least squares/);
  await chord(page, ['l']);  // record
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press('.', { delay: 80 });
    await wait(60);
  }
  await chord(page, ['l']);
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
  const context = browser.defaultBrowserContext();
  await context.overridePermissions(new URL(address).origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
  const page = await open('?fresh');
  await palette(page, 'sdls');
  await palette(page, 'double-y');
  await wait(500);
  assert.match(await page.title(), /Double-Y — Selectively damped least squares/);
  await palette(page, 'copy a link');
  await wait(500);
  const link = await page.evaluate(() => navigator.clipboard.readText());
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

await test('a file that is dropped opens', async () => {
  const page = await open('?fresh');
  await page.evaluate(text => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'one.urdf'));
    document.getElementById('canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, `<robot name="One"><link name="base"/><link name="arm"/><link name="tool"/>
    <joint name="a" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-2" upper="2"/></joint>
    <joint name="b" type="revolute"><parent link="arm"/><child link="tool"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-2" upper="2"/></joint></robot>`);
  await wait(3000);
  assert.match(await page.title(), /One/);
  await shot(page, 'dropped');
  await page.close();
});

for (const name of ['Spectrum', 'Compare', 'Maths', 'Sweep', 'Advice', 'Why?', 'Crowd', 'Claims', 'Body']) {
  await test('page ' + name, async () => {
    const page = await open('?fresh&scene=y&methods=dls,sdls');
    await palette(page, 'page ' + name);
    await wait(2500);
    await shot(page, 'page-' + name.replace('?', ''));
    assert.deepEqual(said, []);
    await page.close();
  });
}

await test('a film of the window is handed over', async () => {
  const page = await open('?fresh');
  await palette(page, 'make a video');
  await wait(1500);
  await palette(page, 'stop the video');
  const film = await downloaded(/^iklab\.(mp4|webm)$/);
  assert.ok(fs.statSync(film).size > 1000);
  assert.deepEqual(said, []);
  await page.close();
});

await test('a phone has the picture, the method and λ at hand', async () => {
  const page = await open('?fresh', phone);
  await wait(1500);
  await shot(page, 'phone');
  await page.touchscreen.tap(195, 400);
  await wait(500);
  assert.deepEqual(said, []);
  await page.close();
});

await test('a lost context is made anew', async () => {
  const page = await open('?fresh');
  const loaded = page.waitForNavigation({ timeout: kReady });
  await page.evaluate(() => {
    document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext();
  });
  await loaded;
  await page.waitForFunction(() => document.documentElement.dataset.ready, { timeout: kReady });
  await page.close();
});

await browser.close();
fs.rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
