/** The people who use a stack with the demo: its admin, its labs with their staff, and customers who register. */
import { setTimeout } from 'node:timers/promises'
import { labStaffCalls } from '@jaanch/account/lab-staff/api'
import { userCalls } from '@jaanch/account/users/api'
import { roundCalls } from '@jaanch/collection/rounds/api'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Client } from '@jaanch/tests/support/client'
import {
  createParticipants,
  labPassword,
  type Participants,
  registerCustomer,
  signIn,
} from '@jaanch/tests/support/participants'
import type { PoliteClient } from './polite-client.ts'

export type Customer = Omit<Participants['customers'][number], 'token'> & { client: Client }

/** Where nobody has a role, the owner does the work. */
export type Lab = {
  labPartnerId: string
  owner: Client
  collectors: readonly { id: string; client: Client }[]
  desk: Client
  technician: Client
  /** undefined: the lab releases its reports without a signature */
  pathologist: Client | undefined
}

export type Crew = PoliteClient & {
  admin: Client
  labs: readonly Lab[]
  customers: readonly Customer[]
  packages: Participants['packages']
  /** Waits as a person does between two steps; not at all once the run ends */
  pause(): Promise<void>
}

export async function gatherCrew(
  polite: PoliteClient,
  { customers: count, random, pauseMs }: { customers: number; random: Random; pauseMs: () => number },
): Promise<Crew> {
  const { client } = polite
  const limited = Math.floor(count / 4)
  const { admin, customers, labs, packages } = await createParticipants(client, random, count - limited)
  // a lab in Surat declared few visits, so some of these customers are refused because no slot is free
  while (customers.length < count)
    customers.push(await registerCustomer(client, random, customers.length, 'Surat'))
  for (const { token } of customers) {
    const phone = `+9198${Math.floor(random.between(10_000_000, 99_999_999))}`
    await client.as(token).call(userCalls.changeMe, { body: { phone } })
  }
  return {
    ...polite,
    admin: client.as(admin),
    labs: await Promise.all(labs.map((lab) => signInStaff(client, lab))),
    customers: customers.map(({ token, ...rest }) => ({ ...rest, client: client.as(token) })),
    packages,
    pause: () => setTimeout(pauseMs()),
  }
}

async function signInStaff(
  client: Client,
  { token, labPartnerId }: Participants['labs'][number],
): Promise<Lab> {
  const owner = client.as(token)
  const people = (await owner.call(labStaffCalls.listLabStaff)).filter(({ status }) => status === 'active')
  const staff = await Promise.all(
    people.map(async ({ id, email, labRole }) => ({
      id,
      labRole,
      client: client.as(await signIn(client, email, labPassword)),
    })),
  )
  const clientOf = (role: string) => staff.find(({ labRole }) => labRole === role)?.client
  const collectors = staff.filter(({ labRole }) => labRole === 'collector')
  const able = await owner.call(roundCalls.listCollectors)
  const owners = able.filter(({ id }) => !people.some((person) => person.id === id))
  return {
    labPartnerId,
    owner,
    collectors: collectors.length > 0 ? collectors : owners.map(({ id }) => ({ id, client: owner })),
    desk: clientOf('front-desk') ?? owner,
    technician: clientOf('technician') ?? owner,
    pathologist: clientOf('pathologist'),
  }
}

/** Reads until the workers have done their part. @throws Error with `orElse` after two minutes */
export async function until<Found>(orElse: string, read: () => Promise<Found | undefined>): Promise<Found> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await setTimeout(100)) {
    const found = await read()
    if (found !== undefined) return found
  }
  throw new Error(`${orElse} within two minutes`)
}
