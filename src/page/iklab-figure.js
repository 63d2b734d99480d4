// A figure as an element of any page:
//   <script type="module" src="https://example.org/iklab/iklab-figure.js"></script>
//   <iklab-figure scene="y" method="dls" controls="lambda d-max"></iklab-figure>
// Attributes are the parts of a link; changing one changes the figure. See docs/page.md.
import './figure.js';

// what an element has without being a part of a link; page is where the window is, unless beside this script
const kOwn = /^(page|controls|id|class|style|slot|part|hidden|title|lang|dir|role|tabindex|loading|(data|aria)-.*|on.*)$/;

class Figure extends HTMLElement {
  #frame = document.createElement('iframe');
  #helper;
  #watch = new MutationObserver(changes => this.#change(changes));

  constructor() {
    super();
    const style = document.createElement('style');
    style.textContent = ':host { display: block; height: 480px } :host([hidden]) { display: none } ' +
                        'iframe { width: 100%; height: 100%; border: 0 }';
    this.attachShadow({ mode: 'open' }).append(style, this.#frame);
  }

  connectedCallback() {
    this.#load();
    this.#watch.observe(this, { attributes: true, attributeOldValue: true });
  }
  disconnectedCallback() { this.#watch.disconnect(); }

  /** Sets, reads and runs the figure, as iklab.figure() of figure.js does; undefined outside of a page. */
  get figure() { return this.#helper; }
  /** Kept when the first picture is there. */
  get ready() { return this.#helper?.ready; }

  #load() {
    const address = new URL(this.getAttribute('page') ?? '.', this.hasAttribute('page') ? document.baseURI : import.meta.url);
    const controls = (this.getAttribute('controls') ?? '').split(/[\s,]+/).filter(Boolean).join(',');
    address.searchParams.set('embed', controls);
    for (const { name, value } of this.attributes) {
      if (!kOwn.test(name)) address.searchParams.set(name, value);
    }
    this.#frame.title = this.title || 'Figure of iklab';
    this.#frame.loading = this.getAttribute('loading') ?? 'lazy';
    this.#frame.src = address;
    this.#helper = window.iklab.figure(this.#frame);
    for (const kind of ['state', 'changed']) this.#helper.on(kind, detail => this.#say(kind, detail));
  }

  #change(changes) {
    const names = new Set(changes.filter(({ attributeName: name, oldValue }) => this.getAttribute(name) !== oldValue)
      .map(({ attributeName }) => attributeName));
    const parts = {};
    for (const name of names) {
      const value = this.getAttribute(name);
      if (name === 'page' || name === 'controls' || (value === null && !kOwn.test(name))) return this.#load();
      if (!kOwn.test(name)) parts[name] = value === '' ? 'on' : value;
    }
    if (Object.keys(parts).length > 0) this.#helper.set(parts).catch(why => this.#say('refused', why));
  }

  #say(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }
}
customElements.define('iklab-figure', Figure);
