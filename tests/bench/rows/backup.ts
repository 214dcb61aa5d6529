import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runOps } from '@jaanch/infra/ops/testing'
import { startAppendLoad } from '../load/append-load.ts'
import type { Group, Row } from '../row.ts'
import { createDatabase } from '../stack/database.ts'

const lower = { better: 'lower' } as const
const rows: Row[] = [
  { ...lower, name: 'backup of many bookings while 200 events/s are appended', unit: 's' },
  { ...lower, name: 'its restore', unit: 's' },
  { ...lower, name: 'append during the backup, p99', unit: 'ms', peerName: 'without a backup' },
]

/** Takes minutes and changes rarely: only with --only backup. */
export const backup: Group = {
  rows,
  rounds: 1,
  async open({ generated, large, directory }) {
    const url = await generated('backup', large)
    return {
      async measure() {
        const target = join(directory, 'backup')
        const load = startAppendLoad(url, 200)
        await setTimeout(10_000)
        const alone = load.latencies()
        const saved = await runOps({ DATABASE_URL: url }, 'backup', target, '--json')
        const during = load.latencies()
        await load.stop()
        if (saved.code !== 0) throw new Error(saved.err)
        const restoredUrl = await createDatabase(url, 'restored')
        const restored = await runOps({ DATABASE_URL: restoredUrl }, 'restore', target, '--json')
        if (restored.code !== 0) throw new Error(restored.err)
        return [
          { ours: JSON.parse(saved.out).ms / 1_000 },
          { ours: JSON.parse(restored.out).ms / 1_000 },
          { ours: during.p99, peer: alone.p99 },
        ]
      },
    }
  },
}
