import type { ErasureLedger } from '@jaanch/storage/erasure-ledger'
import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { PasswordCheck } from '../../auth/check-password.ts'
import type { Standings } from '../../auth/standings.ts'
import type { EventLog } from '../../event-log.ts'
import type { Reads } from '../../reads/read-tables.ts'
import { registerCapacity } from './capacity.ts'
import { registerChangeLabDetails } from './change-lab-details.ts'
import { registerConsentToAreas } from './consent-to-areas.ts'
import { registerDecideApplication } from './decide-application.ts'
import { registerLabProfile } from './lab-profile.ts'
import { registerListLabs } from './list-labs.ts'
import { registerRegisterLab } from './register-lab.ts'
import { registerSuspendLab } from './suspend-lab.ts'

type Parts = PasswordCheck &
  Reads &
  EventLog & { db: DatabasePool; standings: Standings; erasureLedger: ErasureLedger }

export function registerLabPartnerRoutes(app: FastifyInstance, parts: Parts): void {
  registerRegisterLab(app, parts)
  registerListLabs(app, parts)
  registerChangeLabDetails(app, parts)
  registerLabProfile(app, parts)
  registerDecideApplication(app, parts)
  registerSuspendLab(app, parts)
  registerCapacity(app, parts)
  registerConsentToAreas(app, parts)
}
