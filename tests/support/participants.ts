import { randomUUID } from 'node:crypto'
import { labPartnerCalls } from '@jaanch/account/labs/api'
import { peopleCalls } from '@jaanch/account/people/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { packageCalls } from '@jaanch/catalogue/packages/api'
import { type City, cities } from '@jaanch/contracts/vocabulary'
import { demoCities } from '@jaanch/infra/local/demo/data'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Client } from './client.ts'

export type Customer = { email: string; token: string; addressId: string; pincode: string }
export type Participants = {
  admin: string
  labs: { token: string; labPartnerId: string }[]
  customers: Customer[]
  packages: { id: string; price: number }[]
}

/** The accounts of the demo. For an installation with other accounts, set these variables. */
const {
  SIMULATE_ADMIN = 'admin@jaanch.example',
  SIMULATE_ADMIN_PASSWORD = 'admin-demo-2026',
  SIMULATE_LABS = 'lab1@jaanch.example,lab2@jaanch.example,lab3@jaanch.example,lab4@jaanch.example',
  SIMULATE_LAB_PASSWORD = 'lab-demo-2026',
} = process.env

/** The password of labs and of the people who work there */
export const labPassword = SIMULATE_LAB_PASSWORD

/** The password of the customers who register here */
export const customerPassword = 'a-good-secret'

/**
 * Signs in the admin and the labs of a stack with the demo and registers a pool of customers, all through the API. The pool is used
 * again and again, because an IP address may make 300 calls of registration and login per minute.
 */
export async function createParticipants(
  client: Client,
  random: Random,
  customerCount: number,
  city?: City,
): Promise<Participants> {
  const admin = await signIn(client, SIMULATE_ADMIN, SIMULATE_ADMIN_PASSWORD)
  const approved = await client.as(admin).call(labPartnerCalls.listApprovedLabPartners, {
    query: { limit: 500 },
  })
  const labs: Participants['labs'] = []
  for (const email of SIMULATE_LABS.split(',')) {
    const lab = approved.find(({ user }) => user.email === email)
    if (!lab) throw new Error(`No approved lab has the e-mail ${email}`)
    labs.push({ labPartnerId: lab.id, token: await signIn(client, email, SIMULATE_LAB_PASSWORD) })
  }
  const all = await client.call(packageCalls.listPackages, { query: { limit: 500 } })
  const packages = all.filter(({ genderSpecific }) => genderSpecific === 'both')
  const customers: Customer[] = []
  for (let n = 0; n < customerCount; n += 1) customers.push(await registerCustomer(client, random, n, city))
  return { admin, labs, customers, packages }
}

/** @returns the token */
export async function signIn(client: Client, email: string, password: string): Promise<string> {
  return (await client.call(authCalls.login, { body: { email, password } })).token
}

/** Registers a customer with an address. @param n determines the name and the phone @param city any by default */
export async function registerCustomer(
  client: Client,
  random: Random,
  n: number,
  city: City = random.pick(cities),
): Promise<Customer> {
  const email = `simulated-${randomUUID()}@customers.example`
  const { token } = await client.call(authCalls.register, {
    body: { name: `Simulated Customer ${n + 1}`, email, password: customerPassword, role: 'customer' },
  })
  const [area, pincode] = random.pick(demoCities[city].areas)
  const { id } = await client.as(token).call(peopleCalls.addAddress, {
    body: {
      label: 'Home',
      street: `${n + 1}, ${area}`,
      city,
      state: demoCities[city].state,
      pincode,
      phone: `98250${String(10_000 + (n % 90_000))}`,
    },
  })
  return { email, token, addressId: id, pincode }
}
