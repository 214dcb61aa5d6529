import { useResource } from '../../cache/use-resource'
import { call } from '../../http/call'

/** '' does not filter. `stream` is an id or its beginning; `from` and `to` are instants */
export type EventFilter = { type: string; stream: string; actor: string; from: string; to: string }

/** A page of events before or after a position, newest first. */
export function listEvents(filter: EventFilter, page: { limit: number; before?: number; after?: number }) {
  return call('GET', '/api/operations/events', { query: { ...filter, ...page } })
}

export function useEvent(position: number) {
  return useResource('/api/operations/events/:id', { params: { id: String(position) } })
}
