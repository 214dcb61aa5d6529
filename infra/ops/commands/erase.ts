import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { formatNumber, istTime } from '@jaanch/operations/format'
import { loadConfig } from '@jaanch/platform/config'
import { Command } from 'commander'
import { Redis } from 'ioredis'
import { ledgerDirectory } from '../../local/data-dir.ts'
import { Problem } from '../../local/problem.ts'
import { type Certificate, erase, findPerson } from '../erase.ts'
import { AnswerNo } from '../exit-codes.ts'
import { details } from '../help.ts'
import { operatorActor } from '../record-command.ts'
import { type Searched, searchFiles, searchRedis } from '../search.ts'
import { withStack } from '../stack.ts'
import { formatTable, paint } from '../terminal.ts'

type Options = { yes?: boolean; json?: boolean }

export function eraseCommand(): Command {
  return new Command('erase')
    .description('deletes everything about a person, searches for what is left, and prints a certificate')
    .argument('<person>', 'id, e-mail or phone of the account')
    .option('--yes', 'really erases; without it, only says whom')
    .option('--json', 'the certificate as JSON')
    .addHelpText(
      'after',
      details(
        'erase asha@example.org',
        'erase asha@example.org --yes',
        'erase 0f9d6a1e-4c1b-4e0e-9a39-3c1f2b7d5a10 --yes --json',
        { no: 'something of the person is left' },
      ),
    )
    .action((given: string, options: Options) =>
      withStack(async ({ pool, redisUrl }) => {
        const person = await findPerson(pool, given)
        if (!options.yes) {
          throw new Problem(
            `This would erase the ${person.role} ${person.id}, which cannot be undone: repeat it with --yes.`,
          )
        }
        const config = loadConfig(process.env)
        const { dataDir } = config
        const outbox = join(dataDir, 'outbox')
        const certificate = await erase(pool, person, operatorActor(), {
          async deleteMessages(ids) {
            const files = ids.flatMap((id) => [`${id}.eml`, `${id}.txt`])
            await Promise.all(files.map((file) => rm(join(outbox, file), { force: true })))
          },
          ledger: createErasureLedger(ledgerDirectory(config)),
          search: async (texts) => [
            ...(redisUrl ? [await searchRedisAt(redisUrl, texts)] : []),
            ...(await searchFiles(join(dataDir, 'logs'), texts)),
            ...(await searchFiles(outbox, texts)),
          ],
        })
        print(certificate, options.json === true)
        if (!certificate.isClean) throw new AnswerNo()
      }),
    )
}

async function searchRedisAt(url: string, texts: readonly string[]): Promise<Searched> {
  const redis = new Redis(url, { connectionName: 'ops', maxRetriesPerRequest: 1 })
  try {
    return await searchRedis(redis, texts)
  } finally {
    redis.disconnect()
  }
}

function print(certificate: Certificate, json: boolean): void {
  if (json) {
    console.log(JSON.stringify(certificate, null, 2))
    return
  }
  const { userId, erasedAt, bookings, prescriptions, texts, places, isClean } = certificate
  console.log(`${paint.bold('Certificate of erasure')}
account        ${userId}
erased         ${istTime(new Date(erasedAt))} IST
about          ${formatNumber(bookings)} bookings, ${formatNumber(prescriptions)} prescriptions
searched for   ${formatNumber(texts.searched)} texts; ${formatNumber(texts.shared)} more belong to other people too and were not searched for
`)
  console.log(formatTable(places.map(({ place, found }) => ({ searched: place, found }))))
  if (texts.searched === 0)
    console.log(paint.warning('Nothing was known of the person any more, so nothing was searched for.'))
  else console.log(isClean ? paint.good('Clean.') : paint.bad('Not clean: look at the places above.'))
  console.log(
    'Backups made before now still contain the person: delete them on schedule. A restore erases again what ERASURE_LEDGER says.',
  )
}
