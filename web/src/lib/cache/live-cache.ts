import { mutate, SWRConfig } from 'swr'
import { clearPreloaded } from '../http/preload'
import { createLiveStore, type StatusChange } from '../live/live-store'
import { isMounted } from './mounted'

const listeners = new Set<(moved: StatusChange) => void>()

/** Hears of every row that changed its status while we watch. */
export function onStatusChange(listener: (moved: StatusChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Two hundred messages a second must not draw the screen two hundred times: what changes is shown 16 times a second.
const showEvery = 60
const waiting = new Map<string, unknown>()
let showing: ReturnType<typeof setTimeout> | undefined

function show(): void {
  showing = undefined
  for (const [key, data] of waiting) void mutate(key, data, { revalidate: false })
  waiting.clear()
}

/** The one live store, over SWR's own cache. */
export const live = createLiveStore(
  {
    read: (key) => (waiting.has(key) ? waiting.get(key) : SWRConfig.defaultValue.cache.get(key)?.data),
    write(key, data) {
      waiting.set(key, data)
      if (showing === undefined) showing = setTimeout(show, showEvery)
    },
    drop: (key) => void waiting.delete(key),
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

/** Fetches again, at once or when it is next shown, whatever of this address is kept. */
export function refreshMatching(address: RegExp): void {
  for (const key of [...SWRConfig.defaultValue.cache.keys()]) if (address.test(key)) refresh(key)
}

/** Empties the cache when the person changes. */
export function clearCache(): void {
  waiting.clear()
  clearPreloaded()
  live.clear()
  void mutate(() => true, undefined, { revalidate: false })
}
