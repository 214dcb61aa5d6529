import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'
import { live } from '../cache/live-cache'
import { usePages } from '../cache/use-pages'
import { liveQuery, useList } from '../cache/use-resource'
import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'
import { withCommandKey } from '../idempotency'
import { labChange } from '../live/change'
import { derivedFrom, listOf } from '../live/live-rule'

export const allLabs = liveQuery(
  '/api/lab-partners/all',
  listOf('lab', ({ waitsForConsent }, search) => !search.has('waiting') || waitsForConsent, 500),
)
export const approvedLabs = liveQuery(
  '/api/lab-partners',
  listOf('lab', ({ isApproved }) => isApproved, 500),
)
const topLabs = liveQuery('/api/lab-partners/top', derivedFrom('booking'))

/** @param waiting only those with areas that wait for consent */
export function useAllLabs(waiting = false) {
  return usePages(allLabs, { limit: 500, ...(waiting && { waiting: '1' }) })
}

export function useApprovedLabs() {
  return useList(approvedLabs)
}

export async function decideLab(id: string, decision: 'approve' | 'reject'): Promise<LabPartnerView> {
  const lab = await withCommandKey(`${decision} ${id}`, null, (idempotencyKey) => {
    const options = { params: { id }, body: {}, idempotencyKey }
    return decision === 'approve'
      ? call('POST', '/api/lab-partners/:id/approve', options)
      : call('POST', '/api/lab-partners/:id/reject', options)
  })
  live.applyLocalWrite(labChange(lab))
  return lab
}

/** @returns the lab with its open bookings */
export async function suspendLab(id: string, reason: string) {
  const body = { reason }
  const { openBookings, ...lab } = await withCommandKey(`suspend ${id}`, body, (idempotencyKey) =>
    call('POST', '/api/lab-partners/:id/suspend', { params: { id }, body, idempotencyKey }),
  )
  live.applyLocalWrite(labChange(lab))
  return { ...lab, openBookings }
}

export async function reinstateLab(id: string, reason: string): Promise<LabPartnerView> {
  const body = { reason }
  const lab = await withCommandKey(`reinstate ${id}`, body, (idempotencyKey) =>
    call('POST', '/api/lab-partners/:id/reinstate', { params: { id }, body, idempotencyKey }),
  )
  live.applyLocalWrite(labChange(lab))
  return lab
}

export function useTopLabs() {
  return useList(topLabs)
}

export type LabDetails = OptionsAt<'PUT', '/api/lab-partners/:id'>['body']

export async function changeLab(id: string, body: LabDetails): Promise<LabPartnerView> {
  const lab = await call('PUT', '/api/lab-partners/:id', { params: { id }, body })
  live.applyLocalWrite(labChange(lab))
  return lab
}

type Registration = OptionsAt<'POST', '/api/lab-partners/register'>['body']

export function registerLab(body: Registration, idempotencyKey: string) {
  return call('POST', '/api/lab-partners/register', { body, idempotencyKey })
}
