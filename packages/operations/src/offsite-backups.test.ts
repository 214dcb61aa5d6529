import { expect, it } from 'vitest'
import { troublesOfBackups } from './offsite-backups.ts'

const now = new Date('2026-11-21T06:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const troublesAfter = (backup: number, rehearsal: number) =>
  troublesOfBackups(
    {
      backup: { finishedAt: hoursAgo(backup), bytes: 1 },
      rehearsal: { finishedAt: hoursAgo(rehearsal), seconds: 1, lostSeconds: 0 },
    },
    now,
  )

it('a backup of last night and a rehearsal of last week are no trouble, and neither are none', () => {
  expect(troublesAfter(29, 191)).toEqual([])
  expect(troublesOfBackups({ backup: null, rehearsal: null }, now)).toEqual([])
})

it('a backup or a rehearsal that was left out is a trouble', () => {
  expect(troublesAfter(31, 1)).toEqual([expect.stringMatching(/^The last backup off the machine ended/)])
  expect(troublesAfter(1, 193)).toEqual([expect.stringMatching(/^A restore was last rehearsed/)])
})
