/**
 * Events of rows in ordinary tables. Row and event are written in one transaction; the event gives the change a position
 * in the log, for the analytics and the live views.
 */

import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { paise } from '@jaanch/contracts/money'
import { z } from 'zod'

export const catalogueEvents = {
  PackageCreated: defineEvent('PackageCreated', z.object({ packageId: z.uuid(), price: paise })),
  PackageUpdated: defineEvent('PackageUpdated', z.object({ packageId: z.uuid(), price: paise })),
  PackageDeleted: defineEvent('PackageDeleted', z.object({ packageId: z.uuid() })),
  /** The rows of the catalogue were changed together; what it was before is in the export that was made before. */
  CatalogueChanged: defineEvent(
    'CatalogueChanged',
    z.object({
      source: z.enum(['starter', 'import', 'page']),
      added: z.int().nonnegative(),
      changed: z.int().nonnegative(),
      ended: z.int().nonnegative(),
    }),
  ),
  /** Without data: gives a new price list, and each change of its name, validity or prices, a position in the log. */
  PriceListChanged: defineEvent('PriceListChanged', z.object({ priceListId: z.uuid() })),
}

type CatalogueEvent = EventOf<typeof catalogueEvents>
export type PackageEvent = Extract<CatalogueEvent, { data: { packageId: string } }>

declare module '@jaanch/eventlog/events' {
  interface StreamEvents {
    package: PackageEvent
    catalogue: Extract<CatalogueEvent, { type: 'CatalogueChanged' }>
    'price-list': Extract<CatalogueEvent, { type: 'PriceListChanged' }>
  }
}
