import { date, instant, line } from '@jaanch/contracts/http/fields'
import { forLab, route } from '@jaanch/contracts/http/route'
import { recordingMarks, rejectionReasons, tubePlaces } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { temperature, tubeNumber } from './custody-facts.ts'

const boardTube = z.object({
  bookingId: z.uuid(),
  visitId: z.uuid(),
  orderNumber: z.string().nullable(),
  /** null where the lab may not see it at that moment */
  patientName: z.string().nullable(),
  /** A slot, or as for bookings */
  time: z.string().nullable(),
  number: tubeNumber,
  /** Of how many of this person */
  of: tubeNumber,
  specimen: z.string(),
  container: z.string().nullable(),
  /** What its barcode says: its own label or a pre-printed one; null before the order has a number */
  code: z.string().nullable(),
  place: z.enum(tubePlaces),
  /** Who drew it, or is to */
  collectorId: z.uuid().nullable(),
  drawnAt: instant.nullable(),
  /** What to know of the record of the draw: that it came late, that its time is not certain … */
  drawnMarks: z.array(z.enum(recordingMarks)),
  /** The end of its stability window; null before the draw, and for a tube without one */
  dueAt: instant.nullable(),
  minC: z.number().nullable(),
  maxC: z.number().nullable(),
  receivedAt: instant.nullable(),
  temperatureC: temperature.nullable(),
  decidedAt: instant.nullable(),
  reason: z.enum(rejectionReasons).nullable(),
})
export type BoardTube = z.output<typeof boardTube>

export const tubeCalls = {
  listTubes: route({
    method: 'GET',
    path: '/api/lab/tubes',
    ...forLab('front-desk', 'technician'),
    summary: "The tubes of a lab's day, and those of the days before that are still on the way",
    query: z.object({
      /** The day of the collection (Asia/Kolkata) */
      date,
    }),
    response: z.object({
      tubes: z.array(boardTube),
      /** Names of the collectors by id */
      collectors: z.record(z.uuid(), z.string()),
      /** There are more bookings than are looked at */
      isCut: z.boolean(),
    }),
  }),
  findTube: route({
    method: 'GET',
    path: '/api/lab/tubes/find',
    ...forLab('front-desk', 'technician'),
    summary: 'The tube of a barcode, if it is of a booking of the lab',
    query: z.object({ code: line(64).min(4) }),
    response: z.object({ bookingId: z.uuid(), number: tubeNumber, date }),
  }),
}
