import { randomUUID } from 'node:crypto'
import { type CustodyInput, custodyRoutes } from '@jaanch/contracts/http/custody'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Crew } from './crew.ts'

/** What was recorded on a device, with the key that it has for good. */
export type Kept = { token: string; command: CustodyInput; at: Date; idempotencyKey: string }

/** How often a record is sent again after it was acknowledged, as by a phone that was closed before the answer came */
const repeatedShare = 0.25

/**
 * The devices of the people who handle the tubes of one booking: what they record has its time and its key from then on, and is sent at
 * once or later.
 */
export function openDevices({ client }: Pick<Crew, 'client'>, bookingId: string, random: Random) {
  const sent: Kept[] = []
  let last = 0

  /** @param command happens now; no two records of a device have the same time */
  function keep(token: string, command: CustodyInput): Kept {
    last = Math.max(last + 1, Date.now())
    return { token, command, at: new Date(last), idempotencyKey: randomUUID() }
  }

  async function sendOnce({ token, command, at, idempotencyKey }: Kept) {
    const body = { recorded: { at: at.toISOString(), offsetMs: 0 }, command }
    const call = { params: { id: bookingId }, body, idempotencyKey }
    return (await client.as(token).call(custodyRoutes.recordCustody, call)).custody?.tubes ?? []
  }

  /** @returns the tubes as they are after it */
  async function send(kept: Kept) {
    const tubes = await sendOnce(kept)
    sent.push(kept)
    if (random.chance(repeatedShare)) await sendOnce(random.pick(sent))
    return tubes
  }

  return { keep, send, record: (token: string, command: CustodyInput) => send(keep(token, command)) }
}

export type Devices = ReturnType<typeof openDevices>
