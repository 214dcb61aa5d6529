import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { applyCatalogue } from '@jaanch/catalogue/apply-catalogue'
import type { Counts } from '@jaanch/catalogue/compare'
import { planInThread, previewInThread, writeInThread } from '@jaanch/catalogue/file/file-thread'
import type { Preview } from '@jaanch/catalogue/file/task'
import { UnreadableFile } from '@jaanch/catalogue/file/unpack'
import { planHere } from '@jaanch/catalogue/plan-change'
import { parseStored, readStoredText, type StoredText } from '@jaanch/catalogue/read-catalogue'
import { readStarter } from '@jaanch/catalogue/starter/starter'
import { formatNumber } from '@jaanch/operations/format'
import { Argument, Command } from 'commander'
import type pg from 'pg'
import { Problem } from '../../local/problem.ts'
import { AnswerNo } from '../exit-codes.ts'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { operator } from './resolution.ts'

/** So many problems and changes are printed */
const mostPrinted = 200

export function catalogueCommand(): Command {
  const catalogue = new Command('catalogue').description('parameters, tests, packages and their prices')
  catalogue
    .command('load')
    .description('loads a catalogue into an empty installation; its tests are offered once they have a price')
    .addArgument(new Argument('<which>', 'the catalogue').choices(['starter']))
    .option('--json', 'the counts as JSON')
    .addHelpText('after', details('catalogue load starter'))
    .action((_which: string, { json = false }: Json) => withStack(({ pool }) => loadStarter(pool, json)))
  catalogue
    .command('export')
    .description('writes the whole catalogue to a file: .xlsx, or .zip with CSV files')
    .argument('<file>', 'it is replaced if it exists')
    .option('--json', 'the counts as JSON')
    .addHelpText('after', details('catalogue export catalogue.xlsx'))
    .action((file: string, { json = false }: Json) =>
      withStack(async ({ pool }) => {
        const stored = await readStoredText(pool)
        writeFileSync(pathOf(file), await writeInThread(/\.zip$/i.test(file) ? 'csv' : 'xlsx', stored))
        const { parameters, items } = parseStored(stored).catalogue
        if (json) return printJson({ parameters: parameters.length, items: items.length })
        console.log(
          `${file} has ${formatNumber(parameters.length)} parameters and ${formatNumber(items.length)} tests and packages.`,
        )
      }),
    )
  catalogue
    .command('check')
    .description('says what an import would change, with each problem at its cell; changes nothing')
    .argument('<file>', '.xlsx, or .zip with CSV files')
    .option('--json', 'problems, changes and counts as JSON')
    .addHelpText('after', details('catalogue check catalogue.xlsx', { no: 'the file has problems' }))
    .action((file: string, { json = false }: Json) =>
      withStack(async ({ pool }) => {
        const found = await read(file, await readStoredText(pool), previewInThread)
        print(found, json)
        if (found.problemCount > 0) throw new AnswerNo()
      }),
    )
  catalogue
    .command('import')
    .description('makes the catalogue what a file says; what is no longer listed is not offered any more')
    .argument('<file>', '.xlsx, or .zip with CSV files')
    .option('--json', 'the counts, or the problems, as JSON')
    .addHelpText('after', details('catalogue import catalogue.xlsx', { no: 'the file has problems' }))
    .action((file: string, { json = false }: Json) => withStack(({ pool }) => importFile(pool, file, json)))
  return catalogue
}

type Json = { json?: boolean }

const printJson = (value: unknown) => console.log(JSON.stringify(value, null, 2))

async function loadStarter(pool: pg.Pool, json: boolean): Promise<void> {
  const plan = planHere(({ catalogue }) => {
    if (catalogue.parameters.length > 0 || catalogue.items.length > 0)
      throw new Problem(
        'This installation has a catalogue already: export it, and import what is to be added.',
      )
    return readStarter()
  })
  const counts = await apply(pool, 'starter', plan)
  if (json) return printJson(counts)
  console.log(
    `Loaded the starter catalogue: ${formatNumber(counts.added)} rows. Its tests are offered once they have a price.`,
  )
}

async function importFile(pool: pg.Pool, file: string, json: boolean): Promise<void> {
  const counts = await apply(pool, 'import', async (stored, change) => {
    const { preview, plan } = await read(file, stored, (input) => planInThread(input, change))
    if (plan) return plan
    print(preview, json)
    throw new AnswerNo()
  })
  if (json) return printJson(counts)
  const { added, changed, ended, untouched } = counts
  console.log(`Added ${added}, changed ${changed}, ended ${ended}, left ${untouched} as they were.`)
}

function apply(
  pool: pg.Pool,
  source: 'starter' | 'import',
  makePlan: Parameters<typeof applyCatalogue>[2],
): Promise<Counts> {
  return applyCatalogue(pool, randomUUID(), makePlan, { source, actor: `operator:${operator()}` })
}

/** @throws Problem if the file cannot be read */
async function read<Result>(
  file: string,
  stored: StoredText,
  inThread: (input: Parameters<typeof previewInThread>[0]) => Promise<Result>,
): Promise<Result> {
  try {
    const bytes = readFileSync(pathOf(file))
    return await inThread({ name: basename(file), bytes, stored, most: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (error instanceof UnreadableFile) throw new Problem(error.message)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES')
      throw new Problem(`${file} cannot be read (${code}).`)
    throw error
  }
}

/** npm runs its scripts in the repository: a relative path is that of the directory in which npm was called. */
function pathOf(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file)
}

function print({ problems, changes, counts, pdfOnly }: Preview, json: boolean): void {
  if (json) {
    printJson({ problems, changes, counts, pdfOnly })
    return
  }
  const lines =
    problems.length > 0
      ? problems.map(
          ({ sheet, cell, text }) => `${[sheet, cell].filter(Boolean).join(' ') || 'The file'}: ${text}`,
        )
      : changes.map(({ kind, key, name, fields }) =>
          [
            `${kind} ${key} ${name}`,
            ...fields.map(({ title, from, to }) => `${title} ${from || '–'} → ${to || '–'}`),
          ].join('; '),
        )
  for (const line of lines.slice(0, mostPrinted)) console.log(line)
  if (lines.length > mostPrinted) console.log(`… and ${formatNumber(lines.length - mostPrinted)} more`)
  if (problems.length > 0) {
    console.log(
      `${formatNumber(problems.length)} ${problems.length === 1 ? 'problem' : 'problems'}. Nothing was changed.`,
    )
    return
  }
  for (const [sheet, { added, changed, ended, untouched }] of Object.entries(counts))
    console.log(`${sheet}: ${added} added, ${changed} changed, ${ended} ended, ${untouched} untouched`)
  if (pdfOnly.length > 0)
    console.log(`PDF only, because they measure nothing of the catalogue: ${pdfOnly.slice(0, 20).join('; ')}`)
}
