import type { HistoryView } from '@jaanch/booking-stream/history/api'
import { useCallback, useEffect } from 'react'
import { mutate } from 'swr'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import { operationsWatch } from '@/lib/live/watch'

const path = '/api/operations/now'

/** The state of the log and of all its readers, live: at most one change a second while a component uses it. */
export function useOperations() {
  useEffect(() => operationsWatch.watch(true), [])
  return useResource(path)
}

/** Begins a new epoch. @param epoch the one that the operator saw: nothing happens if another one has begun meanwhile */
export async function declareRestored(epoch: string, reason: string): Promise<void> {
  await call('POST', '/api/operations/restored', { body: { epoch, reason } })
  await mutate(path)
}

/** '' does not filter. `stream` is an id or its beginning; `from` and `to` are instants */
export type EventFilter = { type: string; stream: string; actor: string; from: string; to: string }

/** A page of events before or after a position, newest first. */
export function listEvents(filter: EventFilter, page: { limit: number; before?: number; after?: number }) {
  return call('GET', '/api/operations/events', { query: { ...filter, ...page } })
}

export function useEvent(position: number) {
  return useResource('/api/operations/events/:id', { params: { id: String(position) } })
}

/** @param of a stream, or the beginning of a booking's id; null for none */
export function useHistory(of: string | null) {
  const resource = useResource(of ? '/api/operations/history' : null, of ? { query: { of } } : {})
  const { data, mutate } = resource
  const last = data?.steps.at(-1)?.version

  /** The next page, or what was appended since. */
  const more = useCallback(async () => {
    if (of === null || last === undefined) return
    const next = await call('GET', '/api/operations/history', { query: { of, after: last } })
    await mutate((known) => (known ? append(known, next) : next), { revalidate: false })
  }, [of, last, mutate])

  return { ...resource, more, hasMore: data?.after != null }
}

function append(known: HistoryView, next: HistoryView): HistoryView {
  const last = known.steps.at(-1)?.version ?? 0
  return { ...next, steps: [...known.steps, ...next.steps.filter(({ version }) => version > last)] }
}

/** Where the rows of a stream differ from the fold of its events. */
export function useRefold(of: string | null) {
  return useResource(of ? '/api/operations/refold' : null, of ? { query: { of } } : {})
}

export function refold(of: string, reason: string) {
  return call('POST', '/api/operations/refold', { body: { of, reason } })
}

/** Processes come and go when settings are changed, and this is not pushed */
const refreshMs = 30_000

/** Which settings the running processes have, and what is probably wrong with them. */
export function useSettings() {
  return useResource('/api/operations/settings', { refreshMs })
}

/** Whose data an account saw. @param span instants; without `to`, until now */
export function useAffected(span: { actor: string; from: string; to: string }) {
  return useResource('/api/operations/affected', { query: span })
}
