import type { NotificationView } from '@jaanch/messages/api'
import type { ApiResponse } from '../http/call'
import { applyChange, findRow } from './apply-change'
import { createCachePositions } from './cache-positions'
import type { Change, LiveRow } from './change'
import { createFailedKeys } from './failed-keys'
import { isAffected, type LiveRule, type Tracking } from './live-rule'
import { createReadMarks } from './read-marks'
import { createRecentChanges } from './recent-changes'
import { createWaitingRows, type WaitingCache } from './waiting-rows'

export type Cache = WaitingCache & {
  read(key: string): unknown
  write(key: string, data: unknown): void
  /** Whether a reader may be below the first page of a list, and would lose the place if only that page was fetched again. */
  isReadBelow(key: string): boolean
  /** Whether a screen has what `read` returns: it must then not be changed itself. */
  isShown(key: string): boolean
  /** A response is on its way: discard what was written and is not shown yet, or it would overwrite the response. */
  discard(key: string): void
  /** Shows at once what was written. */
  showNow(): void
  /** Fetch again: now if a screen shows the key, otherwise when one does. */
  refresh(key: string): void
  refreshAll(): void
}

type RowWithStatus = Exclude<LiveRow, NotificationView>

/** A row with a new status, a visit that was moved, or a row that is new to the client (`before` is undefined). */
export type StatusChange = { before: RowWithStatus | undefined; after: RowWithStatus }

const refreshDelayMs = 300
/** A list is fetched again after this many rows were added at its top, so that it does not grow without limit. */
export const maxInsertedRows = 1_000

type ListTracking = Tracking & { as: 'list' }
type DerivedTracking = Tracking & { as: 'derived' }
type TrackedList = { tracking: ListTracking; isPartial: boolean; loadedRows: number }

/**
 * Keeps cached lists consistent with the log. There are three inputs: responses of GETs (`track`), messages of the gateway
 * (`receive`) and rows that our own writes return (`applyLocalWrite`). They can arrive in any order. A list with a GET in flight is
 * not patched, because SWR would then drop the response; the recent changes are applied to the response when it arrives.
 */
