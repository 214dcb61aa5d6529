/**
 * Wakes a loop early. `notify` while nobody waits is remembered for the next `wait`, so a notification between two waits is
 * not lost. The time limit of `wait` is the slow poll that makes lost notifications harmless.
 */
export type WakeSignal = {
  notify(): void
  /** Resolves after `notify`, after `ms`, or when the signal aborts, whichever is first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let isNotified = false
  let wake: (() => void) | undefined

  return {
    notify() {
      isNotified = true
      wake?.()
    },
    wait(ms, signal) {
      if (isNotified || signal?.aborted) {
        isNotified = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', finish)
          wake = undefined
          isNotified = false
          resolve()
        }
        const timer = setTimeout(finish, ms)
        signal?.addEventListener('abort', finish, { once: true })
        wake = finish
      })
    },
  }
}
