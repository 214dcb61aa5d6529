import { waitUntilIdle } from '@/lib/timing'

/**
 * Registers the service worker once the page has what it needs: it must not take the line from it. A browser that
 * has none, or refuses it (a private window), shows Jaanch just the same.
 */
export function installWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  function register() {
    navigator.serviceWorker
      .register('/sw.js')
      .catch((error) => console.warn('Jaanch will not open without a line', error))
  }
  const registerWhenIdle = () => void waitUntilIdle().then(register)
  if (document.readyState === 'complete') registerWhenIdle()
  else addEventListener('load', registerWhenIdle, { once: true })
}
