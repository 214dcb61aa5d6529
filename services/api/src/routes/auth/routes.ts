import type { Log } from '@jaanch/platform/logging'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Authentication } from '../../auth/authentication.ts'
import type { PasswordCheck } from '../../auth/check-password.ts'
import type { SecondFactorCheck } from '../../auth/second-factors/answer-ticket.ts'
import { registerAddSecondFactor } from './add-second-factor.ts'
import { registerChangePassword } from './change-password.ts'
import { registerLogIn } from './log-in.ts'
import type { SessionOpening } from './open-session.ts'
import { registerRegistration } from './register.ts'
import { registerResetPassword } from './reset-password.ts'
import { registerAnswerSecondFactor, registerSecondFactors } from './second-factors.ts'
import { registerSessions } from './sessions.ts'

type Parts = PasswordCheck &
  SessionOpening &
  SecondFactorCheck &
  Authentication & { logDb: pg.Pool; requireStaffMfa: boolean; log: Log }

export function registerAuthRoutes(app: FastifyInstance, parts: Parts): void {
  registerLogIn(app, parts)
  registerRegistration(app, parts)
  registerResetPassword(app, parts)
  registerChangePassword(app, parts)
  registerSessions(app, parts)
  registerAnswerSecondFactor(app, parts)
  registerSecondFactors(app, parts)
  registerAddSecondFactor(app, parts)
}
