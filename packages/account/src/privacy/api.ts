/** A person's rights over what Jaanch holds about them. */

import { instant, withoutContent } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import { ownPassword } from '../sessions/api.ts'
import { consentPurposes } from './consent-texts.ts'

const consentView = z.object({
  purpose: z.enum(consentPurposes),
  /** The text that the person agrees to, and its version */
  text: z.string(),
  version: z.int(),
  /** Whether the person agreed to this version and did not take it back */
  isGiven: z.boolean(),
  /** null: never answered */
  answeredAt: instant.nullable(),
})
export type ConsentView = z.output<typeof consentView>

export const privacyCalls = {
  exportMe: route({
    method: 'POST',
    path: '/api/users/me/export',
    access: 'signed-in',
    summary: 'Everything that Jaanch holds about the caller: a ZIP of JSON and files; five times a day',
    body: ownPassword,
    response: 'file',
  }),
  listConsents: route({
    method: 'GET',
    path: '/api/users/me/consents',
    access: 'signed-in',
    summary: 'What the caller agreed to that the service does not need',
    response: z.array(consentView),
  }),
  answerConsent: route({
    method: 'PUT',
    path: '/api/users/me/consents',
    access: 'signed-in',
    summary: 'Agree to a purpose, or take it back; the version is that of the text that was shown',
    body: z.object({ purpose: z.enum(consentPurposes), version: z.int32().positive(), isGiven: z.boolean() }),
    response: z.array(consentView),
  }),
  eraseMe: route({
    method: 'POST',
    path: '/api/users/me/erase',
    access: ['customer'],
    summary:
      'Delete the account and everything about the person; refused while bookings or calls about critical values are open',
    body: ownPassword,
    ...withoutContent,
  }),
}
