import { instant } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { channels } from '@jaanch/messages/message'
import { z } from 'zod'
import { userView } from '../sessions/api.ts'

const channel = z.enum(channels)

export const contactCalls = {
  sendContactCode: route({
    method: 'POST',
    path: '/api/users/me/contacts/code',
    access: 'signed-in',
    summary: "Send a one-time code to the caller's e-mail address or phone; it replaces an earlier one",
    body: z.object({ channel }),
    status: 202,
    response: z.object({ expiresAt: instant }),
  }),
  proveContact: route({
    method: 'POST',
    path: '/api/users/me/contacts/verify',
    access: 'signed-in',
    summary: "Prove the caller's e-mail address or phone by the code that was sent to it",
    body: z.object({
      channel,
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'A code has six digits'),
    }),
    response: userView,
  }),
}
