/**
 * `npm run generate -- --bookings 1000000 --customers 100000 --labs 500 [--seed 1] [--append]`: fills the database at
 * DATABASE_URL, or that of DATA_DIR, with a history of any size.
 */

import { formatDuration, formatNumber } from '@jaanch/operations/format'
import { ConfigError } from '@jaanch/platform/variable-files'
import { Command, InvalidArgumentError } from 'commander'
import { withDatabase } from '../../../ops/stack.ts'
import { showProgress } from '../../../ops/terminal.ts'
import { migrate } from '../../migrations/migrate.ts'
import { Problem } from '../../problem.ts'
import { generate } from './generate.ts'

type Options = {
  bookings: number
  customers: number
  labs: number
  seed: number
  append: boolean
  now?: Date
}

function parseCount(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError('It must be a whole number.')
  return value
}

async function fill(url: string, options: Options): Promise<void> {
  await migrate(url)
  const { events, bookings, customers, labs, ms } = await generate({
    ...options,
    url,
    onProgress: showProgress('bookings'),
  })
  console.log(
    `${formatNumber(bookings)} bookings of ${formatNumber(customers)} customers at ${formatNumber(labs)} labs: the log has ${formatNumber(events)} events, after ${formatDuration(ms)}. The read tables follow when a projector starts.`,
  )
}

const program = new Command('npm run generate --')
  .description('Fills the log in bulk with a history made from the plans of the demo.')
  .option('--bookings <n>', 'over two years, most of them recent', parseCount, 10_000)
  .option('--customers <n>', 'a few of them order very often', parseCount, 1_000)
  .option('--labs <n>', 'over the ten cities', parseCount, 50)
  .option('--seed <n>', 'the same seed and end give the same log', parseCount, 1)
  .option('--now <instant>', 'the end of the history; default: the present', (text) => new Date(text))
  .option('--append', 'adds to a log that is not empty', false)
  .action((options: Options) => withDatabase((url) => fill(url, options)))

try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Problem || error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
