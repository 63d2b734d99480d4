// The structs and words of core.js beside include/iklab/c.h.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mirrored } from '../../javascript/core.js';

const header = readFileSync(new URL('../../include/iklab/c.h', import.meta.url), 'utf8').replace(/\/\*.*?\*\//gs, '');
const body_of = (kind, name) => header.match(new RegExp(`typedef ${kind} ${name} \\{(.*?)\\} ${name};`, 's'))[1];

/** What a type of C is in memory of 32 bits. */
function kind_of(type) {
  if (type.includes('*') || type === 'size_t') return 'pointer';
  return { double: 'double', int: 'int', uint64_t: 'long', 'long long': 'long' }[type];
}

test('structs have the fields of the header', () => {
  for (const [name, { fields }] of Object.entries(mirrored.structs)) {
    const theirs = body_of('struct', name).split(';').map(line => line.trim()).filter(Boolean).map(line => {
      const call = line.match(/\(\*(\w+)\)/);
      if (call) return [call[1], 'pointer'];
      const [, type, field] = line.match(/^(.*?)\s*(\w+)$/);
      return [field, kind_of(type)];
    });
    assert.deepEqual(Object.entries(fields), theirs, name);
  }
});

test('words are in the order of the header', () => {
  for (const [name, words] of Object.entries(mirrored.enums)) {
    const theirs = body_of('enum', name).split(',').map(line => line.trim().match(/^IKLAB_(\w+) = (\d+)$/)).filter(Boolean);
    assert.equal(words.length, theirs.length, name);
    theirs.forEach(([, word, number], i) => {
      assert.equal(Number(number), i);
      const plain = word.toLowerCase().replace(/_/g, ' ');
      assert.ok(plain.endsWith(words[i].replace(/-/g, ' ')), `${name}: ${words[i]} for ${word}`);
    });
  }
});
