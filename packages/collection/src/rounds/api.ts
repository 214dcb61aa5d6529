import { date, idParams, instant } from '@jaanch/contracts/http/fields'
import { forLab, route } from '@jaanch/contracts/http/route'
import { bookingStatuses, genders, timeSlots } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { custody } from '../custody/custody.ts'

const patient = z.object({
  name: z.string(),
  /** To the customer; 'Self' for the customer */
  relationship: z.string(),
  /** Whole years today; null without a date of birth */
  age: z.int().nonnegative().nullable(),
  sex: z.enum(genders).nullable(),
})

/** One tube each, in the order in which they are filled; `container` is null if the catalogue specifies none. */
const tube = z.object({
  specimen: z.string(),
  container: z.string().nullable(),
  /** The names of the tests that share it */
  tests: z.array(z.string()),
})

/** How often the labels of a person's tubes were printed, and when last; null: not yet */
const labels = z.object({ prints: z.int().positive(), at: instant }).nullable()

const address = z.object({
  line1: z.string(),
  line2: z.string().nullable(),
  landmark: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
})
export type CollectionAddress = z.output<typeof address>

/** The data that a lab needs to collect a sample. Only the assigned lab may read it. */
const collectionView = z.object({
  patient,
  /** E.164 if it is an Indian number */
  contactNumber: z.string().nullable(),
  /** As it was when the booking was placed */
  address: address.nullable(),
  /** The customer's note for the collector */
  instructions: z.string().nullable(),
  fastingRequired: z.boolean(),
  /** The longest fasting time of the tests; null if none specifies hours */
  fastingHours: z.int().nullable(),
  /** The fewest tubes of the booking's tests */
  specimens: z.array(tube),
  /** Everybody whose sample this lab collects in the visit, the patient of this booking too: tubes are never shared by people */
  people: z.array(patient.extend({ bookingId: z.uuid(), specimens: z.array(tube), labels })),
})
export type CollectionView = z.output<typeof collectionView>

const roundPerson = z.object({
  bookingId: z.uuid(),
  orderNumber: z.string().nullable(),
  status: z.enum(bookingStatuses),
  tests: z.array(z.string()),
  patient: patient.nullable(),
  specimens: z.array(tube),
  labels,
})

/** A visit as the collector takes it along on paper. What the lab may not see yet, or not any more, is null. */
export const roundVisit = z.object({
  id: z.uuid(),
  /** A slot, `09:00` for an order from a prescription, null for an instant visit */
  time: z.string().nullable(),
  /** Why the people and the address are not shown; null if they are */
  closed: z.string().nullable(),
  /** PIN code and city; null without an address */
  area: z.string().nullable(),
  address: address.nullable(),
  contactNumber: z.string().nullable(),
  instructions: z.string().nullable(),
  /** The longest fasting time of the visit; null if no test needs fasting or none specifies hours */
  fastingHours: z.int().nullable(),
  /** The amount still to be paid at the visit, rupees */
  due: z.number().nonnegative(),
  people: z.array(roundPerson),
})

/** The visits of a day in the order of their slots, instant ones first. */
const roundView = z.object({
  date,
  /** Its name */
  lab: z.string(),
  visits: z.array(
    roundVisit.extend({
      /** The collector who makes the visit; null: nobody was chosen yet */
      collectorId: z.uuid().nullable(),
      /** The name of that person, which another collector may have too */
      collector: z.string().nullable(),
    }),
  ),
  /** There are more than are sent */
  isCut: z.boolean(),
})
export type RoundView = z.output<typeof roundView>

/** The same for a phone that has no network: all that the collector's screen decides by. */
const phoneVisit = roundVisit.extend({
  /** Where a map shows the address; null without an address that may be shown */
  mapUrl: z.url().nullable(),
  people: z.array(
    roundPerson.pick({ bookingId: true, orderNumber: true, status: true, tests: true }).extend({
      patient: patient.extend({ dateOfBirth: z.string().nullable() }).nullable(),
      /** The amount that this person has not paid, rupees */
      due: z.number().nonnegative(),
      /** With all tubes, also before the first command has planned them */
      custody,
      /** How a phone checks the four digits that the customer says, see `hashVisitCode`; null: there are none */
      visitCode: z.object({ salt: z.string(), hash: z.string() }).nullable(),
    }),
  ),
})

const phoneRound = z.object({
  date,
  lab: z.object({ id: z.uuid(), name: z.string(), phone: z.string().nullable() }),
  collector: z.object({ id: z.uuid(), name: z.string() }),
  /** In the order of the slots, instant ones first; within a slot from each to the nearest, from the lab on */
  visits: z.array(phoneVisit),
  isCut: z.boolean(),
})
export type PhoneRound = z.output<typeof phoneRound>

export const roundCalls = {
  getRound: route({
    method: 'GET',
    path: '/api/bookings/round',
    ...forLab('front-desk', 'collector'),
    summary: "The visits of a day, or one visit, with what the lab's collector needs on paper",
    query: z
      .object({
        /** The day (Asia/Kolkata) */
        date: date.optional(),
        /** Only the visits of the day at this time */
        slot: z.enum(timeSlots).optional(),
        /** In place of a day: the visit of this booking */
        booking: z.uuid().optional(),
      })
      .refine((query) => (query.date === undefined) !== (query.booking === undefined), {
        message: 'Send either date or booking',
        path: ['date'],
      })
      .refine(({ slot, booking }) => slot === undefined || booking === undefined, {
        message: 'A slot is of a date',
        path: ['slot'],
      }),
    response: roundView,
  }),
  getPhoneRound: route({
    method: 'GET',
    path: '/api/lab/round',
    ...forLab('collector'),
    summary: "The caller's visits of a day, with all that a phone without a network needs",
    query: z.object({
      /** The day (Asia/Kolkata) */
      date,
      /** In place of the caller's: the visits of this collector. For the lab's owner */
      collector: z.uuid().optional(),
    }),
    response: phoneRound,
  }),
  listCollectors: route({
    method: 'GET',
    path: '/api/lab/collectors',
    ...forLab('front-desk'),
    summary: 'Who can make the visits of the lab: its collectors and its owner',
    response: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
  getCollection: route({
    method: 'GET',
    path: '/api/bookings/:id/collection',
    ...forLab('front-desk', 'collector'),
    summary: "The data that the booking's lab needs to collect the sample",
    params: idParams,
    response: collectionView,
  }),
}
