import { useResource } from '../../cache/use-resource'
import { call } from '../../http/call'

/** The consumers and channels that operators have stopped. */
export function usePauses() {
  return useResource('/api/operations/pauses')
}

/** @param name a consumer or a channel */
export function pause(name: string, reason: string) {
  return call('POST', '/api/operations/pauses/:id', { params: { id: name }, body: { reason } })
}

export function continuePaused(name: string) {
  return call('POST', '/api/operations/pauses/:id/continue', { params: { id: name } })
}
