import { usePages } from '../../cache/use-pages'
import { useResource } from '../../cache/use-resource'
import { call } from '../../http/call'

/** '' does not filter */
export type MessageFilter = { channel: string; state: string; kind: string; booking: string }

export function useMessages(filter: MessageFilter) {
  return usePages('/api/operations/messages', { ...filter, limit: 30 })
}

export function useMessageCounts() {
  return useResource('/api/operations/messages/counts')
}

/** A message as it was sent. Each call is in the audit trail. */
export function openMessage(id: string) {
  return call('POST', '/api/operations/messages/:id/open', { params: { id } })
}

export function retryMessage(id: string) {
  return call('POST', '/api/operations/messages/:id/retry', { params: { id } })
}
