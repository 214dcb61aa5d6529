import { idParams, instant } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import { attentions } from '../list/tabs.ts'

/** A booking can be put off for so many days at most. */
export const mostSnoozedDays = 7

export const attentionCalls = {
  snoozeAttention: route({
    method: 'POST',
    path: '/api/admin/bookings/:id/snooze',
    ...forAdmins('manager'),
    summary:
      'Put a booking that needs attention off for all admins, until a time or until something happens to it',
    params: idParams,
    body: z.object({
      attention: z.enum(attentions),
      /** null: it is put off no longer */
      until: instant.nullable(),
    }),
    response: z.object({ until: instant.nullable() }),
  }),
}
