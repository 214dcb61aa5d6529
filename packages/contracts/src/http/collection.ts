import { z } from 'zod'
import { genders } from '../vocabulary.ts'
import { idParams } from './fields.ts'
import { route } from './route.ts'

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

/** The data that a lab needs to collect a sample. Only the assigned lab may read it. */
const collectionView = z.object({
  patient,
  /** E.164 if it is an Indian number */
  contactNumber: z.string().nullable(),
  /** As it was when the booking was placed */
  address: z
    .object({
      line1: z.string(),
      line2: z.string().nullable(),
      landmark: z.string().nullable(),
      city: z.string(),
      state: z.string(),
      pincode: z.string(),
    })
    .nullable(),
  /** What the customer wrote for the collector */
  instructions: z.string().nullable(),
  fastingRequired: z.boolean(),
  /** The longest fasting time of the tests; null if none specifies hours */
  fastingHours: z.int().nullable(),
  /** The fewest tubes of the booking's tests */
  specimens: z.array(tube),
  /** Everybody whose sample this lab collects in the visit, the patient of this booking too: tubes are never shared by people */
  people: z.array(patient.extend({ bookingId: z.uuid(), specimens: z.array(tube) })),
})
export type CollectionView = z.output<typeof collectionView>

export const collectionRoutes = {
  getCollection: route({
    method: 'GET',
    path: '/api/bookings/:id/collection',
    access: ['lab-partner'],
    summary: "The data that the booking's lab needs to collect the sample",
    params: idParams,
    response: collectionView,
  }),
}
