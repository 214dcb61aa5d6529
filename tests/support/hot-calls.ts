/** The calls that people make all the time, on a database of `npm run generate`. */
import { randomUUID } from 'node:crypto'
import { peopleCalls } from '@jaanch/account/people/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { bookingCalls } from '@jaanch/booking/api'
import { attentions } from '@jaanch/booking/list/tabs'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { packageCalls } from '@jaanch/catalogue/packages/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { healthReportCalls } from '@jaanch/report/api'
import { type Client, nextPage } from './client.ts'
import { signIn } from './participants.ts'
import { createPoliteClient } from './polite-client.ts'
import type { Call } from './send.ts'

/** The callers, and the things that their calls are about. */
export type Sample = {
  admin: string
  /** The busiest lab of its city */
  lab: { token: string; id: string }
  /** The customer with the most bookings */
  customer: { token: string; addressId: string }
  packageIds: readonly string[]
  bookingId: { customer: string; lab: string; admin: string }
  /** The one of the lab's newest rounds that has the most people, and one of them */
  round: { collectorId: string; date: string; bookingId: string; orderNumber: string }
  reportId: string
  prescriptionId: string
  /** The second page of an admin's list */
  nextPage: string
}

/** Signs in the accounts of the demo, and finds the rest through the API. */
export async function takeSample(url: string): Promise<Sample> {
  const { client } = createPoliteClient(() => url)
  const admin = await signIn(client, 'admin@jaanch.example', 'admin-demo-2026')
  const credentials = { email: 'lab1@jaanch.example', password: 'lab-demo-2026' }
  const lab = await client.call(authCalls.login, { body: credentials })
  const customer = await signIn(client, 'asha@jaanch.example', 'asha-demo-2026')
  const first = async (rows: Promise<readonly { id: string }[]>) => (await rows)[0]?.id ?? randomUUID()
  const packages = await client.call(packageCalls.listPackages, { query: { limit: 500 } })
  const bookings = (token: string, query = {}) =>
    first(client.as(token).call(bookingCalls.listBookings, { query: { limit: 1, ...query } }))
  const firstPage = await client.as(admin).raw('/api/bookings?limit=50')
  return {
    admin,
    lab: { token: lab.token, id: lab.user.labPartnerId ?? '' },
    customer: {
      token: customer,
      addressId: await first(client.as(customer).call(peopleCalls.listAddresses)),
    },
    packageIds: packages
      .filter(({ genderSpecific, ageRestrictions: { min } }) => genderSpecific === 'both' && min === null)
      .map(({ id }) => id),
    bookingId: {
      customer: await bookings(customer),
      lab: await bookings(lab.token, { tab: 'confirmed' }),
      admin: await bookings(admin),
    },
    round: await findRound(client.as(lab.token)),
    reportId: await first(
      client.as(admin).call(healthReportCalls.listHealthReports, { query: { limit: 1 } }),
    ),
    prescriptionId: await first(
      client.as(admin).call(prescriptionCalls.listAllPrescriptions, { query: { limit: 1 } }),
    ),
    nextPage: nextPage(firstPage.headers) ?? '/api/bookings?limit=50',
  }
}

/** @param lab owner of a lab with collectors; without a round the ids are of nobody */
async function findRound(lab: Client): Promise<Sample['round']> {
  const rows = await lab.call(bookingCalls.listBookings, { query: { to: today, limit: 500 } })
  const people = rows.flatMap(({ id, collectorId, orderNumber, scheduledDate, createdAt }) => {
    const date = scheduledDate ?? istDate(new Date(createdAt))
    return collectorId && orderNumber ? [{ collectorId, date, bookingId: id, orderNumber }] : []
  })
  const rounds = [...Map.groupBy(people, ({ collectorId, date }) => `${collectorId} ${date}`).values()]
  const [first] = rounds.toSorted((a, b) => b.length - a.length)[0] ?? []
  return (
    first ?? {
      collectorId: randomUUID(),
      date: today,
      bookingId: randomUUID(),
      orderNumber: 'JN-2026-000001',
    }
  )
}

