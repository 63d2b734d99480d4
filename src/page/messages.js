// Messages between the window and the page around its frame, see docs/page.md. Only the page around is heard and answered.
'use strict';
(function () {
  const kWaiting = 200;  // most messages that wait for the next frame
  const kBetween = 100;  // ms between two states
  const around = window.parent === window ? null : window.parent;
  const waiting = [];  // verb and NAME=VALUE, see take
  let subscriber = '';  // its origin
  let pending = null, told = '', last = -kBetween, timer = 0;

  // a sandboxed page and a file have the origin "null", which is no address
  const post = (message, origin) => around && around.postMessage(message, origin === 'null' ? '*' : origin);

  const switches = { true: 'on', false: 'off' };
  function parts(message) {
    return Object.entries(message).filter(([name]) => name !== 'iklab').map(([name, value]) => {
      const text = switches[value] ?? String(value);
      if (!/^(string|number|boolean)$/.test(typeof value) || /[\r\n]/.test(name + text)) {
        throw new Error(name + ': expected a text, a number or a switch');
      }
      return name + '=' + text;
    });
  }

  function take(event) {
    const message = event.data;
    const verb = message.iklab;
    if (verb === 'subscribe' || verb === 'unsubscribe') {
      subscriber = verb === 'subscribe' ? event.origin : '';
      told = '';
      return;
    }
    if (!['set', 'play', 'pause', 'step'].includes(verb)) throw new Error(verb + ': no such message');
    const next = [verb, ...(verb === 'set' ? parts(message) : [])];
    // of a slider's values only the last counts
    const names = each => each.map(part => part.split('=', 1)[0]).join();
    if (verb === 'set' && waiting.length > 0 && names(waiting.at(-1)) === names(next)) waiting.pop();
    if (waiting.length < kWaiting) waiting.push(next);
  }

  let origin = '*';  // of the last message
  window.addEventListener('message', event => {
    if (!around || event.source !== around || typeof event.data !== 'object' || !event.data || !event.data.iklab) return;
    origin = event.origin;
    try {
      take(event);
    } catch (problem) {
      window.messages.refuse(problem.message);
    }
    Module.wake();
  });

  window.messages = {
    ready: () => post({ iklab: 'ready' }, '*'),
    take: () => waiting.shift()?.join('\n'),
    refuse: why => post({ iklab: 'refused', why }, origin),
    state: state => {
      const text = JSON.stringify(state);
      if (!subscriber || text === told) return;
      told = text;
      pending = state;
      if (timer) return;
      timer = setTimeout(() => {
        timer = 0;
        last = performance.now();
        if (subscriber) post({ iklab: 'state', ...pending }, subscriber);
      }, Math.max(0, last + kBetween - performance.now()));
    },
  };
})();
