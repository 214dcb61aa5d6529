import { labelIdentities } from '@jaanch/collection/labels/rules'
import { line } from '@jaanch/contracts/http/fields'
import { phone } from '@jaanch/contracts/http/phone'
import { route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

const labProfile = z.object({
  labName: z.string(),
  address: z.string(),
  /** These are recorded by an admin */
  city: z.string().nullable(),
  state: z.string().nullable(),
  pincode: z.string().nullable(),
  /** The phone that customers and collectors call: that of the owner's account */
  phone: z.string().nullable(),
  labelIdentity: z.enum(labelIdentities),
})
export type LabProfile = z.output<typeof labProfile>

const labProfileInput = z.object({
  labName: line(120).optional(),
  address: line(300).optional(),
  phone: phone.optional(),
  labelIdentity: z.enum(labelIdentities).optional(),
})

/** Calls of a lab's owner about the lab itself. */
export const labProfileCalls = {
  getLabProfile: route({
    method: 'GET',
    path: '/api/lab/profile',
    access: ['lab-partner'],
    summary: 'Name, address and phone of the lab, and how its labels name patients',
    response: labProfile,
  }),
  changeLabProfile: route({
    method: 'PUT',
    path: '/api/lab/profile',
    access: ['lab-partner'],
    summary:
      'Change name, address or phone of the lab, or how its labels name patients; missing fields do not change. Released reports stay',
    body: labProfileInput,
    response: labProfile,
  }),
}
