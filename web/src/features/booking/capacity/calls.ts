import type { CapacityView } from '@jaanch/booking/capacity/api'
import { mutate } from 'swr'
import { useList, useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { urlOf } from '@/lib/http/url'
import { bookingList } from '../bookings-calls'

export type CapacityRequest = OptionsAt<'PUT', '/api/lab-partners/:id/capacity'>['body']

/** As it was when the screen was opened; `mutate` fetches it again. */
export function useDeclaredCapacity(labPartnerId: string) {
  return useResource('/api/lab-partners/:id/capacity', { params: { id: labPartnerId } })
}

/** Not cached: who edits it must see what it is now. */
export function readCapacity(labPartnerId: string): Promise<CapacityView> {
  return call('GET', '/api/lab-partners/:id/capacity', { params: { id: labPartnerId } })
}

export async function declareCapacity(labPartnerId: string, body: CapacityRequest): Promise<CapacityView> {
  const params = { id: labPartnerId }
  const declared = await call('PUT', '/api/lab-partners/:id/capacity', { params, body })
  await mutate(urlOf('/api/lab-partners/:id/capacity', params), declared, { revalidate: false })
  return declared
}

/** An admin consents to areas of `waiting`. */
export function consentToAreas(
  labPartnerId: string,
  waiting: CapacityView['waiting'],
): Promise<CapacityView> {
  const options = { params: { id: labPartnerId }, body: waiting }
  return call('POST', '/api/lab-partners/:id/capacity/consent', options)
}

/** The cities of the catalogue of PIN codes, those that Jaanch offers first. @param isNeeded no request if not */
export function useCities(isNeeded: boolean) {
  return useList(isNeeded ? '/api/cities' : null)
}

/** The limit of `useOpenBookingsOfDay` */
export const mostOfDay = 50

/**
 * The bookings of a lab whose samples are still to be collected on an IST date, with new samples that wait for the customer: they hold
 * their place.
 * @param lab the lab, for an admin; a lab sees its own
 */
export function useOpenBookingsOfDay(date: string, lab?: string) {
  const status = 'pending_customer_confirmation,pending,confirmed,sample-collection'
  const query = {
    from: date,
    to: date,
    status,
    sort: 'visit',
    limit: mostOfDay,
    ...(lab && { lab }),
  } as const
  return useList(bookingList, { query })
}
