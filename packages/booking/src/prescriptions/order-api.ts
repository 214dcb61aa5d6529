import { date, refused, text } from '@jaanch/contracts/http/fields'
import { rupees } from '@jaanch/contracts/money'
import { collectionTypes, prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

/** The request of an admin to propose an order from a prescription (specification, section 7). */
export const prescriptionOrderInput = z.object({
  customerId: z.uuid(),
  packageId: z.uuid(),
  packageIds: refused('An order has one packageId. Its other packages are those of the prescription'),
  prescriptionId: z.uuid(),
  collectionType: z.enum(collectionTypes).default('scheduled'),
  /** Default: tomorrow */
  scheduledDate: date.nullish(),
  scheduledTime: z.literal(prescriptionOrderTime).nullish(),
  status: z.literal('pending_customer_confirmation').optional(),
  paymentStatus: z.literal('pending').optional(),
  /** Must equal the sum of the catalogue prices */
  totalAmount: rupees,
  discountAmount: z.literal(0).optional(),
  finalAmount: rupees,
  specialInstructions: z.preprocess((value) => (value === '' ? null : value), text(500).nullish()),
})
