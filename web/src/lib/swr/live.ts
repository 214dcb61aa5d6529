import { mutate, SWRConfig } from 'swr'
import { createLiveStore, type Moved } from '../live/live-store'
import { isMounted } from './mounted'

const listeners = new Set<(moved: Moved) => void>()

/** Hears of every row that changed its status while we watch. */
export function onMoved(listener: (moved: Moved) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one live store, over SWR's own cache. */
export const live = createLiveStore(
  {
    read: (key) => SWRConfig.defaultValue.cache.get(key)?.data,
    write: (key, data) => void mutate(key, data, { revalidate: false }),
    refresh,
    refreshAll() {
      for (const key of [...SWRConfig.defaultValue.cache.keys()]) refresh(key)
    },
  },
  (moved) => {
    for (const listener of listeners) listener(moved)
  },
)

function refresh(key: string): void {
  if (isMounted(key)) void mutate(key)
  else void mutate(key, undefined, { revalidate: false })
}

/** Empties the cache when the person changes. */
export function forgetAnswers(): void {
  live.clear()
  void mutate(() => true, undefined, { revalidate: false })
}
