import { defineConfig } from 'vitest/config'

/** They end only what hangs: no test fails because a machine is slow. */
const guards = { testTimeout: 300_000, hookTimeout: 300_000 }

const integration = {
  globalSetup: ['tests/support/servers.setup.ts'],
  setupFiles: ['tests/support/properties.setup.ts', 'tests/support/quick-hashes.setup.ts'],
  ...guards,
}

/** Mocks a module that other files import too */
const isolated = ['packages/account/src/sessions/log-in.int.test.ts']

export default defineConfig({
  test: {
    // integration tests mostly wait for Postgres, Redis and timers: three workers use two thirds of two cores
    maxWorkers: 4,
    // of a worker process, which closes its stacks
    teardownTimeout: 300_000,
    // shorter than a test, so that a failure says what was waited for
    expect: { poll: { timeout: 240_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          // these tests change no global state of their process: 11 s instead of 25
          isolate: false,
          include: ['{packages,services,infra,tests}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts'],
          ...guards,
        },
      },
      {
        test: {
          name: 'integration',
          // a process runs many files: they import the services once and share stacks (tests/support/test.ts)
          isolate: false,
          include: ['{packages,services,infra,tests}/**/*.int.test.ts'],
          exclude: ['**/node_modules/**', ...isolated],
          ...integration,
        },
      },
      { test: { name: 'integration-isolated', include: isolated, ...integration } },
      {
        // takes about two minutes: npm run test:versions, a part of npm run test:more
        test: { name: 'versions', include: ['tests/contract/versions/*.versions.ts'], ...integration },
      },
      {
        // follows docs/server.md in a container: npm run test:server
        test: {
          name: 'server',
          include: ['tests/deploy/server/*.server.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 900_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          // a window for each file, and a process for many: a third of the time
          pool: 'vmForks',
          // such processes are counted apart, so they have a turn of their own
          sequence: { groupOrder: 1 },
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/testing/setup.ts'],
          environment: 'happy-dom',
          ...guards,
        },
      },
    ],
  },
})
