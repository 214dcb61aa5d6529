/**
 * `npm run size -- --bookings 200000`: what an installation with so many bookings a day needs. The assumptions may be replaced:
 * `--burst 3`, `--busiest-hour 0.1`, `--reads 30`, `--report-kb 200` (of a PDF that a lab uploads; without it, they are drawn from values).
 * `--write` writes the tables of docs/deployment.md and docs/scale.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inRepository } from '@jaanch/infra/local/paths'
import { replacePart } from '../bench/growth/document.ts'
import { type Assumptions, assumptions } from './assumptions.ts'
import { costsOf, measured } from './costs.ts'
import { describeSize, formatTables, pages } from './tables.ts'

const { values } = parseArgs({
  options: {
    bookings: { type: 'string' },
    burst: { type: 'string' },
    'busiest-hour': { type: 'string' },
    reads: { type: 'string' },
    'report-kb': { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

/** @returns the option as a number; undefined if it is not given */
function parse(name: 'bookings' | 'burst' | 'busiest-hour' | 'reads' | 'report-kb'): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  const value = Number(text.replaceAll(',', ''))
  if (value >= 0) return value
  console.error(`--${name} is a number, not ${text}.`)
  process.exit(2)
}

const costs = costsOf(measured)
if (values.write) {
  const tables = formatTables(costs, assumptions)
  for (const [page, names] of Object.entries(pages)) {
    const path = inRepository('docs', page)
    const text = names.reduce(
      (before, name) => replacePart(before, name, tables[name] ?? ''),
      readFileSync(path, 'utf8'),
    )
    writeFileSync(path, text)
  }
} else {
  const bookings = parse('bookings')
  if (!bookings) {
    console.error('npm run size -- --bookings <a day>')
    process.exit(2)
  }
  const reportKb = parse('report-kb')
  const assumed: Assumptions = {
    ...assumptions,
    burst: parse('burst') ?? assumptions.burst,
    busiestHour: parse('busiest-hour') ?? assumptions.busiestHour,
    reads: parse('reads') ?? assumptions.reads,
    ...(reportKb !== undefined && { uploadedReportBytes: reportKb * 1_000 }),
  }
  console.log(describeSize(bookings, costs, assumed))
}
