import { compareCalls } from './compare-calls.ts'
import { compareCommands } from './compare-commands.ts'
import { compareConsumers } from './compare-consumers.ts'
import { compareEvents } from './compare-events.ts'
import { compareMetrics } from './compare-metrics.ts'
import { compareMigrations } from './compare-migrations.ts'
import { compareReadTables } from './compare-read-tables.ts'
import { compareSettings } from './compare-settings.ts'
import { extractTree } from './earlier-tree.ts'
import { readExplained } from './explained.ts'
import { type Base, findBase, type NoBase } from './find-base.ts'
import { type Area, type Finding, type Level, levelOf } from './finding.ts'
import { newMigrations, readMigrations } from './read-migrations.ts'
import { type Part, readSnapshot } from './snapshot.ts'

type Options = {
  /** A checkout, with its libraries; also what is not committed in it counts */
  repository: string
  /** A commit, branch or tag; by default the last release */
  since?: string | undefined
  /** Computes that of the read tables that the code of the checkout makes; undefined: not known */
  fingerprint?: (() => Promise<string | undefined>) | undefined
}

export type Change = {
  base: Base
  /** At least this part of the version number has to go up */
  level: Level
  findings: Finding[]
  /** What could not be compared, and why */
  notCompared: { area: Area; why: string }[]
}

/**
 * Compares a checkout with an earlier commit: what changed for operators, clients and processes of the earlier one, what each change
 * needs, and what of it is missing.
 * @returns why there is nothing to compare with, or what was found
 */
export async function checkChange({ repository, since, fingerprint }: Options): Promise<Change | NoBase> {
  const base = findBase(repository, since)
  if (!('commit' in base)) return base
  const { name } = base
  const earlier = extractTree(repository, base.commit)
  try {
    const [older, newer, computed] = await Promise.all([
      readSnapshot(earlier.root),
      readSnapshot(repository),
      fingerprint?.(),
    ])
    const isExplained = readExplained(repository, earlier.root)
    const [before, now] = [readMigrations(earlier.root), readMigrations(repository)]
    const added = newMigrations(before, now)
    const notCompared: Change['notCompared'] = []

    /** A part that the earlier code does not have in this form is not compared; one that only this code lacks is missing. */
    function compare<Value>(
      area: Area,
      from: Part<Value>,
      to: Part<Value>,
      work: (a: Value, b: Value) => Finding[],
    ) {
      if ('value' in from) return 'value' in to ? work(from.value, to.value) : [unreadable(area, to.error)]
      notCompared.push({ area, why: `${name} cannot be read: ${from.error}` })
      return []
    }

    const findings = [
      ...compare('read tables', older.readTables, newer.readTables, (a, b) =>
        compareReadTables(a, b, computed, isExplained),
      ),
      ...compareMigrations(before, now, isExplained),
      ...compare('events', older.events, newer.events, (a, b) => compareEvents(a, b, isExplained)),
      ...compare('consumers', older.consumers, newer.consumers, (a, b) =>
        compareConsumers(a, b, added, isExplained),
      ),
      ...compare('settings', older.settings, newer.settings, (a, b) => compareSettings(a, b, isExplained)),
      ...compare('API', older.calls, newer.calls, (a, b) => compareCalls(a, b, isExplained)),
      ...compare('commands', older.commands, newer.commands, (a, b) => compareCommands(a, b, isExplained)),
      ...compare('metrics', older.metrics, newer.metrics, (a, b) => compareMetrics(a, b, isExplained)),
    ]
    return { base, level: levelOf(findings), findings, notCompared }
  } finally {
    earlier.remove()
  }
}

function unreadable(area: Area, error: string): Finding {
  const change = `This checkout cannot be read: ${error}`
  return {
    area,
    change,
    needs: 'code that can be loaded without settings',
    missing: error,
    level: 'breaking',
  }
}
