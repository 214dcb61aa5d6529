import { randomUUID } from 'node:crypto'
import { createTokens } from '@jaanch/api/auth/tokens'
import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { addDays, istDate } from '@jaanch/domain/calendar'
import { type Client, clientOf } from './client.ts'
import type { TestDatabase } from './database.ts'
import { testSecret } from './stack.ts'

export const password = 'a password of the tests'
export const tokens = createTokens(testSecret)

export type Person = { client: Client; id: string; token: string }
export type Customer = Person & { addressId: string }
export type Lab = Person & { labPartnerId: string; email: string }
export type House = { url: string; database: TestDatabase }

/** An admin; there is no way to register as one. */
export async function anAdmin({ url, database }: House): Promise<Person> {
  const id = await insertUser(database, 'admin')
  const token = tokens.issue({ id, role: 'admin', tokenVersion: 1, labPartnerId: null })
  return { id, token, client: clientOf(url, token) }
}

/** A customer with an address, put into the tables without the cost of a password. */
export async function aCustomer({ url, database }: House): Promise<Customer> {
  const id = await insertUser(database, 'customer')
  const token = tokens.issue({ id, role: 'customer', tokenVersion: 1, labPartnerId: null })
  const client = clientOf(url, token)
  const address = await client.call(peopleRoutes.addAddress, { body: anAddress })
  return { id, token, client, addressId: address.id }
}

/** A customer who came the way that people come. */
export async function registerCustomer(url: string, email = anEmail()): Promise<Person & { email: string }> {
  const session = await clientOf(url).call(authRoutes.register, {
    body: { name: 'Asha Rao', email, password, role: 'customer' },
  })
  return { id: session.user.id, token: session.token, client: clientOf(url, session.token), email }
}

/** Applies as a lab. @returns its ids; it cannot sign in before it is approved */
export async function applyAsLab(url: string, email = anEmail()): Promise<{ id: string; email: string }> {
  const { id } = await clientOf(url).call(labPartnerRoutes.registerLabPartner, {
    body: { email, password, organizationName: 'City Lab', address: '1 Ring Road', phone: '9876543210' },
  })
  return { id, email }
}

/** A lab that an admin approved and that signed in. */
export async function approvedLab(url: string, admin: Person): Promise<Lab> {
  const { id: labPartnerId, email } = await applyAsLab(url)
  await admin.client.call(labPartnerRoutes.approveLabPartner, { params: { id: labPartnerId } })
  const session = await clientOf(url).call(authRoutes.login, { body: { email, password } })
  const { token } = session
  return { id: session.user.id, labPartnerId, email, token, client: clientOf(url, token) }
}

/** A package on offer: ₹499, of ₹699 before. */
export async function insertPackage(
  database: TestDatabase,
  { price = 49_900, originalPrice = 69_900, name = 'Thyroid Profile' } = {},
): Promise<string> {
  const id = randomUUID()
  await database.asOwner(
    'insert into packages (id, name, category, price, original_price) values ($1, $2, $3, $4, $5)',
    [id, name, 'Thyroid', price, originalPrice],
  )
  return id
}

export function anEmail(): string {
  return `${randomUUID()}@example.org`
}

export const anAddress = {
  street: '12 MG Road',
  city: 'Ahmedabad',
  state: 'Gujarat',
  pincode: '380001',
  phone: '98765 43210',
}

/** What the wizard sends for a collection tomorrow morning, paid in cash. */
export function aBooking(packageId: string, addressId: string, change: Record<string, unknown> = {}) {
  return {
    packageId,
    addressId,
    collectionType: 'scheduled' as const,
    scheduledDate: addDays(istDate(new Date()), 1),
    scheduledTime: '08:00-10:00' as const,
    paymentMethod: 'cash-on-collection' as const,
    ...change,
  }
}

export function placeBooking(customer: Customer, packageId: string) {
  return customer.client.call(bookingRoutes.placeBooking, { body: aBooking(packageId, customer.addressId) })
}

export async function insertUser(
  database: TestDatabase,
  role: string,
  id: string = randomUUID(),
): Promise<string> {
  await database.asOwner(
    'insert into users (id, role, name, email, password_hash) values ($1, $2, $3, $4, $5)',
    [id, role, 'Test Person', anEmail(), 'none'],
  )
  return id
}
