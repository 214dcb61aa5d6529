import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import type { RateLimits } from '../../limits/rate-limits.ts'
import type { CatalogueAnswers } from '../../read-models/catalogue-answers.ts'
import type { NearbyLabs } from '../../read-models/nearby-labs.ts'
import { registerEditPackages } from './edit-packages.ts'
import { registerFindOverlaps } from './find-overlaps.ts'
import { registerListPackages } from './list-packages.ts'
import { registerListPrices } from './list-prices.ts'

type Parts = {
  db: DatabasePool
  logDb: pg.Pool
  catalogueAnswers: CatalogueAnswers
  nearbyLabs: NearbyLabs
  rateLimits: RateLimits
}

export function registerPackageRoutes(app: FastifyInstance, parts: Parts): void {
  registerListPackages(app, parts)
  registerFindOverlaps(app, parts)
  registerListPrices(app, parts)
  registerEditPackages(app, parts)
}
