import type { OrderLine } from '@jaanch/contracts/booking'
import type { Patient, Restrictions } from '@jaanch/domain/catalogue/eligibility'
import type { BookingDetails } from '@jaanch/storage/visit/visit-rows'

/** The ids in a customer's request, and the id of the booking that it asks for. */
export type OrderIds = {
  bookingId: string
  customerId: string
  packageId: string
  addressId: string
  /** null: the customer is the patient */
  familyMemberId: string | null
}

/** What the ids refer to; null for what does not exist, belongs to another customer, or is not on offer. */
export type FoundOrder = {
  /** Of an earlier request for this booking. `requestHash` is null for an erased customer */
  earlier: { requestHash: string | null } | null
  ordered:
    | (Restrictions & {
        id: string
        name: string
        /** Today, in the marketplace */
        price: number
        /** That gives the price; null: the catalogue */
        priceList: OrderLine['priceList'] | null
        originalPrice: number | null
        fastingRequired: boolean
        fastingHours: number | null
      })
    | null
  /** With the name and relationship of a family member */
  patient: (Patient & { name?: string; relationship?: string }) | null
  /** null: the account no longer exists. `noticeVersion`: of the notice that is recorded last as shown with a booking */
  customer: { name: string; phone: string | null; noticeVersion: number | null } | null
  address: BookingDetails['address']
  /** Open bookings of the customer: those that the projector has counted */
  openBookings: number
  /**
   * Visits of a customer whose e-mail address and phone are both unproven; null for the others, who may have
   * more. Those that ended are among them only below the limit
   */
  unprovenVisits: number | null
}
