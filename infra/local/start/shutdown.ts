/** Stopping the stack: the signals that request it, and the order of its parts. */
import type { LocalServer } from '../supervisor.ts'

// npm forwards a Ctrl-C although the terminal sends it to us as well, and so does bootstrap.mjs: signals within half a
// second count as one.
const SAME_KEYSTROKE_MS = 500

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type Shutdown = {
  /** is aborted at the first Ctrl-C, SIGTERM or SIGHUP, or when the process that started us has ended */
  signal: AbortSignal
  /** resolves then */
  requested: Promise<void>
}

/**
 * Listens for the request to stop.
 *
 * @param onSecondRequest is called when it is repeated
 */
export function onShutdown(onSecondRequest: () => void): Shutdown {
  const controller = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  let first: number | undefined

  function request() {
    const now = performance.now()
    if (first === undefined) {
      first = now
      controller.abort()
      resolve()
    } else if (now - first > SAME_KEYSTROKE_MS) onSecondRequest()
  }

  for (const signal of SIGNALS) process.on(signal, request)
  process.on('disconnect', request)
  // The terminal may be closed before our last output.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return { signal: controller.signal, requested: promise }
}

/** A part of the stack that can be stopped. */
export type StackPart = Pick<LocalServer, 'stop' | 'kill'>

/** A server that has not started yet: `stop` waits until it has. */
export function stopOnceStarted(starting: Promise<LocalServer>): StackPart {
  let server: LocalServer | undefined
  const settled = starting.then(
    (started) => {
      server = started
    },
    () => {},
  )
  return {
    stop: () => settled.then(() => server?.stop()),
    kill: () => server?.kill(),
  }
}

/** Stops the parts one after the other, the last started first. If one fails, the others are stopped anyway. */
export async function stopInReverseOrder(parts: StackPart[]): Promise<void> {
  for (const part of parts.toReversed()) {
    await part.stop().catch((error) => console.error('A part of the stack did not stop:', error))
  }
}
