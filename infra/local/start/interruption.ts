// npm passes a Ctrl-C on although the terminal sends it to us as well, and so does bootstrap.mjs:
// what comes within half a second is one and the same.
const SAME_KEYSTROKE_MS = 500

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type Interruption = {
  /** fires at the first Ctrl-C, SIGTERM or SIGHUP, or when whoever started us is gone */
  signal: AbortSignal
  /** resolves then */
  happened: Promise<void>
}

/**
 * Listens for the wish to stop.
 *
 * @param insisted called at a second one
 */
export function onInterruption(insisted: () => void): Interruption {
  const controller = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  let first: number | undefined

  function interrupt() {
    const now = performance.now()
    if (first === undefined) {
      first = now
      controller.abort()
      resolve()
    } else if (now - first > SAME_KEYSTROKE_MS) insisted()
  }

  for (const signal of SIGNALS) process.on(signal, interrupt)
  process.on('disconnect', interrupt)
  // The terminal may be closed before we have said our last word.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return { signal: controller.signal, happened: promise }
}
