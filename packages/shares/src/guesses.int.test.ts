import { randomBytes } from 'node:crypto'
import { createClient } from '@jaanch/tests/support/client'
import { createCustomer } from '@jaanch/tests/support/people'
import { createShare, sharedPasscode } from '@jaanch/tests/support/shares'
import { stackTest } from '@jaanch/tests/support/test'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { shareCalls } from './api.ts'

const it = stackTest({ workers: false })

const runs = 12

describe('guesses of a passcode from many networks, through three processes at the same time', () => {
  it('are at most five comparisons in the life of a link, whatever the order, and correct ones give none back', async ({
    stack,
  }) => {
    const customer = await createCustomer(stack)
    const bounds = {
      waitingPasswords: 200,
      waitRequestMs: 120_000,
      waitingRequests: 500,
      deadlineMs: 120_000,
    }
    const options = { trustedProxies: 1, bounds, limits: { shares: 1_000, sharesMade: 1_000 } }
    const urls = [
      await stack.anotherApi(options),
      await stack.anotherApi(options),
      await stack.anotherApi(options),
    ]
    const owner = createClient(urls[0] ?? '', customer.token)

    /** @returns the status, from a network of its own */
    async function guess(linkId: string, passcode: string, process: number): Promise<number> {
      const answer = await createClient(urls[process] ?? '').raw(
        shareCalls.openShare.path.replace(':id', linkId),
        {
          method: 'POST',
          body: JSON.stringify({ recipient: 'Somebody', passcode }),
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
          },
        },
      )
      return answer.status
    }

    const one = fc.record({ isCorrect: fc.boolean(), process: fc.nat(2) })
    const batches = fc.array(fc.array(one, { minLength: 1, maxLength: 15 }), { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(batches, async (rounds) => {
        const { id, linkId } = await createShare(owner)
        const statuses: { isCorrect: boolean; status: number }[] = []
        for (const round of rounds) {
          statuses.push(
            ...(await Promise.all(
              round.map(async ({ isCorrect, process }) => ({
                isCorrect,
                status: await guess(linkId, isCorrect ? sharedPasscode : 'WRONG1', process),
              })),
            )),
          )
        }
        const compared = statuses.filter(({ status }) => status === 401)
        expect(compared.length).toBeLessThanOrEqual(5)
        // 404: it has ended. 429: others were being compared, and no try was left besides
        expect(statuses.filter(({ status }) => ![200, 401, 404, 429].includes(status))).toEqual([])
        expect(statuses.filter(({ isCorrect, status }) => !isCorrect && status === 200)).toEqual([])
        const { rows } = await stack.database.asOwner(
          `select count(*) filter (where result = 'wrong')::int as wrong, count(*) filter (where result is null)::int as open,
                  (select end_reason from shares where id = $1) as reason from share_looks where share_id = $1`,
          [id],
        )
        expect(rows[0]).toEqual({
          wrong: compared.length,
          open: 0,
          reason: compared.length === 5 ? 'guessed' : null,
        })
        if (compared.length === 5) expect(await guess(linkId, sharedPasscode, 0)).toBe(404)
      }),
      { numRuns: runs, seed: 20_260_106 },
    )
  })

  it('count a comparison whose process ended before its result as a wrong one', async ({
    stack,
    visitor,
  }) => {
    const { client } = await createCustomer(stack)
    const { id, linkId } = await createShare(client)
    await stack.database.asOwner(
      `insert into share_looks (share_id, at, network, recipient)
       select $1, now() - interval '2 minutes', '192.0.2.x', 'Nobody' from generate_series(1, 4)`,
      [id],
    )
    const open = (passcode: string) =>
      visitor.ask(shareCalls.openShare, {
        params: { id: linkId },
        body: { recipient: 'Dr. Mehta', passcode },
      })
    expect((await open(sharedPasscode)).status).toBe(200)
    expect(await open('WRONG1')).toMatchObject({ status: 401, body: { remainingAttempts: 0 } })
    expect((await open(sharedPasscode)).status).toBe(404)
  })
})
