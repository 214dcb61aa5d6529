/** Messages on a booking: with whom they are exchanged, and sentences that are sent with one press. */
import type { Role } from '@jaanch/contracts/vocabulary'

/** `lab`: the customer and the lab of the booking; `platform`: the customer and Jaanch. Admins take part in both */
export const messageAudiences = ['lab', 'platform'] as const
export type MessageAudience = (typeof messageAudiences)[number]

export const messageTextMax = 1_000

export const messageTemplates = {
  'call-before': 'Please call me before you come.',
  late: 'I will be late.',
  fasting: 'I have a question about fasting.',
  'on-our-way': 'We are on our way.',
  prescription: 'Please keep the prescription ready.',
  unreachable: 'We could not reach you, please call.',
} as const
export type MessageTemplate = keyof typeof messageTemplates
export const messageTemplateCodes = Object.keys(messageTemplates) as [MessageTemplate, ...MessageTemplate[]]

const ofStaff = ['on-our-way', 'prescription', 'unreachable'] as const
/** The templates that each role may send */
export const templatesOf: Readonly<Record<Role, readonly MessageTemplate[]>> = {
  customer: ['call-before', 'late', 'fasting'],
  'lab-partner': ofStaff,
  admin: ofStaff,
}
