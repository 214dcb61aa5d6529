import { addDays, istDate } from '@jaanch/contracts/calendar'

export const addressInput = {
  street: '12 MG Road',
  city: 'Ahmedabad',
  state: 'Gujarat',
  pincode: '380001',
  phone: '98765 43210',
}

const nextDay = addDays(istDate(new Date()), 1)
/** The day after the tests began: it stays the same at midnight, so that what a test compares is of one day */
export const tomorrow = (): string => nextDay

/** The body that the wizard sends for a collection tomorrow morning, paid in cash */
export function bookingInput(packageId: string, addressId: string, change: Record<string, unknown> = {}) {
  return {
    packageId,
    addressId,
    collectionType: 'scheduled' as const,
    scheduledDate: nextDay,
    scheduledTime: '08:00-10:00' as const,
    paymentMethod: 'cash-on-collection' as const,
    ...change,
  }
}
