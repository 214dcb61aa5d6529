import type { LabPartnerView } from '@jaanch/account/labs/api'
import { live } from '@/lib/cache/live-cache'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { command } from '@/lib/idempotency'
import { labChange } from '@/lib/live/change'

export async function decideLab(id: string, decision: 'approve' | 'reject'): Promise<LabPartnerView> {
  const options = { params: { id }, body: {} }
  return applyWrite(
    decision === 'approve'
      ? await command('POST', '/api/lab-partners/:id/approve', options)
      : await command('POST', '/api/lab-partners/:id/reject', options),
  )
}

/** @returns the open bookings of a lab that was suspended, which need another lab */
export async function changeLabAccess(change: 'suspend' | 'reinstate', id: string, reason: string) {
  const options = { params: { id }, body: { reason } }
  if (change === 'reinstate') {
    applyWrite(await command('POST', '/api/lab-partners/:id/reinstate', options))
    return { openBookings: [] }
  }
  const { openBookings, ...lab } = await command('POST', '/api/lab-partners/:id/suspend', options)
  applyWrite(lab)
  return { openBookings }
}

export type LabDetails = OptionsAt<'PUT', '/api/lab-partners/:id'>['body']

export async function changeLab(id: string, body: LabDetails): Promise<LabPartnerView> {
  return applyWrite(await call('PUT', '/api/lab-partners/:id', { params: { id }, body }))
}

/** Shows the new state at once, before the live message arrives. */
function applyWrite(lab: LabPartnerView): LabPartnerView {
  live.applyLocalWrite(labChange(lab))
  return lab
}
