import { waitUntilIdle } from '@/lib/timing'

/**
 * Registers the service worker after the page has loaded, so that it does not delay the page. Without service workers (private
 * windows) everything but the offline page works.
 */
export function installWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  function register() {
    navigator.serviceWorker
      .register('/sw.js')
      .catch((error) => console.warn('Jaanch will not open without a connection', error))
  }
  const registerWhenIdle = () => void waitUntilIdle().then(register)
  if (document.readyState === 'complete') registerWhenIdle()
  else addEventListener('load', registerWhenIdle, { once: true })
}
