import { mutate, SWRConfig } from 'swr'
import { clearPreloaded } from '@/lib/http/call'
import { createLiveStore, type StatusChange } from '../live/live-store'
import { createStore } from '../store'
import { isMounted, isReadBelow } from './mounted'

const listeners = new Set<(change: StatusChange) => void>()

/** Calls the listener for every row whose status changes. @returns stops it */
export function onStatusChange(listener: (change: StatusChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// With 300 messages a second the screen must not render 300 times: changes are shown in batches, at most 16 times a second, and as
// rarely as a slow device needs to be busy with them a fifth of the time.
const minPauseMs = 60
const maxPauseMs = 500
const pauseFactor = 4
let pauseMs = minPauseMs
const batch = new Map<string, unknown>()
let newCounts: ReadonlyMap<string, number> = new Map()
/** The number of waiting rows of each list */
export const waitingCounts = createStore(newCounts)
let batchTimer: ReturnType<typeof setTimeout> | undefined

function flushBatch(): void {
  clearTimeout(batchTimer)
  batchTimer = undefined
  const startedAt = Date.now()
  for (const [key, data] of batch) void mutate(key, data, { revalidate: false })
  batch.clear()
  waitingCounts.set(newCounts)
  // React renders after this task, then the browser paints: the timer of that frame ends after both.
  requestAnimationFrame(() =>
    setTimeout(() => {
      const took = Date.now() - startedAt
      pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, pauseFactor * took))
    }),
  )
}

function startBatch(): void {
  if (batchTimer === undefined) batchTimer = setTimeout(flushBatch, pauseMs)
}

/** The lists whose reader is below their first row */
const heldLists = new Set<string>()

/** Lets the rows that arrive above the first one of this list wait. */
export function holdNewRows(key: string): void {
  heldLists.add(key)
}

/** Shows the rows that wait, and from now on those that arrive. */
export function showNewRows(key: string): void {
  heldLists.delete(key)
  live.showWaiting(key)
}

/** The live store over SWR's cache; the only one. */
export const live = createLiveStore(
  {
    read: (key) => (batch.has(key) ? batch.get(key) : SWRConfig.defaultValue.cache.get(key)?.data),
    write(key, data) {
      batch.set(key, data)
      startBatch()
    },
    isReadBelow,
    holdsNewRows: (key) => heldLists.has(key),
    showCounts(counts) {
      newCounts = counts
      startBatch()
    },
    isShown: (key) => !batch.has(key),
    discard: (key) => void batch.delete(key),
    showNow: flushBatch,
    refresh,
    refreshAll() {
      // these are rows of the log before: they would take the place of the ones that are fetched now
      batch.clear()
      invalidateMatching(/^/)
    },
  },
  (change) => {
    for (const listener of listeners) listener(change)
  },
)

function refresh(key: string): void {
  if (isMounted(key)) return void mutate(key)
  // or the batch would bring the old rows back
  batch.delete(key)
  void mutate(key, undefined, { revalidate: false })
}

/** Fetches every cached key that matches again: now if a screen shows it, otherwise when one does. */
export function invalidateMatching(pattern: RegExp): void {
  for (const key of [...SWRConfig.defaultValue.cache.keys()]) if (pattern.test(key)) refresh(key)
}

/** Changes are no longer applied to the data of this key. */
export function forgetKey(key: string): void {
  batch.delete(key)
  live.forget(key)
}

/** Empties the cache when the user changes. */
export function clearCache(): void {
  batch.clear()
  clearPreloaded()
  live.clear()
  void mutate(() => true, undefined, { revalidate: false })
}
