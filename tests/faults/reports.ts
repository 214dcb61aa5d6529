import type { Fault } from './fault.ts'

export const reportsFaults: readonly Fault[] = [
  {
    name: 'A result at the lower critical limit itself is not critical.',
    file: 'packages/report/src/results/interpret.ts',
    from: 'value <= critical.low',
    to: 'value < critical.low',
    caughtBy: ['packages/report/src/results/interpret.test.ts'],
  },
  {
    name: 'A reference interval includes the month in which its age ends.',
    file: 'packages/catalogue/src/parameters/interval.ts',
    from: 'return ageFrom <= ageMonths && (ageTo === null || ageMonths < ageTo)',
    to: 'return ageFrom <= ageMonths && (ageTo === null || ageMonths <= ageTo)',
    caughtBy: ['packages/catalogue/src/parameters/interval.test.ts'],
  },
  {
    name: 'A mass that is converted to an amount of substance is multiplied by the molar mass.',
    file: 'packages/catalogue/src/parameters/units.ts',
    from: '10 ** (massFrom - amountTo) / molarMass',
    to: '10 ** (massFrom - amountTo) * molarMass',
    caughtBy: ['packages/report/src/results/units.test.ts'],
  },
  {
    name: 'A pathologist signs a draft that a newer one has replaced.',
    file: 'packages/report/src/report.ts',
    from: 'if (!draft || !(isNewest || isEarlier)) return',
    to: 'if (!draft) return',
    caughtBy: ['packages/report/src/report.test.ts'],
  },
  {
    name: 'A critical call can be ended as not reached after three attempts in one evening.',
    file: 'packages/report/src/critical/rules.ts',
    from: 'times.length >= attemptsBeforeEnding && Math',
    to: 'times.length >= attemptsBeforeEnding || Math',
    caughtBy: ['packages/report/src/critical/critical-call.test.ts'],
  },
  {
    name: 'A changed result that the sender did not mark as a correction replaces the recorded one without a question.',
    file: 'packages/report/src/results/current-set.ts',
    from: 'changed.filter(({ isCorrection }) => !isCorrection)',
    to: 'changed.filter(({ isCorrection }) => isCorrection)',
    caughtBy: ['packages/report/src/results/current-set.test.ts'],
  },
]
