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
    closing = setTimeout(() => { note.textContent = ''; }, 12000);
  }

  window.Module = {
    canvas,
    arguments: words,
    tell,
    linkTo: setup => location.origin + location.pathname + '#setup=' + pack(setup),
    print: text => {
      if (text === 'iklab: ready') {
        note.textContent = '';
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

  // --- touch: one finger is the left button, two move and zoom, a long press is a pointer at rest

  const fingers = new Map();
  let pinch = null, held = 0, pressed = false;
  function send(kind, at, more) {
    canvas.dispatchEvent(new MouseEvent(kind, { bubbles: true, clientX: at.x, clientY: at.y, ...more }));
  }
  function release(at, button) {
    send('mouseup', at, { button });
  }
  const middle = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  const kPan = 2;  // the right button

  for (const kind of ['touchstart', 'touchmove', 'touchend', 'touchcancel']) {
    canvas.addEventListener(kind, event => {
      event.preventDefault();
      event.stopImmediatePropagation();
      canvas.focus();
      const before = fingers.size;
      const last = [...fingers.values()][0];
      fingers.clear();
      for (const touch of event.touches) fingers.set(touch.identifier, { x: touch.clientX, y: touch.clientY });
      const now = fingers.size;
      const first = [...fingers.values()][0];
      clearTimeout(held);
      if (before === 0 && now === 1) {
        send('mousemove', first);
        // what lies under the finger is known a frame later
        requestAnimationFrame(() => requestAnimationFrame(() => {
          if (fingers.size !== 1 || pressed) return;
          pressed = true;
          send('mousedown', [...fingers.values()][0], { button: 0 });
        }));
        held = setTimeout(() => {
          if (pressed) release(first, 0);
          pressed = false;
        }, 600);
        held = setTimeout(() => {}, 0);
      } else if (now === 2) {
        const at = middle();
        if (!pinch) {
          if (pressed) release(last || at, 0);
          pressed = false;
          send('mousemove', at);
          send('mousedown', at, { button: kPan });
        } else {
          send('mousemove', at);
          const steps = 8 * Math.log(at.wide / pinch.wide);
          if (Math.abs(steps) > 0.05) {
            canvas.dispatchEvent(new WheelEvent('wheel', { bubbles: true, clientX: at.x, clientY: at.y, deltaY: -100 * steps }));
          } else at.wide = pinch.wide;
        }
        pinch = at;
      } else if (now === 1 && !pinch) {
        send('mousemove', first);
      } else if (now === 0) {
        const at = pinch || last;
        if (pinch) release(at, kPan);
        else {
          // a tap may be shorter than a frame
          const tap = at;
          const wasPressed = pressed;
          requestAnimationFrame(() => requestAnimationFrame(() => {
            if (!wasPressed) send('mousedown', tap, { button: 0 });
            requestAnimationFrame(() => requestAnimationFrame(() => release(tap, 0)));
          }));
        }
        pinch = null;
        pressed = false;
      }
    }, { capture: true, passive: false });
  }

  // --- files by a button

  document.getElementById('open').addEventListener('change', event => {
    const data = new DataTransfer();
    for (const file of event.target.files) data.items.add(file);
    canvas.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    event.target.value = '';
  });
})();
