import { useEffect } from 'react'
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
