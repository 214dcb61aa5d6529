import { reads } from '@jaanch/tests/support/hot-calls'
import { isAnswered, runClosedLoop } from '@jaanch/tests/support/load'
import { quantile } from '@jaanch/tests/support/quantile'
import { sendTo } from '@jaanch/tests/support/send'
import { bytes, type Group, ms, rate } from '../group.ts'

const callOf = (name: string) => reads[name] as (typeof reads)[string]
const clients = 8
/** The reads that people make all the time */
const names = [
  'popular packages',
  'search: thyroid',
  "a lab's bookings",
  'all bookings',
  'all bookings of a test',
  'all labs',
  'dashboard',
]

export const readCalls: Group = {
  rows: names.flatMap((name) => [rate(`${name}, ${clients} clients`, 'answers/s'), bytes(`${name}, JSON`)]),
  async measure({ url, sample }, { seconds: all }) {
    const seconds = all / 2
    const send = sendTo(url)
    const figures: number[] = []
    for (const name of names) {
      // what gzip costs depends on the client
      const call = { ...callOf(name)(sample), headers: { 'accept-encoding': 'identity' } }
      const outcomes = await runClosedLoop({ send, call: () => call }, { clients, seconds })
      const answered = outcomes.filter(isAnswered)
      const size = Buffer.byteLength(JSON.stringify(answered[0]?.answer?.body) ?? '')
      figures.push(answered.length / seconds, size)
    }
    return figures
  },
}

const listNames = Object.keys(reads).filter((name) =>
  /visits|(bookings|users).*( of |, (pending|confirmed|cancelled))/.test(name),
)
const timesEach = 40

/** How a lab and an admin find bookings: by the time of the visit, by status, by person and place. One call after the other. */
export const lists: Group = {
  rows: listNames.flatMap((name) => [ms(`${name}, p50`), ms(`${name}, p99`)]),
  async measure({ url, sample }) {
    const send = sendTo(url)
    const times = new Map<string, number[]>(listNames.map((name) => [name, []]))
    // in turn, so that what else the machine does falls on all of them
    for (let n = 0; n < timesEach; n += 1)
      for (const [name, ofCall] of times) {
        const at = performance.now()
        await send(callOf(name)(sample))
        ofCall.push(performance.now() - at)
      }
    return [...times.values()].flatMap((ofCall) => [quantile(ofCall, 0.5), quantile(ofCall, 0.99)])
  },
}
