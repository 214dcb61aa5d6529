import { randomUUID } from 'node:crypto'
import { type City, cities } from '@jaanch/contracts/vocabulary'
import { places } from '@jaanch/infra/demo/places'
import type { Api } from './http.ts'
import { pick } from './pick.ts'

export type Customer = { token: string; addressId: string; city: City }
export type Lab = { token: string; labPartnerId: string }
export type Cast = { admin: string; labs: Lab[]; customers: Customer[]; packages: { id: string }[] }

type Session = { token: string; user: { id: string } }

/** The accounts that the demo brings; another installation has its own, in these variables. */
const {
  SIMULATE_ADMIN = 'admin@jaanch.example',
  SIMULATE_ADMIN_PASSWORD = 'admin-demo-2026',
  SIMULATE_LABS = 'lab1@jaanch.example,lab2@jaanch.example,lab3@jaanch.example,lab4@jaanch.example',
  SIMULATE_LAB_PASSWORD = 'lab-demo-2026',
} = process.env

/**
 * Everyone who takes part. Customers register as people do, a pool of them that is used again and again: an address may
 * make 300 calls a minute of registration and login.
 */
export async function gather(api: Api, customers: number): Promise<Cast> {
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
  const pool: Customer[] = []
  for (let n = 0; n < customers; n += 1) pool.push(await register(api, n))
  return { admin, labs, customers: pool, packages }
}

function signIn(api: Api, email: string, password: string): Promise<Session> {
  return api.call<Session>({ method: 'POST', path: '/api/auth/login', body: { email, password } })
}

async function register(api: Api, n: number): Promise<Customer> {
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
  const city = pick(cities)
  const [area, pincode] = pick(places[city].areas)
  const { id } = await api.call<{ id: string }>({
    method: 'POST',
    path: '/api/customer-addresses',
    token,
    body: {
      label: 'Home',
      street: `${n + 1}, ${area}`,
      city,
      state: places[city].state,
      pincode,
      phone: `98250${String(10_000 + (n % 90_000))}`,
    },
  })
  return { token, addressId: id, city }
}
