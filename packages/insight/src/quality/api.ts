import { qualityDays } from '@jaanch/collection/tube-metrics'
import { route } from '@jaanch/contracts/http/route'
import { rejectionReasons } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

const count = z.int().nonnegative()

const quality = z.object({
  drawn: count,
  received: count,
  /** Received within the stability window */
  inTime: count,
  /** Mean from the draw to the receipt, seconds; null if nothing was received */
  secondsToReceipt: count.nullable(),
  accepted: count,
  rejected: count,
  rejectedFor: z.partialRecord(z.enum(rejectionReasons), count),
  /** People whose identity was asked, and those who were not the expected ones at first */
  identified: count,
  mismatched: count,
})
export type Quality = z.output<typeof quality>

const row = quality.extend({
  /** A lab, or one of its collectors; null: nobody is known to have drawn these tubes */
  id: z.uuid().nullable(),
  name: z.string().nullable(),
})
export type QualityRow = z.output<typeof row>

export const qualityCalls = {
  getQuality: route({
    method: 'GET',
    path: '/api/quality',
    access: ['lab-partner', 'admin'],
    admins: ['manager', 'support', 'medical'],
    labs: ['front-desk', 'technician', 'pathologist'],
    summary: 'How collections went: of a lab by collector, for admins of all labs, or of one',
    query: z.object({
      days: z.coerce.number().pipe(z.literal(qualityDays)).default(30),
      /** Admins only */
      lab: z.uuid().optional(),
    }),
    response: z.object({
      /** The most tubes first; at most 200 */
      rows: z.array(row),
      total: quality,
    }),
  }),
}
