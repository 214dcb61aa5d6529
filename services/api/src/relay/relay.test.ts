import { expect, it } from 'vitest'
import { workJobs } from './relay.ts'

const relayed = (consumer: string, rows: number) => ({ consumer, cursor: 120, events: 30, rows })

it('a job says which consumers have work, and up to which position', () => {
  const [job] = workJobs([relayed('notifications', 20), relayed('orders', 12), relayed('reports', 0)])
  expect(job).toMatchObject({
    name: 'notifications, orders',
    data: { consumers: ['notifications', 'orders'], upto: 150 },
  })
})

it('there is one job for many rows, and the number of jobs that wait is bounded', () => {
  const ids = (rows: number) =>
    workJobs([relayed('orders', rows)]).map(({ options }) => options.deduplication.id)
  expect(ids(0)).toEqual([])
  expect(ids(200)).toEqual(['work 0'])
  expect(ids(450)).toEqual(['work 0', 'work 1', 'work 2'])
  expect(ids(100_000)).toHaveLength(8)
})
