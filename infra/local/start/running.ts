import type { LocalServer } from '../supervisor.ts'

/** A part of the stack that can be stopped. */
export type Running = Pick<LocalServer, 'stop' | 'kill'>

/** A server that is only starting yet: it is stopped as soon as it has started. */
export function whenStarted(starting: Promise<LocalServer>): Running {
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

/** Stops the parts one after the other, the last started first; one that fails does not keep the others. */
export async function stopInOrder(parts: Running[]): Promise<void> {
  for (const part of parts.toReversed()) {
    await part.stop().catch((error) => console.error('A part did not stop in order:', error))
  }
}
