import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { CollectionType, PaymentMethod, TimeSlot } from '@jaanch/contracts/vocabulary'
import { whenText } from '@/components/booking/when-text'

export type AddressDraft = { street: string; city: string; state: string; pincode: string; landmark: string }

/** A request that was sent and not answered: sent again with the same key, it happens once. */
export type Attempt = { key: string; body: string }

export type Booked = {
  id: string
  packageName: string
  familyMember: BookingView['familyMember']
  collectionType: CollectionType
  scheduledDate: string | null
  scheduledTime: string | null
  street: string
  city: string
  paymentMethod: PaymentMethod
}

/** All that the wizard knows (specification, section 3), and how far its sending has come. */
export type Draft = {
  packageId: string
  collectionType: CollectionType
  /** null: Myself */
  familyMemberId: string | null
  addressLabel: 'Home' | 'Office' | 'Other'
  address: AddressDraft
  /** A saved address; 'new'; '' while nothing was chosen */
  selectedAddressId: string
  contactNumber: string
  preferredDate: string
  preferredTime: TimeSlot | ''
  specialInstructions: string
  paymentMethod: 'cash' | 'upi' | 'card'
  addressAttempt: Attempt | null
  /** The address made by an earlier try, so that a retry makes no second one */
  madeAddress: { id: string; body: string } | null
  bookingAttempt: Attempt | null
  booked: Booked | null
}

export const emptyAddress: AddressDraft = { street: '', city: '', state: '', pincode: '', landmark: '' }

export function newDraft(packageId: string): Draft {
  return {
    packageId,
    collectionType: 'scheduled',
    familyMemberId: null,
    addressLabel: 'Home',
    address: emptyAddress,
    selectedAddressId: '',
    contactNumber: '',
    preferredDate: '',
    preferredTime: '',
    specialInstructions: '',
    paymentMethod: 'cash',
    addressAttempt: null,
    madeAddress: null,
    bookingAttempt: null,
    booked: null,
  }
}

/** How the API calls the wizard's payment methods (specification, section 7). */
export const sentMethods = {
  cash: 'cash-on-collection',
  upi: 'upi',
  card: 'card',
} as const satisfies Record<Draft['paymentMethod'], PaymentMethod>

/** @returns when the sample is collected, as on a booking */
export function collectionText({ collectionType, preferredDate, preferredTime }: Draft): string {
  return whenText({ collectionType, scheduledDate: preferredDate, scheduledTime: preferredTime || null })
}
