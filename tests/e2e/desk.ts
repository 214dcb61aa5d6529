import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { demo } from './people.ts'

const base = `http://localhost:${process.env.E2E_PORT}`

/** Calls the API as a person would by their client. @throws unless the answer is good */
export async function ask<T>(method: string, path: string, token?: string, body?: unknown): Promise<T> {
  const response = await fetch(base + path, {
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

export function sessionOf({ email, password }: { email: string; password: string }): Promise<Session> {
  return ask('POST', '/api/auth/login', undefined, { email, password })
}

export async function aCustomer(name = 'Leela Nair'): Promise<Session> {
  const email = `${randomUUID()}@customers.example`
  const password = 'a-good-secret'
  return ask('POST', '/api/auth/register', undefined, { name, email, password, role: 'customer' })
}

type Booking = { id: string; packageName: string }

/** Books a test for tomorrow morning, to be collected in Ahmedabad. */
export async function bookingInput(change: Record<string, unknown> = {}): Promise<Booking> {
  const { token } = await aCustomer()
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

export async function giveToLab1({ id }: { id: string }): Promise<void> {
  const { token } = await sessionOf(demo.admin)
  const lab = await sessionOf(demo.lab1)
  await ask('POST', `/api/admin/bookings/${id}/assign-lab`, token, {
    labPartnerId: lab.user.labPartnerId,
  })
}

/** A booking of lab1, moved along as far as told. */
export async function aBookingOfLab1(upto: 'pending' | 'confirmed' | 'lab-processing' = 'pending') {
  const booking = await bookingInput()
  await giveToLab1(booking)
  const { token } = await sessionOf(demo.admin)
  const way = ['confirmed', 'sample-collection', 'lab-processing']
  for (const status of way.slice(0, way.indexOf(upto) + 1)) {
    await ask('PUT', `/api/bookings/${booking.id}`, token, { status })
  }
  return booking
}

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A prescription of a new customer, who has an address. */
export async function aPrescription(name: string): Promise<{ id: string; customerToken: string }> {
  const { token } = await aCustomer(name)
  await ask('POST', '/api/customer-addresses', token, {
    street: '7 Law Garden Road',
    city: 'Ahmedabad',
    state: 'Gujarat',
    pincode: '380006',
    phone: '98250 12345',
  })
  const { id } = await ask<{ id: string }>('POST', '/api/prescriptions', token, {
    fileUrl: `data:image/png;base64,${pixel}`,
    originalFileName: 'prescription.png',
  })
  return { id, customerToken: token }
}

export function tomorrow(): string {
  return new Date(Date.now() + (24 + 5.5) * 3_600_000).toISOString().slice(0, 10)
}

/** The card of a booking on any list, by its id. */
export function cardOf(page: Page, { id }: { id: string }): Locator {
  return page.getByRole('article').filter({ hasText: `#${id.slice(0, 8)}` })
}

/**
 * A toast, by its whole text: title and description are read as one sentence. An open dialog hides all else from assistive
 * technology, the toasts' place too (their text is announced by itself).
 */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(
    page
      .getByRole('region', { name: /Notifications/, includeHidden: true })
      .getByText(text)
      .first(),
  ).toBeVisible()
}

export async function openMenu(card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^More actions/ }).click()
}
