const key = 'reloaded-at'
const minIntervalMs = 30_000
const limitMs = 5_000

/**
 * Whether the server has another release than this page: what the page has not loaded yet may no longer exist. False if the server
 * does not answer.
 */
export async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (!entry) return false
  try {
    const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(limitMs) })
    return response.ok && !(await response.text()).includes(entry)
  } catch {
    // no connection: nothing says that there is another release
    return false
  }
}

/**
 * Loads the page again, but not twice in a row: a chunk that is missing for another reason would cause an endless loop.
 * @returns false if it was done a moment ago
 */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < minIntervalMs) return false
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    // blocked: it might reload for ever
    return false
  }
  location.reload()
  return true
}
