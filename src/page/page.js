// The page around the program: its address, its files, the clipboard, touch.
'use strict';
(function () {
  const canvas = document.getElementById('canvas');
  const note = document.getElementById('note');
  const query = new URLSearchParams(location.search);

  // --- the address: NAME=VALUE behind "?", and a set-up packed in the fragment

  const pack = text => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  const unpack = packed => new TextDecoder().decode(
    Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0)));

  const words = [...query].map(([name, value]) => name + '=' + value);
  const fragment = new URLSearchParams(location.hash.substring(1));
  const troubles = [];
  if (fragment.has('setup')) {
    try {
      words.push('setup=' + unpack(fragment.get('setup')));
    } catch (broken) {
      troubles.push("the link's set-up is cut off or broken");
    }
  }

  let closing = 0;
  function tell(text) {
    note.textContent = text;
    clearTimeout(closing);
    closing = setTimeout(() => {
      note.textContent = '';
      closing = 0;
    }, 12000);
  }

  window.Module = {
    canvas,
    arguments: words,
    tell,
    linkTo: setup => location.origin + location.pathname + '#setup=' + pack(setup),
    print: text => {
      if (text === 'iklab: ready') {
        if (!closing) note.textContent = '';  // else it tells something
        send('mousemove', away);  // until the pointer is known
        document.documentElement.dataset.ready = String(Math.round(performance.now()));
        troubles.forEach(tell);
      }
      console.info(text);
    },
    printErr: text => console.warn(text),
    preRun: [() => {
      // the preferences that this browser keeps
      if (query.has('fresh')) return;
      try {
        for (const key of Object.keys(localStorage)) {
          if (!key.startsWith('iklab:/')) continue;
          const path = key.substring(6);
          Module.FS.mkdirTree(path.substring(0, path.lastIndexOf('/')));
          Module.FS.writeFile(path, localStorage.getItem(key));
        }
      } catch (refused) {
        // a browser may refuse to keep anything
      }
    }],
    onAbort: () => { note.textContent = 'iklab has stopped. Load the page anew.'; },
  };

  // --- the drawing: a lost context cannot be mended from within

  canvas.addEventListener('webglcontextlost', event => {
    event.preventDefault();
    location.reload();
  });
  canvas.addEventListener('contextmenu', event => event.preventDefault());

  // --- the clipboard: what is pasted is known when the browser says so, not when the keys are down

  let pasting = null;
  const isPaste = event => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v';
  window.addEventListener('keydown', event => {
    if (!isPaste(event) || event === pasting || !event.isTrusted) return;
    event.stopImmediatePropagation();
    pasting = event;
  }, true);
  window.addEventListener('paste', event => {
    Module.pasted = event.clipboardData.getData('text/plain');
    if (!pasting) return;
    const again = new KeyboardEvent('keydown', pasting);
    for (const name of ['keyCode', 'which']) Object.defineProperty(again, name, { value: pasting[name] });
    pasting = null;
    window.dispatchEvent(again);
  });

  // --- keys that are the browser's own stay its own

  const browsersOwn = event => (event.ctrlKey || event.metaKey) &&
    ['t', 'n', 'w', 'r', 'l', '+', '-', '0'].includes(event.key.toLowerCase()) || /^F(1|5|11|12)$/.test(event.key);
  for (const kind of ['keydown', 'keyup']) {
    window.addEventListener(kind, event => {
      if (browsersOwn(event)) event.stopImmediatePropagation();
      // a page that could be scrolled would move under the keys that the window takes
      else if (event.ctrlKey && ['k', 's', 'e', 'o', 'z', 'y', 'p', 'f'].includes(event.key.toLowerCase())) event.preventDefault();
    }, true);
  }

  // --- the wheel: the program takes the deltas of an event for notches upwards

  const turnWheel = (at, right, up) => canvas.dispatchEvent(
    new WheelEvent('wheel', { bubbles: true, clientX: at.x, clientY: at.y, deltaX: right, deltaY: up }));
  const kNotch = [100, 3, 1];  // pixels, lines, pages
  window.addEventListener('wheel', event => {
    if (!event.isTrusted) return;
    event.stopImmediatePropagation();
    if (event.ctrlKey) return;  // the browser's own zoom
    event.preventDefault();
    const notch = kNotch[event.deltaMode];
    turnWheel({ x: event.clientX, y: event.clientY }, -event.deltaX / notch, -event.deltaY / notch);
  }, { capture: true, passive: false });
  // the same turn of the wheel by its old name
  window.addEventListener('mousewheel', event => event.stopImmediatePropagation(), true);

  // --- touch: a finger that moves is the left button, a tap a click, a long press a pointer at rest; two fingers move
  // the camera and zoom

  const kSlop = 8;     // px: less is a finger at rest
  const kLong = 500;   // ms: a longer press is no click
  const kPan = 2;      // the right button
  let fingers = [], touch = null, pinch = null;
  const send = (kind, at, more) => canvas.dispatchEvent(
    new MouseEvent(kind, { bubbles: true, clientX: at.x, clientY: at.y, ...more }));
  const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

  // without a finger there is no pointer, and nothing under it
  const away = { x: -1000, y: -1000 };
  const leave = () => send('mousemove', away);

  function oneFinger(at) {
    if (!touch) {
      touch = { from: at, since: performance.now(), drags: false };
      send('mousemove', at);
      return;
    }
    if (!touch.drags && distance(touch.from, at) > kSlop) {
      touch.drags = true;
      send('mousedown', touch.from, { button: 0 });
    }
    if (touch.drags) send('mousemove', at);
  }

  function endTouch(at) {
    if (!touch.drags && performance.now() - touch.since < kLong) send('mousedown', at, { button: 0 });
    send('mouseup', at, { button: 0 });
    leave();
    touch = null;
  }

  function twoFingers(a, b) {
    const at = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: distance(a, b) };
    if (!pinch) {
      if (touch && touch.drags) send('mouseup', touch.from, { button: 0 });
      touch = null;
      pinch = { wide: at.wide };
      send('mousemove', at);
      send('mousedown', at, { button: kPan });
    }
    send('mousemove', at);
    pinch.at = at;
    const notches = 8 * Math.log(at.wide / pinch.wide);
    if (Math.abs(notches) < 0.05) return;
    pinch.wide = at.wide;
    turnWheel(at, 0, notches);
  }

  for (const kind of ['touchstart', 'touchmove', 'touchend', 'touchcancel']) {
    canvas.addEventListener(kind, event => {
      event.preventDefault();
      event.stopImmediatePropagation();
      const before = fingers;
      fingers = [...event.touches].map(finger => ({ x: finger.clientX, y: finger.clientY }));
      if (fingers.length >= 2) twoFingers(fingers[0], fingers[1]);
      else if (fingers.length === 1 && !pinch) oneFinger(fingers[0]);
      else if (fingers.length === 0) {
        const ended = pinch;
        pinch = null;
        if (ended) {
          send('mouseup', ended.at, { button: kPan });
          leave();
        } else if (touch) {
          endTouch(before[0]);
        }
      }
    }, { capture: true, passive: false });
  }
})();
