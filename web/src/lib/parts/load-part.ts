const firstPauseMs = 1_000
const maxPauseMs = 60_000

/**
 * Loads a part of a page that works without it. A failed load neither fails the page nor ends the attempts: it is repeated at once when
 * the browser is online again, and after growing pauses of up to a minute, because the server may have failed as well as the connection.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await load()
    } catch {
      await waitForConnection(pauseMs)
    }
  }
}

/** Resolves when the browser is online again, after `pauseMs` at the latest. */
export function waitForConnection(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, pauseMs)
    addEventListener('online', end)
  })
}
