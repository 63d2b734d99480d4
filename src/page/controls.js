// The window in words, beside its canvas: headings, native controls and a line that a screen reader speaks. Hidden until a
// control has the keyboard's focus.
'use strict';
(function () {
  const canvas = document.getElementById('canvas');
  const wishes = [];

  // --- the document, in the order in which a reader expects it

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const labelled = (text, control) => {
    const words = make('span', { textContent: text });
    return { label: make('label', {}, words, control), words, control };
  };
  const wish = (name, value = '') => {
    wishes.push(name + '=' + value);
    canvas.dispatchEvent(new MouseEvent('mouseenter'));  // wakes the program
  };
  const menu = (text, name) => {
    const made = labelled(text, make('select'));
    made.control.addEventListener('change', () => wish(name, made.control.value));
    return made;
  };
  const button = (text, name) => {
    const made = make('button', { type: 'button', textContent: text });
    made.addEventListener('click', () => wish(name));
    return made;
  };

  const heading = make('h1', { textContent: 'iklab' });
  const scene = menu('Scene', 'scene'), method = menu('Method', 'method');
  const lane = menu('Lane', 'lane'), further = menu('Add a lane', 'add-lane'), pages = menu('Page', 'page');
  const settings = make('div');
  const play = button('Play', 'play'), removal = button('Remove the lane', 'remove-lane');
  const said = make('p');
  said.setAttribute('aria-live', 'polite');
  const page = make('h2'), pageHelp = make('p'), lines = make('ul'), actions = make('div');
  const main = make('main', { id: 'reader' }, heading, make('h2', { textContent: 'Controls' }), scene.label, method.label,
    settings, make('div', {}, play, button('One step', 'step'), button('Start anew', 'restart')), lane.label, further.label,
    removal, pages.label, make('h2', { textContent: 'Run' }), said, page, pageHelp, lines, actions);
  main.hidden = true;  // until the program has told what it shows
  canvas.before(main);
  canvas.setAttribute('role', 'application');

  // --- what the program tells

  const fields = new Map();  // by the setting's name
  let typed = null;  // the field in which the reader is typing

  function field(setting) {
    if (!fields.has(setting.name)) {
      const made = labelled('', make('input', { type: 'text', autocomplete: 'off', spellcheck: false }));
      const help = make('span', { id: 'help-' + setting.name.replace(/\s/g, '-') });
      made.control.setAttribute('aria-describedby', help.id);
      made.control.addEventListener('input', () => { typed = made.control; });
      made.control.addEventListener('change', () => {
        typed = null;
        const text = made.control.value.trim();
        wish(setting.name, setting.name.startsWith('target ') ? text : text.replace(',', '.'));
      });
      const row = make('div', {}, made.label, help);
      settings.append(row);
      fields.set(setting.name, { ...made, help, row });
    }
    return fields.get(setting.name);
  }

  function choose(select, choices, chosen) {
    if (JSON.stringify(choices) !== select.dataset.choices) {
      select.replaceChildren(...choices.map(([value, textContent]) => make('option', { value, textContent })));
      select.dataset.choices = JSON.stringify(choices);
    }
    select.value = chosen;
  }

  /// Makes as many children as there are texts, and changes only what differs.
  function fill(list, texts, create) {
    while (list.children.length > texts.length) list.lastChild.remove();
    texts.forEach((text, i) => {
      const child = list.children[i] ?? list.appendChild(create());
      if (child.textContent !== text) child.textContent = text;
    });
  }
  const action = () => {
    const made = make('button', { type: 'button' });
    made.addEventListener('click', () => wish('do', made.textContent));
    return made;
  };

  // --- each scene is an entry of the browser's history, unless the page is in a frame

  let entered = null;
  function enter(scene) {
    if (window.parent !== window || scene === entered) return;
    history[entered === null ? 'replaceState' : 'pushState']({ scene }, '');
    entered = scene;
  }
  window.addEventListener('popstate', ({ state }) => {
    if (!state || !state.scene) return;
    entered = state.scene;
    wish('scene', entered);
  });

  function describe(words) {
    main.hidden = false;
    enter(words.scene);
    heading.textContent = 'iklab: ' + words.title;
    canvas.setAttribute('aria-label', 'Picture and panels of iklab: ' + words.title);
    choose(scene.control, words.scenes, words.scene);
    choose(method.control, words.methods, words.method);
    choose(lane.control, words.lanes.map((label, i) => [i, label]), words.lane);
    choose(further.control, [['', '…'], ...words.methods], '');
    choose(pages.control, [['', 'none'], ...words.pages.map(name => [name, name])], words.page);
    lane.label.hidden = removal.hidden = words.lanes.length < 2;
    for (const [name, { row }] of fields) {
      if (words.settings.some(setting => setting.name === name)) continue;
      row.remove();
      fields.delete(name);
    }
    for (const setting of words.settings) {
      const { control, words, help } = field(setting);
      words.textContent = setting.label;
      help.textContent = setting.help;
      control.disabled = !setting.used;
      if (control !== typed) control.value = setting.value;
    }
    play.textContent = words.playing ? 'Pause' : 'Play';
    page.textContent = words.page && 'Page ' + words.page;
    pageHelp.textContent = words.page_help;
    page.hidden = pageHelp.hidden = !words.page;
    fill(lines, words.page_lines, () => make('li'));
    fill(actions, words.page_actions, action);
  }

  // --- keys and the clipboard belong to a control that has the focus

  for (const kind of ['keydown', 'keypress', 'keyup', 'paste', 'wheel']) {
    window.addEventListener(kind, event => {
      if (event.target instanceof Node && main.contains(event.target)) event.stopImmediatePropagation();
    }, true);
  }

  // --- what the reader's system asks of all pages

  const asked = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(prefers-reduced-motion: reduce)',
    '(pointer: coarse)'].map(query => matchMedia(query));
  for (const each of asked) each.addEventListener('change', () => canvas.dispatchEvent(new MouseEvent('mouseenter')));

  window.reader = {
    wishes,
    describe,
    say: sentence => { said.textContent = sentence; },
    wishesOfSystem: () => asked.reduce((sum, each, i) => sum + (each.matches ? 1 << i : 0), 0),
  };
})();
