/** Full disks: of the services' DATA_DIR, which their logs are in, and of Postgres. */
import type { FaultHandler } from './fault-handler.ts'

export const fullDataDir: FaultHandler = {
  isPossible: ({ disks }) => disks.dataDir !== undefined,
  inject: ({ disks }) => disks.dataDir?.fill(),
  heal: ({ disks }) => disks.dataDir?.empty(),
}

/** Postgres ends when its write-ahead log does not fit; it starts again and recovers. */
export const fullPostgresDisk: FaultHandler = {
  isPossible: ({ disks }) => disks.postgres !== undefined,
  async inject({ disks, postgres }) {
    await postgres.waitUntilWhole()
    await disks.postgres?.fill()
  },
  heal: ({ disks }) => disks.postgres?.empty(),
}
