// Files and folders that the reader drops or chooses: they go into the program's file system, and the program gets them as
// one set.
'use strict';
(function () {
  const kMaxFiles = 10000, kMaxDepth = 8;  // as in io/body/file_set.h
  const kMaxBytes = 512 * 2 ** 20;  // of a set, in memory
  const waiting = [];  // sets that the program has not taken: paths in lines
  let sets = 0;

  /// Adds [path, File] of a file, and of all files in a folder.
  async function collect(root, path, depth, found) {
    if (root.isDirectory) {
      const reader = root.createReader();
      for (;;) {
        // a reader gives its entries in portions, and at last an empty one
        const entries = await new Promise((done, fail) => reader.readEntries(done, fail));
        if (entries.length === 0) return;
        for (const entry of entries) {
          if (entry.name.startsWith('.') || (entry.isDirectory && depth + 1 === kMaxDepth)) continue;
          await collect(entry, path + '/' + entry.name, depth + 1, found);
        }
      }
    }
    if (found.length === kMaxFiles) throw new Error(`more than ${kMaxFiles} files`);
    found.push([path, root.isFile ? await new Promise((done, fail) => root.file(done, fail)) : root]);
  }

  async function give(roots) {
    const found = [];
    for (const root of roots) await collect(root, root.name, 0, found);
    const bytes = found.reduce((sum, [, file]) => sum + file.size, 0);
    if (bytes > kMaxBytes) throw new Error(`more than ${kMaxBytes / 2 ** 20} MiB`);
    const folder = `/dropped/${++sets}/`;
    for (const [path, file] of found) {
      const whole = folder + path;
      Module.FS.mkdirTree(whole.substring(0, whole.lastIndexOf('/')));
      Module.FS.writeFile(whole, new Uint8Array(await file.arrayBuffer()));
    }
    waiting.push(roots.map(root => folder + root.name).join('\n'));
    Module.wake();
  }

  const hasFiles = event => event.dataTransfer !== null && event.dataTransfer.types.includes('Files');
  window.addEventListener('dragover', event => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener('drop', event => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();  // GLFW takes no folders
    if (!('ready' in document.documentElement.dataset)) return;
    // after the event the browser no longer gives them
    const roots = [...event.dataTransfer.items].filter(item => item.kind === 'file')
      .map(item => item.webkitGetAsEntry?.() ?? item.getAsFile());
    give(roots).catch(problem => Module.tell('Not opened: ' + problem.message));
  }, true);

  window.files = { take: () => waiting.shift() };
})();
