// Starts the page without a network, from the files that page.js has kept.
'use strict';
self.addEventListener('fetch', event => {
  if (event.request.method !== 'GET') return;
  event.respondWith(fetch(event.request).catch(async problem => {
    const kept = await caches.match(event.request, { ignoreSearch: true });
    if (!kept) throw problem;
    return kept;
  }));
});
