import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // integration tests mostly wait for Postgres, Redis and timers: three workers on two cores need 60 % of the time
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          // these tests change no global state of their process: 11 s instead of 25
          isolate: false,
          include: ['{packages,services,infra,tests}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts'],
          // property tests take seconds while other workers use the same two cores
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
