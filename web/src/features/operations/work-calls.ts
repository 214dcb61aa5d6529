import type { Channel } from '@jaanch/messages/channels'
import { usePages } from '@/lib/cache/use-pages'
import { useResource } from '@/lib/cache/use-resource'
import { saveFile } from '@/lib/files'
import { call } from '@/lib/http/call'
import { download } from '@/lib/http/download'

/** The work of each consumer by state. */
export function useWorkCounts() {
  return useResource('/api/operations/work/counts')
}

/** What waits, is handled or failed. @param filter '' for all */
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

/** The newest hundred uploads in which the scanner found malware. */
export function useQuarantine() {
  return useResource('/api/operations/quarantine')
}

/** Saves one under a name without an extension. Each time is in the audit trail. */
export async function saveQuarantined(id: string): Promise<void> {
  saveFile(await download(`/api/operations/quarantine/${encodeURIComponent(id)}/file`), `quarantine-${id}`)
}

export function deleteQuarantined(id: string) {
  return call('DELETE', '/api/operations/quarantine/:id', { params: { id } })
}
