import { waitUntilLoaded } from '@/lib/timing'

/**
 * Registers the service worker after the page has loaded, so that it does not delay the page. Without service workers (private
 * windows) everything but the offline page works.
 */
export async function installWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await waitUntilLoaded()
  navigator.serviceWorker
    .register('/sw.js')
    .catch((error) => console.warn('Jaanch will not open without a connection', error))
}
