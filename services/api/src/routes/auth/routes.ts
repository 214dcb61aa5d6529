import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { registerAddSecondFactor } from './add-second-factor.ts'
import { registerAnswerSecondFactor } from './answer-second-factor.ts'
import { registerChangePassword } from './change-password.ts'
import { registerLogIn } from './log-in.ts'
import { registerRegistration } from './register.ts'
import { registerResetPassword } from './reset-password.ts'
import { registerSecondFactors } from './second-factors.ts'
import { registerSessions } from './sessions.ts'

export function registerAuthRoutes(app: FastifyInstance, context: Context): void {
  registerLogIn(app, context)
  registerRegistration(app, context)
  registerResetPassword(app, context)
  registerChangePassword(app, context)
  registerSessions(app, context)
  registerAnswerSecondFactor(app, context)
  registerSecondFactors(app, context)
  registerAddSecondFactor(app, context)
}