const today = istDate(new Date())
const lastYear = addDays(today, -365)

const read = (path: string, token?: string): Call => ({ method: 'GET', path, token })
const asCustomer = (path: string) => (sample: Sample) => read(path, sample.customer.token)
const asLab = (path: string) => (sample: Sample) => read(path, sample.lab.token)
const asAdmin = (path: string) => (sample: Sample) => read(path, sample.admin)

/** The reads of the route table by what they show, with the roles and filters that have queries of their own. */
export const reads: Readonly<Record<string, (sample: Sample) => Call>> = {
  'popular packages': () => read('/api/packages/popular'),
  'all packages': () => read('/api/packages?limit=50'),
  'search: thyroid': () => read('/api/search?q=thyroid'),
  'search suggestions': () => read('/api/search/suggestions'),
  'one package': ({ packageIds }) => read(`/api/packages/${packageIds[0]}`),
  'my account': asCustomer('/api/users/me'),
  'my family': asCustomer('/api/family-members'),
  'my addresses': asCustomer('/api/customer-addresses'),
  'my prescriptions': asCustomer('/api/prescriptions'),
  'my bookings': asCustomer('/api/bookings?limit=50'),
  'my bookings, upcoming': asCustomer('/api/bookings?tab=upcoming&limit=50'),
  'my bookings, past': asCustomer('/api/bookings?tab=past&limit=50'),
  'my visits, upcoming': asCustomer('/api/bookings?tab=upcoming&sort=visit&limit=50'),
  'my counts': asCustomer('/api/bookings/counts'),
  'my booking': (sample) => asCustomer(`/api/bookings/${sample.bookingId.customer}`)(sample),
  'my reports': asCustomer('/api/health-reports'),
  'my notifications': asCustomer('/api/notifications'),
  'my unread notifications': asCustomer('/api/notifications/unread'),
  "a lab's bookings": asLab('/api/bookings?limit=50'),
  "a lab's bookings, confirmed": asLab('/api/bookings?tab=confirmed&limit=50'),
  "a lab's bookings, in progress": asLab('/api/bookings?tab=in-progress&limit=50'),
  "a lab's bookings, completed": asLab('/api/bookings?tab=completed&limit=50'),
  "a lab's bookings of many tests": asLab('/api/bookings?q=e&limit=50'),
  "a lab's visits": asLab('/api/bookings?sort=visit&limit=50'),
  "a lab's visits of today": asLab(`/api/bookings?sort=visit&from=${today}&to=${today}&limit=50`),
  "a lab's visits, confirmed": asLab('/api/bookings?tab=confirmed&sort=visit&limit=50'),
  "a lab's visits of a test": asLab('/api/bookings?q=thyroid&sort=visit&limit=50'),
  "a lab's bookings, pending": asLab('/api/bookings?status=pending&limit=50'),
  "a lab's bookings, pending or completed": asLab('/api/bookings?status=pending,completed&limit=50'),
  "a lab's bookings of a name": asLab('/api/bookings?q=kavya&limit=50'),
  "a lab's bookings of a known phone": asLab('/api/bookings?q=99999%2000001&limit=50'),
  "a lab's counts": asLab('/api/bookings/counts'),
  "a lab's summary": asLab('/api/bookings/summary'),
  "a lab's booking": (sample) => asLab(`/api/bookings/${sample.bookingId.lab}`)(sample),
  "a lab's collection": (sample) => asLab(`/api/bookings/${sample.bookingId.lab}/collection`)(sample),
  "a lab's tubes of a day": (sample) => asLab(`/api/lab/tubes?date=${sample.round.date}`)(sample),
  "a lab's tube by its label": (sample) =>
    asLab(`/api/lab/tubes/find?code=${sample.round.orderNumber}-1`)(sample),
  "a lab's tube by another barcode": asLab('/api/lab/tubes/find?code=THY-00017'),
  "a lab's collectors": asLab('/api/lab/collectors'),
  "a collector's round": ({ lab, round: { date, collectorId } }) =>
    read(`/api/lab/round?date=${date}&collector=${collectorId}`, lab.token),
  "a lab's round on paper": (sample) => asLab(`/api/bookings/round?date=${sample.round.date}`)(sample),
  'how far a collector is': (sample) => asLab(`/api/bookings/${sample.round.bookingId}/approach`)(sample),
  "a lab's cash of a day": (sample) => asLab(`/api/lab/cash?date=${sample.round.date}`)(sample),
  'the quality of a lab': asLab('/api/quality?days=90'),
  'the quality of all labs': asAdmin('/api/quality?days=90'),
  'the quality of one of the labs': (sample) => asAdmin(`/api/quality?days=90&lab=${sample.lab.id}`)(sample),
  "a lab's reports": asLab('/api/health-reports'),
  "a lab's notifications": asLab('/api/notifications'),
  "a lab's unread notifications": asLab('/api/notifications/unread'),
  'all bookings': asAdmin('/api/bookings?limit=50'),
  'all bookings, second page': (sample) => asAdmin(sample.nextPage)(sample),
  'all bookings, unassigned': asAdmin('/api/bookings?tab=unassigned&limit=50'),
  'all bookings, assigned': asAdmin('/api/bookings?tab=assigned&limit=50'),
  'all bookings, completed': asAdmin('/api/bookings?tab=completed&limit=50'),
  'all bookings of a test': asAdmin('/api/bookings?q=thyroid&limit=50'),
  'all bookings of many tests': asAdmin('/api/bookings?q=e&limit=50'),
  'all bookings of no test': asAdmin('/api/bookings?q=no-such-test&limit=50'),
  'all bookings with an order number': asAdmin('/api/bookings?q=000123&limit=50'),
  'all bookings of a week a year ago': asAdmin(
    `/api/bookings?from=${lastYear}&to=${addDays(lastYear, 6)}&limit=50`,
  ),
  'all bookings in a slot': asAdmin('/api/bookings?slot=06:00-08:00&limit=50'),
  'all instant bookings': asAdmin('/api/bookings?type=instant&limit=50'),
  'all visits': asAdmin('/api/bookings?sort=visit&limit=50'),
  'all visits of today': asAdmin(`/api/bookings?sort=visit&from=${today}&to=${today}&limit=50`),
  'all visits of today in a slot': asAdmin(
    `/api/bookings?sort=visit&from=${today}&to=${today}&slot=16:00-18:00&limit=50`,
  ),
  'all visits, unassigned': asAdmin('/api/bookings?tab=unassigned&sort=visit&limit=50'),
  'all visits, assigned': asAdmin('/api/bookings?tab=assigned&sort=visit&limit=50'),
  'all visits, pending': asAdmin('/api/bookings?status=pending&sort=visit&limit=50'),
  'all visits of a lab': (sample) =>
    asAdmin(`/api/bookings?lab=${sample.lab.id}&sort=visit&limit=50`)(sample),
  'all visits of a test': asAdmin('/api/bookings?q=thyroid&sort=visit&limit=50'),
  'all visits of a name': asAdmin('/api/bookings?q=kavya&sort=visit&limit=50'),
  'all bookings, confirmed': asAdmin('/api/bookings?status=confirmed&limit=50'),
  'all bookings, waiting for their customers': asAdmin(
    '/api/bookings?status=pending_customer_confirmation&limit=50',
  ),
  'all bookings, cancelled': asAdmin('/api/bookings?status=cancelled&limit=50'),
  'all bookings of a name': asAdmin('/api/bookings?q=kavya&limit=50'),
  'all bookings of a phone': asAdmin('/api/bookings?q=80100%2000321&limit=50'),
  'all bookings of an area': asAdmin('/api/bookings?q=navrangpura&limit=50'),
  'all bookings of a PIN code': asAdmin('/api/bookings?q=380009&limit=50'),
  'all bookings of a known phone': asAdmin('/api/bookings?q=99999%2000001&limit=50'),
  ...Object.fromEntries(
    attentions.map((attention) => [
      `all bookings that need attention: ${attention}`,
      asAdmin(`/api/bookings?attention=${attention}&limit=50`),
    ]),
  ),
  'all counts': asAdmin('/api/bookings/counts'),
  'all bookings, summary': asAdmin('/api/bookings/summary'),
  'any booking': (sample) => asAdmin(`/api/bookings/${sample.bookingId.admin}`)(sample),
  'all reports': asAdmin('/api/health-reports'),
  'one report': (sample) => asAdmin(`/api/health-reports/${sample.reportId}/download`)(sample),
  'all prescriptions': asAdmin('/api/admin/prescriptions'),
  'all prescriptions, pending': asAdmin('/api/admin/prescriptions?status=pending'),
  'one prescription': (sample) => asAdmin(`/api/prescriptions/${sample.prescriptionId}`)(sample),
  'all labs': asAdmin('/api/lab-partners/all?limit=50'),
  'approved labs': asAdmin('/api/lab-partners?limit=50'),
  'top labs': asAdmin('/api/lab-partners/top'),
  'all users': asAdmin('/api/users?limit=50'),
  'users by name': asAdmin('/api/users?q=kavya&limit=50'),
  'users by an order number': asAdmin('/api/users?q=000123&limit=50'),
  'number of users': asAdmin('/api/users/counts'),
  "an admin's notifications": asAdmin('/api/notifications'),
  "an admin's unread notifications": asAdmin('/api/notifications/unread'),
  dashboard: asAdmin('/api/analytics/dashboard'),
}

