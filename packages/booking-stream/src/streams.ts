import { labPartnerEvents } from '@jaanch/account/labs/events'
import { userEvents } from '@jaanch/account/users/events'
import { bookingEvents } from '@jaanch/booking/events'
import { prescriptionEvents } from '@jaanch/booking/prescriptions/prescription'
import { catalogueEvents } from '@jaanch/catalogue/events'
import type { EventDefinition } from '@jaanch/contracts/event'
import { declareEvents, type EventType } from '@jaanch/eventlog/events'

/** The events of all streams. Each program that reads or writes the log imports this file. */
export const eventDefinitions = declareEvents({
  ...bookingEvents,
  ...prescriptionEvents,
  ...labPartnerEvents,
  ...catalogueEvents,
  ...userEvents,
} satisfies Record<EventType, EventDefinition>)
