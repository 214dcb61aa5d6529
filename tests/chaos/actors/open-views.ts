import { type ClientView, openView } from '../view/client-view.ts'
import type { Crew } from './crew.ts'

const customerKeys = [
  '/api/bookings?limit=500',
  '/api/bookings?limit=500&tab=upcoming',
  '/api/bookings/counts',
  '/api/prescriptions?limit=500',
  '/api/notifications?limit=500',
]
const labKeys = ['/api/bookings', '/api/bookings/counts', '/api/bookings/summary', '/api/notifications']
const adminKeys = [
  '/api/bookings',
  '/api/bookings/counts',
  '/api/admin/prescriptions',
  '/api/lab-partners/all',
  '/api/notifications',
]

/** Every second customer, all labs and the admin in two windows look at their screens during the whole run. */
export function openViews(crew: Crew, url: string): Promise<ClientView[]> {
  const people = [
    ...crew.customers
      .filter((_, n) => n % 2 === 0)
      .map(({ token }, n) => ({ name: `customer ${n * 2}`, token, keys: customerKeys })),
    ...crew.labs.map(({ token }, n) => ({ name: `lab ${n + 1}`, token, keys: labKeys })),
    ...[1, 2].map((n) => ({ name: `admin ${n}`, token: crew.admin, keys: adminKeys })),
  ]
  return Promise.all(
    people.map((person) => openView({ ...person, url, send: crew.send, oracle: crew.oracle })),
  )
}
