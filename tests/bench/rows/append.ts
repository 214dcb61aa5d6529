import { benchAppend } from '../load/append.ts'
import { benchEmmettAppend } from '../peers/emmett.ts'
import { benchPgbench, installPgbench } from '../peers/pgbench.ts'
import type { Group } from '../row.ts'
import { createDatabase } from '../stack/database.ts'

const callers = 64

/** One event per call through the group commit, fully durable. */
export const append: Group = {
  rows: [
    {
      name: 'append through the group commit, 64 callers, beside pgbench',
      unit: 'events/s',
      better: 'higher',
      aim: '× >= 2.5',
      peerName: 'pgbench inserting the same row, 16 clients',
    },
    {
      name: 'append through the group commit, 64 callers, beside emmett',
      unit: 'events/s',
      better: 'higher',
      aim: '× >= 10',
      peerName: 'emmett-postgresql, 64 callers',
    },
  ],
  async open({ bare, seconds }) {
    const { databaseUrl } = await bare()
    const emmettUrl = await createDatabase(databaseUrl, 'emmett')
    const pgbench = await installPgbench()
    return {
      async measure() {
        const plain = pgbench ? await benchPgbench(pgbench, databaseUrl, { clients: 16, seconds }) : undefined
        const ours = await benchAppend(databaseUrl, { callers, seconds })
        const emmett = await benchEmmettAppend(emmettUrl, { callers, seconds: Math.min(4, seconds) })
        return [
          { ours, peer: plain },
          { ours, peer: emmett },
        ]
      },
    }
  },
}
