import type { BookingSummary } from '@jaanch/booking/booking'
import { tabsOfBooking } from '@jaanch/booking/list/tabs'
import type { PrescriptionSummary } from '@jaanch/booking/prescriptions/prescription'
import { type Owner, ownerKey } from '@jaanch/contracts/owner-keys'
import { revenueOf } from './facts.ts'

/** A part of the number of one tab, or its change */
export type Count = { owner: string; tab: string; n: number }

export const countKey = ({ owner, tab }: Count) => `${owner} ${tab}`

/** The counts that a booking adds for the admins, its customer and its lab. */
export function countsOfBooking(booking: BookingSummary): Count[] {
  return ownersOf(booking).flatMap((owner) => {
    const key = ownerKey(owner)
    const tabs = tabsOfBooking(owner.audience, booking).map((tab) => ({ owner: key, tab, n: 1 }))
    return owner.audience === 'customer' ? tabs : [...tabs, ...sumsOf(key, booking)]
  })
}

function ownersOf({ customerId, labPartnerId }: BookingSummary): Owner[] {
  const owners: Owner[] = [{ audience: 'admin' }, { audience: 'customer', customerId }]
  return labPartnerId ? [...owners, { audience: 'lab-partner', labPartnerId }] : owners
}

/** Beside the tabs: the number of active bookings, and the revenue in paise. */
function sumsOf(owner: string, booking: BookingSummary): Count[] {
  const { status } = booking
  if (status === 'completed') return [{ owner, tab: 'revenue', n: revenueOf(booking) }]
  return status === 'cancelled' ? [] : [{ owner, tab: 'active', n: 1 }]
}

/** The counts that a prescription adds for the admins and its customer. */
export function countsOfPrescription({ customerId, status }: PrescriptionSummary): Count[] {
  const owners = [ownerKey({ audience: 'admin' }), ownerKey({ audience: 'customer', customerId })]
  return owners.map((owner) => ({ owner, tab: `prescription ${status}`, n: 1 }))
}