const write = (method: 'POST' | 'PUT', path: string, token: string, body: object): Call => ({
  ...{ method, path, token, body },
  idempotencyKey: randomUUID(),
})

/** The n-th booking of a load, at the times of three days in turn */
export function placeBooking({ customer: { token, addressId }, packageIds }: Sample, n: number): Call {
  return write('POST', '/api/bookings', token, {
    packageId: packageIds[n % packageIds.length],
    addressId,
    collectionType: 'scheduled',
    scheduledDate: addDays(istDate(new Date()), 2 + (n % 3)),
    scheduledTime: '08:00-10:00',
    paymentMethod: 'upi',
  })
}

const advance = (status: string) => (sample: Sample, id: string) =>
  write('PUT', `/api/bookings/${id}`, sample.lab.token, { status })

/** The writes of one booking in their order; the answer of the first has its id. */
export const writes: Readonly<Record<string, (sample: Sample, id: string, n: number) => Call>> = {
  'place a booking': (sample, _, n) => placeBooking(sample, n),
  'assign a lab': ({ admin, lab }, id) =>
    write('POST', `/api/admin/bookings/${id}/assign-lab`, admin, { labPartnerId: lab.id }),
  'confirm a booking': advance('confirmed'),
  'give the visit to a collector': ({ lab, round: { collectorId } }, id) =>
    write('PUT', `/api/bookings/${id}/collector`, lab.token, { collectorId }),
  'begin the collection': advance('sample-collection'),
  'record a payment': (sample, id) =>
    write('POST', `/api/bookings/${id}/payment`, sample.lab.token, { method: 'upi', reference: 'UPI-1' }),
  'begin the processing': advance('lab-processing'),
  'complete a booking': advance('completed'),
  "count a collector's cash": ({ lab, round: { collectorId } }, _, n) =>
    write('POST', '/api/lab/cash', lab.token, {
      ...{ date: addDays(today, -n), collectorId, counted: 0, replaces: null },
    }),
  'add an address': ({ customer }) =>
    write('POST', '/api/customer-addresses', customer.token, {
      ...{ label: 'Other', street: '1 MG Road', city: 'Pune', state: 'Maharashtra' },
      ...{ pincode: '411001', phone: '9876543210' },
    }),
  'read all notifications': ({ customer }) =>
    write('POST', '/api/notifications/read', customer.token, { all: true }),
}
