import { z } from 'zod'
import { genders } from '../vocabulary.ts'
import { idParams } from './fields.ts'
import { route } from './route.ts'

/** The data that a lab needs to collect a sample. Only the assigned lab may read it. */
const collectionView = z.object({
  patient: z.object({
    name: z.string(),
    /** To the customer; 'Self' for the customer */
    relationship: z.string(),
    /** Whole years today; null without a date of birth */
    age: z.int().nonnegative().nullable(),
    sex: z.enum(genders).nullable(),
  }),
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
  fastingRequired: z.boolean(),
  /** The longest fasting time of the tests; null if none specifies hours */
  fastingHours: z.int().nullable(),
  /** Each kind once; `container` is the tube, null if the catalogue specifies none */
  specimens: z.array(z.object({ specimen: z.string(), container: z.string().nullable() })),
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
