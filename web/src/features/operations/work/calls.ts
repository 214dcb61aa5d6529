import type { Channel } from '@jaanch/messages/channels'
import { usePages } from '@/lib/cache/use-pages'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'

/** The work of each consumer by state. */
export function useWorkCounts() {
  return useResource('/api/operations/work/counts')
}

/** Jobs that wait, are handled or failed. @param filter '' for all */
export function useWork(filter: { consumer: string; state: string }) {
  return usePages('/api/operations/work', { ...filter, limit: 20 })
}

export function useDeadLetterGroups() {
  return useResource('/api/operations/dead-letters/groups')
}

export function useDeadLetters(filter: { consumer: string; reason: string }) {
  return usePages('/api/operations/dead-letters', { ...filter, limit: 20 })
}

export function retryDeadLetter(id: number) {
  return call('POST', '/api/operations/dead-letters/:id/retry', { params: { id: String(id) } })
}

/** @returns how many are tried again: at most 10,000, and none that another operator was faster with */
export async function retryDeadLetters(consumer: string, reason: string): Promise<number> {
  const { retried } = await call('POST', '/api/operations/dead-letters/retry', { body: { consumer, reason } })
  return retried
}

export function skipDeadLetter(id: number, reason: string) {
  return call('POST', '/api/operations/dead-letters/:id/skip', {
    params: { id: String(id) },
    body: { reason },
  })
}

/** @param error the first line of the errors @returns how many dead messages of the channel are given up: at most 10,000 */
export async function skipDeadMessages(
  channel: Channel,
  error: string,
  olderThanHours: number,
  reason: string,
): Promise<number> {
  const body = { channel, error, olderThanHours, reason }
  const { skipped } = await call('POST', '/api/operations/dead-letters/skip', { body })
  return skipped
}

/** @param to undefined: not known yet */
export function useRewindPreview(consumer: string, to: number | undefined) {
  return useResource(to === undefined ? null : '/api/operations/consumers/:id/rewind', {
    params: { id: consumer },
    query: { to },
  })
}

export function rewindConsumer(consumer: string, to: number, reason: string) {
  return call('POST', '/api/operations/consumers/:id/rewind', {
    params: { id: consumer },
    body: { to, reason },
  })
}

/** Lets this browser open the dashboard of the queues. @returns where it is */
export async function openQueues(): Promise<string> {
  const { url } = await call('POST', '/api/operations/queues/session', {})
  return url
}
