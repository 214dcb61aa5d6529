import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessFaults } from './access.ts'
import { clientFaults } from './client.ts'
import { custodyFaults } from './custody.ts'
import type { Fault } from './fault.ts'
import { logFaults } from './log.ts'
import { opsFaults } from './ops.ts'
import { placesFaults } from './places.ts'
import { pushFaults } from './push.ts'
import { reportsFaults } from './reports.ts'
import { rulesFaults } from './rules.ts'
import { needsServers } from './run-vitest.ts'
import { workFaults } from './work.ts'

export const root = join(import.meta.dirname, '../..')

export type ListedFault = Fault & { area: string }

const areas: Record<string, readonly Fault[]> = {
  rules: rulesFaults,
  reports: reportsFaults,
  custody: custodyFaults,
  places: placesFaults,
  log: logFaults,
  work: workFaults,
  push: pushFaults,
  access: accessFaults,
  client: clientFaults,
  ops: opsFaults,
}

/** Those that need no servers come first. */
export const faults: readonly ListedFault[] = Object.entries(areas)
  .flatMap(([area, some]) => some.map((fault) => ({ ...fault, area })))
  .toSorted((a, b) => Number(a.caughtBy.some(needsServers)) - Number(b.caughtBy.some(needsServers)))

/** @param names of areas or faults; none: all faults @throws if one of them is neither */
export function selectFaults(names: readonly string[]): readonly ListedFault[] {
  const isNamed = (name: string, fault: ListedFault) => fault.area === name || fault.name === name
  const unknown = names.find((name) => !faults.some((fault) => isNamed(name, fault)))
  if (unknown !== undefined) throw new Error(`No area and no fault is named “${unknown}”`)
  return names.length === 0 ? faults : faults.filter((fault) => names.some((name) => isNamed(name, fault)))
}

/** @returns the text with the mistake in it @throws unless the text that it replaces occurs exactly once */
export function applyTo(text: string, { file, from, to }: Fault): string {
  const [before, after, ...others] = text.split(from)
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`This does not occur exactly once in ${file}:\n${from}`)
  return before + to + after
}

export function readOfTree(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
