import { pause } from '@jaanch/platform/run-loop'

const stepMs = 100

/**
 * Closes connections evenly over a time. A few take less of it: one in each step of 100 ms.
 * @param overMs 0: closes none, since whoever closes the server closes them together
 */
export async function closeSpread<Connection>(
  connections: readonly Connection[],
  close: (connection: Connection) => void,
  overMs: number,
): Promise<void> {
  if (overMs === 0) return
  const startedAt = performance.now()
  const steps = Math.min(connections.length, overMs / stepMs)
  for (let step = 0; step < steps; step += 1) {
    const first = Math.floor((step * connections.length) / steps)
    const next = Math.floor(((step + 1) * connections.length) / steps)
    for (const connection of connections.slice(first, next)) close(connection)
    // from the start: what a step takes does not add up
    await pause(Math.max(0, startedAt + (step + 1) * stepMs - performance.now()))
  }
}
