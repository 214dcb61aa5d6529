import type { SlotsWatch } from '@jaanch/api/socket-api'
import type { SlotsView, slotCalls } from '@jaanch/booking/slots/api'
import type { BodyInput } from '@jaanch/contracts/http/route'
import { useEffect } from 'react'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import { readToken } from '@/lib/http/token'
import { urlOf } from '@/lib/http/url'
import { withCommandKey } from '@/lib/idempotency'
import { slotsPath, slotsSearch, slotsWatch } from '@/lib/live/watch'

const defaultDays = 7
/** A connection watches one query: the others on the screen are fetched again, ms */
const unwatchedRefreshMs = 15_000

/** `days`: default 7 */
export type SlotsQuery = Omit<SlotsWatch, 'days'> & { days?: number | undefined }

export type HoldRequest = BodyInput<typeof slotCalls.holdSlot>
export type GrantedHold = {
  id: string
  expiresAt: string
  isRenewable: boolean
  /** The Idempotency-Key: the same request with it has the same hold, while there is one */
  key: string
}

/**
 * Reads which slots are free. No request for null.
 * @param isWatched live; false for what is on the screen beside the watched query: up to 15 seconds old
 */
export function useSlots(
  query: SlotsQuery | null,
  isWatched = true,
): { slots: SlotsView | undefined; loading: boolean } {
  const known: SlotsWatch | null = query && { ...query, days: query.days ?? defaultDays }
  const { data, loading } = useResource(known && slotsPath, {
    ...(known && { query: slotsSearch(known) }),
    refreshMs: isWatched ? undefined : unwatchedRefreshMs,
  })
  const text = known && isWatched ? JSON.stringify(known) : null
  useEffect(() => (text === null ? undefined : slotsWatch.watch(JSON.parse(text) as SlotsWatch)), [text])
  return { slots: data, loading }
}

/** Holds a slot for ten minutes, or a hold of it for ten more. @param key the key of a hold, to ask whether it still exists @throws ApiError */
export function holdSlot(body: HoldRequest, key?: string): Promise<GrantedHold> {
  const ask = async (idempotencyKey: string) => ({
    ...(await call('POST', '/api/slots/hold', { body, idempotencyKey })),
    key: idempotencyKey,
  })
  return key === undefined ? withCommandKey('hold a slot', body, ask) : ask(key)
}

/** Gives a held slot up; nothing happens if it has expired. @throws ApiError */
export async function releaseSlot(id: string): Promise<void> {
  await call('DELETE', '/api/slots/hold/:id', { params: { id } })
}

/** Gives a held slot up while the page is being closed: `keepalive` lets the request outlive it. If it fails, the hold expires. */
export function leaveSlot(id: string): void {
  const token = readToken()
  fetch(urlOf('/api/slots/hold/:id', { id }), {
    method: 'DELETE',
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    credentials: 'include',
    keepalive: true,
  }).catch(() => {
    // nobody is there who could be told
  })
}
