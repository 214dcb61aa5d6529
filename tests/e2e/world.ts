import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { packageRoutes } from '@jaanch/contracts/http/packages'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { Page } from '@playwright/test'
import { createClient } from '../support/client.ts'
import { addressInput, type Customer, type Lab, type Person } from '../support/people.ts'
import { demo } from './people.ts'

/** Where the stack of this run serves. */
export const url = `http://localhost:${process.env.E2E_PORT}`

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

/** The demo's admin and its first lab, signed in once for a run: they work by calls, their screens have tests of their own. */
export async function staff(): Promise<{ admin: Person; lab: Lab }> {
  signedIn ??= Promise.all([
    login(demo.admin.email, demo.admin.password),
    login(demo.lab1.email, demo.lab1.password),
  ])
  const [admin, lab] = await signedIn
  return { admin, lab }
}

let registered = 0

/** A new customer with a saved address, signed in in the page's browser: her files' cookie and her token are there. */
export async function newCustomer(page: Page, name = 'Meera Joshi'): Promise<Customer & { email: string }> {
  registered += 1
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}.${registered}@customers.example`
  const answer = await page.request.post(`${url}/api/auth/register`, {
    data: { name, email, password: 'a-good-secret', role: 'customer' },
  })
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
  await page.addInitScript((kept) => localStorage.setItem('auth_token', kept), token)
  const client = createClient(url, token)
  const address = await client.call(peopleRoutes.addAddress, { body: addressInput })
  return { id: user.id, token, email, client, addressId: address.id }
}

/** @returns the catalogue's package of that name */
export async function packageNamed(name: string): Promise<{ id: string; price: number }> {
  const all = await createClient(url).call(packageRoutes.listPackages, { query: { limit: 500 } })
  const found = all.find((one) => one.name === name)
  if (!found) throw new Error(`The catalogue has no ${name}`)
  return found
}

/** Makes an order from a prescription as the admin does. @returns the booking that awaits its customer */
export async function proposeOrder(customer: Person, prescriptionId: string, packageNames: string[]) {
  const { admin } = await staff()
  const packages = await Promise.all(packageNames.map(packageNamed))
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
