import { randomUUID } from 'node:crypto'
import { labPartnerCalls } from '@jaanch/account/labs/api'
import { peopleCalls } from '@jaanch/account/people/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { type Claims, createSessionTokens } from '@jaanch/account/sessions/session-tokens'
import { bookingCalls } from '@jaanch/booking/api'
import type { LabStaffRole } from '@jaanch/contracts/staff-roles'
import { type Client, createClient } from './client.ts'
import type { TestDatabase } from './database.ts'
import { addressInput, bookingInput } from './inputs.ts'
import { type Stack, testSecret } from './stack.ts'

export { addressInput, bookingInput }

export const password = 'a password of the tests'
const sessionTokens = createSessionTokens(testSecret)
/** Tokens of the session that `openSession` gives a user: it has the user's id. */
export const tokens: { verify(token: string): Claims | undefined; issue: IssueToken } = {
  verify: (token) => sessionTokens.verify(token, 'session'),
  issue: (user, session = { id: user.id, lifetimeMs: 7 * 24 * 60 * 60_000 }) =>
    sessionTokens.issue(user, session, 'session'),
}
/** The value of the files cookie in a person's browser */
export function filesTokenOf({ id }: Pick<Person, 'id'>): string {
  return sessionTokens.issue({ id, tokenVersion: 1 }, { id, lifetimeMs: 60_000 }, 'files')
}
type Issue = (typeof sessionTokens)['issue']
type IssueToken = (user: Parameters<Issue>[0], session?: Parameters<Issue>[1]) => string

export type Person = { client: Client; id: string; token: string }
export type Customer = Person & { addressId: string; email: string }
export type Lab = Person & { labPartnerId: string; email: string }

/** Creates an admin directly in the tables, because nobody can register as one. */
export async function createAdmin({ url, database }: Pick<Stack, 'url' | 'database'>): Promise<Person> {
  const id = await createUser(database, 'admin')
  const token = tokens.issue({ id, tokenVersion: 1 })
  return { id, token, client: createClient(url, token) }
}

/** Creates a customer with an address and a proven e-mail, directly in the tables: a password hash would cost time. */
export async function createCustomer({ url, database }: Pick<Stack, 'url' | 'database'>): Promise<Customer> {
  const email = uniqueEmail()
  const id = await createUser(database, 'customer', undefined, email)
  const token = tokens.issue({ id, tokenVersion: 1 })
  const client = createClient(url, token)
  const address = await client.call(peopleCalls.addAddress, { body: addressInput })
  return { id, token, client, email, addressId: address.id }
}

/** Registers a customer by the API. Their e-mail is not proven. */
export async function registerCustomer(
  url: string,
  email = uniqueEmail(),
): Promise<Person & { email: string }> {
  const session = await createClient(url).call(authCalls.register, {
    body: { name: 'Asha Rao', email, password, role: 'customer' },
  })
  return { id: session.user.id, token: session.token, client: createClient(url, session.token), email }
}

/** Applies as a lab. @returns its ids; it cannot sign in before it is approved */
export async function applyAsLab(url: string, email = uniqueEmail()): Promise<{ id: string; email: string }> {
  const { id } = await createClient(url).call(labPartnerCalls.registerLabPartner, {
    body: { email, password, organizationName: 'City Lab', address: '1 Ring Road', phone: '9876543210' },
  })
  return { id, email }
}

/** Creates a lab that is approved and signed in. Its e-mail is not proven. */
export async function createApprovedLab(url: string, admin: Person): Promise<Lab> {
  const { id: labPartnerId, email } = await applyAsLab(url)
  await admin.client.call(labPartnerCalls.approveLabPartner, { params: { id: labPartnerId } })
  const session = await createClient(url).call(authCalls.login, { body: { email, password } })
  const { token } = session
  return { id: session.user.id, labPartnerId, email, token, client: createClient(url, token) }
}

/** Creates a person who works for a lab, directly in the tables: a password hash would cost time. */
export async function createLabPerson(
  { url, database }: Pick<Stack, 'url' | 'database'>,
  { labPartnerId }: Pick<Lab, 'labPartnerId'>,
  labRole: LabStaffRole,
): Promise<Person> {
  const id = await createUser(database, 'lab-partner')
  await database.asOwner('update users set works_for = $2, lab_role = $3 where id = $1', [
    id,
    labPartnerId,
    labRole,
  ])
  const token = tokens.issue({ id, tokenVersion: 1 })
  return { id, token, client: createClient(url, token) }
}

/** Creates an active package: ₹499, original price ₹699. */
export async function createPackage(
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

export function uniqueEmail(): string {
  return `${randomUUID()}@example.org`
}

export function placeBooking(
  { client, addressId }: Pick<Customer, 'client' | 'addressId'>,
  packageId: string,
  change: Parameters<typeof bookingInput>[2] = {},
) {
  return client.call(bookingCalls.placeBooking, { body: bookingInput(packageId, addressId, change) })
}

export async function createUser(
  database: TestDatabase,
  role: string,
  id: string = randomUUID(),
  email = uniqueEmail(),
): Promise<string> {
  await database.asOwner(
    'insert into users (id, role, name, email, email_proven_at, password_hash) values ($1, $2, $3, $4, now(), $5)',
    [id, role, 'Test Person', email, 'unusable'],
  )
  await openSession(database, id)
  return id
}

/** Opens a session of a user, directly in the tables. */
export async function openSession(database: TestDatabase, userId: string): Promise<void> {
  await database.asOwner(
    `insert into sessions (id, user_id, device, network, created_at, last_seen_at, ends_at)
     values ($1, $1, 'Test', 'test', now(), now(), now() + interval '90 days')`,
    [userId],
  )
}

/** Proves the e-mail address of a person, as if they had typed its code. */
export async function proveEmail(database: TestDatabase, userId: string): Promise<void> {
  await database.asOwner('update users set email_proven_at = now() where id = $1', [userId])
}

/** A lab after some days: its session outlasts them. */
export async function labAfter(
  {
    database,
    anotherApi,
  }: { database: TestDatabase; anotherApi(options: { now: () => Date }): Promise<string> },
  lab: Lab,
  days: number,
): Promise<Client> {
  await database.asOwner("update sessions set ends_at = now() + interval '1 year' where user_id = $1", [
    lab.id,
  ])
  const url = await anotherApi({ now: () => new Date(Date.now() + days * 86_400_000) })
  return createClient(url, lab.token)
}
