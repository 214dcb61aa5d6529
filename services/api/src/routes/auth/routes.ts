import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { serveLogin } from './log-in.ts'
import { serveRegistration } from './register.ts'
import { servePasswordReset } from './reset-password.ts'

export function registerAuthRoutes(app: FastifyInstance, context: Context): void {
  serveLogin(app, context)
  serveRegistration(app, context)
  servePasswordReset(app, context)
}
