// The library under node.
import { readFile } from 'node:fs/promises';
import { bind, instantiate } from './core.js';

export { IklabError } from './core.js';

const fetched = source => source instanceof URL ? (source.protocol === 'file:' ? readFile(source) : fetch(source)) : source;

export async function load(source = new URL('./iklab.wasm', import.meta.url)) {
  return bind(await instantiate(fetched(source)));
}
