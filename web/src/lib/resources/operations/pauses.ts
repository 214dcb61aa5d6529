import { useResource } from '../../cache/use-resource'
import { call } from '../../http/call'

/** The consumers and channels that operators have stopped. */
export function usePauses() {
  return useResource('/api/operations/pauses')
}

/** @param name a consumer or a channel @returns the number of running workers of an earlier release, which go on with it */
export async function pause(name: string, reason: string): Promise<number> {
  const { heedless } = await call('POST', '/api/operations/pauses/:id', {
    params: { id: name },
    body: { reason },
  })
  return heedless
}

export function continuePaused(name: string) {
  return call('POST', '/api/operations/pauses/:id/continue', { params: { id: name } })
}
