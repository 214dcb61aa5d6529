const key = 'reloaded-at'
const minIntervalMs = 30_000

/**
 * A page that was opened before a release requests chunks that no longer exist: reload it. Not twice in a row, because a chunk that
 * is missing for another reason would cause an endless loop.
 */
export function reloadAfterRelease(): void {
  addEventListener('vite:preloadError', (event) => {
    // Offline, the chunk may still exist.
    if (!navigator.onLine) return
    try {
      if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < minIntervalMs) return
      sessionStorage.setItem(key, String(Date.now()))
    } catch {
      return
    }
    event.preventDefault()
    location.reload()
  })
}
