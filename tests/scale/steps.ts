import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import { dueAt, type Size, sizeOf } from './model.ts'
import { rebuildSeconds } from './rebuild.ts'

export type Limit = {
  step: string
  /** Bookings a day; undefined: not at a hundred million; a text: not because of the number */
  due: number | string | undefined
  because: string
  /** What there is for it today */
  exists: string
}

/** The steps from one machine on, each with the number of bookings a day at which it is due: what is due at any number first. */
export function limits(costs: Costs, assumed: Assumptions): Limit[] {
  const from = (isDue: (size: Size) => boolean) =>
    dueAt((bookings) => isDue(sizeOf(bookings, costs, assumed)))
  const steps: Limit[] = [
    {
      step: 'a standby of Postgres',
      due: 'from the first booking that must not be lost',
      because: 'one disk is one copy',
      exists: '[a second Postgres](operations.md#a-second-postgres), drilled',
    },
    {
      step: 'a second API process and worker',
      due: from(({ api }) => api >= 2),
      because: 'a restart meets people; 0.1 core',
      exists: 'yes: start more of them',
    },
    {
      step: 'Postgres on a machine of its own',
      due: from(({ cores }) => cores > 8),
      because: 'all of it needs more than 8 cores',
      exists: 'yes: `DATABASE_URL`',
    },
    {
      step: 'reports outside of Postgres',
      due: from(({ disk }) => disk.files > 1e12),
      because: '1 TB of files a year in tables, backups and WAL',
      exists: 'no: plan below',
    },
    {
      step: 'reads from replicas',
      due: from(({ reads, busy }) => reads > 0 && busy.postgres > 8),
      because: 'the primary has 8 busy cores; reads are most of them',
      exists: '[yes](operations.md#reads-from-replicas): `READ_DATABASE_URL`',
    },
    {
      step: 'nightly verify of a part only',
      due: from((size) => rebuildSeconds(size, costs) > 6 * 3_600),
      because: 'after a year it folds the log for 6 h of the night',
      exists: 'no: `VERIFY_AT=off`, and `ops verify` on a copy at weekends',
    },
    {
      step: 'partitions of the log',
      due: from(({ disk }) => disk.log > 1e12),
      because: 'the log grows by 1 TB a year',
      exists: 'no: plan below',
    },
    {
      step: 'fewer connections',
      due: from(({ connections }) => connections > 1_000),
      because: 'more than 1,000 connections to the primary',
      exists: 'smaller pools (`services/api/src/bounds.ts`); PgBouncer does not help: below',
    },
    {
      step: 'cells by city',
      due: from(({ tails }) => tails > 8),
      because: '8 cores of Postgres only read the same changes for each API process',
      exists: 'separate installations only: plan below',
    },
    {
      step: 'end of one log: the tails',
      due: from(({ tails, busy, api }) => !Number.isFinite(api) || tails > busy.postgres / 2),
      because: 'most of what Postgres does is to read changes for API processes',
      exists: 'cells',
    },
    {
      step: 'end of one log: the projector',
      due: from(({ projector }) => projector > assumed.process),
      because: 'one process folds all events',
      exists: 'cells',
    },
    {
      step: 'end of one log: the lock of the log',
      due: from(({ append }) => append > assumed.process),
      because: 'one append at a time, 256 in a batch',
      exists: 'cells',
    },
  ]
  const order = ({ due }: Limit) => (typeof due === 'string' ? 0 : (due ?? Number.POSITIVE_INFINITY))
  return steps.toSorted((a, b) => order(a) - order(b))
}
