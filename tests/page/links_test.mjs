// Tests of links, of what keeps the page from starting, and of frames of other pages.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const wait = ms => new Promise(done => setTimeout(done, ms));
const kLate = 30000;  // ms
const kHeavyFrame = 50;  // ms of the page's own processor time, where it has more to do than a frame has time for

/// \param tools functions of page_test.mjs
export default async function ({ address, browser, site, desktop, test, open, palette, copied, allow_clipboard, becomes_ready,
  chord, note, reader, shot, red, frame_cost }) {
  const kHeavy = { 'a million updates': 'iterations=1000000', 'many bodies': 'iterations=1000000&crowd=6000' };
  for (const [what, parts] of Object.entries(kHeavy)) {
    await test('a heavy link begins paused and never blocks: ' + what, async () => {
      const page = await open('?fresh&scene=y&method=dls&' + parts);
      await wait(3000);
      const still = await red(page);
      await shot(page, 'heavy-' + parts.replace(/\W/g, '-'));
      await chord(page, [' ']);  // play
      await wait(1000);
      const cost = await frame_cost(page);
      console.log(`        ${cost.ms.toFixed(1)} ms of the page's own processor time a frame, over ${cost.frames} frames`);
      assert.ok(cost.ms < kHeavyFrame, `${cost.ms} ms a frame`);
      await chord(page, [' ']);
      // its line is red
      assert.ok(still > 200, `${still} red pixels`);
      await page.close();
    });
  }

  await test('a link to the view opens the same view', async () => {
    await allow_clipboard();
    const page = await open('?fresh&scene=double-y&method=dls&lambda=0.4&page=Compare&paused');
    for (let i = 0; i < 5; ++i) await page.keyboard.press('.', { delay: 80 });
    await palette(page, 'lambda 0.7');
    for (let i = 0; i < 5; ++i) await page.keyboard.press('.', { delay: 80 });
    await page.mouse.move(600, 250);
    await page.mouse.down();
    await page.mouse.move(680, 270, { steps: 4 });
    await page.mouse.up();
    await page.mouse.wheel({ deltaY: -200 });
    await palette(page, 'plot: jitter');
    await wait(500);
    const link = await copied(page, 'copy a link to the view');
    const run = JSON.parse(Buffer.from(link.split('#run=')[1], 'base64url').toString());
    assert.ok(run.now >= 8 && run.now === run.steps, `at step ${run.now} of ${run.steps}`);
    assert.equal(run.changes.length, 1, JSON.stringify(run.changes));
    assert.match(link, /page=Compare&/);
    assert.match(link, /signals=jitter,/);
    assert.match(link, /&paused&/);
    await shot(page, 'view-sent');
    await page.close();
    const other = await open(link);
    await wait(2000);
    await shot(other, 'view-opened');
    const again = await copied(other, 'copy a link to the view');
    const camera = text => text.match(/camera=([^#&]*)/)[1].split(',').map(Number);
    camera(again).forEach((number, i) => assert.ok(Math.abs(number - camera(link)[i]) < 1e-3, `${again} is not ${link}`));
    const rest = text => text.replace(/camera=[^#&]*/, '');
    assert.equal(rest(again), rest(link));
    await other.close();
  });

  await test('a pasted link opens, in the picture and in the list of commands', async () => {
    await allow_clipboard();
    const page = await open('?fresh&scene=y&method=dls&paused');
    const link = address + '?scene=double-y&method=sdls&page=Sweep';
    await page.evaluate(text => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, link);
    await wait(1000);
    assert.match(await page.title(), /Double-Y — Selectively/);
    await palette(page, address + '?scene=planar-arm&method=dls');
    assert.match(await page.title(), /Planar.*— Damped/);
    await page.close();
  });

  await test('the line for a page of one\'s own shows the view in a frame', async () => {
    await allow_clipboard();
    const page = await open('?fresh&scene=double-y&method=dls&lambda=0.4&paused');
    const line = await copied(page, 'copy as iframe');
    assert.match(line, /^<iframe src="[^"]+" title="iklab: Double-Y" width="100%" height="480" style="border: 0"/);
    await page.goto(address + 'NOTICE.txt');
    await page.setContent(`<body style="margin:0;width:900px">${line}</body>`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(() => document.documentElement.dataset.ready, { timeout: kLate });
    await wait(500);
    assert.match(await frame.evaluate(() => document.title), /Double-Y — Damped/);
    assert.equal(await page.evaluate(() => document.querySelector('iframe').clientWidth), 900);
    await shot(page, 'iframe');
    await page.close();
  });

  await test('a link leaves no trace in the reader\'s preferences', () => reader(async context => {
    const own = await open('', desktop, undefined, context);
    await palette(own, 'plot: jitter');
    await wait(2500);
    const stored = page => page.evaluate(() => JSON.stringify({ ...localStorage }));
    const before = await stored(own);
    assert.match(before, /jitter/);
    await own.close();
    const link = await open('?scene=double-y&methods=dls,sdls,newton&page=Sweep&signals=lambda&crowd=50', desktop, undefined, context);
    await palette(link, 'plot: error');
    await wait(3000);
    assert.equal(await stored(link), before);
    await link.close();
  }));

  await test('what is switched off is off', async () => {
    const bright = async query => {
      const page = await open(query);
      const picture = await page.screenshot({ encoding: 'base64', clip: { x: 2, y: 300, width: 4, height: 4 } });
      const light = await page.evaluate(async data => {
        const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob());
        const context = new OffscreenCanvas(4, 4).getContext('2d');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, 1, 1).data[1];
      }, picture);
      const embedded = await page.evaluate(() => document.documentElement.classList.contains('embedded'));
      await page.close();
      return { light, embedded };
    };
    assert.ok((await bright('?fresh&dark=off&embed=off')).light > 150);
    assert.equal((await bright('?fresh&dark=off&embed=off')).embedded, false);
    assert.ok((await bright('?fresh&dark')).light < 100);
  });

  await test('parts that mailers add are no trouble, nor are capital letters', async () => {
    const page = await open('?fresh&scene=Y&method=DLS&utm_source=mail&fbclid=1');
    await wait(500);
    assert.equal(await note(page), '');
    assert.match(await page.title(), /— Y — Damped/);
    await page.close();
  });

  await test('a reload goes on where the reader was, and back leads to the former scene', () => reader(async context => {
    const page = await open('', desktop, undefined, context);
    const scene = await page.title();
    await palette(page, 'double-y');
    await palette(page, 'lambda 0.77');
    await wait(3000);
    await page.reload();
    await becomes_ready(page);
    await page.waitForFunction(() => /Double-Y/.test(document.title), { timeout: kLate });
    await wait(1000);
    assert.equal(await page.$eval('#reader input', field => field.value), '0.77');
    await palette(page, 'planar');
    await page.waitForFunction(() => /Planar/.test(document.title), { timeout: kLate });
    await page.goBack();
    await page.waitForFunction(() => /Double-Y/.test(document.title), { timeout: kLate });
    assert.notEqual(await page.title(), scene);
    await page.close();
  }));

  await test('it starts without a network after the first visit', () => reader(async context => {
    const first = await open('?scene=y', desktop, undefined, context);
    await first.waitForFunction(async () => (await (await caches.open('iklab')).keys()).length > 4 && (await navigator.serviceWorker.ready).active,
      { timeout: kLate });
    await first.close();
    const again = await context.newPage();
    await again.setOfflineMode(true);
    await again.goto(address + '?scene=double-y');
    await becomes_ready(again);
    assert.match(await again.title(), /Double-Y/);
    await again.close();
  }));

  await test('a screen reader hears what a page says and does what it offers', async () => {
    const page = await open('?fresh&scene=y&method=dls&lambda=0.05&page=Why%3F');
    const text = () => page.$eval('#reader', element => element.textContent);
    await page.waitForFunction(() => /too little damping/i.test(document.querySelector('#reader ul').textContent), { timeout: kLate });
    const count = await page.$$eval('#reader select', menus => menus.length);
    assert.equal(count, 5);
    const choose = (label, value) => page.evaluate((label, value) => {
      const menu = [...document.querySelectorAll('#reader label')].find(each => each.firstChild.textContent === label).querySelector('select');
      menu.value = value;
      menu.dispatchEvent(new Event('change'));
    }, label, value);
    await choose('Add a lane', 'sdls');
    await choose('Page', 'Compare');
    await page.waitForFunction(() => /Selectively.*mean error/.test(document.querySelector('#reader ul').textContent), { timeout: kLate });
    assert.match(await text(), /Page Compare/);
    await page.close();
  });

  // --- what keeps it from starting

  const starts = async (page, words) => {
    await page.waitForFunction(() => /cannot start|JavaScript/.test(document.body.innerText), { timeout: kLate });
    assert.match(await page.evaluate(() => document.body.innerText), words);
    await page.close();
  };
  /// The page with a Content-Security-Policy.
  const withPolicy = async policy => {
    const page = await browser.newPage();
    await page.setBypassServiceWorker(true);
    await page.setRequestInterception(true);
    const html = fs.readFileSync(path.join(site, 'index.html'), 'utf8');
    page.on('request', request => (request.isNavigationRequest()
      ? request.respond({ body: html, contentType: 'text/html', headers: { 'content-security-policy': policy } })
      : request.continue()));
    await page.goto(address + '?fresh');
    return page;
  };

  await test('a failure to start is told: the page is a file', async () => {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(path.join(site, 'index.html')).href);
    await starts(page, /from servers only/);
  });
  await test('a failure to start is told: the policy forbids WebAssembly', async () => {
    await starts(await withPolicy("script-src 'self'; style-src 'unsafe-inline'"), /wasm-unsafe-eval/);
  });
  await test('a failure to start is told: the policy forbids to fetch', async () => {
    await starts(await withPolicy("script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'"), /connect-src needs 'self'/);
  });
  await test('a failure to start is told: the policy forbids scripts', async () => {
    const page = await withPolicy("script-src 'none'");
    await wait(9000);
    assert.match(await note(page), /script-src needs 'self'/);
    assert.ok(await page.evaluate(() => document.querySelector('.late').getBoundingClientRect().width > 100));
    await page.close();
  });
  await test('the policy of docs/page.md lets it run', async () => {
    const docs = fs.readFileSync(new URL('../../docs/page.md', import.meta.url), 'utf8');
    const policy = docs.match(/Content-Security-Policy: (.*)/)[1];
    const page = await withPolicy(policy);
    await becomes_ready(page);
    await wait(500);
    assert.equal(await note(page), '');
    await page.close();
  });
  await test('a failure to start is told: there is no JavaScript', async () => {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(address + '?fresh');
    const text = await page.$eval('noscript', element => element.textContent);
    assert.match(text, /JavaScript/);
    await shot(page, 'no-javascript');
    await page.close();
  });
  await test('a failure to start is told: its frame is sandboxed', async () => {
    const page = await browser.newPage();
    await page.goto(address + 'NOTICE.txt');
    await page.setContent(`<iframe sandbox="allow-scripts" src="${address}?embed" width="600" height="400"></iframe>`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(() => /cannot start/.test(document.getElementById('note').textContent), { timeout: kLate });
    assert.match(await frame.evaluate(() => document.getElementById('note').textContent), /allow-same-origin/);
    await page.close();
  });
  await test('a frame that is hidden at first starts when it is shown', async () => {
    const page = await browser.newPage();
    await page.goto(address + 'NOTICE.txt');
    await page.setContent(`<iframe style="display:none" src="${address}?embed&scene=y" width="600" height="400"></iframe>`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await wait(4000);
    const state = () => frame.evaluate(() => ({ ...document.documentElement.dataset, note: document.getElementById('note').textContent }));
    assert.equal((await state()).ready, undefined);
    assert.match((await state()).note, /^Loading/);
    await page.evaluate(() => { document.querySelector('iframe').style.display = ''; });
    await frame.waitForFunction(() => document.documentElement.dataset.ready, { timeout: kLate });
    assert.equal((await state()).note, '');
    await page.close();
  });
  await test('a context that does not come back leaves a line and a button', async () => {
    const page = await open('?fresh&scene=y&paused');
    await page.evaluate(() => document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
    await page.waitForSelector('#note button', { timeout: kLate });
    assert.match(await note(page), /graphics/);
    await shot(page, 'lost');
    const loaded = page.waitForNavigation({ timeout: kLate });
    await page.click('#note button');
    await loaded;
    await becomes_ready(page);
    assert.equal(await note(page), '');
    await page.close();
  });

  // --- frames

  const countDraws = page => page.evaluateOnNewDocument(() => {
    window.draws = 0;
    const draw = WebGL2RenderingContext.prototype.drawElements;
    WebGL2RenderingContext.prototype.drawElements = function (...all) {
      ++window.draws;
      return draw.apply(this, all);
    };
  });
  await test('a figure out of sight draws nothing', async () => {
    const page = await browser.newPage();
    await page.setViewport(desktop);
    await countDraws(page);
    await page.goto(address + 'NOTICE.txt');
    await page.setContent(`<iframe src="${address}?embed&scene=y&method=dls" width="600" height="400"></iframe><div style="height:4000px"></div>`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(() => document.documentElement.dataset.ready, { timeout: kLate });
    const draws = () => frame.evaluate(() => window.draws);
    const goes_on = async () => {
      const before = await draws();
      await frame.waitForFunction(seen => window.draws > seen + 5, { timeout: kLate }, before);
    };
    await goes_on();
    await page.evaluate(() => scrollTo(0, 3000));
    await wait(2000);
    const last = await draws();
    await wait(3000);
    assert.equal(await draws(), last, 'out of sight');
    await page.evaluate(() => scrollTo(0, 0));
    await goes_on();
    await page.close();
  });

  /// A page with a frame, and the answers that it got.
  const talking = async query => {
    const page = await browser.newPage();
    await page.setViewport(desktop);
    await page.goto(address + 'NOTICE.txt');
    await page.setContent(`<iframe src="${address}${query}" width="800" height="500"></iframe>`);
    await page.evaluate(() => {
      window.answers = [];
      addEventListener('message', event => answers.push(event.data));
      window.tell = message => document.querySelector('iframe').contentWindow.postMessage(message, location.origin);
      window.last = () => answers.filter(each => each.iklab === 'state').at(-1);
    });
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(() => document.documentElement.dataset.ready, { timeout: kLate });
    await page.evaluate(() => tell({ iklab: 'subscribe' }));
    await page.waitForFunction(() => last(), { timeout: kLate });
    return { page, frame };
  };
  const tell = (page, message) => page.evaluate(each => tell(each), message);
  await test('the page around a frame plays, pauses and steps it', async () => {
    const { page, frame } = await talking('?embed&scene=double-y&method=dls&paused');
    const last = () => page.evaluate(() => last());
    assert.deepEqual(await last(), { iklab: 'state', step: 0, time_s: 0, error_m: (await last()).error_m, jitter_deg: 0, playing: false });
    for (let step = 1; step <= 3; ++step) {
      await tell(page, { iklab: 'step' });
      await page.waitForFunction(step => last().step === step, { timeout: kLate }, step);
    }
    await tell(page, { iklab: 'play' });
    await page.waitForFunction(() => last().playing && last().step > 20, { timeout: kLate });
    const count = await page.evaluate(() => answers.length);
    await wait(3000);
    const states = await page.evaluate(() => answers.length) - count;
    assert.ok(states > 2 && states <= 33, `${states} states in 3 s`);
    await tell(page, { iklab: 'pause' });
    await page.waitForFunction(() => !last().playing, { timeout: kLate });
    await tell(page, { iklab: 'unsubscribe' });
    await wait(500);
    const states_so_far = () => page.evaluate(() => answers.filter(each => each.iklab === 'state').length);
    const end = await states_so_far();
    await tell(page, { iklab: 'step', id: 'last' });
    await page.waitForFunction(() => answers.some(each => each.iklab === 'done' && each.id === 'last'), { timeout: kLate });
    await wait(700);
    assert.equal(await states_so_far(), end);
    // set: scene and method, and what is wrong
    await tell(page, { iklab: 'set', scene: 'y', method: 'sdls' });
    await frame.waitForFunction(() => /— Y — Selectively/.test(document.title), { timeout: kLate });
    const refusals = [[{ iklab: 'set', lambda: -3 }, /lambda/], [{ iklab: 'set', scene: '/etc/passwd' }, /scene/],
      [{ iklab: 'set', nonsense: 1 }, /nonsense/], [{ iklab: 'dance' }, /dance/], [{ iklab: 'set', lambda: { a: 1 } }, /lambda/]];
    for (const [message, words] of refusals) {
      await page.evaluate(() => { answers.length = 0; });
      await tell(page, message);
      await page.waitForFunction(() => answers.length > 0, { timeout: kLate });
      const [answer] = await page.evaluate(() => answers);
      assert.equal(answer.iklab, 'refused');
      assert.match(answer.why, words);
    }
    // others than the page around are not heard
    await page.evaluate(() => { answers.length = 0; });
    await frame.evaluate(() => postMessage({ iklab: 'dance' }, '*'));
    await frame.evaluate(() => postMessage({ iklab: 'set', scene: 'double-y' }, '*'));
    await wait(1000);
    assert.deepEqual(await page.evaluate(() => answers), []);
    assert.match(await frame.evaluate(() => document.title), /— Y — Selectively/);
    await page.close();
  });

  await test('every message is answered with its id, and each part leads back', async () => {
    const { page, frame } = await talking('?embed&scene=double-y&method=dls&paused');
    const asked = (message, id) => page.evaluate(async (message, id) => {
      tell({ ...message, id });
      for (;;) {
        const answer = answers.find(each => each.id === id);
        if (answer) return answer;
        await new Promise(done => setTimeout(done, 20));
      }
    }, message, id);
    let id = 0;
    const done = async message => assert.deepEqual(await asked(message, ++id), { iklab: 'done', id });
    const get = async () => (await asked({ iklab: 'get' }, ++id)).value;
    await done({ iklab: 'set', methods: 'dls,sdls' });
    assert.deepEqual((await get()).lanes.map(lane => lane.method), ['dls', 'sdls']);
    await done({ iklab: 'set', method: 'dls' });
    await done({ iklab: 'set', crowd: 20 });
    assert.equal((await get()).crowd, 20);
    await done({ iklab: 'set', crowd: null });
    await done({ iklab: 'set', camera: [0.5, 0.2, 2, 0, 0, 0] });
    await wait(500);
    assert.match((await get()).camera, /^0.5,0.2,2,/);
    await done({ iklab: 'set', 'no-panels': false });
    await shot(page, 'figure-with-panels');
    await done({ iklab: 'set', embed: 'lambda' });
    await done({ iklab: 'seek', step: 300 });
    const state = await get();
    assert.equal(state.step, 300);
    assert.equal(state.lanes.length, 1);
    assert.equal(state.crowd, 0);
    await shot(page, 'figure-set');
    const burst = await page.evaluate(async () => {
      answers.length = 0;
      for (let i = 0; i < 20000; ++i) tell({ iklab: 'step' });
      while (answers.filter(each => each.iklab === 'done').length < 20000) await new Promise(done => setTimeout(done, 100));
      return answers.filter(each => each.iklab === 'refused').length;
    });
    assert.equal(burst, 0);
    assert.equal((await get()).step, 20300);
    assert.match((await asked({ iklab: 'set', iterations: 1000000 }, ++id)).note, /1000000 updates/);
    assert.equal((await get()).playing, false);
    await page.close();
  });

  await test('a lecture goes through its steps with three figures', async () => {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 720 });
    await page.goto(address + 'lecture.html');
    const at = step => page.waitForFunction(step => document.body.dataset.step === step && !document.getElementById('back').disabled === (step > '0'),
      { timeout: 90000 }, String(step));
    await at(0);
    for (const step of [1, 2]) {
      await page.click('#next');
      await at(step);
    }
    await wait(500);
    // Buss (2009), section 8: a small damping shakes where a target is out of reach
    const jitters = await page.$$eval('figcaption span', spans => spans.map(span => Number(span.textContent.match(/jitter ([\d.]+)°/)[1])));
    assert.ok(jitters[0] > 10 && jitters[1] < 1, `${jitters}`);
    await shot(page, 'lecture');
    for (const step of [3, 4]) {
      await page.click('#next');
      await at(step);
    }
    // the second figure follows what the reader changes in the first
    const [first, second] = page.frames().slice(1);
    const lambda = frame => frame.$$eval('#reader input', fields => fields[0].value);
    await first.evaluate(() => {
      const field = document.querySelector('#reader input');
      field.value = '0.33';
      field.dispatchEvent(new Event('change'));
    });
    await second.waitForFunction(() => document.querySelector('#reader input').value === '0.33', { timeout: kLate });
    assert.equal(await lambda(first), '0.33');
    await page.close();
  });

  await test('an element of a page is a figure', async () => {
    const page = await browser.newPage();
    await page.setViewport({ width: 900, height: 620 });
    await page.goto(address + 'none.html');  // an error's page is HTML, too
    await page.setContent(`<script type="module" src="${address}iklab-figure.js"></script>
      <iklab-figure scene="y" method="dls" controls="lambda d-max" paused></iklab-figure>`);
    const lane = () => page.evaluate(async () => {
      await customElements.whenDefined('iklab-figure');
      const element = document.querySelector('iklab-figure');
      await element.ready;
      return (await element.figure.get()).lanes[0];
    });
    assert.equal((await lane()).method, 'dls');
    const [frame] = page.frames().slice(1);
    assert.match(frame.url(), /embed=lambda%2Cd-max/);
    await shot(page, 'element');
    // an attribute is a part of the set-up
    await page.evaluate(() => document.querySelector('iklab-figure').setAttribute('lambda', '0.25'));
    for (let i = 0; i < 100 && (await lane()).settings.lambda !== 0.25; ++i) await wait(100);
    assert.equal((await lane()).settings.lambda, 0.25);
    const why = await page.evaluate(() => new Promise(done => {
      const element = document.querySelector('iklab-figure');
      element.addEventListener('refused', ({ detail }) => done(detail.message));
      element.setAttribute('lambda', 'much');
    }));
    assert.match(why, /lambda/);
    await page.close();
  });

  await test('twenty figures in one page keep their pictures', async () => {
    const page = await browser.newPage();
    await page.setViewport({ width: 800, height: 700 });
    await page.goto(address + 'NOTICE.txt');
    const kFigures = 20;
    await page.setContent(Array.from({ length: kFigures }, () =>
      `<iframe src="${address}?embed&scene=y&method=dls&paused" width="600" height="400" style="margin-bottom:900px" loading="lazy"></iframe>`).join(''));
    const lost = frame => frame.evaluate(() => document.getElementById('canvas').getContext('webgl2').isContextLost());
    for (let i = 0; i < kFigures; ++i) {
      const element = (await page.$$('iframe'))[i];
      await element.scrollIntoView();
      const frame = await element.contentFrame();
      await frame.waitForFunction(() => document.documentElement.dataset.ready, { timeout: 90000 });
      await wait(2500);
    }
    const first = (await page.$$('iframe'))[0], frame = await first.contentFrame();
    assert.equal(await lost(frame), true, 'given back');
    await first.scrollIntoView();
    await frame.waitForFunction(() => !document.getElementById('canvas').getContext('webgl2').isContextLost(), { timeout: kLate });
    await wait(1500);
    await shot(page, 'twenty-figures');
    assert.ok(await red(page) > 20);
    assert.equal(await frame.evaluate(() => document.getElementById('note').textContent), '');
    await page.close();
  });

  await test('two figures follow one slider', async () => {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(address + 'two-figures.html');
    const jitters = async lambda => {
      await page.evaluate(value => {
        const slider = document.getElementById('lambda');
        slider.value = value;
        slider.dispatchEvent(new Event('input'));
      }, lambda);
      await wait(2500);
      const sums = [0, 0];
      const kCount = 12;  // each takes a second where the processor draws both figures
      for (let i = 0; i < kCount; ++i) {
        await wait(150);
        const words = await page.$$eval('figcaption span', spans => spans.map(span => span.textContent));
        words.forEach((text, k) => { sums[k] += Number(text.match(/jitter ([\d.]+)°/)[1]) / kCount; });
      }
      return sums;
    };
    await page.waitForFunction(() => [...document.querySelectorAll('figcaption span')].every(span => /jitter/.test(span.textContent)), { timeout: 90000 });
    // Buss (2009), section 8: both bodies shake at a small damping, and are calm at a large one
    const shaking = await jitters(0.05), calm = await jitters(1.2);
    await shot(page, 'two-figures');
    shaking.forEach((jitter, k) => assert.ok(jitter > 3 * calm[k] && jitter > 1, `${shaking} at 0.05, ${calm} at 1.2`));
    await page.close();
  });
}
