// Keeps all files of this page in the browser, so that it works offline; a new version replaces them all at once.
const START = `rulewright ${self.registration.scope} `; // other pages of the same host keep theirs
const NAME = START + VERSION;
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(START) && name !== NAME;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { cacheName: NAME, ignoreSearch: true }).then((found) => found || fetch(event.request)));
});
