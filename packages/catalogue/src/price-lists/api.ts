import { date, idParams, instant, line, optional } from '@jaanch/contracts/http/fields'
import { creation, forAdmins, route } from '@jaanch/contracts/http/route'
import { rupees } from '@jaanch/contracts/money'
import { priceListKinds } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

/** More tests than a catalogue has */
const mostPrices = 10_000

export const priceListSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(priceListKinds),
  /** The id of the lab that it is for, else a name; null for a list of the installation */
  subject: z.string().nullable(),
  /** The same in words: of a lab, its name */
  subjectName: z.string().nullable(),
  /** IST dates, `until` excluded; null: open */
  from: z.string(),
  until: z.string().nullable(),
  /** Tests on offer that have a price in it */
  tests: z.int().nonnegative(),
  state: z.enum(['begins', 'applies', 'ended']),
  /** Each change counts it up */
  version: z.int().positive(),
  createdAt: instant,
})
export type PriceListSummary = z.output<typeof priceListSummary>

const priceListView = priceListSummary.extend({
  /** All tests on offer, by name, with the catalogue's price and that of the list; null: it has none */
  items: z.array(
    z.object({ packageId: z.uuid(), name: z.string(), cataloguePrice: rupees, price: rupees.nullable() }),
  ),
})
export type PriceListView = z.output<typeof priceListView>

const validity = { from: date, until: optional(date) }
type Validity = { from: string; until: string | null }
const endsLater = ({ from, until }: Validity) => until === null || until > from
const notLater = { message: 'The end must be after the beginning', path: ['until'] }

/** The version that was read: a change of another one is refused as `conflict` */
const version = z.int32().positive()

const newPriceList = z
  .object({
    name: line(80),
    kind: z.enum(priceListKinds),
    /** A lab's id for `lab`, nothing for `installation`, else a name */
    subject: optional(line(80)),
    ...validity,
  })
  .refine(({ kind, subject }) => (kind === 'installation') === (subject === null), {
    message: 'A list of the installation has no subject, every other one needs one',
    path: ['subject'],
  })
  .refine(({ kind, subject }) => kind !== 'lab' || z.uuid().safeParse(subject).success, {
    message: 'The subject of a lab’s list is the id of the lab',
    path: ['subject'],
  })
  .refine(endsLater, notLater)

const changedPriceList = z
  .object({
    version,
    name: line(80),
    ...validity,
    /** All of its prices: a test that is missing has none in the list */
    prices: z
      .array(z.object({ packageId: z.uuid(), price: rupees }))
      .max(mostPrices)
      .refine(
        (prices) => new Set(prices.map(({ packageId }) => packageId.toLowerCase())).size === prices.length,
        'A test has one price in a list',
      ),
  })
  .refine(endsLater, notLater)

export const priceListCalls = {
  listPriceLists: route({
    method: 'GET',
    path: '/api/admin/price-lists',
    ...forAdmins('manager'),
    summary: 'The price lists, those that began or begin last first',
    response: z.array(priceListSummary),
  }),
  getPriceList: route({
    method: 'GET',
    path: '/api/admin/price-lists/:id',
    ...forAdmins('manager'),
    summary: 'A price list with all tests on offer and their prices',
    params: idParams,
    response: priceListView,
  }),
  createPriceList: route({
    method: 'POST',
    path: '/api/admin/price-lists',
    ...forAdmins('manager'),
    summary: 'Create a price list without prices; in the marketplace only lists of the installation hold',
    body: newPriceList,
    ...creation,
    response: priceListView,
  }),
  changePriceList: route({
    method: 'PUT',
    path: '/api/admin/price-lists/:id',
    ...forAdmins('manager'),
    summary: 'Change name, validity and all prices of a price list; existing bookings keep their prices',
    params: idParams,
    body: changedPriceList,
    bodyLimit: 2_000_000,
    response: priceListView,
  }),
  endPriceList: route({
    method: 'POST',
    path: '/api/admin/price-lists/:id/end',
    ...forAdmins('manager'),
    summary: 'End a price list today, at once',
    params: idParams,
    body: z.object({ version }),
    response: priceListView,
  }),
}
