// For a page around figures of iklab:
//   const figure = iklab.figure(document.querySelector('iframe'));
//   await figure.set({ lambda: 0.2 });
//   const { lanes } = await figure.get();
// Each function returns a promise, which fails with the reason if the figure refuses. See docs/page.md.
'use strict';
window.iklab = {
  figure(frame) {
    const { origin } = new URL(frame.src, location.href);
    const waiting = new Map(), listeners = { state: [], changed: [] };
    let last = 0, begin;
    const ready = new Promise(done => { begin = done; });
    // a figure that is not there yet gets none of its messages, and says "ready" later
    const post = (message, to) => frame.contentWindow.postMessage(message, to);
    const subscribe = () => post({ iklab: 'subscribe', id: 0 }, '*');

    addEventListener('message', ({ source, origin: from, data }) => {
      if (source !== frame.contentWindow || from !== origin || !data) return;
      const { iklab: kind, id } = data;
      if (kind === 'ready') subscribe();
      else if (kind === 'done' && id === 0) begin();
      else if (listeners[kind]) listeners[kind].forEach(hear => hear(data));
      else if (waiting.has(id)) {
        const { done, fail } = waiting.get(id);
        waiting.delete(id);
        if (kind === 'done') done(data.value ?? data.note);
        else fail(new Error(data.why));
      }
    });
    subscribe();

    const ask = (verb, parts = {}) => ready.then(() => new Promise((done, fail) => {
      waiting.set(++last, { done, fail });
      post({ ...parts, iklab: verb, id: last }, origin === 'null' ? '*' : origin);
    }));
    return {
      ready,
      set: parts => ask('set', parts),
      get: () => ask('get'),
      play: () => ask('play'),
      pause: () => ask('pause'),
      step: (count = 1) => ask('step', { count }),
      seek: step => ask('seek', { step }),
      reset: () => ask('reset'),
      /// Holds an effector's target at [x, y, z], m; null returns it to its curve.
      target: (effector, at) => ask('target', { effector, at }),
      /// Calls `hear` with each message of a kind, 'state' or 'changed'.
      on: (kind, hear) => { listeners[kind].push(hear); },
    };
  },
};
