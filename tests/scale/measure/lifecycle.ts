import { setTimeout } from 'node:timers/promises'
import type { ReportParameter } from '@jaanch/contracts/http/report-form'
import { createRandom } from '@jaanch/infra/local/demo/random'
import { type Api, createApi } from '@jaanch/tests/simulate/api-client'
import type { Participants } from '@jaanch/tests/simulate/participants'
import { type Reached, simulateBooking } from '@jaanch/tests/simulate/simulate-booking'
import { simulate } from '@jaanch/tests/simulate/simulation'
import type { Accounts } from '../../bench/load/accounts.ts'
import { untilSettled } from '../../bench/stack/database.ts'
import type { Services } from '../../bench/stack/services.ts'

type Load = {
  /** Bookings a second */
  rate: number
  seconds: number
  /** Whether each booking gets the results of its tests, of which a worker draws a PDF */
  reports: boolean
}

/**
 * Whole bookings: placed, assigned, confirmed, collected, paid, processed, completed; one in nine is cancelled, as in
 * `npm run simulate`. Returns when nothing is left to do after them.
 * @returns how many were placed @throws if any call failed
 */
export async function runLifecycle(services: Services, accounts: Accounts, load: Load): Promise<number> {
  const api = politely(createApi(new URL(services.url)))
  const { admin, lab, buyers, packageIds } = accounts
  const participants: Participants = {
    admin,
    labs: [{ token: lab.token, labPartnerId: lab.id }],
    customers: buyers.map(({ token, addressId }) => ({ token, addressId, city: 'Mumbai' })),
    packages: packageIds.map((id) => ({ id })),
  }
  const act: typeof simulateBooking = (client, people, options) =>
    simulateBooking(client, people, {
      ...options,
      onReached: (reached) => (load.reports ? release(client, reached) : Promise.resolve()),
    })
  try {
    const plan = { ...load, bookings: 1_000_000, random: createRandom('scale', load.rate), act }
    const { placed, errors, skipped } = await simulate(
      api,
      participants,
      { ...plan, signal: new AbortController().signal },
      () => {},
    )
    if (errors.size > 0 || skipped > 0) throw new Error(`${skipped} skipped, ${JSON.stringify([...errors])}`)
    await setTimeout(1_000)
    await untilSettled(services.databaseUrl)
    return placed
  } finally {
    api.close()
  }
}

/** Repeats a call that was refused because the API is busy, as the client does. */
function politely(api: Api): Api {
  return {
    ...api,
    async call(call) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await api.call(call)
        } catch (error) {
          if (attempt === 400 || !(error as Error).message.includes(': 503 ')) throw error
          await setTimeout(250)
        }
      }
    },
  }
}

async function release(api: Api, { stage, id, lab: { token } }: Reached): Promise<void> {
  if (stage !== 'completed') return
  const path = `/api/bookings/${id}/report`
  const form = await api.call<ReportParameter[]>({ method: 'GET', path: `${path}-form`, token })
  const values = form.map(({ code, options }) => ({ code, value: options?.[0] ?? 10 }))
  if (values.length > 0) await api.call({ method: 'POST', path, token, body: { values } })
}
