import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // integration tests wait for Postgres, Redis and clocks more than they count: on two cores three take 60 % of the time
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          // these files leave nothing behind in their process: 11 s instead of 25
          isolate: false,
          include: ['{packages,services,infra,tests}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts'],
          // property tests take seconds where others work on the same two cores
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages,services,infra,tests}/**/*.int.test.ts'],
          globalSetup: ['tests/support/servers.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 30_000,
        },
      },
    ],
  },
})
