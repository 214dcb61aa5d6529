import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'
import { live } from '../cache/live-cache'
import { usePages } from '../cache/use-pages'
import { useList } from '../cache/use-resource'
import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'
import { withCommandKey } from '../idempotency'
import { labChange } from '../live/change'

/** @param waiting only those with areas that wait for consent */
export function useAllLabs(waiting = false) {
  return usePages('/api/lab-partners/all', { limit: 500, ...(waiting && { waiting: '1' }) })
}

export function useApprovedLabs() {
  return useList('/api/lab-partners')
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
  return useList('/api/lab-partners/top')
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
