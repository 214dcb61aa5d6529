/** Who takes part in a run, and what they have in common. */
import { userRoutes } from '@jaanch/contracts/http/users'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Client } from '@jaanch/tests/support/client'
import {
  createParticipants,
  labPassword,
  type Participants,
  registerCustomer,
} from '@jaanch/tests/support/participants'
import type { Send } from '@jaanch/tests/support/send'
import type { Oracle } from '../oracle/oracle.ts'
import { type LabStaff, signInStaff } from './lab-staff.ts'

export type Crew = Participants & {
  client: Client
  send: Send
  oracle: Oracle
  /** The people of each lab, by the owner's token */
  staff: ReadonlyMap<string, LabStaff>
  /** Time between two steps of a person, ms; 0 once the run ends */
  pauseMs: () => number
}

export async function gatherCrew(
  { client, send, oracle, random }: { client: Client; send: Send; oracle: Oracle; random: Random },
  customerCount: number,
  pauseMs: () => number,
): Promise<Crew> {
  const limited = Math.floor(customerCount / 4)
  const participants = await createParticipants(client, random, customerCount - limited)
  const { customers } = participants
  // a lab of Surat declared few visits: some of these customers are refused for want of a place
  for (let n = customers.length; n < customerCount; n += 1) {
    customers.push(await registerCustomer(client, random, n, 'Surat'))
  }
  const staff = new Map<string, LabStaff>()
  for (const { token } of participants.labs) staff.set(token, await signInStaff(client, token, labPassword))
  // with a phone they get SMS too
  for (const [n, { token }] of customers.entries())
    await client.as(token).call(userRoutes.changeMe, { body: { phone: `+91981${String(1_000_000 + n)}` } })
  return { ...participants, client, send, oracle, staff, pauseMs }
}

/** @param owner the token of the lab's owner */
export function staffOf({ staff }: Pick<Crew, 'staff'>, owner: string): LabStaff {
  const found = staff.get(owner)
  if (!found) throw new Error('The people of the lab are not signed in')
  return found
}
