/** A message on a booking, in its stream: that there is one. The text is a row (booking_messages). */
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { type Role, roles } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import type { Booking } from '../booking.ts'
import { allowed, type Facet } from '../facet.ts'
import { type MessageAudience, messageAudiences } from './rules.ts'

export const messageEvents = {
  BookingMessaged: defineEvent(
    'BookingMessaged',
    z.object({ messageId: z.uuid(), audience: z.enum(messageAudiences), by: z.enum(roles) }),
  ),
}

export type MessageCommand = { type: 'message'; messageId: string; audience: MessageAudience; by: Role }
type MessageEvent = EventOf<typeof messageEvents>

export const message = {
  transitions: { message: allowed() },
  decisions: { message: send },
  evolve: { BookingMessaged: () => ({}) },
} satisfies Facet<MessageCommand, MessageEvent>

function send({ labPartnerId }: Booking, { type: _, ...data }: MessageCommand): Decision<MessageEvent> {
  if (data.audience === 'lab' && labPartnerId === null) return refuse('no-lab-assigned')
  return accept({ type: 'BookingMessaged', data })
}
