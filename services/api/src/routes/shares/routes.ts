import type { FastifyInstance } from 'fastify'
import type { DatabasePool } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { ShareTickets } from '../../auth/share-tickets.ts'
import type { Limits } from '../../limits/limits.ts'
import type { RateLimits } from '../../limits/rate-limits.ts'
import { allowOtherViewers } from './allow-viewers.ts'
import { registerCreateShare } from './create-share.ts'
import { registerOpenShare } from './open-share.ts'
import { registerOwnShares } from './own-shares.ts'

type Parts = {
  db: DatabasePool
  audit: Audit
  passcodes: Passwords
  shareTickets: ShareTickets
  limits: Limits
  rateLimits: RateLimits
  publicUrl: string
  now: () => Date
}

export function registerShareRoutes(app: FastifyInstance, parts: Parts): void {
  allowOtherViewers(app)
  registerCreateShare(app, parts)
  registerOwnShares(app, parts)
  registerOpenShare(app, parts)
}
