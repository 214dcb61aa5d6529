import type { Files } from '../support/git-repository.ts'

/** The files of a very small Jaanch, as `npm run check:change` reads them. */
export const smallJaanch: Files = {
  'package.json': '{ "name": "small", "version": "0.1.0", "type": "module" }',
  '.gitignore': 'node_modules\n',
  'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-31\n\n### Added\n\n- Bookings.\n',
  'docker-compose.yml': `services:
  api:
    environment:
      JWT_SECRET: \${JWT_SECRET:?a secret}
`,
  'packages/contracts/src/model-version.ts':
    "export const modelVersion = 1\nexport const modelFingerprint = 'aaaa'\n",
  'services/projector/src/generations/generation.sql':
    '-- the tables\ncreate table bookings (id uuid primary key);\n',
  'infra/migrations/sql/0001_log.sql': 'create table log ();\n',
  'packages/contracts/src/events/registry.ts': `import { z } from 'zod'
export const eventDefinitions = {
  BookingPlaced: { schemaVersion: 1, data: z.object({ bookingId: z.string() }) },
}
`,
  'packages/contracts/src/testing/event-samples.ts':
    "export const eventSamples = { BookingPlaced: [{ version: 1, stored: { bookingId: '1' } }] }\n",
  'packages/contracts/src/consumers.ts': "export const consumers = { orders: ['BookingPlaced'] }\n",
  'packages/contracts/src/http/routes.ts': `import { z } from 'zod'
export const routes = {
  readBooking: {
    method: 'GET', path: '/api/bookings/:id', access: 'signed-in',
    params: z.object({ id: z.string() }), response: z.object({ id: z.string(), status: z.string() }),
  },
}
`,
  'packages/platform/src/config.ts': `export const variableNames = ['PORT']
export function loadConfig(variables) {
  const values = { PORT: 3000, ...variables }
  return {
    port: values.PORT,
  }
}
`,
  'services/api/src/main.ts': "const config = configOfProcess('databaseUrl')\n",
  'infra/ops/program.ts': `import { Command } from 'commander'
export const createProgram = () => new Command('ops').addCommand(new Command('status').option('--json', 'as JSON'))
`,
  'packages/platform/src/telemetry/catalogue.ts':
    "export const catalogue = { jaanch_log_head: { kind: 'gauge', description: 'Position' } }\n",
  'infra/monitoring/dashboard.json': '{ "expr": "jaanch_log_head" }\n',
}
