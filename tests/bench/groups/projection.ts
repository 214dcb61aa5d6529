import { type Group, rate, type Target } from '../group.ts'

/** Rebuilding all read tables from the log, and a live projector catching up with what was appended while it was away. */
export const projection: Group = {
  rows: [
    rate('replay of the log', 'events/s', '>= 100000'),
    rate('live projection catching up', 'events/s', '>= 30000'),
  ],
  async measure(target, { bookings }) {
    // fills a generation beside the live one, as a replay does
    const verified = JSON.parse(await target.npm('ops', 'verify', '--json')) as Record<string, number>
    // the log is filled in one transaction, for whose end services would wait
    for (const service of ['api', 'workers', 'projector'] as const) await target.terminate(service)
    const begin = await projected(target)
    const added = ['--bookings', String(Math.ceil(bookings / 5)), '--seed', String(begin), '--append']
    await target.npm('generate', ...added)
    const startedAt = performance.now()
    await target.start('projector')
    await target.untilProjected()
    const seconds = (performance.now() - startedAt) / 1_000
    const caughtUp = (await projected(target)) - begin
    await Promise.all([target.start('workers'), target.start('api')])
    return [(verified.position ?? 0) / ((verified.filling ?? 0) / 1_000), caughtUp / seconds]
  },
}

async function projected({ query }: Target): Promise<number> {
  const [row] = await query<{ position: number }>(
    "select max(position)::float8 as position from read_generations where state = 'live'",
  )
  return row?.position ?? 0
}
