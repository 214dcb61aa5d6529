/**
 * Events of things that live in ordinary tables. The row and its event are written in one transaction;
 * the event gives the change a position in the log, which the analytics and the live views read.
 */
import { z } from 'zod'
import { paise } from '../money.ts'
import { defineEvent, type EventOf } from './event.ts'

export const recordEvents = {
  PackageCreated: defineEvent('PackageCreated', z.object({ packageId: z.uuid(), price: paise })),
  PackageUpdated: defineEvent('PackageUpdated', z.object({ packageId: z.uuid(), price: paise })),
  PackageDeleted: defineEvent('PackageDeleted', z.object({ packageId: z.uuid() })),
  CustomerRegistered: defineEvent('CustomerRegistered', z.object({ userId: z.uuid() })),
  /** Without content: it gives the change of a person's name or phone a position. */
  PersonChanged: defineEvent('PersonChanged', z.object({ userId: z.uuid() })),
}

export type RecordEvent = EventOf<typeof recordEvents>
