/** The people who use a stack with the demo: its admin, its labs with their staff, and customers who register. */
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { labStaffRoutes } from '@jaanch/contracts/http/lab-staff'
import { userRoutes } from '@jaanch/contracts/http/users'
import type { LabStaffRole } from '@jaanch/contracts/staff-roles'
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

/** A lab with the session tokens of its people. Where nobody has a role, the owner does the work. */
export type Lab = {
  labPartnerId: string
  owner: string
  collectors: readonly { id: string; token: string }[]
  desk: string
  technician: string
  /** undefined: the lab releases its reports without a signature */
  pathologist: string | undefined
}

export type Crew = Omit<Participants, 'labs'> &
  PoliteClient & {
    labs: readonly Lab[]
    /** Returns the time between two steps of a person in ms; 0 once the run ends. */
    pauseMs: () => number
  }

/** How long the workers may need for what follows from a command, ms */
const workersPatienceMs = 120_000

export async function gatherCrew(
  polite: PoliteClient,
  { customers: count, random, pauseMs }: { customers: number; random: Random; pauseMs: () => number },
): Promise<Crew> {
  const { client } = polite
  const limited = Math.floor(count / 4)
  const participants = await createParticipants(client, random, count - limited)
  const { customers } = participants
  // a lab in Surat declared few visits, so some of these customers are refused because no slot is free
  while (customers.length < count)
    customers.push(await registerCustomer(client, random, customers.length, 'Surat'))
  for (const { token } of customers) {
    const phone = `+9198${Math.floor(random.between(10_000_000, 99_999_999))}`
    await client.as(token).call(userRoutes.changeMe, { body: { phone } })
  }
  const labs = await Promise.all(participants.labs.map((lab) => signInStaff(client, lab)))
  return { ...participants, ...polite, labs, pauseMs }
}

async function signInStaff(
  client: Client,
  { token: owner, labPartnerId }: Participants['labs'][number],
): Promise<Lab> {
  const byOwner = client.as(owner)
  const people = (await byOwner.call(labStaffRoutes.listLabStaff)).filter(({ status }) => status === 'active')
  const signInAll = (role: LabStaffRole) =>
    Promise.all(
      people
        .filter(({ labRole }) => labRole === role)
        .map(async ({ id, email }) => ({ id, token: await signIn(client, email, labPassword) })),
    )
  const [collectors, [desk], [technician], [pathologist]] = await Promise.all([
    signInAll('collector'),
    signInAll('front-desk'),
    signInAll('technician'),
    signInAll('pathologist'),
  ])
  const able = await byOwner.call(collectionRoutes.listCollectors)
  const owners = able.filter(({ id }) => !people.some((person) => person.id === id))
  return {
    labPartnerId,
    owner,
    collectors: collectors.length > 0 ? collectors : owners.map(({ id }) => ({ id, token: owner })),
    desk: desk?.token ?? owner,
    technician: technician?.token ?? owner,
    pathologist: pathologist?.token,
  }
}

/** Reads until the workers have done their part. @throws Error with `orElse` after two minutes */
export async function until<Found>(orElse: string, read: () => Promise<Found | undefined>): Promise<Found> {
  for (const deadline = performance.now() + workersPatienceMs; performance.now() < deadline; ) {
    const found = await read()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${orElse} within ${workersPatienceMs / 1_000} s`)
}
