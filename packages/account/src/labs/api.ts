import {
  email,
  idParams,
  instant,
  line,
  noticeVersion,
  optional,
  page,
  password,
  pincode,
  position,
  reason,
} from '@jaanch/contracts/http/fields'
import { phone } from '@jaanch/contracts/http/phone'
import { creation, forAdmins, route } from '@jaanch/contracts/http/route'
import { labelIdentities, labPartnerStatuses } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

export const labPartnerView = z.object({
  id: z.uuid(),
  labName: z.string(),
  organizationName: z.string(),
  isApproved: z.boolean(),
  status: z.enum(labPartnerStatuses),
  city: z.string().nullable(),
  state: z.string().nullable(),
  pincode: z.string().nullable(),
  address: z.string(),
  labLicense: z.string().nullable(),
  user: z.object({ email: z.string(), phone: z.string().nullable() }),
  createdAt: instant,
  position,
  /** Mean of its reviews, with one decimal; null before the fifth */
  rating: z.number().nullable(),
  /** Number of its reviews; missing before the fifth */
  reviewCount: z.int().positive().optional(),
  /** Whether areas that it declared limit nobody until an admin consents */
  waitsForConsent: z.boolean(),
  /** Bookings that it was assigned in the last 90 days, those that it kept and those that it declined; missing without declines */
  assignments: z.object({ assigned: z.int().positive(), declined: z.int().positive() }).optional(),
})
export type LabPartnerView = z.output<typeof labPartnerView>

export const labRegistration = z.object({
  email,
  password,
  organizationName: line(120),
  address: line(300),
  phone,
  noticeVersion,
})

/** A decision of an admin about a lab */
export const labDecision = {
  params: idParams,
  body: z.object({}).optional(),
  ...forAdmins('manager'),
  commands: true,
  response: labPartnerView,
} as const

export const labPartnerCalls = {
  registerLabPartner: route({
    method: 'POST',
    path: '/api/lab-partners/register',
    access: 'public',
    summary: 'Apply as a lab partner',
    body: labRegistration,
    ...creation,
    response: z.object({ id: z.uuid(), message: z.string() }),
  }),
  listApprovedLabPartners: route({
    method: 'GET',
    path: '/api/lab-partners',
    ...forAdmins('manager', 'support'),
    summary: 'Approved labs, for assignment',
    query: page.extend({ limit: page.shape.limit.default(500) }),
    response: z.array(labPartnerView),
  }),
  listAllLabPartners: route({
    method: 'GET',
    path: '/api/lab-partners/all',
    ...forAdmins('manager', 'support'),
    summary: 'All labs, including rejected and waiting applications',
    query: page.extend({
      limit: page.shape.limit.default(500),
      status: z.enum(labPartnerStatuses).optional(),
      /** Those that wait for consent to areas that they declared */
      waiting: z.literal('1').optional(),
    }),
    response: z.array(labPartnerView),
  }),
  listTopLabPartners: route({
    method: 'GET',
    path: '/api/lab-partners/top',
    ...forAdmins('manager', 'support'),
    summary: 'The four approved labs with the most bookings, in descending order',
    response: z.array(
      z.object({
        id: z.uuid(),
        labName: z.string(),
        city: z.string().nullable(),
        bookings: z.int().nonnegative(),
      }),
    ),
  }),
  approveLabPartner: route({
    ...labDecision,
    method: 'POST',
    path: '/api/lab-partners/:id/approve',
    summary: 'Approve a lab',
  }),
  rejectLabPartner: route({
    ...labDecision,
    method: 'POST',
    path: '/api/lab-partners/:id/reject',
    summary: 'Reject a lab',
  }),
  reinstateLabPartner: route({
    ...labDecision,
    method: 'POST',
    path: '/api/lab-partners/:id/reinstate',
    summary: 'Reinstate a suspended lab',
    body: reason,
  }),
  changeLabPartner: route({
    method: 'PUT',
    path: '/api/lab-partners/:id',
    ...forAdmins('manager'),
    summary: 'Add the details of a lab that the registration does not contain',
    params: idParams,
    body: z.object({
      city: optional(line(80)).optional(),
      state: optional(line(80)).optional(),
      pincode: optional(pincode).optional(),
      labLicense: optional(line(80)).optional(),
    }),
    response: labPartnerView,
  }),
}

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
