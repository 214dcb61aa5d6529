import { addDays, istDate } from '@jaanch/contracts/calendar'
import type { Stack } from '../context.ts'
import { read } from '../load/accounts.ts'
import { type Call, runClosedLoop } from '../load/http.ts'
import type { Group, Row } from '../row.ts'
import { withClient } from '../stack/database.ts'

const clients = 8

type Listed = {
  what: string
  aim: string
  growth?: string
  call: (stack: Stack) => Call
  /** SQL before each read, without which a kept copy would be measured */
  change?: string
}

const today = istDate(new Date())

const listed: Listed[] = [
  {
    what: "a lab's tab In Progress",
    aim: '',
    growth: '<= 1.3',
    call: ({ accounts }) => read('/api/bookings?tab=in-progress&limit=50', accounts.lab.token),
  },
  {
    what: '/api/analytics/dashboard, changed before each read,',
    change: 'update catalogue_version set id = gen_random_uuid()',
    aim: '<= 15',
    growth: '<= 1.3',
    call: ({ accounts }) => read('/api/analytics/dashboard', accounts.admin),
  },
  {
    what: '/api/bookings?q=thyroid',
    aim: '<= 30',
    call: ({ accounts }) => read('/api/bookings?q=thyroid', accounts.admin),
  },
  {
    what: '/api/bookings?q=no-such-test',
    aim: '<= 30',
    call: ({ accounts }) => read('/api/bookings?q=no-such-test', accounts.admin),
  },
  {
    what: '/api/bookings?from=&to=, a week a year ago',
    aim: '<= 30',
    call: ({ accounts }) =>
      read(`/api/bookings?from=${addDays(today, -365)}&to=${addDays(today, -359)}`, accounts.admin),
  },
  {
    what: '/api/users/counts',
    aim: '<= 5',
    call: ({ accounts }) => read('/api/users/counts', accounts.admin),
  },
]

/** Calls whose cost must not depend on the number of bookings: at few and at many of them, in the same round. */
export const lists: Group = {
  rows: listed.flatMap(({ what, aim, growth }): Row[] => [
    {
      name: `${what} at many bookings, 8 clients, p50`,
      unit: 'ms',
      better: 'lower',
      ...((growth ?? aim) && { aim: [aim, growth && `× ${growth}`].filter(Boolean).join(', ') }),
      peerName: 'the same at 1,000 bookings',
    },
  ]),
  async open({ stack, seconds }) {
    const [small, large] = [await stack('small'), await stack('large')]
    const p50 = async (size: Stack, { call, change }: Listed) => {
      const made = call(size)
      return withClient(size.databaseUrl, async (client) => {
        const before = change === undefined ? {} : { before: () => client.query(change) }
        const load = { clients, seconds: seconds / 4, call: () => made, ...before }
        return (await runClosedLoop(size.url, load)).p50
      })
    }
    return {
      async measure() {
        const pairs = []
        for (const one of listed) pairs.push({ ours: await p50(large, one), peer: await p50(small, one) })
        return pairs
      },
    }
  },
}
