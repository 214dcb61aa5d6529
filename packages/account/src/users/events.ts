import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { z } from 'zod'

/** Events of rows in `users`, each written in one transaction with its row. */
export const userEvents = {
  CustomerRegistered: defineEvent('CustomerRegistered', z.object({ userId: z.uuid() })),
  /** Without data: gives a change of a person's name or phone, or a new admin, a position in the log. */
  PersonChanged: defineEvent('PersonChanged', z.object({ userId: z.uuid() })),
}

declare module '@jaanch/eventlog/events' {
  interface StreamEvents {
    user: EventOf<typeof userEvents>
  }
}
