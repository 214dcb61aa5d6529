import { notificationKinds } from '@jaanch/booking/notifications/kinds'
import { filter, idParams, instant, page, position, withoutContent } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { channels } from '@jaanch/messages/message'
import { z } from 'zod'

const messageStates = ['waiting', 'failing', 'sent', 'skipped', 'dead'] as const
const channel = z.enum(channels)
const state = z.enum(messageStates)
const count = z.int().nonnegative()

const messageRow = z.object({
  id: z.uuid(),
  /** One of the notification kinds, or of a newer release; null for a message about no event: a code, a reset link, a notice */
  kind: z.string().nullable(),
  channel,
  state,
  attempts: count,
  createdAt: instant,
  sentAt: instant.nullable(),
  /** The event that it is about */
  position: position.nullable(),
  streamId: z.string().nullable(),
  /** Masked */
  to: z.string().nullable(),
  /** Why the last attempt failed, or why it was not sent */
  error: z.string().nullable(),
})
export type MessageRowView = z.output<typeof messageRow>

const messageContent = z.object({
  /** '' for an SMS */
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  /** stored: the text that was sent; rendered: from the booking as it was at the event, and names and addresses as they are now */
  source: z.enum(['stored', 'rendered']),
})

const openedMessage = z.object({
  message: messageRow,
  content: messageContent.nullable(),
  /** Why there is no content: it holds a code or a link; nothing was sent; the release that runs cannot word it */
  hidden: z.enum(['secret', 'not-sent', 'unknown-kind']).nullable(),
})
export type OpenedMessageView = z.output<typeof openedMessage>

export const operationsMessagesCalls = {
  countMessages: route({
    method: 'GET',
    path: '/api/operations/messages/counts',
    ...forAdmins('support', 'operator'),
    summary: 'Messages to send or dead, and those sent or skipped in the last 24 hours, by channel and state',
    response: z.object({
      counts: z.array(z.object({ channel, state, count })),
      /** No running worker has a provider for these: their messages wait */
      withoutProvider: z.array(channel),
      /** There are more open, dead or recent ones than the 20,000 that were counted */
      isMore: z.boolean(),
    }),
  }),
  listMessages: route({
    method: 'GET',
    path: '/api/operations/messages',
    ...forAdmins('support', 'operator'),
    summary:
      'The outbox, newest first. A page of a filtered list may be short or empty although the Link header leads on',
    query: page.extend({
      channel: filter(channel),
      state: filter(state),
      /** `account`: those about no event */
      kind: filter(z.enum([...notificationKinds, 'account'])),
      /** Id of a booking, or its first 8 characters */
      booking: filter(
        z
          .string()
          .trim()
          .toLowerCase()
          .regex(/^[0-9a-f-]{8,36}$/, "A booking's id, or its first 8 characters"),
      ),
    }),
    response: z.array(messageRow),
  }),
  openMessage: route({
    method: 'POST',
    path: '/api/operations/messages/:id/open',
    ...forAdmins('operator'),
    summary: 'A message as it was sent. Each look is in the audit trail',
    params: idParams,
    response: openedMessage,
  }),
  retryMessage: route({
    method: 'POST',
    path: '/api/operations/messages/:id/retry',
    ...forAdmins('operator'),
    summary: 'Tries again to send a message that failed or is dead',
    params: idParams,
    ...withoutContent,
  }),
}
