import { defineConfig } from 'vitest/config'

const integration = {
  globalSetup: ['tests/support/servers.setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

/** Mocks a module that other files import too */
const isolated = ['services/api/src/routes/auth/log-in.int.test.ts']

export default defineConfig({
  test: {
    // integration tests mostly wait for Postgres, Redis and timers: three workers on two cores need 60 % of the time
    maxWorkers: 3,
    // how long expect.poll waits for what a test demands: long, since no test fails because a machine is slow
    expect: { poll: { timeout: 25_000 } },
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
          // a process runs many files: they import the services once and share stacks (tests/support/test.ts)
          isolate: false,
          include: ['{packages,services,infra,tests}/**/*.int.test.ts'],
          exclude: ['**/node_modules/**', ...isolated],
          ...integration,
        },
      },
      { test: { name: 'integration-isolated', include: isolated, ...integration } },
      {
        // takes about two minutes: npm run test:versions
        test: { name: 'versions', include: ['tests/contract/versions/*.versions.ts'], ...integration },
      },
      {
        // many processes: about a minute on two idle cores, some minutes on busy ones: npm run test:many
        test: {
          name: 'many',
          include: ['tests/chaos/many/*.many.ts'],
          ...integration,
          // some seconds each on an idle machine
          testTimeout: 480_000,
          hookTimeout: 480_000,
        },
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
          testTimeout: 30_000,
        },
      },
    ],
  },
})
