import { benchBullMq, benchWork } from '../load/work.ts'
import type { Group } from '../row.ts'

const peer = {
  unit: 'events/s',
  better: 'higher',
  peerName: 'BullMQ alone, as many jobs that do nothing',
} as const

/** From the log to settled: relay, work row, job, lease, handler. Services and load are one process, as the peer is. */
export const work: Group = {
  rows: [
    { ...peer, name: 'work after an event, handlers that do nothing', aim: '× >= 0.5' },
    { ...peer, name: 'work after an event, an order made for each', aim: '× >= 0.25' },
  ],
  async open({ bare, isQuick }) {
    const servers = await bare()
    // less than may wait at the appender
    const load = { jobs: isQuick ? 3_000 : 9_000, concurrency: 20 }
    return {
      async measure() {
        const peer = await benchBullMq(servers, load)
        return [
          { ours: await benchWork(servers, load, 'idle'), peer },
          { ours: await benchWork(servers, load, 'orders'), peer },
        ]
      },
    }
  },
}
