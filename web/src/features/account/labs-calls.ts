import type { LabPartnerView } from '@jaanch/account/labs/api'
import { useSWRConfig } from 'swr'
import { live } from '@/lib/cache/live-cache'
import { usePages } from '@/lib/cache/use-pages'
import { liveQuery, useList } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { urlOf } from '@/lib/http/url'
import { command } from '@/lib/idempotency'
import { labChange } from '@/lib/live/change'
import { derivedFrom, listOf } from '@/lib/live/live-rule'

export const allLabs = liveQuery(
  '/api/lab-partners/all',
  listOf('lab', ({ waitsForConsent }, search) => !search.has('waiting') || waitsForConsent, {
    defaultLimit: 500,
  }),
)
export const approvedLabs = liveQuery(
  '/api/lab-partners',
  listOf('lab', ({ isApproved }) => isApproved, { defaultLimit: 500 }),
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
  const options = { params: { id }, body: {} }
  return applyWrite(
    decision === 'approve'
      ? await command('POST', '/api/lab-partners/:id/approve', options)
      : await command('POST', '/api/lab-partners/:id/reject', options),
  )
}

/** @returns the lab with its open bookings */
export async function suspendLab(id: string, reason: string) {
  const options = { params: { id }, body: { reason } }
  const { openBookings, ...lab } = await command('POST', '/api/lab-partners/:id/suspend', options)
  return { ...applyWrite(lab), openBookings }
}

export async function reinstateLab(id: string, reason: string): Promise<LabPartnerView> {
  const options = { params: { id }, body: { reason } }
  return applyWrite(await command('POST', '/api/lab-partners/:id/reinstate', options))
}

export function useTopLabs() {
  return useList(topLabs)
}

type LabDetails = OptionsAt<'PUT', '/api/lab-partners/:id'>['body']

export async function changeLab(id: string, body: LabDetails): Promise<LabPartnerView> {
  return applyWrite(await call('PUT', '/api/lab-partners/:id', { params: { id }, body }))
}

type Registration = OptionsAt<'POST', '/api/lab-partners/register'>['body']

export function registerLab(body: Registration) {
  return command('POST', '/api/lab-partners/register', { body })
}

/** Shows the new state at once, before the live message arrives. */
function applyWrite(lab: LabPartnerView): LabPartnerView {
  live.applyLocalWrite(labChange(lab))
  return lab
}

/** The labs that fit a booking, best first. */
export function useSuggestions(bookingId: string) {
  return useList('/api/admin/bookings/:id/suggestions', { params: { id: bookingId } })
}

/** The next unassigned bookings, each with the lab that fits best. Nothing is assigned. */
export function previewSuggestions() {
  return call('POST', '/api/admin/bookings/suggestions', { body: {} })
}

const switches = '/api/admin/automatic-assignment'

export function useAutomaticAssignment() {
  const list = useList(switches)
  const { mutate } = useSWRConfig()
  return {
    ...list,
    async set(city: string, isOn: boolean): Promise<void> {
      await mutate(urlOf(switches), await call('PUT', switches, { body: { city, isOn } }), false)
    },
  }
}
