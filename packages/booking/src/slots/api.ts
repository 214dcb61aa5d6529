import {
  date,
  idParams,
  instant,
  packageIdList,
  packageIds,
  pincode,
  withoutContent,
} from '@jaanch/contracts/http/fields'
import { creation, route } from '@jaanch/contracts/http/route'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

const slotStates = ['open', 'few', 'full'] as const

/** The dates and slots that can be chosen at a PIN code. */
const slotsView = z.object({
  /** Whether labs declared limits there; if not, nothing needs to be held */
  isLimited: z.boolean(),
  /** Whether somebody can come within four hours */
  instant: z.object({ possible: z.boolean() }),
  days: z.array(
    z.object({
      /** Date in Asia/Kolkata */
      date,
      /** All fixed slots, in order. One that has begun is full */
      slots: z.array(
        z.object({
          time: z.enum(timeSlots),
          state: z.enum(slotStates),
          /** Free visits; only of `few` */
          left: z.int().positive().optional(),
        }),
      ),
    }),
  ),
  /** The first free slot from the first day asked for on, up to 30 days later; null if there is none */
  next: z.object({ date, time: z.enum(timeSlots) }).nullable(),
})
export type SlotsView = z.output<typeof slotsView>

export const slotCalls = {
  listSlots: route({
    method: 'GET',
    path: '/api/slots',
    access: 'public',
    summary: 'Which dates and slots are free at a PIN code',
    query: z.object({
      pincode,
      /** Default: today in India */
      from: date.optional(),
      days: z.coerce.number().int().min(1).max(14).default(7),
      /** Separated by commas: labs that do not do one of them do not count */
      packageIds: packageIdList,
      /** A booking that is moved: its own place counts as free, and its lab alone if it has one */
      visitId: z.uuid().optional(),
    }),
    response: slotsView,
  }),
  holdSlot: route({
    method: 'POST',
    path: '/api/slots/hold',
    access: ['customer'],
    summary: 'Hold a slot for ten minutes while booking; renew a hold once',
    body: z.object({
      pincode,
      date,
      time: z.enum(timeSlots),
      packageIds,
      /** An own hold of the same slot: it lasts ten minutes from now on; once */
      holdId: z.uuid().nullish(),
      /** A booking that is moved, as in `listSlots` */
      visitId: z.uuid().nullish(),
    }),
    ...creation,
    response: z.object({ id: z.uuid(), expiresAt: instant, isRenewable: z.boolean() }),
  }),
  releaseSlot: route({
    method: 'DELETE',
    path: '/api/slots/hold/:id',
    access: ['customer'],
    summary: 'Give a held slot up',
    params: idParams,
    ...withoutContent,
  }),
}
