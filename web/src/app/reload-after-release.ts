const key = 'reloaded-at'
const apart = 30_000

/**
 * A page that was open over a release asks for chunks that are gone. It loads itself again, and not twice in a
 * row: a chunk that is missing for another reason would have it do so for ever.
 */
export function reloadAfterRelease(): void {
  addEventListener('vite:preloadError', (event) => {
    // Without a line the chunk is not gone, only out of reach.
    if (!navigator.onLine) return
    try {
      if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < apart) return
      sessionStorage.setItem(key, String(Date.now()))
    } catch {
      return
    }
    event.preventDefault()
    location.reload()
  })
}
