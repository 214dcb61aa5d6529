import { randomUUID } from 'node:crypto'
import { type City, cities } from '@jaanch/contracts/vocabulary'
import { demoCities } from '@jaanch/infra/local/demo/cities'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Api } from './api-client.ts'

export type Customer = { token: string; addressId: string; city: City }
export type Lab = { token: string; labPartnerId: string }
export type Participants = { admin: string; labs: Lab[]; customers: Customer[]; packages: { id: string }[] }

type Session = { token: string; user: { id: string } }

/** The accounts of the demo. For an installation with other accounts, set these variables. */
const {
  SIMULATE_ADMIN = 'admin@jaanch.example',
  SIMULATE_ADMIN_PASSWORD = 'admin-demo-2026',
  SIMULATE_LABS = 'lab1@jaanch.example,lab2@jaanch.example,lab3@jaanch.example,lab4@jaanch.example',
  SIMULATE_LAB_PASSWORD = 'lab-demo-2026',
} = process.env

/**
 * Signs in the admin and the labs and registers a pool of customers. The pool is used again and again, because an IP
 * address may make 300 calls of registration and login per minute.
 */
export async function createParticipants(
  api: Api,
  random: Random,
  customerCount: number,
  city?: City,
): Promise<Participants> {
  const admin = (await signIn(api, SIMULATE_ADMIN, SIMULATE_ADMIN_PASSWORD)).token
  const emails = SIMULATE_LABS.split(',')
  const approved = await api.call<{ id: string; user: { email: string } }[]>({
    method: 'GET',
    path: '/api/lab-partners?limit=500',
    token: admin,
  })
  const labs: Lab[] = []
  for (const email of emails) {
    const lab = approved.find(({ user }) => user.email === email)
    if (!lab) throw new Error(`No approved lab has the e-mail ${email}`)
    labs.push({
      labPartnerId: lab.id,
      token: (await signIn(api, email, SIMULATE_LAB_PASSWORD)).token,
    })
  }
  const packages = (
    await api.call<{ id: string; genderSpecific: string }[]>({
      method: 'GET',
      path: '/api/packages?limit=500',
    })
  ).filter(({ genderSpecific }) => genderSpecific === 'both')
  const customers: Customer[] = []
  for (let n = 0; n < customerCount; n += 1) customers.push(await registerCustomer(api, random, n, city))
  return { admin, labs, customers, packages }
}

function signIn(api: Api, email: string, password: string): Promise<Session> {
  return api.call<Session>({ method: 'POST', path: '/api/auth/login', body: { email, password } })
}

/** Registers a customer with an address. @param n makes the name and the phone @param city default: any */
export async function registerCustomer(
  api: Api,
  random: Random,
  n: number,
  city: City = random.pick(cities),
): Promise<Customer> {
  const { token } = await api.call<Session>({
    method: 'POST',
    path: '/api/auth/register',
    body: {
      name: `Simulated Customer ${n + 1}`,
      email: `simulated-${randomUUID()}@customers.example`,
      password: randomUUID(),
      role: 'customer',
    },
  })
  const [area, pincode] = random.pick(demoCities[city].areas)
  const { id } = await api.call<{ id: string }>({
    method: 'POST',
    path: '/api/customer-addresses',
    token,
    body: {
      label: 'Home',
      street: `${n + 1}, ${area}`,
      city,
      state: demoCities[city].state,
      pincode,
      phone: `98250${String(10_000 + (n % 90_000))}`,
    },
  })
  return { token, addressId: id, city }
}
