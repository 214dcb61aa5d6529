import { setTimeout as sleep } from 'node:timers/promises'

type Limits = { withinMs: number; everyMs?: number; signal?: AbortSignal | undefined }

/**
 * Asks until the answer is yes.
 *
 * @returns true when it became so, false when the time ran out or the signal fired
 */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  { withinMs, everyMs = 25, signal }: Limits,
): Promise<boolean> {
  const deadline = performance.now() + withinMs
  for (;;) {
    if (await condition()) return true
    if (signal?.aborted || performance.now() >= deadline) return false
    await sleep(everyMs)
  }
}
