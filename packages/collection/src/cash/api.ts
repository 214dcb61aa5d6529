import { bookingView } from '@jaanch/booking/booking-view'
import { date, idParams, instant } from '@jaanch/contracts/http/fields'
import { forLab, route } from '@jaanch/contracts/http/route'
import { rupees } from '@jaanch/contracts/money'
import { paymentMethods } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

const sum = z.number().nonnegative()

const cashCount = z.object({
  id: z.int().positive(),
  /** The amount recorded as taken at the time of the count, rupees */
  expected: sum,
  counted: sum,
  /** null: who is no longer known */
  countedBy: z.string().nullable(),
  at: instant,
})

export const payment = z.object({
  bookingId: z.uuid(),
  orderNumber: z.string().nullable(),
  amount: sum,
  /** When the payment was recorded */
  at: instant,
})

const takings = z.object({
  /** The user who recorded the payments; null: nobody who is a user */
  collectorId: z.uuid().nullable(),
  /** null: nobody of the lab, such as an admin */
  name: z.string().nullable(),
  /** Whether the cash of this person can be counted: of people of the lab */
  isCountable: z.boolean(),
  /** The amount recorded as taken by now, rupees */
  expected: sum,
  bookings: z.array(payment),
  /** The last one first, which counts; the others were corrected */
  counts: z.array(cashCount),
})
export type Takings = z.output<typeof takings>

/** The payments recorded for one method on a day, rupees */
export const taken = z.object({
  method: z.enum(paymentMethods),
  payments: z.int().nonnegative(),
  amount: sum,
})

export const unpaid = z.object({
  bookingId: z.uuid(),
  orderNumber: z.string().nullable(),
  /** How it is to be paid */
  method: z.enum(paymentMethods),
  amount: sum,
})

export const cashCalls = {
  listCash: route({
    method: 'GET',
    path: '/api/lab/cash',
    ...forLab('front-desk'),
    summary: 'What was taken on a day, its cash by who recorded it and what was counted, and what is due',
    query: z.object({
      /** The day on which the payments were recorded (Asia/Kolkata) */
      date,
    }),
    response: z.object({
      takings: z.array(takings),
      /** There are more payments than are looked at: the sums are too low */
      isCut: z.boolean(),
      /** All that was taken on the day, by every method; null for a day before the last 60 */
      taken: z.array(taken).nullable(),
      /** Unpaid amounts of completed bookings, whatever the day */
      due: z.object({
        /** At most 200, the newest first */
        bookings: z.array(unpaid),
        /** There are more: the sum is too low */
        isCut: z.boolean(),
      }),
    }),
  }),
  countCash: route({
    method: 'POST',
    path: '/api/lab/cash',
    ...forLab('front-desk'),
    summary: 'Record how much cash a collector handed in of a day, or correct it',
    body: z.object({
      date,
      collectorId: z.uuid(),
      counted: rupees,
      /** The count that is corrected; null: it is the first one. The same again changes nothing */
      replaces: z.int().positive().nullable(),
    }),
    response: cashCount,
  }),
  acceptPayment: route({
    method: 'POST',
    path: '/api/bookings/:id/payment/accept',
    access: ['lab-partner'],
    summary: 'Accept what a collector reported as paid who made the visit no more when it arrived',
    params: idParams,
    commands: true,
    response: bookingView,
  }),
}
