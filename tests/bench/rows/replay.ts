import { setTimeout } from 'node:timers/promises'
import { generate } from '@jaanch/infra/local/demo/generate/generate'
import { runOps } from '@jaanch/infra/ops/testing'
import { benchEmmettRebuild } from '../peers/emmett.ts'
import { foldBookings } from '../peers/fold.ts'
import type { Group } from '../row.ts'
import { createDatabase, queryOne, withClient } from '../stack/database.ts'
import { type Services, startServices } from '../stack/services.ts'

const size = (isQuick: boolean) => (isQuick ? 5_000 : 100_000)

/** Rebuilding all read tables from the log, and a live projector catching up with what was appended while it was away. */
export const replay: Group = {
  rows: [
    {
      name: 'replay of the log, beside one SQL fold of the bookings',
      unit: 'events/s',
      better: 'higher',
      aim: '>= 100000',
      peerName: 'create table as one fold in SQL, only bookings',
    },
    {
      name: 'replay of the log, beside emmett',
      unit: 'events/s',
      better: 'higher',
      peerName: "emmett's rebuild of a document per stream, from its own store",
    },
    { name: 'live projection catching up', unit: 'events/s', better: 'higher', aim: '>= 30000' },
  ],
  async open(context) {
    const { isQuick, directory } = context
    const url = await context.generated('replay', size(isQuick))
    const emmettUrl = await createDatabase(url, 'emmett_replay')
    const services = await startServices({
      databaseUrl: url,
      redisUrl: await context.redisUrl(),
      directory,
      services: ['projector'],
    })
    await untilAtHead(url)
    return {
      async measure(round) {
        const { position, filling } = await rebuild(url)
        const fold = await foldRate(url)
        const emmett = await benchEmmettRebuild(emmettUrl, isQuick ? 200 : 1_000)
        const live = await catchUp(services, Math.ceil(size(isQuick) / 5), round + 2)
        const ours = position / (filling / 1_000)
        return [{ ours, peer: fold }, { ours, peer: emmett }, { ours: live }]
      },
      close: () => services.close(),
    }
  },
}

/** `ops verify` fills a generation beside the live one, as a replay does. */
async function rebuild(url: string): Promise<{ position: number; filling: number }> {
  const { code, out, err } = await runOps({ DATABASE_URL: url }, 'verify', '--json')
  if (code !== 0) throw new Error(`ops verify failed: ${err}`)
  return JSON.parse(out)
}

/** Of all events of the log, as the replay's rate is. */
async function foldRate(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ head: string }>('select max(position) as head from log.events')
    const startedAt = performance.now()
    await client.query(`create table folded as ${foldBookings}`)
    const seconds = (performance.now() - startedAt) / 1_000
    await client.query('drop table folded')
    return Number(rows[0]?.head) / seconds
  })
}

/** From the first batch that the projector applies to the last one. */
async function catchUp(services: Services, bookings: number, seed: number): Promise<number> {
  const url = services.databaseUrl
  await services.stop('projector')
  const begin = await checkpoint(url)
  await generate({ url, bookings, customers: 1_000, labs: 50, seed, append: true })
  services.start('projector')
  while ((await checkpoint(url)).position === begin.position) await setTimeout(5)
  const first = (await checkpoint(url)).position
  const startedAt = performance.now()
  await untilAtHead(url)
  const { position } = await checkpoint(url)
  return (position - first) / ((performance.now() - startedAt) / 1_000)
}

function checkpoint(url: string): Promise<{ position: number; head: number }> {
  return queryOne(
    url,
    `select coalesce((select max(position) from read_generations where state = 'live'), 0)::int as position,
            (select max(position) from log.events)::int as head`,
  )
}

async function untilAtHead(url: string): Promise<void> {
  for (;;) {
    const { position, head } = await checkpoint(url)
    if (position >= head) return
    await setTimeout(10)
  }
}
