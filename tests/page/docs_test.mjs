// Reads the site of the documentation in a real browser: every page on a desktop and on a phone, light and dark; the
// search; a figure that runs.
//   node docs_test.mjs ADDRESS FOLDER SHOTS      FOLDER: the same site as files
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const [address, folder, shots] = process.argv.slice(2);
fs.mkdirSync(shots, { recursive: true });
const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
});
const kReady = 90000;  // ms, on a busy machine with software rendering
const files = pathToFileURL(path.resolve(folder)).href + '/';
const pages = fs.readdirSync(folder).filter(name => name.endsWith('.html'));
const screens = { desktop: { width: 1366, height: 768 }, phone: { width: 390, height: 844 } };
const shown = ['index.html', 'two-link-arm.html', 'glossary.html', 'classik_1_1Solver.html'];

// The formulas, lines of code and tables of a page that reach beyond its text. A line's blanks at its end do not count.
function beyond() {
  const found = [], right = document.querySelector('.contents').getBoundingClientRect().right + 1.5;
  for (const math of document.querySelectorAll('.formula math')) {
    if (math.getBoundingClientRect().right > right) found.push('formula ' + math.textContent);
  }
  for (const line of document.querySelectorAll('.contents .fragment .line')) {
    const range = document.createRange();
    range.selectNodeContents(line);
    if ([...range.getClientRects()].some(box => box.right > right + 8)) found.push('code ' + line.textContent);
  }
  for (const table of document.querySelectorAll('.contents table.markdownTable')) {
    if (table.getBoundingClientRect().right > right || table.scrollWidth > table.clientWidth + 2) {
      found.push('table ' + table.textContent.slice(0, 60));
    }
  }
  return found;
}

let failed = 0;
async function test(name, body) {
  try {
    await body();
    console.log('ok      ' + name);
  } catch (error) {
    ++failed;
    console.log('FAILED  ' + name + '\n' + error.stack);
  }
}

await test('every page fits a desktop and a phone, light and dark', async () => {
  const page = await browser.newPage();
  const said = [];
  page.on('pageerror', error => said.push(page.url() + ': ' + error.message));
  page.on('requestfailed', request => said.push('not there: ' + request.url()));
  for (const name of pages) {
    await page.goto(files + name, { waitUntil: 'domcontentloaded' });
    for (const [screen, viewport] of Object.entries(screens)) {
      await page.setViewport(viewport);
      for (const scheme of ['light', 'dark']) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await page.waitForFunction(mode => document.documentElement.classList.contains(mode), {}, scheme + '-mode');
        const seen = await page.evaluate(() => {
          const ink = getComputedStyle(document.querySelector('.contents')).color.match(/\d+/g).slice(0, 3);
          return { width: document.documentElement.scrollWidth, ink: ink.reduce((sum, part) => sum + Number(part), 0) / 765 };
        });
        const where = `${name}, ${screen}, ${scheme}`;
        assert.ok(seen.width <= viewport.width + 1, `${where}: ${seen.width} pixels wide`);
        assert.ok(scheme === 'dark' ? seen.ink > 0.6 : seen.ink < 0.5, `${where}: words of lightness ${seen.ink}`);
        if (shown.includes(name)) {
          await page.screenshot({ path: path.join(shots, `${name.replace('.html', '')}-${screen}-${scheme}.png`) });
        }
      }
    }
  }
  assert.deepEqual(said, []);
  await page.close();
});

await test('nothing is cut on screens and on A4, and paper is white from a dark theme', async () => {
  const page = await browser.newPage();
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  for (const name of pages.filter(name => !/^(class|struct|namespace|concept|annotated|hierarchy|index)/.test(name))) {
    await page.goto(files + name, { waitUntil: 'domcontentloaded' });
    // A4 less its margins, in CSS pixels: 180 mm
    for (const [media, width] of [['screen', 1280], ['screen', 390], ['print', 680]]) {
      await page.emulateMediaType(media);
      await page.setViewport({ width, height: 900 });
      assert.deepEqual(await page.evaluate(beyond), [], `${name}, ${media}, ${width} pixels`);
    }
    const [ground, ink] = await page.evaluate(() => ['backgroundColor', 'color'].map((property, i) =>
      getComputedStyle(i ? document.querySelector('.contents') : document.body)[property]));
    assert.equal(ground, 'rgb(255, 255, 255)', name);
    assert.equal(ink, 'rgb(17, 17, 17)', name);
  }
  fs.writeFileSync(path.join(shots, 'two-link-arm.pdf'), await (async () => {
    await page.goto(files + 'two-link-arm.html');
    return page.pdf({ preferCSSPageSize: true });
  })());
  await page.close();
});

await test('the search finds sections, members and terms by their words', async () => {
  const page = await browser.newPage();
  await page.goto(files + 'index.html');
  const found = async words => {
    await page.evaluate(() => { document.getElementById('MSearchField').value = ''; document.activeElement.blur(); });
    await page.keyboard.press('/');
    await page.type('#MSearchField', words);
    return page.evaluate(() => [...document.querySelectorAll('#found a')].map(row => row.getAttribute('href')));
  };
  assert.ok((await found('fractal basin')).slice(0, 3).includes('convergence.html#convergence-basins'));
  assert.equal((await found('--lambda'))[0], 'glossary.html#glossary-damping---lambda');
  assert.match((await found('solver solve'))[0], /^classik_1_1Solver\.html#/);
  assert.match((await found('characteristic length'))[0], /^glossary\.html#glossary-characteristic-length/);
  assert.match((await found('Solver::solve'))[0], /^classik_1_1Solver\.html#/);
  for (const words of ['--lambda', '--vary', 'Dmax', 'D_max', 'end-effector', 'regularization', 'regularisation', 'oscillation']) {
    assert.ok((await found(words)).length, words);
  }
  await found('ROS');
  for (const row of await page.$$eval('#found a', rows => rows.map(row => row.textContent))) {
    assert.match(row, /\bros/i, 'not a part of "across"');
  }
  assert.deepEqual(await found('zqx'), []);
  assert.ok((await found('glossary')).includes('glossary.html'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !location.href.includes('index.html'), { timeout: kReady });
  await page.close();
});

await test('a figure runs where a server delivers the site, and is a picture in a file', async () => {
  const page = await browser.newPage();
  await page.setViewport(screens.desktop);
  await page.goto(address + 'shake.html');
  const frame = await (await page.waitForSelector('.figure iframe')).contentFrame();
  await frame.waitForFunction(() => document.documentElement.dataset.ready, { timeout: kReady });
  await page.screenshot({ path: path.join(shots, 'live.png') });
  await page.goto(files + 'shake.html');
  assert.equal((await page.$$('iframe')).length, 0);
  assert.ok(await page.$('.figure img[src*="y.png"]'), 'the picture in its place');
  await page.close();
});

await browser.close();
console.log(failed ? `${failed} tests failed` : 'all tests passed');
process.exit(failed ? 1 : 0);
