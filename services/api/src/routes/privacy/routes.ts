import type { Log } from '@jaanch/platform/logging'
import type { ErasureLedger } from '@jaanch/storage/erasure-ledger'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import type { PasswordCheck } from '../../auth/check-password.ts'
import type { Standings } from '../../auth/standings.ts'
import type { Bounds } from '../../bounds.ts'
import type { Reads } from '../../reads/read-tables.ts'
import { registerConsents } from './consents.ts'
import { registerEraseAccount } from './erase-account.ts'
import { registerExportPerson } from './export-person.ts'

type Parts = PasswordCheck &
  Reads & {
    db: DatabasePool
    logDb: pg.Pool
    standings: Standings
    erasureLedger: ErasureLedger
    bounds: Bounds
    log: Log
  }

export function registerPrivacyRoutes(app: FastifyInstance, parts: Parts): void {
  registerConsents(app, parts)
  registerEraseAccount(app, parts)
  registerExportPerson(app, parts)
}
