import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { generatedPassword } from '@jaanch/infra/local/demo/generate/population'
import { withClient } from '../stack/database.ts'
import type { Services } from '../stack/services.ts'
import type { Call } from './http.ts'

export type Buyer = { id: string; token: string; addressId: string }

export type Accounts = {
  admin: string
  /** The busiest lab of its city */
  lab: { token: string; id: string }
  /** The customer with the most bookings */
  customer: Buyer
  buyers: readonly Buyer[]
  packageIds: readonly string[]
}

const buyers = 50

/** Signs in an admin, a lab and customers of a generated database. */
export async function signInAll({ url, databaseUrl }: Services): Promise<Accounts> {
  const found = await withClient(databaseUrl, async (client) => {
    const people = await client.query<{ id: string; email: string; addressId: string }>(
      `select u.id, u.email, (select a.id from customer_addresses a where a.customer_id = u.id limit 1) as "addressId"
         from users u where u.email like '%@customers.example' order by u.created_at limit $1`,
      [buyers],
    )
    const asha = await client.query<{ id: string; addressId: string }>(
      `select u.id, a.id as "addressId" from users u join customer_addresses a on a.customer_id = u.id
        where u.email = 'asha@jaanch.example' limit 1`,
    )
    const lab = await client.query<{ id: string }>(
      `select l.id from lab_partners l join users u on u.id = l.user_id where u.email = 'lab1@jaanch.example'`,
    )
    const packages = await client.query<{ id: string }>(
      `select id from packages where gender_specific = 'both' and is_active and age_min is null order by name`,
    )
    return { people: people.rows, asha: asha.rows[0], lab: lab.rows[0], packages: packages.rows }
  })
  if (!found.asha || !found.lab) throw new Error('The database has no demo accounts')
  const signedIn: Buyer[] = []
  for (const { id, email, addressId } of found.people)
    signedIn.push({ id, addressId, token: await signIn(url, email, generatedPassword) })
  return {
    admin: await signIn(url, 'admin@jaanch.example', 'admin-demo-2026'),
    lab: { id: found.lab.id, token: await signIn(url, 'lab1@jaanch.example', 'lab-demo-2026') },
    customer: { ...found.asha, token: await signIn(url, 'asha@jaanch.example', 'asha-demo-2026') },
    buyers: signedIn,
    packageIds: found.packages.map(({ id }) => id),
  }
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${email} cannot sign in: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { token: string }).token
}

/** @returns the n-th booking of a load, which the buyers place in turn */
export function placeBooking({ buyers, packageIds }: Accounts, n: number, buyer?: Buyer): Call {
  const { token, addressId } = buyer ?? (buyers[n % buyers.length] as Buyer)
  return {
    method: 'POST',
    path: '/api/bookings',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      packageId: packageIds[n % packageIds.length],
      addressId,
      collectionType: 'scheduled',
      scheduledDate: addDays(istDate(new Date()), 2 + (n % 3)),
      scheduledTime: '08:00-10:00',
      paymentMethod: 'upi',
    }),
  }
}

export function read(path: string, token?: string): Call {
  return { method: 'GET', path, headers: token ? { authorization: `Bearer ${token}` } : {} }
}
