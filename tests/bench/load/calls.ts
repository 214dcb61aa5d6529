import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { attentions } from '@jaanch/contracts/http/attention'
import { type Accounts, placeBooking, read } from './accounts.ts'
import type { Call } from './http.ts'

/** Things that calls are about, found through the API. */
export type Sample = {
  accounts: Accounts
  bookingId: { customer: string; lab: string; admin: string }
  reportId: string
  prescriptionId: string
  packageId: string
  /** The second page of an admin's list */
  nextPage: string
}

export async function takeSample(url: string, accounts: Accounts): Promise<Sample> {
  async function get(path: string, token: string): Promise<{ ids: string[]; next: string }> {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    const rows = (await response.json()) as { id: string }[]
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    return { ids: rows.map(({ id }) => id), next: next ?? path }
  }
  const { admin, lab, customer } = accounts
  const first = async (path: string, token: string) => (await get(path, token)).ids[0] ?? randomUUID()
  return {
    accounts,
    bookingId: {
      customer: await first('/api/bookings?limit=1', customer.token),
      lab: await first('/api/bookings?tab=confirmed&limit=1', lab.token),
      admin: await first('/api/bookings?limit=1', admin),
    },
    reportId: await first('/api/health-reports?limit=1', admin),
    prescriptionId: await first('/api/admin/prescriptions?limit=1', admin),
    packageId: accounts.packageIds[0] ?? '',
    nextPage: (await get('/api/bookings?limit=50', admin)).next,
  }
}

const asCustomer = (path: string) => (sample: Sample) => read(path, sample.accounts.customer.token)
const asLab = (path: string) => (sample: Sample) => read(path, sample.accounts.lab.token)
const asAdmin = (path: string) => (sample: Sample) => read(path, sample.accounts.admin)

const lastYear = addDays(istDate(new Date()), -365)

/** The reads of the route table by what they show, with the roles and filters that have queries of their own. */
export const reads: Readonly<Record<string, (sample: Sample) => Call>> = {
  'popular packages': () => read('/api/packages/popular'),
  'all packages': () => read('/api/packages?limit=50'),
  'search: thyroid': () => read('/api/search?q=thyroid'),
  'one package': ({ packageId }) => read(`/api/packages/${packageId}`),
  'my account': asCustomer('/api/users/me'),
  'my family': asCustomer('/api/family-members'),
  'my addresses': asCustomer('/api/customer-addresses'),
  'my prescriptions': asCustomer('/api/prescriptions'),
  'my bookings': asCustomer('/api/bookings?limit=50'),
  'my bookings, upcoming': asCustomer('/api/bookings?tab=upcoming&limit=50'),
  'my bookings, past': asCustomer('/api/bookings?tab=past&limit=50'),
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
  "a lab's counts": asLab('/api/bookings/counts'),
  "a lab's summary": asLab('/api/bookings/summary'),
  "a lab's booking": (sample) => asLab(`/api/bookings/${sample.bookingId.lab}`)(sample),
  "a lab's collection": (sample) => asLab(`/api/bookings/${sample.bookingId.lab}/collection`)(sample),
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
  'all labs': asAdmin('/api/lab-partners/all'),
  'approved labs': asAdmin('/api/lab-partners'),
  'top labs': asAdmin('/api/lab-partners/top'),
  'all users': asAdmin('/api/users?limit=50'),
  'users by name': asAdmin('/api/users?q=kavya&limit=50'),
  'number of users': asAdmin('/api/users/counts'),
  "an admin's notifications": asAdmin('/api/notifications'),
  "an admin's unread notifications": asAdmin('/api/notifications/unread'),
  dashboard: asAdmin('/api/analytics/dashboard'),
}

function send(method: 'POST' | 'PUT', path: string, token: string, body: object): Call {
  return {
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  }
}

const advance = (status: string) => (sample: Sample, id: string) =>
  send('PUT', `/api/bookings/${id}`, sample.accounts.lab.token, { status })

/** The writes of one booking in their order; the answer of the first has its id. */
export const writes: Readonly<Record<string, (sample: Sample, id: string, n: number) => Call>> = {
  'place a booking': ({ accounts }, _, n) => placeBooking(accounts, n),
  'assign a lab': ({ accounts: { admin, lab } }, id) =>
    send('POST', `/api/admin/bookings/${id}/assign-lab`, admin, { labPartnerId: lab.id }),
  'confirm a booking': advance('confirmed'),
  'begin the collection': advance('sample-collection'),
  'record a payment': (sample, id) =>
    send('POST', `/api/bookings/${id}/payment`, sample.accounts.lab.token, {
      method: 'upi',
      reference: 'UPI-1',
    }),
  'begin the processing': advance('lab-processing'),
  'complete a booking': advance('completed'),
  'add an address': ({ accounts }, _, n) =>
    send('POST', '/api/customer-addresses', accounts.buyers[n % accounts.buyers.length]?.token ?? '', {
      ...{ label: 'Other', street: '1 MG Road', city: 'Pune', state: 'Maharashtra' },
      ...{ pincode: '411001', phone: '9876543210' },
    }),
  'read all notifications': ({ accounts }) =>
    send('POST', '/api/notifications/read', accounts.customer.token, { all: true }),
}
