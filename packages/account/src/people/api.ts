/** Family members and saved addresses of a customer, and where a place is. */

import {
  date,
  idParams,
  instant,
  line,
  optional,
  pincode,
  withoutContent,
} from '@jaanch/contracts/http/fields'
import { phone } from '@jaanch/contracts/http/phone'
import { confirm } from '@jaanch/contracts/http/questions'
import { creation, route } from '@jaanch/contracts/http/route'
import {
  addressLabels,
  genders,
  profileRelationships,
  wizardRelationships,
} from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

export const familyMemberView = z.object({
  id: z.uuid(),
  name: z.string(),
  relationship: z.string(),
  dateOfBirth: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  phone: z.string().nullable(),
  /** Whole years today in Asia/Kolkata; null without a date of birth */
  age: z.int().nullable(),
})
export type FamilyMemberView = z.output<typeof familyMemberView>

const familyMemberInput = z.object({
  name: line(100),
  relationship: z.enum([...wizardRelationships, ...profileRelationships]),
  dateOfBirth: optional(date),
  gender: optional(z.enum(genders)),
  phone: optional(phone),
})

export type FamilyMemberInput = z.output<typeof familyMemberInput>

/** An adult's agreement that the customer sees the results. */
const relativeConsentView = z.object({
  familyMemberId: z.uuid(),
  name: z.string(),
  /** A child's results need none, unless somebody with this id was ever recorded as an adult */
  isNeeded: z.boolean(),
  /** null: not given, or withdrawn */
  givenAt: instant.nullable(),
  /** The text that is agreed to, and its version */
  text: z.string(),
  version: z.int(),
})
export type RelativeConsentView = z.output<typeof relativeConsentView>

export const addressView = z.object({
  id: z.uuid(),
  label: z.enum(addressLabels),
  addressLine1: z.string(),
  addressLine2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  landmark: z.string().nullable(),
  phone: z.string(),
})
export type AddressView = z.output<typeof addressView>

export const addressInput = z.object({
  label: z.enum(addressLabels).default('Home'),
  /** Becomes addressLine1 */
  street: line(200),
  addressLine2: optional(line(200)),
  city: line(80),
  state: line(80),
  pincode,
  landmark: optional(line(120)),
  phone,
})

export const peopleCalls = {
  listFamilyMembers: route({
    method: 'GET',
    path: '/api/family-members',
    access: ['customer'],
    summary: "The customer's family members",
    response: z.array(familyMemberView),
  }),
  addFamilyMember: route({
    method: 'POST',
    path: '/api/family-members',
    access: ['customer'],
    summary: 'Add a family member',
    body: familyMemberInput,
    ...creation,
    response: familyMemberView,
  }),
  changeFamilyMember: route({
    method: 'PUT',
    path: '/api/family-members/:id',
    access: ['customer'],
    summary:
      'Change a family member; of one with results, another name, birth date or sex needs an answer: a mistake is corrected, or this is another person, who is added. Another name, birth date or relationship ends a given consent and the links to the results',
    params: idParams,
    body: familyMemberInput.extend({ confirm }),
    response: familyMemberView,
  }),
  removeFamilyMember: route({
    method: 'DELETE',
    path: '/api/family-members/:id',
    access: ['customer'],
    summary:
      'Remove a family member; past bookings keep the name. A given consent and the links to the results end',
    params: idParams,
    ...withoutContent,
  }),
  getRelativeConsent: route({
    method: 'GET',
    path: '/api/family-members/:id/consent',
    access: ['customer'],
    summary: 'Whether an adult family member has agreed that the customer sees the results',
    params: idParams,
    response: relativeConsentView,
  }),
  giveRelativeConsent: route({
    method: 'POST',
    path: '/api/family-members/:id/consent',
    access: ['customer'],
    summary: 'Record that an adult family member agrees; the version is that of the text that was shown',
    params: idParams,
    body: z.object({ version: z.int32().positive() }),
    response: relativeConsentView,
  }),
  withdrawRelativeConsent: route({
    method: 'DELETE',
    path: '/api/family-members/:id/consent',
    access: ['customer'],
    summary: 'Record that a family member no longer agrees',
    params: idParams,
    ...withoutContent,
  }),
  listAddresses: route({
    method: 'GET',
    path: '/api/customer-addresses',
    access: ['customer'],
    summary: "The customer's saved addresses",
    response: z.array(addressView),
  }),
  addAddress: route({
    method: 'POST',
    path: '/api/customer-addresses',
    access: ['customer'],
    summary: 'Save an address',
    body: addressInput,
    ...creation,
    response: addressView,
  }),
  changeAddress: route({
    method: 'PUT',
    path: '/api/customer-addresses/:id',
    access: ['customer'],
    summary: 'Change a saved address; existing bookings keep the old one',
    params: idParams,
    body: addressInput,
    response: addressView,
  }),
  removeAddress: route({
    method: 'DELETE',
    path: '/api/customer-addresses/:id',
    access: ['customer'],
    summary: 'Remove a saved address',
    params: idParams,
    ...withoutContent,
  }),
}

/** Degrees. An empty text is rejected: Number('') would be 0, a place in the Atlantic. */
function degrees(limit: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && !value.trim() ? undefined : value),
    z.coerce.number().min(-limit).max(limit),
  )
}

export const geocodeCalls = {
  geocode: route({
    method: 'GET',
    path: '/api/geocode',
    access: 'public',
    summary: 'City, state and PIN code nearest to a point in India; 404 elsewhere',
    query: z.object({ lat: degrees(90), lng: degrees(180) }),
    response: z.object({ city: z.string(), state: z.string(), pincode: z.string() }),
  }),
  findArea: route({
    method: 'GET',
    path: '/api/geocode/area',
    access: 'public',
    summary: 'City and state of a PIN code or city, and whether a lab is near; 404 for one that is not known',
    query: z
      .object({ pincode: pincode.optional(), city: line(80).optional() })
      .refine(
        ({ pincode, city }) => (pincode === undefined) !== (city === undefined),
        'Either a PIN code or a city',
      ),
    response: z.object({
      city: z.string(),
      state: z.string(),
      /** Whether an approved lab is within 60 km; true too if the place of no lab is known */
      isServed: z.boolean(),
    }),
  }),
}
