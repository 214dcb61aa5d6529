import type { ErasureLedger } from '@jaanch/storage/erasure-ledger'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import type { Limits } from '../../limits/limits.ts'
import { registerAddresses } from './addresses.ts'
import { registerFamilyMembers } from './family-members.ts'
import { registerRelativeConsent } from './relative-consent.ts'

export function registerPeopleRoutes(
  app: FastifyInstance,
  parts: {
    db: DatabasePool
    logDb: pg.Pool
    audit: Audit
    limits: Limits
    erasureLedger: ErasureLedger
    now: () => Date
  },
): void {
  registerFamilyMembers(app, parts)
  registerAddresses(app, parts)
  registerRelativeConsent(app, parts)
}
