import type { FastifyInstance } from 'fastify'
import { registerEditCatalogue } from './edit-catalogue.ts'
import { registerImportCatalogue } from './import-catalogue.ts'
import { registerReadCatalogue } from './read-catalogue.ts'

type Parts = Parameters<typeof registerReadCatalogue>[1] &
  Parameters<typeof registerImportCatalogue>[1] &
  Parameters<typeof registerEditCatalogue>[1]

export function registerCatalogueRoutes(app: FastifyInstance, parts: Parts): void {
  registerReadCatalogue(app, parts)
  registerImportCatalogue(app, parts)
  registerEditCatalogue(app, parts)
}
