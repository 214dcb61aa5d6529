import { reads } from '@jaanch/tests/support/hot-calls'
import { quantile } from '@jaanch/tests/support/quantile'
import { sendTo } from '@jaanch/tests/support/send'
import { type Group, ms } from '../group.ts'

const names = Object.keys(reads).filter((name) =>
  /visits|(bookings|users).*( of |, (pending|confirmed|cancelled))/.test(name),
)
const timesEach = 40

/** How a lab and an admin find bookings: by the time of the visit, by status, by person and place. One call after the other. */
export const lists: Group = {
  rows: names.flatMap((name) => [ms(`${name}, p50`), ms(`${name}, p99`)]),
  async measure({ url, sample }) {
    const send = sendTo(url)
    const times = new Map<string, number[]>(names.map((name) => [name, []]))
    // in turn, so that what else the machine does falls on all of them
    for (let n = 0; n < timesEach; n += 1) {
      for (const [name, ofCall] of times) {
        const at = performance.now()
        await send((reads[name] as (typeof reads)[string])(sample))
        ofCall.push(performance.now() - at)
      }
    }
    return [...times.values()].flatMap((ofCall) => [quantile(ofCall, 0.5), quantile(ofCall, 0.99)])
  },
}
