import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerCapacity } from './capacity.ts'
import { registerChangeLabDetails } from './change-lab-details.ts'
import { registerConsentToAreas } from './consent-to-areas.ts'
import { registerDecideApplication } from './decide-application.ts'
import { registerListLabs } from './list-labs.ts'
import { registerRegisterLab } from './register-lab.ts'
import { registerSuspendLab } from './suspend-lab.ts'

export function registerLabPartnerRoutes(app: FastifyInstance, context: Context): void {
  registerRegisterLab(app, context)
  registerListLabs(app, context)
  registerChangeLabDetails(app, context)
  registerDecideApplication(app, context)
  registerSuspendLab(app, context)
  registerCapacity(app, context)
  registerConsentToAreas(app, context)
}
