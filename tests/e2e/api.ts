import { randomUUID } from 'node:crypto'
import { peopleCalls } from '@jaanch/account/people/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { bookingCalls } from '@jaanch/booking/api'
import type { Attention } from '@jaanch/booking/list/tabs'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { packageCalls } from '@jaanch/catalogue/packages/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { analyticsCalls } from '@jaanch/insight/dashboard/api'
import { expect, type Page } from '@playwright/test'
import { createClient } from '../support/client.ts'
import { addressInput, bookingInput, type Customer, type Lab, type Person } from '../support/people.ts'
import { uploadPrescription } from '../support/prescriptions.ts'
import { advanceBooking } from '../support/reports.ts'
import { dataUrl, png } from '../support/sample-files.ts'
import { type Call, politely, refusalOf, sendTo, untilCurrent } from '../support/send.ts'
import { demoAccounts } from './demo-accounts.ts'

/** The stack of this run */
export const url = process.env.E2E_BASE_URL ?? `http://localhost:${process.env.E2E_PORT}`

/** Sends again what a busy stack refuses with 503 */
const send = untilCurrent(politely(sendTo(url), { isTemporary: ({ status }) => status === 503 }))

async function login(email: string, password: string) {
  const session = await createClient(send).call(authCalls.login, { body: { email, password } })
  const { token, user } = session
  return {
    id: user.id,
    token,
    email,
    labPartnerId: user.labPartnerId ?? '',
    client: createClient(send, token),
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

/** Creates a customer with a saved address and signs them in in the page's browser: with the token and the cookie for files. */
export async function signInNewCustomer(
  page: Page,
  name = 'Meera Joshi',
): Promise<Customer & { email: string }> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${randomUUID()}@customers.example`
  const answer = await page.request.post(`${url}/api/auth/register`, {
    data: { name, email, password: 'a-good-secret', role: 'customer' },
  })
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
  await page.addInitScript((value) => localStorage.setItem('auth_token', value), token)
  const client = createClient(send, token)
  const address = await client.call(peopleCalls.addAddress, { body: addressInput })
  return { id: user.id, token, email, client, addressId: address.id }
}

/** @throws if the catalogue has no package of this name */
export async function findPackage(name: string): Promise<{ id: string; price: number }> {
  const all = await createClient(send).call(packageCalls.listPackages, { query: { limit: 500 } })
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
    await admin.client.call(prescriptionCalls.addPrescriptionItem, { params, body: { packageId } })
  }
  const total = packages.reduce((sum, { price }) => sum + price, 0)
  const body = {
    customerId: customer.id,
    packageId: packages[0]?.id ?? '',
    prescriptionId,
    totalAmount: total,
    finalAmount: total,
  }
  const order = await admin.client.call(bookingCalls.placeBooking, { body: body as never })
  await admin.client.call(prescriptionCalls.changePrescription, {
    params,
    body: { status: 'processing', isProcessed: true },
  })
  return order
}

/** Sends a request to the API. @throws unless the status is 2xx */
export async function ask<T>(method: string, path: string, token?: string, body?: unknown): Promise<T> {
  const call: Call = { method, path, token, body }
  const answer = await send(call)
  if (answer.status >= 300) throw refusalOf(call, answer)
  return answer.body as T
}

/** Registers a customer with an address in Ahmedabad. */
export async function registerCustomer(name = 'Leela Nair'): Promise<Customer> {
  const email = `${randomUUID()}@customers.example`
  const body = { name, email, password: 'a-good-secret', role: 'customer' } as const
  const { token, user } = await createClient(send).call(authCalls.register, { body })
  const client = createClient(send, token)
  const { id } = await client.call(peopleCalls.addAddress, { body: { ...addressInput, label: 'Home' } })
  return { id: user.id, token, email, client, addressId: id }
}

/** Creates a booking of a new customer: tomorrow morning, in Ahmedabad. */
export async function createBooking(change: Record<string, unknown> = {}) {
  const { client, addressId } = await registerCustomer()
  const { id } = await findPackage('Lipid Profile')
  return client.call(bookingCalls.placeBooking, { body: bookingInput(id, addressId, change) })
}

export async function assignToDemoLab({ id }: { id: string }): Promise<void> {
  const { admin, lab } = await signInStaff()
  const body = { labPartnerId: lab.labPartnerId }
  await admin.client.call(bookingCalls.assignLab, { params: { id }, body })
}

/** Creates a booking that is assigned to the demo's lab and has this status. */
export async function createBookingOfDemoLab(status: 'pending' | 'confirmed' | 'lab-processing' = 'pending') {
  const booking = await createBooking()
  await assignToDemoLab(booking)
  await advanceBooking((await signInStaff()).admin, booking.id, status)
  return booking
}

/** Uploads a prescription of a new customer who has an address. */
export async function createPrescription(name: string): Promise<{ id: string; customerToken: string }> {
  const customer = await registerCustomer(name)
  const file = { fileUrl: dataUrl('image/png', png), originalFileName: 'prescription.png' }
  const { id } = await uploadPrescription(customer, file)
  return { id, customerToken: customer.token }
}

/** Waits until the workers have given each booking of a customer its number. */
export async function expectNumbered({ client }: Person): Promise<void> {
  const bookings = () => client.call(bookingCalls.listBookings)
  await expect
    .poll(async () => (await bookings()).every(({ orderNumber }) => orderNumber !== null))
    .toBe(true)
}

/** How many bookings need attention, by reason */
export async function countAttention(): Promise<Record<Attention, number>> {
  const { client } = (await signInStaff()).admin
  return (await client.call(analyticsCalls.getDashboard)).needsAttention
}

/** Expects that a list of what needs attention shows how many bookings that are now: other tests assign bookings meanwhile. */
export async function expectAttentionCount(page: Page, attention: Attention): Promise<void> {
  const shown = page.getByRole('status').filter({ hasText: 'attention' })
  await expect
    .poll(async () => {
      const text = await shown.textContent()
      return text?.startsWith(`${(await countAttention())[attention]} need`)
    })
    .toBe(true)
}

export function tomorrow(): string {
  return addDays(istDate(new Date()), 1)
}
