/**
 * Asks the service worker to keep the code of this page, also of later releases: see `collectorAssets` of the build. Without a service
 * worker (development) the page needs a network to open.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep-round')
}
