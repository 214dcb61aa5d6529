/** Who takes part in a run, and what they have in common. */
import type { Random } from '@jaanch/infra/local/demo/random'
import {
  type Customer,
  createParticipants,
  type Lab,
  registerCustomer,
} from '@jaanch/tests/simulate/participants'
import type { Oracle } from '../oracle/oracle.ts'
import type { PoliteClient } from './polite-client.ts'

type Package = { id: string; price: number }

export type Crew = {
  client: PoliteClient
  oracle: Oracle
  admin: string
  labs: Lab[]
  customers: Customer[]
  packages: Package[]
  /** Time between two steps of a person, ms; 0 once the run ends */
  pauseMs: () => number
}

export async function gatherCrew(
  { client, oracle, random }: { client: PoliteClient; oracle: Oracle; random: Random },
  customerCount: number,
  pauseMs: () => number,
): Promise<Crew> {
  const limited = Math.floor(customerCount / 4)
  const { admin, labs, customers, packages } = await createParticipants(
    client,
    random,
    customerCount - limited,
  )
  // a lab of Surat declared few visits: some of these customers are refused for want of a place
  for (let n = customers.length; n < customerCount; n += 1) {
    customers.push(await registerCustomer(client, random, n, 'Surat'))
  }
  // with a phone they get SMS too
  for (const [n, { token }] of customers.entries()) {
    const body = { phone: `+91981${String(1_000_000 + n)}` }
    await client.call({ method: 'PUT', path: '/api/users/me', token, body })
  }
  return { client, oracle, admin, labs, customers, packages: packages as Package[], pauseMs }
}
