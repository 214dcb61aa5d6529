import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { packageRoutes } from '@jaanch/contracts/http/packages'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { Page } from '@playwright/test'
import { createClient } from '../support/client.ts'
import { addressInput, type Customer, type Lab, type Person } from '../support/people.ts'
import { dataUrl, png } from '../support/sample-files.ts'
import { demoAccounts } from './demo-accounts.ts'

/** The stack of this run */
export const url = process.env.E2E_BASE_URL ?? `http://localhost:${process.env.E2E_PORT}`

async function login(email: string, password: string) {
  const session = await createClient(url).call(authRoutes.login, { body: { email, password } })
  const { token, user } = session
  return {
    id: user.id,
    token,
    email,
    labPartnerId: user.labPartnerId ?? '',
    client: createClient(url, token),
  }
}

let signedIn: Promise<[Person, Lab]> | undefined

/** The clients of the demo's admin and lab. They sign in once per worker process. */
export async function signInStaff(): Promise<{ admin: Person; lab: Lab }> {
  signedIn ??= Promise.all([
    login(demoAccounts.admin.email, demoAccounts.admin.password),
    login(demoAccounts.lab.email, demoAccounts.lab.password),
  ])
  const [admin, lab] = await signedIn
  return { admin, lab }
}

let registered = 0

/** Creates a customer with a saved address and signs them in in the page's browser: with the token and the cookie for files. */
export async function signInNewCustomer(
  page: Page,
  name = 'Meera Joshi',
): Promise<Customer & { email: string }> {
  registered += 1
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}.${registered}@customers.example`
  const answer = await page.request.post(`${url}/api/auth/register`, {
    data: { name, email, password: 'a-good-secret', role: 'customer' },
  })
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
  await page.addInitScript((value) => localStorage.setItem('auth_token', value), token)
  const client = createClient(url, token)
  const address = await client.call(peopleRoutes.addAddress, { body: addressInput })
  return { id: user.id, token, email, client, addressId: address.id }
}

/** @throws if the catalogue has no package of this name */
export async function findPackage(name: string): Promise<{ id: string; price: number }> {
  const all = await createClient(url).call(packageRoutes.listPackages, { query: { limit: 500 } })
  const found = all.find((item) => item.name === name)
  if (!found) throw new Error(`The catalogue has no ${name}`)
  return found
}

/** Proposes an order from a prescription as an admin does. @returns the booking, which waits for the customer's confirmation */
export async function proposeOrder(customer: Person, prescriptionId: string, packageNames: string[]) {
  const { admin } = await signInStaff()
  const packages = await Promise.all(packageNames.map(findPackage))
  const params = { id: prescriptionId }
  for (const { id: packageId } of packages) {
    await admin.client.call(prescriptionRoutes.addPrescriptionItem, { params, body: { packageId } })
  }
  const total = packages.reduce((sum, { price }) => sum + price, 0)
  const body = {
    customerId: customer.id,
    packageId: packages[0]?.id ?? '',
    prescriptionId,
    totalAmount: total,
    finalAmount: total,
  }
  const order = await admin.client.call(bookingRoutes.placeBooking, { body: body as never })
  await admin.client.call(prescriptionRoutes.changePrescription, {
    params,
    body: { status: 'processing', isProcessed: true },
  })
  return order
}

/** Sends a request to the API. @throws unless the status is 2xx */
export async function ask<T>(method: string, path: string, token?: string, body?: unknown): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}

type Session = { token: string; user: { id: string; labPartnerId: string | null } }

export async function registerCustomer(name = 'Leela Nair'): Promise<Session> {
  const email = `${randomUUID()}@customers.example`
  const password = 'a-good-secret'
  return ask('POST', '/api/auth/register', undefined, { name, email, password, role: 'customer' })
}

type Booking = { id: string; packageName: string; position: number }

/** Creates a booking of a new customer: tomorrow morning, in Ahmedabad. */
export async function createBooking(change: Record<string, unknown> = {}): Promise<Booking> {
  const { token } = await registerCustomer()
  const address = await ask<{ id: string }>('POST', '/api/customer-addresses', token, {
    label: 'Home',
    street: '7 Law Garden Road',
    city: 'Ahmedabad',
    state: 'Gujarat',
    pincode: '380006',
    phone: '98250 12345',
  })
  const [found] = await ask<{ id: string }[]>('GET', '/api/search?q=Lipid%20Profile')
  return ask('POST', '/api/bookings', token, {
    packageId: found?.id,
    addressId: address.id,
    collectionType: 'scheduled',
    scheduledDate: tomorrow(),
    scheduledTime: '08:00-10:00',
    paymentMethod: 'cash-on-collection',
    ...change,
  })
}

export async function assignToDemoLab({ id }: { id: string }): Promise<void> {
  const { admin, lab } = await signInStaff()
  await ask('POST', `/api/admin/bookings/${id}/assign-lab`, admin.token, { labPartnerId: lab.labPartnerId })
}

/** Creates a booking that is assigned to the demo's lab and has this status. */
export async function createBookingOfDemoLab(status: 'pending' | 'confirmed' | 'lab-processing' = 'pending') {
  const booking = await createBooking()
  await assignToDemoLab(booking)
  const { admin } = await signInStaff()
  const steps = ['confirmed', 'sample-collection', 'lab-processing']
  for (const next of steps.slice(0, steps.indexOf(status) + 1)) {
    await ask('PUT', `/api/bookings/${booking.id}`, admin.token, { status: next })
  }
  return booking
}

/** Uploads a prescription of a new customer who has an address. */
export async function createPrescription(name: string): Promise<{ id: string; customerToken: string }> {
  const { token } = await registerCustomer(name)
  await ask('POST', '/api/customer-addresses', token, {
    street: '7 Law Garden Road',
    city: 'Ahmedabad',
    state: 'Gujarat',
    pincode: '380006',
    phone: '98250 12345',
  })
  const { id } = await ask<{ id: string }>('POST', '/api/prescriptions', token, {
    fileUrl: dataUrl('image/png', png),
    originalFileName: 'prescription.png',
  })
  return { id, customerToken: token }
}

export function tomorrow(): string {
  return addDays(istDate(new Date()), 1)
}
