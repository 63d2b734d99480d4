// The library in a browser, with or without a bundler.
import { bind, instantiate } from './core.js';

export { IklabError } from './core.js';

const fetched = source => source instanceof URL ? fetch(source) : source;

export async function load(source = new URL('./iklab.wasm', import.meta.url)) {
  return bind(await instantiate(fetched(source)));
}