export function createLiveStore(cache: Cache, onStatusChange: (change: StatusChange) => void = () => {}) {
  const recentChanges = createRecentChanges()
  const positions = createCachePositions()
  const lists = new Map<string, TrackedList>()
  const waiting = createWaitingRows(cache)
  const derivedKeys = new Map<string, DerivedTracking>()
  /** Keys whose response has no position: fetched again after every reconnection */
  const keysWithoutPosition = new Set<string>()
  const readMarks = createReadMarks()
  /** Number of GETs in flight */
  const inFlight = new Map<string, number>()
  const refreshTimers = new Map<string, ReturnType<typeof setTimeout>>()
  /** Incremented when the cache is emptied; responses requested before are fetched again */
  let generation = 0
  let lastMessagePosition = 0
  /** The id of the log that every stored position belongs to; undefined until the first response or message names it */
  let epoch: string | undefined

  function refreshSoon(key: string, delayMs = refreshDelayMs): void {
    if (refreshTimers.has(key)) return
    const timer = setTimeout(() => {
      refreshTimers.delete(key)
      cache.refresh(key)
    }, delayMs)
    refreshTimers.set(key, timer)
  }

  const failedKeys = createFailedKeys((key, delayMs) => refreshSoon(key, refreshDelayMs + delayMs))

  /** @returns the row as it was before */
  function applyToList(key: string, change: Change): LiveRow | undefined {
    const list = lists.get(key)
    if (!list || list.tracking.kind !== change.kind || inFlight.has(key)) return undefined
    const rows = cache.read(key) as readonly LiveRow[] | undefined
    if (!rows) return undefined
    const listed = findRow(rows, change.id)
    const before = listed ?? waiting.row(key, change.id)
    if (!listed && waiting.hold(key, change, rows, list.tracking)) return before
    const rule = { ...list.tracking, isPartial: list.isPartial }
    const next = applyChange(rows, change, rule, !cache.isShown(key))
    if (next !== rows) cache.write(key, next)
    if (next.length > list.loadedRows + maxInsertedRows && !cache.isReadBelow(key)) refreshSoon(key)
    return before
  }

  function applyToAllLists(change: Change): void {
    if (!recentChanges.add(change)) return
    let before: LiveRow | undefined
    for (const key of lists.keys()) before = applyToList(key, change) ?? before
    if (!change.row || change.kind === 'notification') return
    const known = before as RowWithStatus | undefined
    const isNewer = !known || known.position < change.position
    if (isNewer && (known?.status !== change.row.status || hasMoved(known, change.row)))
      onStatusChange({ before: known, after: change.row })
  }

  function refreshDerived(change: Change): void {
    for (const [key, tracking] of derivedKeys) if (isAffected(tracking, change)) refreshSoon(key)
  }

  /** @returns the data of a response with the changes since its position */
  function acceptResponse(
    key: string,
    tracking: Tracking,
    { data, position, next }: ApiResponse<unknown>,
    marksBefore: number,
  ): unknown {
    if (position === undefined) keysWithoutPosition.add(key)
    const at = position ?? 0
    const isBehind = position !== undefined && (positions.set(key, at) || at < recentChanges.droppedUpTo())
    if (tracking.as === 'derived') {
      derivedKeys.set(key, tracking)
      if (isBehind || (position !== undefined && isOlderThanMessages(tracking, at))) refreshSoon(key)
      return tracking.kind === 'notification' ? { ...(data as object), marksBefore } : data
    }
    const rows = data as readonly LiveRow[]
    const isPartial = next !== undefined || rows.length >= tracking.limit
    lists.set(key, { tracking, isPartial, loadedRows: rows.length })
    waiting.forget(key)
    if (isBehind) refreshSoon(key)
    return applyRecentChanges(rows, at, tracking, isPartial)
  }

  /** Own writes do not count: while they are not projected, every answer is older. */
  function isOlderThanMessages(tracking: DerivedTracking, at: number): boolean {
    if (at >= lastMessagePosition) return false
    const missed = recentChanges.after(at).filter(({ position }) => position <= lastMessagePosition)
    return missed.some((change) => isAffected(tracking, change))
  }

  function applyRecentChanges(
    rows: readonly LiveRow[],
    position: number,
    tracking: ListTracking,
    isPartial: boolean,
  ): readonly LiveRow[] {
    const rule = { ...tracking, isPartial }
    return recentChanges
      .after(position)
      .filter((change) => change.kind === tracking.kind)
      .reduce<readonly LiveRow[]>((result, change) => applyChange(result, change, rule, true), [...rows])
  }

  function forgetAll(): void {
    generation += 1
    lastMessagePosition = 0
    recentChanges.clear()
    readMarks.clear()
    failedKeys.clear()
    lists.clear()
    waiting.clear()
    derivedKeys.clear()
    keysWithoutPosition.clear()
    for (const timer of refreshTimers.values()) clearTimeout(timer)
    refreshTimers.clear()
  }

  function startOver(newEpoch: string): void {
    epoch = newEpoch
    forgetAll()
    positions.reset()
    cache.refreshAll()
  }

  /** @returns whether it is another log than before: then everything starts over, because old positions may be higher */
  function noticeEpoch(next: string | undefined): boolean {
    const isAnother = next !== undefined && epoch !== undefined && next !== epoch
    if (isAnother) startOver(next)
    else epoch ??= next
    return isAnother
  }

  return {
    /** The epoch for a connection that is about to start */
    epoch: () => epoch,

    /** Which notifications this client has marked as read */
    readMarks,

    /** Wraps the GET of a SWR key. @param rule missing if no live change affects it @returns the data for the cache */
    async track<T>(key: string, load: () => Promise<ApiResponse<T>>, rule?: LiveRule): Promise<T> {
      const tracking = rule?.(key)
      const startGeneration = generation
      const watched = () => failedKeys.watch(key, load, () => startGeneration === generation)
      if (!tracking) return (await watched()).data
      const marksBefore = readMarks.recorded()
      cache.discard(key)
      inFlight.set(key, (inFlight.get(key) ?? 0) + 1)
      let response: ApiResponse<T> | undefined
      try {
        response = await watched()
      } finally {
        const others = (inFlight.get(key) ?? 1) - 1
        if (others) inFlight.set(key, others)
        else inFlight.delete(key)
        const missed = response ? [] : [...(waiting.take(key) ?? []), ...recentChanges.after(0)]
        for (const change of missed) applyToList(key, change)
      }
      // a response that was requested before the last start may be of the log before it
      const isCurrent = startGeneration === generation && !noticeEpoch(response.epoch)
      if (isCurrent) return acceptResponse(key, tracking, response, marksBefore) as T
      refreshSoon(key)
      return response.data
    },

    /** Whether changes are applied to the list of this key. */
    isTrackedList: (key: string) => lists.has(key),

    /**
     * Appends the next page to a tracked list, with the changes since its position.
     * @returns false if the list is being fetched again, so that the page is no longer its next one
     */
    append<T>(key: string, { data, position, epoch: epochOfPage, next }: ApiResponse<T>): boolean {
      if (noticeEpoch(epochOfPage)) return false
      const list = lists.get(key)
      const rows = cache.read(key) as readonly LiveRow[] | undefined
      if (!list || !rows || inFlight.has(key)) return false
      const at = position ?? 0
      const pageKey = `${key} next page`
      if (positions.set(pageKey, at) || at < recentChanges.droppedUpTo()) refreshSoon(key)
      positions.remove(pageKey)
      const isPartial = next !== undefined
      const fetched = data as readonly LiveRow[]
      const page = applyRecentChanges(fetched, at, list.tracking, isPartial)
      lists.set(key, { ...list, isPartial, loadedRows: rows.length + page.length })
      cache.write(key, [...rows, ...waiting.following(key, rows, page, fetched, list.tracking)])
      return true
    },

    /** Shows the rows that wait; `holdsNewRows` is false by now. The answer of a request in flight has them. */
    showWaiting(key: string): void {
      if (inFlight.has(key)) return
      const changes = waiting.take(key)
      if (!changes) cache.refresh(key)
      for (const change of changes ?? []) applyToList(key, change)
      if (changes?.length) cache.showNow()
    },

    /** A message of the gateway. */
    receive(change: Change): void {
      lastMessagePosition = Math.max(lastMessagePosition, change.position)
      applyToAllLists(change)
      positions.advance(change.position)
      refreshDerived(change)
    },

    /** The row that one of our own writes returned. It shows at once; the message arrives later and changes nothing. */
    applyLocalWrite(change: Change): void {
      applyToAllLists(change)
      cache.showNow()
      refreshDerived(change)
    },

    /** @returns `after` for a connection that is about to start */
    startConnecting: positions.startConnecting,

    setCaughtUp(position: number, epochOfMessage?: string): void {
      if (noticeEpoch(epochOfMessage)) return
      for (const key of [...positions.setCaughtUp(position), ...keysWithoutPosition]) refreshSoon(key)
      failedKeys.setCaughtUp()
    },

    /** The network is back, for a page without a connection too: what failed meanwhile is fetched again. */
    retryFailed: failedKeys.setCaughtUp,

    /** The gateway can't send what was missed, or the log is another one: fetches everything, whatever was known. */
    startOver,

    /** Changes are no longer applied to the data of this key. */
    forget(key: string): void {
      lists.delete(key)
      waiting.forget(key)
      derivedKeys.delete(key)
      keysWithoutPosition.delete(key)
      failedKeys.forget(key)
      positions.remove(key)
      clearTimeout(refreshTimers.get(key))
      refreshTimers.delete(key)
    },

    /** The user has changed: forgets the data of the last one. */
    clear(): void {
      forgetAll()
      positions.reset()
      positions.startConnecting()
    },
  }
}

export type LiveStore = ReturnType<typeof createLiveStore>

function hasMoved(before: RowWithStatus | undefined, after: RowWithStatus): boolean {
  if (!before || !('moves' in before) || !('moves' in after)) return false
  return before.moves.at(-1)?.at !== after.moves.at(-1)?.at
}
