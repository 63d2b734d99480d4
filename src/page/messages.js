// Messages between the window and the page around its frame, see docs/page.md. Only the page around is heard and answered.
'use strict';
(function () {
  const kWaiting = 1000;  // most messages that wait for the next frame
  const kBetween = 100;  // ms between two states
  const around = window.parent === window ? null : window.parent;
  const waiting = [];  // { verb, parts: { NAME: TEXT }, senders: [{ id, origin }] }
  let obeyed = null;  // the one that the program has taken and not answered
  let subscriber = '';  // its origin
  let pending = null, told = '', last = -kBetween, timer = 0;
  let known = {};  // parts of the set-up that the page around has heard of

  // a sandboxed page and a file have the origin "null", which is no address
  const post = (message, origin) => around && around.postMessage(message, origin === 'null' ? '*' : origin);
  const answer = ({ id, origin }, words) =>
    post({ iklab: 'why' in words ? 'refused' : 'done', ...(id === undefined ? {} : { id }), ...words }, origin);

  const switches = { true: 'on', false: 'off', null: 'off' };
  function parts(message) {
    return Object.fromEntries(Object.entries(message).filter(([name]) => name !== 'iklab' && name !== 'id').map(([name, value]) => {
      const text = switches[value] ?? String(value);
      const simple = each => each === null || /^(string|number|boolean)$/.test(typeof each);
      if (![value].flat().every(simple) || /[\r\n]/.test(name + text)) {
        throw new Error(name + ': expected a text, numbers or a switch');
      }
      return [name, text];
    }));
  }

  /// Adds what is asked to the last message that waits: of a slider's values only the last counts, and steps add up.
  function joins(before, next) {
    if (!before || before.verb !== next.verb) return false;
    if (next.verb === 'set') {
      if (Object.keys(before.parts).join() !== Object.keys(next.parts).join()) return false;
      before.parts = next.parts;
    } else if (next.verb === 'step' && /^\d{1,6}$/.test(next.parts.count)) {
      before.parts.count = String(Number(before.parts.count) + Number(next.parts.count));
    } else {
      return false;
    }
    before.senders.push(...next.senders);
    return true;
  }

  function take(message, sender) {
    const verb = message.iklab;
    if (verb === 'subscribe' || verb === 'unsubscribe') {
      subscriber = verb === 'subscribe' ? sender.origin : '';
      told = '';
      return answer(sender, {});
    }
    if (typeof verb !== 'string' || !/^[a-z]+$/.test(verb)) throw new Error(verb + ': no such message');
    const next = { verb, parts: { ...(verb === 'step' && { count: '1' }), ...parts(message) }, senders: [sender] };
    if (joins(waiting.at(-1), next)) return;
    if (waiting.length >= kWaiting) throw new Error(verb + ': too many messages wait');
    waiting.push(next);
  }

  window.addEventListener('message', event => {
    if (!around || event.source !== around || typeof event.data !== 'object' || !event.data || !event.data.iklab) return;
    const sender = { id: event.data.id, origin: event.origin };
    try {
      take(event.data, sender);
    } catch (problem) {
      answer(sender, { why: problem.message });
    }
    Module.wake();
  });

  window.messages = {
    ready: () => post({ iklab: 'ready' }, '*'),
    take: () => {
      obeyed = waiting.shift();
      return obeyed && [obeyed.verb, ...Object.entries(obeyed.parts).map(([name, value]) => name + '=' + value)].join('\n');
    },
    answer: words => {
      for (const sender of obeyed.senders) answer(sender, words);
    },
    change: ({ what, set }) => {
      const changed = Object.fromEntries(Object.entries(set).filter(([name, value]) => known[name] !== value));
      known = set;
      if (what && subscriber) post({ iklab: 'changed', what, set: changed }, subscriber);
    },
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
