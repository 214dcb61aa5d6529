/**
 * A part of the service worker: on the phones of collectors it keeps the code of the round, so that the page opens without a network. A
 * phone becomes one by the message `keep-round` of the page; from then on each release is kept when it is installed, before it is used.
 */

/** What the page may load: written in the build (build/pages.ts) */
const roundAssets = __ASSETS__
/** The cache of the assets, from which the rest of the service worker serves them */
const assetCache = 'assets'
/** Its existence says that the phone keeps rounds. */
const roundMark = 'round'

async function keepRound() {
  const cache = await caches.open(assetCache)
  const missing = []
  for (const url of roundAssets) if (!(await cache.match(url))) missing.push(url)
  await cache.addAll(missing)
}

self.addEventListener('install', (event) => {
  event.waitUntil(caches.has(roundMark).then((isKept) => isKept && keepRound()))
})

self.addEventListener('message', (event) => {
  if (event.data !== 'keep-round') return
  event.waitUntil(caches.open(roundMark).then(keepRound))
})
