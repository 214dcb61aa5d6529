import { idParams, instant, optional, text, withoutContent } from '@jaanch/contracts/http/fields'
import { creation, route } from '@jaanch/contracts/http/route'
import { roles } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { messageAudiences, messageTemplateCodes, messageTextMax } from './rules.ts'

const messageView = z.object({
  id: z.uuid(),
  createdAt: instant,
  audience: z.enum(messageAudiences),
  /** The role of its author, whom no message names */
  by: z.enum(roles),
  text: z.string(),
  /** The caller, or another person of the same lab or of Jaanch, has not read it yet */
  isUnread: z.boolean(),
})
export type MessageView = z.output<typeof messageView>

export const messageCalls = {
  listBookingMessages: route({
    method: 'GET',
    path: '/api/bookings/:id/messages',
    access: 'signed-in',
    admins: ['manager', 'support'],
    labs: ['front-desk'],
    summary: "The last 200 messages on a booking, oldest first; a lab's own ones with the customer only",
    params: idParams,
    response: z.array(messageView),
  }),
  sendBookingMessage: route({
    method: 'POST',
    path: '/api/bookings/:id/messages',
    access: 'signed-in',
    admins: ['manager', 'support'],
    labs: ['front-desk'],
    summary: 'Write to the lab of a booking or to Jaanch, or answer its customer',
    params: idParams,
    body: z
      .object({
        audience: z.enum(messageAudiences),
        text: optional(text(messageTextMax)),
        /** In place of the text */
        template: optional(z.enum(messageTemplateCodes)),
      })
      .refine((message) => (message.text === null) !== (message.template === null), {
        message: 'Send either text or template',
        path: ['text'],
      }),
    ...creation,
    response: messageView,
  }),
  readBookingMessages: route({
    method: 'POST',
    path: '/api/bookings/:id/messages/read',
    access: 'signed-in',
    admins: ['manager', 'support'],
    labs: ['front-desk'],
    summary: 'Mark the messages on a booking as read',
    params: idParams,
    ...withoutContent,
  }),
  countUnreadMessages: route({
    method: 'GET',
    path: '/api/messages/unread',
    access: 'signed-in',
    admins: ['manager', 'support'],
    labs: ['front-desk'],
    summary: 'The bookings with unread messages, those with the newest first; at most 200',
    response: z.array(z.object({ bookingId: z.uuid(), count: z.int().positive() })),
  }),
}
