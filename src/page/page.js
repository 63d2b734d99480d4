// The page around the program: its address, failures, keys, wheel, touch and clipboard.
'use strict';
(function () {
  const canvas = document.getElementById('canvas');
  const note = document.getElementById('note');
  const field = document.getElementById('keys');
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  const on = name => query.has(name) && !/^(off|false|0)$/.test(query.get(name));
  const embedded = on('embed');
  root.classList.toggle('embedded', embedded);
  const ready = () => 'ready' in root.dataset;

  // --- the address: NAME=VALUE after "?", and a packed set-up or run in the fragment

  const fragment = [...new URLSearchParams(location.hash.substring(1))].filter(([name]) => /^(setup|run)$/.test(name));
  const words = [...query, ...fragment].map(([name, value]) => name + '=' + value);
  const troubles = [];  // collected until the first frame
  // another set-up in the address of this tab: start again with it
  window.addEventListener('hashchange', () => location.reload());

  // --- messages at the foot of the page

  let closing = 0, failed = false;
  function tell(text) {
    if (failed) return;
    if (!ready()) return troubles.push(text);
    note.textContent = text;
    clearTimeout(closing);
    closing = setTimeout(() => { note.textContent = ''; }, 12000);
  }

  note.textContent = 'Loading iklab …';
  // the browser does not tell how much of the program it has: each part of the start has its share of the bar
  const bar = document.getElementById('progress');
  let goal = 0.3;
  const growing = setInterval(() => { bar.value += 0.05 * (goal - bar.value); }, 100);
  const reach = share => { goal = share; };
  window.addEventListener('load', event => {
    if (event.target.id === 'program') reach(0.7);
  }, true);
  const kNotLoaded = 'its program could not be loaded. Check the connection and reload the page.';
  const kPolicy = 'the Content-Security-Policy of the server ';
  let forbidden = '';  // by that policy
  function hindrance(reason) {
    if (/memory|OOM/i.test(reason)) return 'this browser gives it too little memory.';
    if (!/wasm|fetch|WebAssembly|could not be loaded/i.test(reason)) return reason;
    if (location.protocol === 'file:') {
      return 'browsers load its program from servers only, and this page is a file. "python3 -m http.server" in its folder serves it.';
    }
    if (/Content Security Policy|CSP/.test(reason)) return kPolicy + "forbids WebAssembly: script-src needs 'wasm-unsafe-eval'.";
    if (forbidden) return kPolicy + `forbids its program: ${forbidden} needs 'self'.`;
    if (self.origin === 'null') return 'its frame is sandboxed. The attribute needs sandbox="allow-scripts allow-same-origin".';
    return kNotLoaded;
  }
  let failure = '';
  function fail(reason) {
    if (failed) return;
    failed = true;
    failure = reason;
    root.dataset.failed = '';
    clearInterval(growing);
    clearTimeout(closing);
    note.setAttribute('role', 'alert');
    note.textContent = ready() ? 'iklab has stopped. Load the page anew.' : 'iklab cannot start: ' + hindrance(reason);
  }
  // a file and a sandboxed frame may not fetch, and their browser does not say that the program's fetch has failed
  if (self.origin === 'null') fetch(location.href, { method: 'HEAD' }).catch(() => fail(kNotLoaded));
  document.addEventListener('securitypolicyviolation', event => {
    if (ready() || !/^(script|connect)-src/.test(event.effectiveDirective) || event.blockedURI === 'wasm-eval') return;
    forbidden = event.effectiveDirective.replace('-elem', '');
    if (failed) note.textContent = 'iklab cannot start: ' + hindrance(failure);  // the cause comes after the failure
  });
  window.addEventListener('error', event => {
    if (event.target.id === 'program') fail(kNotLoaded);
    else if (event.target === window && (!ready() || /iklab/.test(event.filename))) fail(event.message);
  }, true);
  window.addEventListener('unhandledrejection', event => {
    if (!ready()) fail(String(event.reason));
  });

  // --- functions for the program, see page_library.js

  const send = (kind, at, more) => canvas.dispatchEvent(
    new MouseEvent(kind, { bubbles: true, clientX: at.x, clientY: at.y, ...more }));
  const wake = () => canvas.dispatchEvent(new MouseEvent('mouseenter'));
  // no finger touches: the pointer is outside the canvas
  const away = { x: -1000, y: -1000 };
  const leave = () => send('mousemove', away);

  // what is under the pointer in frame number `frame`: see page.h
  let under = { what: 0, notch: 0, frame: 0 };
  const kPanel = 1, kGraspable = 2, kTextField = 4, kTyping = 8;

  const kRun = 'iklab run';

  window.Module = {
    canvas,
    reader: window.reader,  // controls.js
    arguments: words,
    tell,
    fail,
    wake,
    address: () => location.origin + location.pathname,
    inSight: () => inSight || !ready(),
    pointed: (what, notch) => {
      under = { what, notch: notch / devicePixelRatio, frame: under.frame + 1 };
      followTyping();
    },
    ready: () => {
      if (failed) return;
      note.textContent = '';
      clearInterval(growing);
      leave();  // no pointer until one moves
      root.dataset.ready = String(Math.round(performance.now()));
      messages.ready();
      keepForOffline();
      if (!inSight) leaving = setTimeout(giveBack, kLeaving);
      if (troubles.length > 0) tell(troubles.join('; '));
    },
    onRuntimeInitialized: () => reach(1),
    print: text => console.info(text),
    printErr: text => console.warn(text),
    preRun: [() => {
      // a frame that is hidden at first has no size to draw in
      if (innerWidth > 0 && innerHeight > 0) return;
      Module.addRunDependency('size');
      const shown = new ResizeObserver(() => {
        if (!(innerWidth > 0 && innerHeight > 0)) return;
        shown.disconnect();
        Module.removeRunDependency('size');
      });
      shown.observe(root);
    }, () => {
      // restore the preferences that this browser keeps
      if (on('fresh')) return;
      try {
        for (const key of Object.keys(localStorage)) {
          if (!key.startsWith('iklab:/')) continue;
          const path = key.substring(6);
          Module.FS.mkdirTree(path.substring(0, path.lastIndexOf('/')));
          Module.FS.writeFile(path, localStorage.getItem(key));
        }
        const [address, ...run] = (sessionStorage.getItem(kRun) || '').split('\n');
        const again = /reload|back_forward/.test(performance.getEntriesByType('navigation')[0]?.type);
        if (again && !embedded && address === location.href) Module.FS.writeFile('/run.json', run.join('\n'));
        else sessionStorage.removeItem(kRun);
      } catch (refused) {
        // the browser may refuse access to its storage
      }
    }],
    /// Keeps the run for this tab, so that a reload goes on with it.
    keepRun: run => {
      try {
        sessionStorage.setItem(kRun, location.href + '\n' + run);
      } catch (refused) {
        sessionStorage.removeItem(kRun);  // no room: a former run would be the wrong one
      }
    },
    onAbort: what => fail(String(what)),
  };
  if (!window.WebGL2RenderingContext) {
    fail('this browser does not offer WebGL 2.');
    Module.noInitialRun = true;
  }

  // --- offline: the files of this page for worker.js

  async function keepForOffline() {
    if (on('fresh') || !navigator.serviceWorker || !window.caches) return;
    try {
      await navigator.serviceWorker.register('worker.js');
      const cache = await caches.open('iklab');
      const loaded = performance.getEntriesByType('resource').map(each => each.name);
      const files = [...new Set(loaded)].filter(name => /\.(js|wasm)$/.test(name));
      const known = (await cache.keys()).map(({ url }) => url);
      const old = url => /\.[0-9a-f]{12}\.(js|wasm)$/.test(url) && !files.includes(url);
      await cache.addAll([Module.address(), ...files.filter(url => !known.includes(url))]);
      for (const url of known.filter(old)) await cache.delete(url);
    } catch (refused) {
      // a server or a browser without this: the page needs the network
    }
  }

  // --- drawing: a frame of another page that is out of sight draws nothing, and after a while gives its graphics back,
  // since a browser has them for about 16 pictures at a time

  const kLeaving = 1500;  // ms
  let inSight = true, given = null, leaving = 0;
  function giveBack() {
    if (given || inSight || !ready()) return;
    given = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    if (given) given.loseContext();
  }
  if (window.parent !== window) {
    new IntersectionObserver(entries => {
      inSight = entries.at(-1).isIntersecting;
      clearTimeout(leaving);
      if (!inSight) return leaving = setTimeout(giveBack, kLeaving);
      if (given) given.restoreContext();
      given = null;
      wake();
    }, { rootMargin: '50%' }).observe(canvas);
  }

  // --- after a lost context the program makes all its objects anew. A browser with too many pictures gives none back

  const kPatience = 4000;  // ms
  let lost = 0;
  function offerReload() {
    if (document.hidden) return lost = setTimeout(offerReload, kPatience);
    const button = document.createElement('button');
    button.textContent = 'Load anew';
    button.onclick = () => location.reload();
    note.replaceChildren('The browser has taken the graphics away from this picture. ', button);
    clearTimeout(closing);
  }
  canvas.addEventListener('webglcontextlost', () => {
    clearTimeout(lost);
    if (!given) lost = setTimeout(offerReload, kPatience);
  });
  canvas.addEventListener('webglcontextrestored', () => {
    clearTimeout(lost);
    if (ready()) note.textContent = '';
    const gl = canvas.getContext('webgl2');
    for (const name of gl.getSupportedExtensions()) {
      if (!/lose_context|debug/.test(name)) gl.getExtension(name);
    }
    wake();
  });
  canvas.addEventListener('contextmenu', event => event.preventDefault());
  window.addEventListener('resize', wake);

  // --- keys: the window gets the keys that the browser does not need, a text field also the editing keys

  const typing = () => document.activeElement === field;
  const kChords = 'ZY', kEditing = 'ACX';
  const isPaste = event => event.ctrlKey && !event.altKey && !event.shiftKey && event.keyCode === 86;
  let pasting = null;
  window.addEventListener('keydown', event => {
    if (!event.isTrusted) return;
    const key = event.key, letter = String.fromCharCode(event.keyCode);
    const foreign = () => event.stopImmediatePropagation();
    if (/^F\d+$/.test(key)) return key === 'F2' || foreign();
    if (key === 'Tab') return (typing() && !event.ctrlKey) || foreign();
    if (event.altKey || event.metaKey) return;
    if (isPaste(event)) {
      // the text arrives with the browser's paste event
      pasting = event;
      return foreign();
    }
    if (event.ctrlKey && key.length === 1) {
      if (event.shiftKey || !(kChords + (typing() ? kEditing : '')).includes(letter)) return foreign();
      if (kChords.includes(letter)) event.preventDefault();
    } else if (typing() ? /^(Arrow|Home|End|Delete)/.test(key) : /^( |ArrowLeft|ArrowRight)$/.test(key)) {
      event.preventDefault();  // prevents scrolling the outer page, or moving the hidden field's caret
    }
  }, true);

  const keyEvent = (kind, codes, like = {}) => {
    const event = new KeyboardEvent(kind, like);
    for (const name in codes) Object.defineProperty(event, name, { value: codes[name] });
    window.dispatchEvent(event);
  };
  window.addEventListener('paste', event => {
    const text = event.clipboardData.getData('text/plain');
    event.preventDefault();
    if (typing()) {
      Module.pasted = text;
      if (!pasting) typeIn(text);  // from the browser's menu
      else for (const kind of ['keydown', 'keyup']) keyEvent(kind, { keyCode: 86, which: 86 }, pasting);
    } else {
      Module.clipboard = text;
      wake();
    }
    pasting = null;
  });

  // --- text input: while a text field of the window has the focus, a hidden field of the page has it too. This opens an
  // on-screen keyboard. Its changes to the hidden field are repeated in the window's field

  const kFill = '  ';  // characters that a backspace can delete
  let text = kFill, expected = 0;
  function followTyping() {
    if (under.what & kTyping) {
      if (!typing()) openField();
      expected = 0;
    } else if (typing() && under.frame > expected) {
      field.blur();
    }
  }
  function openField() {
    text = field.value = kFill;
    field.removeAttribute('aria-hidden');
    field.focus({ preventScroll: true });
  }
  field.addEventListener('blur', () => field.setAttribute('aria-hidden', 'true'));
  const typeIn = letters => {
    for (const letter of letters) keyEvent('keypress', { charCode: letter.codePointAt(0) });
  };
  field.addEventListener('keypress', event => event.preventDefault());  // the window has received the key itself
  field.addEventListener('input', () => {
    let same = 0;
    while (same < text.length && text[same] === field.value[same]) ++same;
    for (let i = same; i < text.length; ++i) {
      for (const kind of ['keydown', 'keyup']) keyEvent(kind, { keyCode: 8, which: 8 });
    }
    typeIn(field.value.substring(same));
    text = field.value;
    if (!text) text = field.value = kFill;
  });

  // --- wheel: the program reads the deltas of an event as notches, positive upwards. In a frame of another page the
  // wheel scrolls that page, unless the frame has been pressed or Ctrl is held

  let entered = !embedded;
  canvas.addEventListener('pointerdown', () => { entered = true; });
  root.addEventListener('mouseleave', () => { entered = !embedded; });
  const turnWheel = (at, right, up) => canvas.dispatchEvent(
    new WheelEvent('wheel', { bubbles: true, clientX: at.x, clientY: at.y, deltaX: right, deltaY: up }));
  const kNotch = [100, 3, 1];  // deltas per notch: pixels, lines, pages
  window.addEventListener('wheel', event => {
    if (!event.isTrusted) return;
    event.stopImmediatePropagation();
    if (embedded ? !entered && !event.ctrlKey : event.ctrlKey) return;  // left to the browser
    event.preventDefault();
    const notch = kNotch[event.deltaMode];
    turnWheel({ x: event.clientX, y: event.clientY }, -event.deltaX / notch, -event.deltaY / notch);
  }, { capture: true, passive: false });
  // the older event of the same turn
  window.addEventListener('mousewheel', event => event.stopImmediatePropagation(), true);

  // --- touch: a moving finger is the left button, or scrolls what is under it. A tap is a click. A long press is a resting
  // pointer. Two fingers move the camera and zoom

  const kSlop = 8;  // px: a smaller movement counts as rest
  const kLong = 500;  // ms: a longer press is not a click
  const kPan = 2;  // right button
  let touch = null, pinch = null;
  const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

  /// Scrolls what is under the pointer by the finger's movement, in whole pixels.
  function scroll(finger, y) {
    const pixel = 1 / devicePixelRatio;
    const by = Math.trunc((y - finger.scrolled) / pixel) * pixel;
    finger.scrolled += by;
    if (by !== 0) turnWheel(finger.from, 0, by / under.notch);
  }

  function oneFinger(at) {
    if (!touch) {
      touch = { from: at, at, scrolled: at.y, since: performance.now(), frame: under.frame, act: '' };
      send('mousemove', at);
      return;
    }
    touch.at = at;
    // the next frame reports what is under the finger
    if (!touch.act && under.frame > touch.frame) chooseAct();
    if (touch.act === 'drag') send('mousemove', at);
    else if (touch.act === 'scroll') scroll(touch, at.y);
  }

  function chooseAct() {
    const { from, at } = touch;
    if (distance(from, at) <= kSlop) return;
    const upright = Math.abs(at.y - from.y) > Math.abs(at.x - from.x);
    if (upright && under.notch > 0) {
      touch.act = 'scroll';
    } else if (upright && embedded && !(under.what & (kPanel | kGraspable))) {
      touch.act = 'pass';  // the outer page scrolls
    } else {
      touch.act = 'drag';
      send('mousedown', from, { button: 0 });
    }
  }

  function endTouch(taps) {
    if (!touch.act && taps) chooseAct();
    if (!touch.act && taps && performance.now() - touch.since < kLong) {
      if (under.what & kTextField) {
        // a keyboard opens only during a touch event; the window's field gets the focus some frames later
        expected = under.frame + 8;
        openField();
      }
      send('mousedown', touch.at, { button: 0 });
      send('mouseup', touch.at, { button: 0 });
    } else if (touch.act === 'drag') {
      send('mousemove', touch.at);
      send('mouseup', touch.at, { button: 0 });
    }
    leave();
    touch = null;
  }

  function twoFingers(a, b) {
    const at = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, wide = distance(a, b);
    if (!pinch) {
      if (touch && touch.act === 'drag') send('mouseup', touch.at, { button: 0 });
      touch = null;
      pinch = { from: at, scrolled: at.y, wide, frame: under.frame, pans: false };
      send('mousemove', at);
    }
    pinch.at = at;
    if (under.frame <= pinch.frame) return;
    if (!pinch.pans && under.what & kPanel) {
      if (under.notch > 0) return scroll(pinch, at.y);
    } else {
      if (!pinch.pans) send('mousedown', pinch.from, { button: kPan });
      pinch.pans = true;
      send('mousemove', at);
    }
    const notches = 8 * Math.log(wide / pinch.wide);
    if (Math.abs(notches) < 0.05) return;
    pinch.wide = wide;
    turnWheel(at, 0, notches);
  }

  for (const kind of ['touchstart', 'touchmove', 'touchend', 'touchcancel']) {
    canvas.addEventListener(kind, event => {
      event.stopImmediatePropagation();
      const fingers = [...event.touches].map(finger => ({ x: finger.clientX, y: finger.clientY }));
      if (fingers.length >= 2) twoFingers(fingers[0], fingers[1]);
      else if (fingers.length === 1 && !pinch) oneFinger(fingers[0]);
      else if (fingers.length === 0) {
        if (pinch) {
          if (pinch.pans) send('mouseup', pinch.at, { button: kPan });
          leave();
        } else if (touch) {
          endTouch(kind === 'touchend');
        }
        pinch = null;
      }
      // suppresses the browser's own action, except scrolling the outer page
      const passes = embedded && touch && (touch.act === '' || touch.act === 'pass');
      if (!passes && event.cancelable) event.preventDefault();
    }, { capture: true, passive: false });
  }
})();
