import { z } from 'zod'
import { genders } from '../vocabulary.ts'
import { idParams } from './fields.ts'
import { route } from './route.ts'

/** What a lab needs to collect a sample. Only the lab to which the booking is assigned may read it. */
export const collectionView = z.object({
  patient: z.object({
    name: z.string(),
    /** To the customer; 'Self' for the customer */
    relationship: z.string(),
    /** Whole years today; null where no date of birth is known */
    age: z.int().nonnegative().nullable(),
    sex: z.enum(genders).nullable(),
  }),
  /** In E.164 where it is Indian */
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
  /** The longest fast that one of the tests asks for; null where none says how long */
  fastingHours: z.int().nullable(),
  /** Each kind once; `container` is the tube, and null where the catalogue names none */
  specimens: z.array(z.object({ specimen: z.string(), container: z.string().nullable() })),
})
export type CollectionView = z.output<typeof collectionView>

export const collectionRoutes = {
  getCollection: route({
    method: 'GET',
    path: '/api/bookings/:id/collection',
    access: ['lab-partner'],
    summary: "What the booking's lab needs to collect the sample",
    params: idParams,
    response: collectionView,
  }),
}
