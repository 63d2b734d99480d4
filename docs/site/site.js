// Switches the theme's parts on, searches the book, and puts the live window in the place of its picture where a server
// delivers the site.
DoxygenAwesomeDarkModeToggle.init();
DoxygenAwesomeFragmentCopyButton.init();
DoxygenAwesomeParagraphLink.init();
DoxygenAwesomeInteractiveToc.init();

// What two spellings have in common: case, dashes, D_max and Dmax, λ and lambda, colour and color, -ise and -ize.
const greek = { 'λ': 'lambda', 'σ': 'sigma', 'θ': 'theta', 'Δ': 'delta', 'δ': 'delta', 'τ': 'tau', 'ρ': 'rho', 'γ': 'gamma',
  'ε': 'epsilon', 'μ': 'mu', 'φ': 'phi', 'ψ': 'psi', 'α': 'alpha', 'β': 'beta' };
const fold = text => text.replace(/[λσθΔδτργεμφψαβ]/g, letter => greek[letter]).toLowerCase().replace(/_/g, '')
  .replace(/-+/g, ' ').replace(/is(e|ed|es|ing|ation|ations)\b/g, 'iz$1').replace(/our\b/g, 'or');
const wordsOf = text => fold(text).split(/[\s,;()]+/).filter(word => word);

// The sections that have all words, the best first. A whole word in the title counts most, then one that begins a word
// there, then those in the text. Words of up to three letters have to begin a word.
function search(sections, text) {
  const words = wordsOf(text);
  const options = text.split(/\s+/).filter(word => word.startsWith('--'));
  if (!words.length) return [];
  const found = [];
  for (const section of sections) {
    section.folded ??= [fold(section.title), fold(section.text)];
    const [title, body] = section.folded;
    let score = 0;
    for (const word of words) {
      const begins = where => where.startsWith(word) || where.includes(' ' + word) || where.includes('::' + word) ||
        where.includes('(' + word) || where.includes('"' + word);
      const inside = where => word.length > 3 && where.includes(word);
      const gain = (title === word || title.endsWith('::' + word) ? 90 : title.split(/[ :,()]+/).includes(word) ? 45
        : begins(title) ? 30 : inside(title) ? 12 : 0) +
        (body.split(/[^\p{L}\d]+/u).includes(word) ? 5 : begins(body) ? 3 : inside(body) ? 1 : 0);
      if (!gain) { score = 0; break; }
      score += gain;
    }
    // an option as it is typed
    if (score && options.some(option => `${section.title} ${section.text}`.includes(option))) score += 40;
    if (score) found.push({ section, score: section.page === 'C++' ? 0.7 * score : score });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, 14).map(entry => entry.section);
}

// Some words around the first one that was searched for.
function excerpt(section, text) {
  const parts = section.text.split(' '), words = wordsOf(text);
  const found = [word => ' ' + word, word => word].map(sought => parts.findIndex(part =>
    words.some(word => (' ' + fold(part)).includes(sought(word))))).find(place => place >= 0);
  const at = Math.max(0, (found ?? 0) - 6);
  return (at ? '… ' : '') + parts.slice(at, at + 30).join(' ').slice(0, 130);
}

function addSearch() {
  const field = document.getElementById('MSearchField');
  const list = document.createElement('div');
  list.id = 'found';
  list.hidden = true;
  document.body.append(list);
  let chosen = -1;

  const choose = row => {
    if (!list.children.length) return;
    list.children[chosen]?.classList.remove('chosen');
    chosen = (row + list.children.length) % list.children.length;
    list.children[chosen].classList.add('chosen');
    list.children[chosen].scrollIntoView({ block: 'nearest' });
  };
  const show = () => {
    chosen = -1;
    list.replaceChildren(...search(sections, field.value).map(section => {
      const row = document.createElement('a');
      row.href = section.url;
      for (const [kind, words] of [['b', section.title], ['i', section.page], ['span', excerpt(section, field.value)]]) {
        const part = document.createElement(kind);
        part.textContent = words;
        row.append(part);
      }
      return row;
    }));
    if (field.value.trim() && !list.children.length) list.textContent = 'Nothing has all these words.';
    list.hidden = !field.value.trim();
    const under = field.getBoundingClientRect();
    list.style.top = under.bottom + 8 + 'px';
    list.style.left = Math.max(8, Math.min(under.left - 30, innerWidth - 568)) + 'px';
  };
  field.oninput = field.onfocus = show;
  field.onkeydown = event => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter') (list.children[Math.max(0, chosen)])?.click();
    else if (event.key === 'Escape') { list.hidden = true; field.blur(); }
    else return;
    event.preventDefault();
  };
  document.addEventListener('pointerdown', event => {
    if (!list.contains(event.target) && event.target !== field) list.hidden = true;
  });
  list.onclick = () => { list.hidden = true; };
  document.addEventListener('keydown', event => {
    if (event.key === '/' && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
      field.focus();
      event.preventDefault();
    }
  });
}

function startLiveFigures() {
  const dark = document.documentElement.classList.contains('dark-mode') ? '&dark' : '&dark=off';
  for (const figure of document.querySelectorAll('[data-live]')) {
    const frame = document.createElement('iframe');
    frame.src = figure.dataset.live + '&fresh' + dark;
    frame.loading = 'lazy';
    frame.title = figure.querySelector('img').alt;
    figure.querySelector('img').replaceWith(frame);
  }
}

addEventListener('DOMContentLoaded', () => {
  addSearch();
  if (location.protocol.startsWith('http')) startLiveFigures();
});
