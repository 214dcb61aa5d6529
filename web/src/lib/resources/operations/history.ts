import type { HistoryView } from '@jaanch/contracts/http/operations/history'
import { useCallback } from 'react'
import { useResource } from '../../cache/use-resource'
import { call } from '../../http/call'

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
