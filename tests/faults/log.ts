import type { Fault } from './fault.ts'

const log = 'packages/eventlog/src'

export const logFaults: readonly Fault[] = [
  {
    name: 'An append is recorded although its stream has changed since the decision.',
    file: `${log}/append.ts`,
    from: "expected: append.expected === 'any' ? null : append.expected",
    to: 'expected: null',
    caughtBy: [`${log}/append-with-rows.int.test.ts`],
  },
  {
    name: 'An append that is sent again writes its rows a second time.',
    file: `${log}/append-with-rows.ts`,
    from: 'if (recorded || (await writeRows(client)) === false)',
    to: 'if ((await writeRows(client)) === false)',
    caughtBy: [`${log}/append-with-rows.int.test.ts`],
  },
  {
    name: 'A decision on several streams is recorded although one that it only read has changed.',
    file: `${log}/command-streams.ts`,
    from: 'Object.fromEntries(unchanged)',
    to: '{}',
    caughtBy: [`${log}/command-handler.int.test.ts`],
  },
  {
    name: 'A reader passes a gap in the log without noticing it.',
    file: `${log}/read.ts`,
    from: 'return untilGap(await readLog(db, after, limit), after)',
    to: 'return readLog(db, after, limit)',
    caughtBy: [`${log}/read.int.test.ts`],
  },
  {
    name: 'A read does not wait for the last event that was acknowledged before it.',
    file: 'packages/platform/src/reads/barrier.ts',
    from: 'const mustWait = first.position < first.head &&',
    to: 'const mustWait = first.position < first.head - 1 &&',
    caughtBy: ['packages/platform/src/reads/barrier.int.test.ts'],
  },
  {
    name: 'A projector writes a batch although another one has moved the checkpoint.',
    file: 'services/projector/src/feed/write.ts',
    from: 'and position = $2 and refolds = $4',
    to: 'and $2::bigint >= 0 and refolds = $4',
    caughtBy: ['services/projector/src/feed/feed.int.test.ts'],
  },
]
