import { forLab, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import { labelFormats, labelsPerSheet, mostLabelledBookings } from './rules.ts'

export const labelCalls = {
  printLabels: route({
    method: 'POST',
    path: '/api/bookings/labels',
    ...forLab('front-desk', 'collector'),
    summary: 'The labels of the tubes of bookings as a PDF. Each print is recorded',
    body: z.object({
      /** In this order; those whose people the lab may not see are left out */
      bookings: z.array(z.uuid()).min(1).max(mostLabelledBookings),
      format: z.enum(labelFormats),
      /** Place of the first label on a sheet that was used in part */
      start: z.int().min(1).max(labelsPerSheet).default(1),
    }),
    commands: true,
    response: 'file',
  }),
}
