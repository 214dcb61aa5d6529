/**
 * A bell that is rung by a hint and waited for with a limit: the pair of "notification" and "slow poll".
 * A ring while nobody waits is remembered, so a hint between two waits is not lost.
 */
export type Bell = {
  ring(): void
  /** Resolves when the bell is rung, after `ms`, or when the signal aborts; whichever is first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let wake: (() => void) | undefined

  return {
    ring() {
      rung = true
      wake?.()
    },
    wait(ms, signal) {
      if (rung || signal?.aborted) {
        rung = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', finish)
          wake = undefined
          rung = false
          resolve()
        }
        const timer = setTimeout(finish, ms)
        signal?.addEventListener('abort', finish, { once: true })
        wake = finish
      })
    },
  }
}
