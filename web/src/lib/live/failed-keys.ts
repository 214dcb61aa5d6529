import { isClientError } from '../http/api-error'

/** Failed keys are fetched again within this time after the connection is back: with it are the connections of many others, ms */
const spreadMs = 1_000

/**
 * Keys whose last GET failed for a reason that may pass. Nothing else fetches them again: they have no position, and no message
 * changes them. Each is fetched again once per catch-up.
 * @param refreshAfter fetches a key again after so many ms
 */
export function createFailedKeys(refreshAfter: (key: string, delayMs: number) => void) {
  const failed = new Set<string>()
  let catchUps = 0

  function refresh(key: string): void {
    failed.delete(key)
    refreshAfter(key, Math.random() * spreadMs)
  }

  return {
    /** Runs a GET. @param isCurrent whether its answer is still wanted @throws what `load` throws */
    async watch<T>(key: string, load: () => Promise<T>, isCurrent: () => boolean): Promise<T> {
      const catchUpsBefore = catchUps
      try {
        const response = await load()
        failed.delete(key)
        return response
      } catch (error) {
        failed.delete(key)
        if (!isClientError(error) && isCurrent()) {
          // Requested before the connection was back: that is over, and the next one may be hours away.
          if (catchUpsBefore < catchUps) refresh(key)
          else failed.add(key)
        }
        throw error
      }
    },
    setCaughtUp(): void {
      catchUps += 1
      for (const key of failed) refresh(key)
    },
    forget: (key: string) => void failed.delete(key),
    clear: () => failed.clear(),
  }
}
