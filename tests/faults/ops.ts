import type { Fault } from './fault.ts'

const backup = 'infra/ops/backup'

export const opsFaults: readonly Fault[] = [
  {
    name: 'The oldest backups stay, and the newest are deleted.',
    file: 'infra/ops/commands/backup.ts',
    from: 'names.filter(isComplete).slice(0, -keep)',
    to: 'names.filter(isComplete).slice(keep)',
    caughtBy: ['infra/ops/commands/backup.test.ts'],
  },
  {
    name: 'A backup contains the codes and reset links of messages.',
    file: `${backup}/part-files.ts`,
    from: 'unsavedTexts[table]?.[column] ?? quoteColumns([column])',
    to: 'quoteColumns([column])',
    caughtBy: [`${backup}/part-files.test.ts`],
  },
  {
    name: 'A backup fills the disk of the database.',
    file: `${backup}/disk-reserve.ts`,
    from: 'return database !== undefined && database !== backup',
    to: 'return database !== backup',
    caughtBy: [`${backup}/disk-reserve.test.ts`],
  },
  {
    name: 'An operator is told of a new backup although none has left the machine for days.',
    file: 'packages/operations/src/now/checks.ts',
    from: 'const newest = offsite ?? backup',
    to: 'const newest = backup ?? offsite',
    caughtBy: ['packages/operations/src/now/checks.test.ts'],
  },
  {
    name: 'A restore brings back a person who was erased after the backup.',
    file: 'packages/operations/src/privacy/apply-ledger.ts',
    from: '  for (const person of people) await eraseRows(client, person)\n',
    to: '',
    caughtBy: ['infra/ops/ops.int.test.ts'],
  },
  {
    name: 'A replay goes live although its rows differ and nobody accepted that.',
    file: 'services/projector/src/generations/rebuild.ts',
    from: 'different === 0 ||',
    to: 'different >= 0 ||',
    caughtBy: ['services/projector/src/generations/rebuild.int.test.ts'],
  },
]
